import type { PlacedMesh } from './commonFrame.js';
import { faceBox } from './faceBox.js';

/** Steps along the longest axis of the box: ten bits for each axis. */
const STEPS = 1023;

/** A face so many times longer than the middle one of a sample is of another class, and so on. */
const CLASS_RATIO = 8;
const SAMPLES = 255;

/**
 * Sorts faces of a mesh along Morton's curve through the middles of their boxes; large ones after small ones, so that they do
 * not blow up clusters of small ones. Faces whose keys begin alike lie in the same cell of an octree. Returns the keys, in the
 * new order.
 */
export function mortonOrder(mesh: PlacedMesh, faces: Uint32Array): Uint32Array {
  const count = faces.length;
  const box = new Float64Array(6);
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0; i < count; i++) {
    faceBox(mesh, faces[i], box, 0);
    const x = box[0] + box[3];
    const y = box[1] + box[4];
    const z = box[2] + box[5];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const size = Math.max(x1 - x0, y1 - y0, z1 - z0);
  const steps = size > 0 ? STEPS / size : 0;
  const long = CLASS_RATIO * middleLength(mesh, faces);
  const longer = CLASS_RATIO * long;
  const longest = CLASS_RATIO * longer;
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    faceBox(mesh, faces[i], box, 0);
    const x = spread((box[0] + box[3] - x0) * steps);
    const y = spread((box[1] + box[4] - y0) * steps);
    const z = spread((box[2] + box[5] - z0) * steps);
    const length = longestSide(box);
    const sizeClass = length > long ? (length > longer ? (length > longest ? 3 : 2) : 1) : 0;
    keys[i] = x | (y << 1) | (z << 2) | (sizeClass << 30);
  }
  return sortByKeys(faces, keys);
}

function longestSide(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x > y ? (x > z ? x : z) : y > z ? y : z;
}

/** The longest side of a face's box, in the middle of a sample. */
function middleLength(mesh: PlacedMesh, faces: Uint32Array): number {
  const step = Math.max(1, Math.floor(faces.length / SAMPLES));
  const lengths = new Float64Array(Math.ceil(faces.length / step));
  const box = new Float64Array(6);
  for (let i = 0; i < lengths.length; i++) {
    faceBox(mesh, faces[i * step], box, 0);
    lengths[i] = longestSide(box);
  }
  return lengths.sort()[lengths.length >> 1];
}

/** The lowest ten bits, two places between each and the next. */
function spread(value: number): number {
  let v = value & 1023;
  v = (v | (v << 16)) & 0x30000ff;
  v = (v | (v << 8)) & 0x300f00f;
  v = (v | (v << 4)) & 0x30c30c3;
  return (v | (v << 2)) & 0x9249249;
}

/** Three counting sorts by eleven bits; the last one carries faces and keys to their places. */
function sortByKeys(faces: Uint32Array, keys: Uint32Array): Uint32Array {
  const count = keys.length;
  const starts = new Uint32Array(3 * 2048);
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    starts[key & 2047]++;
    starts[2048 + ((key >>> 11) & 2047)]++;
    starts[4096 + (key >>> 22)]++;
  }
  for (let digit = 0; digit < 3; digit++)
    for (let d = 2048 * digit, sum = 0; d < 2048 * (digit + 1); d++) {
      const here = starts[d];
      starts[d] = sum;
      sum += here;
    }
  const first = new Uint32Array(count);
  const second = new Uint32Array(count);
  for (let i = 0; i < count; i++) first[starts[keys[i] & 2047]++] = i;
  for (let i = 0; i < count; i++) {
    const place = first[i];
    second[starts[2048 + ((keys[place] >>> 11) & 2047)]++] = place;
  }
  const sorted = new Uint32Array(count);
  const unsorted = faces.slice();
  for (let i = 0; i < count; i++) {
    const place = second[i];
    const to = starts[4096 + (keys[place] >>> 22)]++;
    sorted[to] = keys[place];
    faces[to] = unsorted[place];
  }
  return sorted;
}
