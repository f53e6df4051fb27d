import { type Source, unreadable } from '../reader.js';
import {
  nextToken,
  nextWord,
  restOfLine,
  shownToken,
  type TextScanner,
  textScanner,
  tokenNumber,
  tokenText,
} from '../text/textScanner.js';

export type ScalarType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** The names of the original format beside those with sizes. */
const ALIASES: Readonly<Record<string, ScalarType>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Of the number in front of a list; undefined where the property is a single value. */
  readonly countType?: ScalarType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** The first byte behind the head, and the number of its line. */
  readonly bodyAt: number;
  readonly bodyLine: number;
}

/** Far more than any file has. */
const MOST_ELEMENTS = 256;

const EXPORT_AGAIN = 'Export the file again.';

/** Reads the head of a PLY file, which is text in all of its variants. */
export function readPlyHeader(bytes: Uint8Array, source: Source): PlyHeader {
  const scanner = textScanner(bytes);
  const refuse = (fact: string): never => {
    throw unreadable(source, `${fact} (line ${scanner.line})`, EXPORT_AGAIN);
  };
  if (!nextToken(scanner) || tokenText(scanner) !== 'ply')
    throw unreadable(source, "the file does not begin with 'ply'", 'Give a PLY file, or name the format that it has.');
  let format: PlyHeader['format'] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  for (;;) {
    if (!nextWord(scanner))
      throw unreadable(source, `the file ends at byte ${bytes.length}, in its head`, EXPORT_AGAIN);
    const keyword = tokenText(scanner);
    if (keyword === 'end_header') break;
    if (keyword === 'comment' || keyword === 'obj_info') restOfLine(scanner);
    else if (keyword === 'format') format = readFormat(word(scanner, refuse), refuse);
    else if (keyword === 'element') {
      const name = word(scanner, refuse);
      word(scanner, refuse);
      const count = tokenNumber(scanner);
      if (!(Number.isInteger(count) && count >= 0))
        refuse(`the number of '${name}' elements is no count: ${shownToken(scanner)}`);
      if (elements.some((element) => element.name === name)) refuse(`the element '${name}' is declared twice`);
      if (elements.length === MOST_ELEMENTS) refuse(`there are more than ${MOST_ELEMENTS} kinds of elements`);
      elements.push({ name, count, properties: [] });
    } else if (keyword === 'property') {
      if (elements.length === 0) refuse('a property stands before any element');
      elements[elements.length - 1].properties.push(readProperty(scanner, refuse));
    } else refuse(`the head has an unknown word: ${shownToken(scanner)}`);
    if (keyword === 'format')
      restOfLine(scanner); // the version; there is only one
    else if (nextToken(scanner)) refuse(`there is more than expected: ${shownToken(scanner)}`);
  }
  if (format === undefined) throw unreadable(source, 'the head does not name the format', EXPORT_AGAIN);
  return { format, elements, bodyAt: bodyStart(scanner), bodyLine: scanner.line + 1 };
}

function word(scanner: TextScanner, refuse: (fact: string) => never): string {
  if (!nextToken(scanner)) refuse('the line ends too early');
  return tokenText(scanner);
}

function readFormat(text: string, refuse: (fact: string) => never): PlyHeader['format'] {
  if (text === 'ascii' || text === 'binary_little_endian' || text === 'binary_big_endian') return text;
  return refuse(`there is no format '${text.slice(0, 40)}'`);
}

function readProperty(scanner: TextScanner, refuse: (fact: string) => never): PlyProperty {
  const scalar = (text: string): ScalarType =>
    Object.hasOwn(SCALAR_BYTES, text)
      ? (text as ScalarType)
      : Object.hasOwn(ALIASES, text)
        ? ALIASES[text]
        : refuse(`there is no type ${shownToken(scanner)}`);
  const first = word(scanner, refuse);
  if (first !== 'list') {
    const type = scalar(first);
    return { name: word(scanner, refuse), type };
  }
  const countType = scalar(word(scanner, refuse));
  const type = scalar(word(scanner, refuse));
  return { name: word(scanner, refuse), type, countType };
}

/** Behind the line's end. Whether a CR is all of it is told by the first line: a binary body may begin with a LF. */
function bodyStart({ bytes, at }: TextScanner): number {
  const firstEnd = bytes.findIndex((c) => c === 10 || c === 13);
  const isPair = bytes[firstEnd] === 13 && bytes[firstEnd + 1] === 10;
  const end = bytes.findIndex((c, i) => i >= at && (c === 10 || c === 13));
  return end < 0 ? bytes.length : end + (isPair ? 2 : 1);
}
