import { type Source, unreadable } from '../reader.js';
import {
  isNotFinite,
  nextLine,
  nextToken,
  nextWord,
  shownToken,
  type TextScanner,
  textScanner,
  tokenNumber,
} from '../text/textScanner.js';
import { type PlyHeader, SCALAR_BYTES, type ScalarType } from './plyHeader.js';

/** The values behind a PLY head, one after the other, whether text or binary. */
export interface PlyBody {
  /** What {@link begin} returns. */
  readonly place: 'line' | 'byte';
  /** Goes to the next element and returns where it stands. */
  begin(): number;
  /** The next value of the element. */
  read(type: ScalarType): number;
  /** Leaves out values of the element. */
  skip(type: ScalarType, count: number): void;
  /** Refuses what is left of the element's line, where it has one: it may belong to the next element. */
  end(): void;
  /** What follows the last element and belongs to none; undefined where nothing does. */
  rest(): string | undefined;
}

const CUT_OFF = 'It is cut off, or its counts are wrong: export it again.';

/** Text: numbers with blanks or the ends of lines between them. */
export function streamBody(bytes: Uint8Array, { bodyAt, bodyLine }: PlyHeader, source: Source): PlyBody {
  const scanner = textScanner(bytes);
  scanner.at = bodyAt;
  scanner.line = bodyLine;
  const take = (): void => {
    if (nextWord(scanner)) return;
    throw unreadable(source, `the file ends at line ${scanner.line}, within an element`, CUT_OFF);
  };
  return {
    place: 'line',
    begin: () => scanner.line,
    read() {
      take();
      return numberAt(scanner, source);
    },
    skip(_, count) {
      for (let k = 0; k < count; k++) take();
    },
    end() {},
    rest: () => (nextWord(scanner) ? `there is more behind the last element (line ${scanner.line})` : undefined),
  };
}

function numberAt(scanner: TextScanner, source: Source): number {
  const value = tokenNumber(scanner);
  if (Number.isNaN(value) && !isNotFinite(scanner))
    throw unreadable(source, `${shownToken(scanner)} is no number (line ${scanner.line})`, 'Export the file again.');
  return value;
}

/** Text: every element on a line of its own. */
export function linesBody(bytes: Uint8Array, { bodyAt, bodyLine }: PlyHeader, source: Source): PlyBody {
  const scanner = textScanner(bytes);
  scanner.at = bodyAt;
  scanner.line = bodyLine;
  let isFirst = true;
  let isTaken = false; // the first token of a line is taken when the line is begun
  let overlongLine = 0;
  const take = (): void => {
    if (!isTaken && !nextToken(scanner))
      throw unreadable(
        source,
        `line ${scanner.line} has fewer values than the head declares`,
        'Export the file again.',
      );
    isTaken = false;
  };
  return {
    place: 'line',
    begin() {
      if (!isFirst && nextToken(scanner)) overlongLine ||= scanner.line;
      if (!(isFirst || nextLine(scanner)) || !nextWord(scanner))
        throw unreadable(
          source,
          `the file ends at line ${scanner.line}, before all the elements that its head declares`,
          CUT_OFF,
        );
      isFirst = false;
      isTaken = true;
      return scanner.line;
    },
    read() {
      take();
      return numberAt(scanner, source);
    },
    skip(_, count) {
      for (let k = 0; k < count; k++) take();
    },
    end() {
      if (nextToken(scanner))
        throw unreadable(
          source,
          `line ${scanner.line} has more values than the head declares for a vertex`,
          'Export the file again.',
        );
    },
    rest() {
      if (nextToken(scanner)) overlongLine ||= scanner.line;
      if (overlongLine > 0) return `line ${overlongLine} has more values than the head declares`;
      nextLine(scanner);
      return nextWord(scanner) ? `there is more behind the last element (line ${scanner.line})` : undefined;
    },
  };
}

/** Binary: values without anything between them. */
export function binaryBody(bytes: Uint8Array, { bodyAt, format }: PlyHeader, source: Source): PlyBody {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = format === 'binary_little_endian';
  let at = bodyAt;
  /** Moves on, and returns where it was. */
  const pass = (size: number): number => {
    if (size > bytes.length - at)
      throw unreadable(
        source,
        `the file ends at byte ${bytes.length}, within the element at byte ${elementAt}`,
        CUT_OFF,
      );
    at += size;
    return at - size;
  };
  let elementAt = at;
  return {
    place: 'byte',
    begin: () => (elementAt = at),
    read(type) {
      const from = pass(SCALAR_BYTES[type]);
      switch (type) {
        case 'int8':
          return view.getInt8(from);
        case 'uint8':
          return view.getUint8(from);
        case 'int16':
          return view.getInt16(from, isLittle);
        case 'uint16':
          return view.getUint16(from, isLittle);
        case 'int32':
          return view.getInt32(from, isLittle);
        case 'uint32':
          return view.getUint32(from, isLittle);
        case 'float32':
          return view.getFloat32(from, isLittle);
        case 'float64':
          return view.getFloat64(from, isLittle);
      }
    },
    skip(type, count) {
      pass(SCALAR_BYTES[type] * count);
    },
    end() {},
    rest() {
      // A line's end is no data.
      const last = bytes.findLastIndex((c, i) => i < at || (c !== 10 && c !== 13));
      return last < at ? undefined : `${bytes.length - at} bytes follow the last element`;
    },
  };
}
