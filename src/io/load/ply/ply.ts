import type { Positions } from '../../../mesh/mesh.js';
import type { Scene, SceneProblem } from '../../scene.js';
import { polygonScene } from '../polygons/polygonScene.js';
import { areSound, closePolygon, NO_VERTEX, type Polygons, polygons } from '../polygons/polygons.js';
import { type Reader, type Source, unreadable } from '../reader.js';
import { decodeText } from '../text/decodeText.js';
import { firstReading } from '../text/firstReading.js';
import { pushIndex } from '../text/numberList.js';
import { binaryBody, linesBody, type PlyBody, streamBody } from './plyBody.js';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader, SCALAR_BYTES } from './plyHeader.js';
import { readTriangleStrip } from './triangleStrip.js';

const INDEX_LISTS = ['vertex_indices', 'vertex_index'];
const COORDINATES = ['x', 'y', 'z'];

/**
 * Reads a PLY file, text or binary of either byte order: one part. Elements and properties come in any order; faces are
 * those of `face` and the strips of `tristrips`, everything else is passed over.
 */
export const readPly: Reader = (file, source) => {
  const bytes = decodeText(file);
  const header = readPlyHeader(bytes, source);
  for (const name of ['vertex', 'face'])
    if (!header.elements.some((element) => element.name === name || (name === 'face' && element.name === 'tristrips')))
      throw unreadable(
        source,
        `the head declares no '${name}' elements (only ${header.elements.map((e) => `'${e.name.slice(0, 40)}'`).join(', ') || 'none'})`,
        'Export a mesh: points alone bound no solid.',
      );
  checkCounts(bytes, header, source);
  if (header.format !== 'ascii') return readBody(binaryBody(bytes, header, source), header, source);
  // The format asks for an element a line, and some writers wrap lines or join them. Where the lines do not give what the
  // head promises, the numbers are taken one after the other. Both must fit exactly: sound faces to the last number. Where
  // neither does, the lines count again, and what is wrong with the file is said.
  return firstReading(
    [
      () => readBody(linesBody(bytes, header, source), header, source, true),
      () => readBody(streamBody(bytes, header, source), header, source, true),
      () => readBody(linesBody(bytes, header, source), header, source),
    ],
    2,
  );
};

function readBody(body: PlyBody, header: PlyHeader, source: Source, mustFit = false): Scene {
  const faces = polygons();
  let positions: Positions = new Float64Array(0);
  for (const element of header.elements) {
    if (element.name === 'vertex') positions = readVertices(body, element, header, source);
    else if (element.name === 'face' || element.name === 'tristrips') readFaces(body, element, faces, source);
    else passOver(body, element, source);
  }
  const rest = body.rest();
  if (mustFit && (rest !== undefined || !areSound(faces, positions)))
    throw unreadable(source, 'its numbers do not fit its head', 'Export the file again.');
  const problems: SceneProblem[] =
    rest === undefined
      ? []
      : [{ code: 'repaired', message: `${rest}: this is left out. Export the file again if faces are missing.` }];
  return polygonScene(source, positions, faces, { place: body.place, firstVertex: 0 }, problems);
}

/** Before anything is allocated: the file must be long enough for what the head declares. */
function checkCounts(bytes: Uint8Array, { elements, format, bodyAt }: PlyHeader, source: Source): void {
  const bytesLeft = bytes.length - bodyAt;
  let needed = 0;
  for (const { name, count, properties } of elements) {
    // A number of text takes a digit and a blank; the last blank may be missing.
    const size = (type: PlyProperty['type']): number => (format === 'ascii' ? 2 : SCALAR_BYTES[type]);
    needed += count * properties.reduce((sum, { type, countType }) => sum + size(countType ?? type), 0);
    if (needed > bytesLeft + (format === 'ascii' ? 1 : 0))
      throw unreadable(
        source,
        `the head promises ${count} '${name.slice(0, 40)}' elements, but only ${bytesLeft} bytes follow it`,
        'The file is cut off, or its counts are wrong: export it again.',
      );
  }
}

function readVertices(body: PlyBody, element: PlyElement, { format }: PlyHeader, source: Source): Positions {
  const { count, properties } = element;
  const slots = properties.map(({ name, countType }) => (countType === undefined ? COORDINATES.indexOf(name) : -1));
  for (const [k, name] of COORDINATES.entries())
    if (slots.filter((slot) => slot === k).length !== 1)
      throw unreadable(source, `the vertices have no single coordinate '${name}'`, 'Export the file again.');
  const isSingle = properties.every(({ type }, i) => slots[i] < 0 || type === 'float32');
  const positions = format !== 'ascii' && isSingle ? new Float32Array(3 * count) : new Float64Array(3 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    body.begin();
    for (let i = 0; i < properties.length; i++) {
      if (slots[i] >= 0) positions[3 * vertex + slots[i]] = body.read(properties[i].type);
      else passOverProperty(body, properties[i], source);
    }
    body.end();
  }
  return positions;
}

function readFaces(body: PlyBody, element: PlyElement, faces: Polygons, source: Source): void {
  const { name, count, properties } = element;
  const wanted = properties.findIndex((property) => INDEX_LISTS.includes(property.name));
  const { countType, type } = properties[wanted] ?? {};
  if (countType === undefined || type === undefined)
    throw unreadable(source, `the '${name}' elements have no list 'vertex_indices'`, 'Export the file again.');
  let place = 0;
  const read = (): number => {
    const vertex = body.read(type);
    // Strips are ended by -1.
    if (Number.isInteger(vertex) && (vertex >= 0 || name === 'tristrips')) return Math.min(vertex, NO_VERTEX);
    throw unreadable(source, `the face at ${body.place} ${place} names vertex ${vertex}`, 'Export the file again.');
  };
  for (let face = 0; face < count; face++) {
    place = body.begin();
    for (let i = 0; i < properties.length; i++) {
      if (i !== wanted) {
        passOverProperty(body, properties[i], source);
        continue;
      }
      const length = listLength(body, properties[i], source);
      if (name === 'tristrips') readTriangleStrip(faces, length, read, place);
      else {
        for (let k = 0; k < length; k++) pushIndex(faces.corners, read());
        closePolygon(faces, place);
      }
    }
  }
}

function passOver(body: PlyBody, { count, properties }: PlyElement, source: Source): void {
  if (properties.length === 0) return;
  for (let i = 0; i < count; i++) {
    body.begin();
    for (const property of properties) passOverProperty(body, property, source);
  }
}

function passOverProperty(body: PlyBody, property: PlyProperty, source: Source): void {
  body.skip(property.type, property.countType === undefined ? 1 : listLength(body, property, source));
}

function listLength(body: PlyBody, { name, countType }: PlyProperty, source: Source): number {
  const length = body.read(countType!);
  if (Number.isInteger(length) && length >= 0) return length;
  throw unreadable(source, `a list '${name.slice(0, 40)}' has ${length} values`, 'Export the file again.');
}
