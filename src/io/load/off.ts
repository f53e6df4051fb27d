import { InputError } from '../../errors.js';
import type { Scene, SceneProblem } from '../scene.js';
import { polygonScene } from './polygons/polygonScene.js';
import { areSound, closePolygon, NO_VERTEX, type Polygons, polygons } from './polygons/polygons.js';
import { type Reader, type Source, unreadable } from './reader.js';
import { decodeText } from './text/decodeText.js';
import { firstReading } from './text/firstReading.js';
import { pushIndex } from './text/numberList.js';
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
  tokenText,
} from './text/textScanner.js';

/** Texture coordinates, colours and normals stand behind a vertex's coordinates; 4: they are homogeneous; n: not of three. */
const KEYWORD = /^(?:ST|C|N|4|n)*OFF/;

/** The least that a line takes: `0 0 0`, and `0` for a face. */
const VERTEX_BYTES = 6;
const FACE_BYTES = 2;

const EXPORT_AGAIN = 'Export the file again.';

/** How the numbers of a file are laid out. */
interface Layout {
  /** Whether every vertex stands on a line of its own; else only their order counts. */
  readonly vertexLines: boolean;
  /** Whether what stands behind a face on its line is its colour; else the next face follows. */
  readonly faceLines: boolean;
  /** Whether there may be more behind the last face, and faces that are unsound. */
  readonly isLoose?: boolean;
}

const LINES: Layout = { vertexLines: true, faceLines: true };
const FREE: Layout = { vertexLines: false, faceLines: false };
const FREE_WITH_COLOURS: Layout = { vertexLines: false, faceLines: true };

/**
 * Reads an OFF file (Geomview's, with its variants, as text): one part.
 *
 * First a vertex or face a line, as nearly all files have it, with colours behind, as many for each vertex. Geomview itself
 * reads numbers wherever lines end, apart from the colours of faces. So where the lines do not give what the counts
 * promise, the other layouts are tried. Each is taken only where it fits exactly: sound faces to the last number. Where
 * none does, the lines count again, and what is wrong with the file is said.
 */
export const readOff: Reader = (bytes, source) => {
  const scanner = textScanner(decodeText(bytes), { comments: true });
  const header = readHeader(scanner, source);
  const { at, line } = scanner;
  const readAs = (layout: Layout): Scene => {
    Object.assign(scanner, { at, line });
    return readBody(scanner, source, header, layout);
  };
  const read = firstReading<Scene | InputError>(
    [() => readAs(LINES), () => onlyReading(source, readAs), () => readAs({ ...LINES, isLoose: true })],
    2,
  );
  if (read instanceof InputError) throw read;
  return read;
};

/**
 * Of the free layouts, the one that fits. Both may, as what seems the colour of a face may begin the next one: then no
 * other reading counts, and what is wrong is returned.
 */
function onlyReading(source: Source, readAs: (layout: Layout) => Scene): Scene | InputError {
  const free = firstReading([() => readAs(FREE), () => undefined], 0);
  if (!free) return readAs(FREE_WITH_COLOURS);
  const other = firstReading([() => readAs(FREE_WITH_COLOURS), () => free], 0);
  const indices = other.parts[0].mesh.indices;
  if (free.parts[0].mesh.indices.every((vertex, i) => vertex === indices[i])) return free;
  return unreadable(
    source,
    'its numbers fit its counts in two ways',
    'Export it with a vertex or a face on each line.',
  );
}

function readBody(scanner: TextScanner, source: Source, header: Header, layout: Layout): Scene {
  const { vertexLines, faceLines, isLoose } = layout;
  if (!vertexLines) passOverEdgeCount(scanner, header);
  const positions = readVertices(scanner, source, header, vertexLines);
  if (!vertexLines && faceLines && nextToken(scanner)) throw misfit(scanner, source);
  const faces = readFaces(scanner, source, header.faceCount, layout);
  const problems: SceneProblem[] = [];
  if (faceLines) nextLine(scanner);
  const hasMore = nextWord(scanner);
  if (!isLoose && (hasMore || !areSound(faces, positions))) throw misfit(scanner, source);
  if (hasMore)
    problems.push({
      code: 'repaired',
      message: `there is more behind the last of ${header.faceCount} faces (line ${scanner.line}), and it is left out. Correct the counts at the head of the file if it belongs to the model.`,
    });
  return polygonScene(source, positions, faces, { place: 'line', firstVertex: 0 }, problems);
}

/** The number of edges, which nobody needs. Writers forget it at the end of a line, so only there it may be missing. */
function passOverEdgeCount(scanner: TextScanner, { countsAreLines }: Header): void {
  if (!nextToken(scanner) && countsAreLines) nextWord(scanner);
}

const misfit = ({ line }: TextScanner, source: Source): InputError =>
  unreadable(source, `its numbers do not fit its counts (line ${line})`, EXPORT_AGAIN);

interface Header {
  readonly vertexCount: number;
  readonly faceCount: number;
  /** Whether these two stand on lines of their own. */
  readonly countsAreLines: boolean;
  readonly isHomogeneous: boolean;
  /** How many numbers a vertex has by the keyword. */
  readonly numbersPerVertex: number;
  /** Whether these are colours in part. */
  readonly hasColours: boolean;
}

function readHeader(scanner: TextScanner, source: Source): Header {
  if (!nextWord(scanner)) throw unreadable(source, 'the file holds no text but comments', EXPORT_AGAIN);
  // Geomview does without the word, where the file's name says what it is.
  const keyword = Number.isNaN(tokenNumber(scanner)) ? KEYWORD.exec(tokenText(scanner))?.[0] : '';
  if (keyword === undefined)
    throw unreadable(
      source,
      `the file does not begin with OFF (line ${scanner.line} begins with ${shownToken(scanner)})`,
      'Give an OFF file, or name the format that it has.',
    );
  // The counts may follow without a blank.
  scanner.at = scanner.start + keyword.length;
  if (scanner.at === scanner.end && nextToken(scanner)) {
    if (tokenIs(scanner, 'binary'))
      throw unreadable(
        source,
        'it is a binary OFF file, and only text is read',
        'Export it as text, or as PLY or STL.',
      );
    scanner.at = scanner.start;
  }
  const isHomogeneous = keyword.includes('4');
  if (keyword.includes('n')) {
    const dimension = readCount(scanner, source, 'the dimension');
    if (dimension !== 3)
      throw unreadable(source, `its vertices have ${dimension} dimensions`, 'Export it in three dimensions.');
  }
  const vertexCount = readCount(scanner, source, 'the number of vertices');
  const { line } = scanner;
  const faceCount = readCount(scanner, source, 'the number of faces');
  const bytesLeft = scanner.bytes.length - scanner.at;
  // The last line may lack its end.
  if (VERTEX_BYTES * vertexCount + FACE_BYTES * faceCount > bytesLeft + 1)
    throw unreadable(
      source,
      `it promises ${vertexCount} vertices and ${faceCount} faces (line ${scanner.line}), but only ${bytesLeft} bytes follow`,
      `The file is cut off, or its counts are wrong: export it again.`,
    );
  const numbersPerVertex =
    (isHomogeneous ? 4 : 3) +
    (keyword.includes('N') ? 3 : 0) +
    (keyword.includes('C') ? 4 : 0) +
    (keyword.includes('ST') ? 2 : 0);
  const hasColours = keyword.includes('C');
  return { vertexCount, faceCount, countsAreLines: scanner.line > line, isHomogeneous, numbersPerVertex, hasColours };
}

function readCount(scanner: TextScanner, source: Source, what: string): number {
  if (!nextWord(scanner)) throw unreadable(source, `the file ends before ${what} (line ${scanner.line})`, EXPORT_AGAIN);
  const count = tokenNumber(scanner);
  if (!(Number.isInteger(count) && count >= 0))
    throw unreadable(source, `${what} is no count (${shownToken(scanner)}, line ${scanner.line})`, EXPORT_AGAIN);
  return count;
}

/** What stands behind the coordinates of a vertex is colour, normal or texture. */
function readVertices(scanner: TextScanner, source: Source, header: Header, isLine: boolean): Float64Array {
  const { vertexCount, isHomogeneous, numbersPerVertex } = header;
  const positions = new Float64Array(3 * vertexCount);
  const row = [0, 0, 0, 1];
  const needed = isHomogeneous ? 4 : 3;
  const count = isLine ? needed : numbersPerVertex;
  let lineCount = 0; // numbers on the line of the first vertex
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (isLine) toNextLine(scanner, source, 'vertex', vertex, vertexCount);
    for (let k = 0; k < count; k++) {
      if (isLine ? k > 0 && !nextToken(scanner) : !nextWord(scanner))
        throw unreadable(source, `line ${scanner.line} ends after ${k} of a vertex's coordinates`, EXPORT_AGAIN);
      const x = tokenNumber(scanner);
      if (Number.isNaN(x) && !isNotFinite(scanner))
        throw unreadable(source, `${shownToken(scanner)} is no coordinate (line ${scanner.line})`, EXPORT_AGAIN);
      if (k < needed) row[k] = x;
    }
    if (isLine) {
      let found = count;
      while (nextToken(scanner)) found++;
      if (vertex === 0) lineCount = found;
      if (found !== lineCount || !isVertexLine(header, found))
        throw unreadable(
          source,
          `line ${scanner.line} has ${found} numbers where a vertex has ${isVertexLine(header, lineCount) ? lineCount : numbersPerVertex}`,
          EXPORT_AGAIN,
        );
    }
    for (let k = 0; k < 3; k++) positions[3 * vertex + k] = isHomogeneous ? row[k] / row[3] : row[k];
  }
  return positions;
}

/** Whether so many numbers are a vertex: as the keyword has it, colours perhaps without their fourth; without, any more. */
const isVertexLine = ({ numbersPerVertex, hasColours }: Header, count: number): boolean =>
  count === numbersPerVertex || (hasColours && count === numbersPerVertex - 1) || (numbersPerVertex === 3 && count > 3);

/** Of each face how many corners, these, and perhaps a colour. */
function readFaces(
  scanner: TextScanner,
  source: Source,
  faceCount: number,
  { vertexLines, faceLines }: Layout,
): Polygons {
  const faces = polygons();
  const toNext = vertexLines ? nextToken : nextWord;
  for (let face = 0; face < faceCount; face++) {
    if (faceLines) toNextLine(scanner, source, 'face', face, faceCount);
    else if (!nextWord(scanner)) throw misfit(scanner, source);
    const { line } = scanner;
    const cornerCount = tokenNumber(scanner);
    if (!(Number.isInteger(cornerCount) && cornerCount >= 0))
      throw unreadable(source, `${shownToken(scanner)} is no number of corners (line ${line})`, EXPORT_AGAIN);
    for (let k = 0; k < cornerCount; k++) {
      if (!toNext(scanner))
        throw unreadable(source, `line ${line} ends after ${k} of a face's ${cornerCount} corners`, EXPORT_AGAIN);
      const vertex = tokenNumber(scanner);
      if (!Number.isInteger(vertex) || vertex < 0)
        throw unreadable(source, `${shownToken(scanner)} is no vertex number (line ${scanner.line})`, EXPORT_AGAIN);
      pushIndex(faces.corners, Math.min(vertex, NO_VERTEX));
    }
    closePolygon(faces, line);
  }
  return faces;
}

/** Takes the first token of the next line that has any. */
function toNextLine(scanner: TextScanner, source: Source, what: string, done: number, count: number): void {
  if (!nextLine(scanner) || !nextWord(scanner))
    throw unreadable(
      source,
      `the file ends at line ${scanner.line}, before ${what} ${done + 1} of ${count}`,
      'It is cut off, or its counts are wrong: export it again.',
    );
}
