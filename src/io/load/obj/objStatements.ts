import type { SceneProblem } from '../../scene.js';
import { closePolygon, NO_VERTEX, type Polygons, polygons } from '../polygons/polygons.js';
import { type Source, unreadable } from '../reader.js';
import { floatList, type NumberList, numbersOf, pushFloat, pushIndex } from '../text/numberList.js';
import {
  isNotFinite,
  nextLine,
  nextToken,
  restOfLine,
  shownToken,
  type TextScanner,
  textScanner,
  tokenNumber,
  tokenText,
} from '../text/textScanner.js';

/** Faces under the same object and the same group. */
export interface ObjPiece {
  /** Counts the `o` statements; 0 before the first. */
  readonly object: number;
  /** As in the file; empty where there is none. */
  readonly objectName: string;
  readonly groupName: string;
  /** What is wrong with one of its faces. */
  fault?: string;
}

export interface ObjStatements {
  readonly positions: Float64Array;
  readonly faces: Polygons;
  readonly pieces: readonly ObjPiece[];
  /** Pairs: from which face on they belong to which piece. */
  readonly runs: readonly (readonly [face: number, piece: number])[];
  /** What stands in the file and is not read, in words. */
  readonly notRead: readonly string[];
  readonly problems: readonly SceneProblem[];
}

/** Known, and of no concern: textures, normals, materials, points, lines, shading, and how free-form geometry goes on. */
const PASSED_OVER = new Set(
  'p l s mg usemtl mtllib usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ctech stech cstype deg bmat step parm trim hole scrv sp end con res'.split(
    ' ',
  ),
);
/** Geometry that is not made of faces with corners, and files to be read in their place. */
const NOT_READ = new Set(['curv', 'curv2', 'surf', 'bsp', 'bzp', 'cdc', 'cdp', 'call', 'csh']);

const [V, F] = ['v'.charCodeAt(0), 'f'.charCodeAt(0)];
const [PLUS, MINUS, SLASH, ZERO] = ['+', '-', '/', '0'].map((c) => c.charCodeAt(0));

/** Reads the statements of an OBJ file. Faces may name vertices that come later, so what they name is not looked at yet. */
export function readObjStatements(text: Uint8Array, source: Source): ObjStatements {
  const scanner = textScanner(text, { comments: true, joins: true });
  const positions = floatList();
  const faces = polygons();
  const pieces: ObjPiece[] = [];
  const runs: [number, number][] = [];
  const known = new Map<string, number>(); // the pieces of this object, by group
  let [object, objectName, groupName] = [0, '', ''];
  let piece: ObjPiece | undefined; // of the last face, until an `o` or a `g`
  const unread = new Map<string, { count: number; line: number }>();
  const unknown = { count: 0, line: 0, word: '' };
  const weighted = { count: 0, line: 0 };

  do {
    if (!nextToken(scanner)) continue;
    const { start, end } = scanner;
    const first = text[start];
    if (first === V && end - start <= 2) {
      // Of two letters: texture coordinates, normals and parameters, which most lines are that are passed over.
      if (end - start === 1 && readVertex(scanner, positions, source) !== 1 && weighted.count++ === 0)
        weighted.line = scanner.line;
    } else if (first === F && (end - start === 1 || tokenText(scanner) === 'fo')) {
      if (piece === undefined) {
        const number = known.get(groupName) ?? pieces.push({ object, objectName, groupName }) - 1;
        known.set(groupName, number);
        runs.push([faces.ends.length, number]);
        piece = pieces[number];
      }
      const fault = readFace(scanner, faces, positions.length / 3);
      if (fault !== undefined) piece.fault ??= fault;
    } else {
      const word = tokenText(scanner);
      if (word === 'o') {
        [object, objectName, groupName] = [object + 1, restOfLine(scanner), ''];
        known.clear();
        piece = undefined;
      } else if (word === 'g') {
        groupName = restOfLine(scanner);
        piece = undefined;
      } else if (NOT_READ.has(word)) {
        const seen = unread.get(word);
        if (seen) seen.count++;
        else unread.set(word, { count: 1, line: scanner.line });
      } else if (!PASSED_OVER.has(word) && unknown.count++ === 0)
        Object.assign(unknown, { line: scanner.line, word: shownToken(scanner) });
    }
  } while (nextLine(scanner));

  const notRead = [...unread].map(
    ([word, { count, line }]) =>
      `${word === 'call' || word === 'csh' ? 'other files' : 'free-form curves and surfaces'} are not read: '${word}', ${count === 1 ? 'line' : `${count} times, first at line`} ${line}`,
  );
  const problems: SceneProblem[] = notRead.map((fact) => ({
    code: 'unreadable',
    message: `${fact}. Export polygons.`,
  }));
  if (unknown.count > 0)
    problems.push({
      code: 'repaired',
      message: `${unknown.count === 1 ? 'a line begins' : `${unknown.count} lines begin`} with a word that OBJ does not know (${unknown.word} at line ${unknown.line}): passed over. Export the file again if faces are missing.`,
    });
  // Weights are for rational curves and surfaces: the corners of a polygon are x y z as they stand.
  if (weighted.count > 0)
    problems.push({
      code: 'repaired',
      message: `${weighted.count === 1 ? 'a vertex has a weight' : `${weighted.count} vertices have weights`} (line ${weighted.line}), which polygons do not use: passed over. Divide the coordinates where they are meant to be homogeneous.`,
    });
  return { positions: numbersOf(positions), faces, pieces, runs, notRead, problems };
}

/** `v x y z`, with a weight behind it or a colour. Returns the weight. */
function readVertex(scanner: TextScanner, positions: NumberList<Float64Array>, source: Source): number {
  let count = 0;
  let weight = 1;
  for (; nextToken(scanner); count++) {
    if (count > 3) continue;
    const x = tokenNumber(scanner);
    if (Number.isNaN(x) && !isNotFinite(scanner))
      throw unreadable(
        source,
        `${shownToken(scanner)} is no coordinate (line ${scanner.line})`,
        'Export the file again.',
      );
    if (count < 3) pushFloat(positions, x);
    else weight = x;
  }
  if (count < 3)
    throw unreadable(source, `line ${scanner.line} has ${count} of a vertex's 3 coordinates`, 'Export the file again.');
  // Of six numbers and more, those behind the third are a colour.
  return count === 4 ? weight : 1;
}

/** `f` and its corners, `vertex/texture/normal` each. Returns what is wrong. */
function readFace(scanner: TextScanner, faces: Polygons, vertexCount: number): string | undefined {
  let fault: string | undefined;
  while (nextToken(scanner)) {
    const number = vertexNumber(scanner);
    const vertex = number < 0 ? vertexCount + number : number - 1;
    if (!(vertex >= 0))
      fault ??= Number.isNaN(number)
        ? `${shownToken(scanner)} is no corner of a face (line ${scanner.line})`
        : `the face at line ${scanner.line} names vertex ${number}, but ${number === 0 ? 'they are counted from 1' : `only ${vertexCount} stand before it`}`;
    pushIndex(faces.corners, vertex >= 0 ? Math.min(vertex, NO_VERTEX) : NO_VERTEX);
  }
  closePolygon(faces, scanner.line);
  return fault;
}

/** The whole number up to the first slash; NaN where there is none. */
function vertexNumber({ bytes, start, end }: TextScanner): number {
  const isNegative = bytes[start] === MINUS;
  let i = isNegative || bytes[start] === PLUS ? start + 1 : start;
  const firstDigit = i;
  let number = 0;
  for (; i < end && bytes[i] !== SLASH; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  if (i === firstDigit) return Number.NaN;
  return isNegative ? -number : number;
}
