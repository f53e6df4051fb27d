import { identity } from '../../../math/affine.js';
import { weld } from '../../../mesh/weld.js';
import type { ScenePart } from '../../scene.js';
import { problemList } from '../problemList.js';
import { type Reader, type Source, unreadable } from '../reader.js';
import { textOf } from '../text/decodeText.js';
import { floatList, type NumberList, numbersOf, pushFloat } from '../text/numberList.js';
import {
  isNotFinite,
  nextLine,
  nextToken,
  nextWord,
  shownToken,
  type TextScanner,
  textScanner,
  tokenIs,
  tokenNumber,
} from '../text/textScanner.js';

/** What a solid came to: its coordinates, nine a facet, or what is wrong with it. */
interface Solid {
  readonly name: string;
  readonly line: number;
  /** Facets are whole, but nothing says that they are all. */
  readonly hasNoEnd?: boolean;
  readonly fault?: string;
}

/** A file while it is read. */
interface Reading {
  readonly scanner: TextScanner;
  readonly source: Source;
  /** Of this solid; one list for all, as there may be a million of them. */
  readonly coordinates: NumberList<Float64Array>;
  /** The last line that was looked at for whether it is a name as a whole; so that no line is looked through again. */
  lineOfName: number;
}

const REMEDY = 'Repair the model or export it again.';

/** How much of a name messages show. */
const SHOWN_CHARACTERS = 80;

/** Words that no normal holds. */
const WORDS = ['solid', 'endsolid', 'facet', 'endfacet', 'vertex', 'loop', 'endloop'];

/** Reads the text of an ASCII STL file: a part for every solid that has facets. */
export const readAsciiStl: Reader = (text, source) => {
  const scanner = textScanner(text);
  const reading: Reading = { scanner, source, coordinates: floatList(), lineOfName: 0 };
  const top: readonly string[] = []; // one list, as all parts are in one place
  const parts: ScenePart[] = [];
  const problems = problemList();
  let firstFault: string | undefined;
  while (nextWord(scanner)) {
    reading.coordinates.length = 0;
    const { name, line, hasNoEnd, fault } = readSolid(reading);
    const part = name || source.stem;
    const solid = (): string => `solid '${part.slice(0, SHOWN_CHARACTERS)}' (line ${line})`;
    if (hasNoEnd)
      problems.add("solids without an 'endsolid'. Export the file again if it is cut off.", () => ({
        code: 'repaired',
        part,
        message: `${solid()} has no 'endsolid': it is read as far as it goes. Export the file again if it is cut off.`,
      }));
    if (fault !== undefined) {
      firstFault ??= fault;
      problems.add(`solids that cannot be read. ${REMEDY}`, () => ({
        code: 'unreadable',
        part,
        message: `${fault}. ${REMEDY}`,
      }));
    } else if (reading.coordinates.length === 0)
      problems.add('solids without facets, which are left out. Remove them from the file.', () => ({
        code: 'repaired',
        part,
        message: `${solid()} has no facets and is left out. Remove it from the file.`,
      }));
    else {
      const positions = numbersOf(reading.coordinates);
      const indices = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
      parts.push({ name: part, path: top, mesh: weld({ positions, indices }).mesh, pose: identity() });
    }
  }
  if (parts.length > 0) return { units: undefined, parts, problems: problems.all(), animations: [] };
  if (firstFault !== undefined) throw unreadable(source, firstFault, REMEDY);
  throw unreadable(source, 'it holds no facets', 'Export a model that has a surface.');
};

/** From the word `solid`, which has been taken, to its `endsolid`. A fault spoils this solid and no other. */
function readSolid(reading: Reading): Solid {
  const { scanner } = reading;
  const { line } = scanner;
  if (!tokenIs(scanner, 'solid')) {
    const fault = `line ${line} begins with ${shownToken(scanner)} where 'solid' is expected`;
    skipSolid(scanner, false);
    return { name: '', line, fault };
  }
  const { name, isOneLine } = readName(reading);
  for (;;) {
    const isOver = !nextWord(scanner);
    if (isOver || tokenIs(scanner, 'solid')) {
      if (!isOver) scanner.at = scanner.start;
      return { name, line, hasNoEnd: true };
    }
    if (tokenIs(scanner, 'endsolid')) break;
    const fault = readFacet(reading, line);
    if (fault === undefined) continue;
    skipSolid(scanner, isOneLine);
    return { name, line, fault };
  }
  endSolid(scanner, isOneLine);
  return { name, line };
}

/**
 * What is left of the line, whatever words it holds; where facets stand on the same one, up to the first, or up to the
 * `endsolid` of a solid without any.
 */
function readName(reading: Reading): { name: string; isOneLine: boolean } {
  const { scanner } = reading;
  const { bytes, line, at: from } = scanner;
  let end = -1; // where an `endsolid` stands
  let stop = -1; // where the name does
  while (stop < 0 && nextToken(scanner)) {
    const { start, at } = scanner;
    if (tokenIs(scanner, 'endsolid')) end = end < 0 ? start : end;
    else if (tokenIs(scanner, 'solid') && end >= 0) stop = end;
    else if (beginsFacet(scanner)) stop = start;
    scanner.at = at;
  }
  if (stop < 0) stop = end;
  const lineEnd = scanner.at;
  if (stop >= 0) {
    const mayBeName = reading.lineOfName !== line;
    reading.lineOfName = line;
    scanner.at = from;
    if (!(mayBeName && isOnlyName(scanner))) {
      scanner.at = stop;
      return { name: textOf(bytes.subarray(from, stop)), isOneLine: true };
    }
    while (nextToken(scanner));
    return { name: textOf(bytes.subarray(from, scanner.at)), isOneLine: false };
  }
  return { name: textOf(bytes.subarray(from, lineEnd)), isOneLine: false };
}

/** Whether the rest of the line, which holds words of the format, is a name all the same: facets begin on the next one. */
function isOnlyName(scanner: TextScanner): boolean {
  const { at, line } = scanner;
  let isName = true;
  while (isName && nextToken(scanner)) isName = !tokenIs(scanner, 'endfacet');
  isName &&= nextLine(scanner) && nextWord(scanner) && tokenIs(scanner, 'facet');
  Object.assign(scanner, { at, line });
  return isName;
}

/** Whether the token is a `facet` with a normal of numbers behind it: names may hold the word, too. */
const beginsFacet = (scanner: TextScanner): boolean =>
  tokenIs(scanner, 'facet') &&
  nextToken(scanner) &&
  tokenIs(scanner, 'normal') &&
  nextToken(scanner) &&
  !Number.isNaN(tokenNumber(scanner));

/** From the word `facet`, which has been taken, to its `endfacet`. Returns what is wrong. */
function readFacet({ scanner, source, coordinates }: Reading, solidLine: number): string | undefined {
  const expected = (word: string): string =>
    `line ${scanner.line} has ${shownToken(scanner)} where '${word}' is expected`;
  if (!tokenIs(scanner, 'facet')) return expected('facet');
  // A normal, or part of one, or none.
  for (take(scanner, source, 'outer', solidLine); !tokenIs(scanner, 'outer'); take(scanner, source, 'outer', solidLine))
    if (WORDS.some((word) => tokenIs(scanner, word))) return expected('outer');
  take(scanner, source, 'loop', solidLine);
  if (!tokenIs(scanner, 'loop')) return expected('loop');
  for (let corner = 0; corner < 3; corner++) {
    take(scanner, source, 'vertex', solidLine);
    if (!tokenIs(scanner, 'vertex')) return expected('vertex');
    for (let k = 0; k < 3; k++) {
      take(scanner, source, 'a coordinate', solidLine);
      const x = tokenNumber(scanner);
      if (!Number.isFinite(x))
        return Number.isNaN(x) && !isNotFinite(scanner)
          ? `${shownToken(scanner)} is no coordinate (line ${scanner.line})`
          : `a coordinate is not finite (${shownToken(scanner)}, line ${scanner.line})`;
      pushFloat(coordinates, x);
    }
  }
  for (const word of ['endloop', 'endfacet']) {
    take(scanner, source, word, solidLine);
    if (!tokenIs(scanner, word)) return expected(word);
  }
  return undefined;
}

function take(scanner: TextScanner, source: Source, what: string, solidLine: number): void {
  if (nextWord(scanner)) return;
  throw unreadable(
    source,
    `the file ends at byte ${scanner.bytes.length} (line ${scanner.line}) where ${what.startsWith('a ') ? what : `'${what}'`} is expected, in the solid that begins at line ${solidLine}`,
    'It is cut off: export it again.',
  );
}

/** From a token within a solid that is of no use: behind its `endsolid`, or to the next `solid` where it has none. */
function skipSolid(scanner: TextScanner, isOneLine: boolean): void {
  do {
    if (tokenIs(scanner, 'endsolid')) {
      endSolid(scanner, isOneLine);
      return;
    }
    if (tokenIs(scanner, 'solid')) {
      scanner.at = scanner.start;
      return;
    }
  } while (nextWord(scanner));
}

/**
 * Leaves the name behind an `endsolid`: the rest of the line, unless another solid begins there, which shows by its
 * facets: names may hold the word, too.
 */
function endSolid(scanner: TextScanner, isOneLine: boolean): void {
  let solid = -1;
  let isNext = false;
  const { line } = scanner;
  while (!isNext && nextToken(scanner)) {
    const { start, at } = scanner;
    if (solid < 0) solid = tokenIs(scanner, 'solid') ? start : -1;
    else isNext = isOneLine && (tokenIs(scanner, 'endsolid') || beginsFacet(scanner));
    scanner.at = at;
  }
  const { at } = scanner;
  if (!isNext && solid >= 0) isNext = nextLine(scanner) && nextWord(scanner) && tokenIs(scanner, 'facet');
  Object.assign(scanner, { at: isNext ? solid : at, line });
  if (!isNext) nextLine(scanner);
}
