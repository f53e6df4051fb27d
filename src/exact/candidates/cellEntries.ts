import type { WorldMesh } from '../worldMesh.js';
import { cutToSlab, MOST_CORNERS } from './cellClip.js';
import { FIRST_BITS } from './cellScatter.js';

/** Faces of one of the two sides that are joined. */
export interface CellSide {
  readonly mesh: WorldMesh;
  readonly faces: Uint32Array;
  /** By how much they are grown, to all sides. */
  readonly reach: number;
}

/** A stack of faces with boxes. A face stands in it once for every region in which it is looked at. */
export interface CellEntries {
  /** Places in the side's list of faces. */
  ids: Uint32Array;
  /** x0 y0 z0 x1 y1 z1 */
  boxes: Float64Array;
  /** The boxes' corners in steps of the region's grid: see {@link CellGrid}. */
  lows: Int32Array;
  highs: Int32Array;
}

export const cellEntries = (count: number): CellEntries => ({
  ids: new Uint32Array(count),
  boxes: new Float64Array(6 * count),
  lows: new Int32Array(count),
  highs: new Int32Array(count),
});

/** Makes room for so many entries. */
function reserve(entries: CellEntries, count: number): CellEntries {
  if (count <= entries.ids.length) return entries;
  const { ids, boxes, lows, highs } = entries;
  Object.assign(entries, cellEntries(2 * count));
  entries.ids.set(ids);
  entries.boxes.set(boxes);
  entries.lows.set(lows);
  entries.highs.set(highs);
  return entries;
}

/** A box of space: x0 y0 z0 x1 y1 z1. */
export type Zone = Float64Array;

/**
 * Puts the faces of a side that reach into a zone on the stack, from `at` on. Returns where they end.
 *
 * With a reach, rounding may make a box smaller than it should be, and still it meets every box of the other side that it
 * should meet: where x - reach ≤ y, and y is a float, x - reach rounded to the nearest float is no more than y.
 */
export function putFaces(
  entries: CellEntries,
  at: number,
  { mesh: { positions, indices }, faces, reach }: CellSide,
  zone: Zone,
): number {
  const zx0 = zone[0];
  const zy0 = zone[1];
  const zz0 = zone[2];
  const zx1 = zone[3];
  const zy1 = zone[4];
  const zz1 = zone[5];
  let { ids, boxes } = entries;
  for (let i = 0; i < faces.length; i++) {
    const f = 3 * faces[i];
    const p = 3 * indices[f];
    const q = 3 * indices[f + 1];
    const r = 3 * indices[f + 2];
    const x0 = Math.min(positions[p], positions[q], positions[r]) - reach;
    const x1 = Math.max(positions[p], positions[q], positions[r]) + reach;
    if (x0 > zx1 || x1 < zx0) continue;
    const y0 = Math.min(positions[p + 1], positions[q + 1], positions[r + 1]) - reach;
    const y1 = Math.max(positions[p + 1], positions[q + 1], positions[r + 1]) + reach;
    if (y0 > zy1 || y1 < zy0) continue;
    const z0 = Math.min(positions[p + 2], positions[q + 2], positions[r + 2]) - reach;
    const z1 = Math.max(positions[p + 2], positions[q + 2], positions[r + 2]) + reach;
    if (z0 > zz1 || z1 < zz0) continue;
    if (at === ids.length) ({ ids, boxes } = reserve(entries, at + 1));
    const k = 6 * at;
    ids[at++] = i;
    boxes[k] = x0;
    boxes[k + 1] = y0;
    boxes[k + 2] = z0;
    boxes[k + 3] = x1;
    boxes[k + 4] = y1;
    boxes[k + 5] = z1;
  }
  return at;
}

/** Where entries are, and how large they are together along each axis. */
export interface CellExtent {
  readonly zone: Zone;
  readonly sizes: Float64Array;
}

/** Moves the entries that reach into a zone to the front. Returns where they end, and where they are. */
export function keepInZone(
  { ids, boxes }: CellEntries,
  start: number,
  end: number,
  within: Zone,
  { zone, sizes }: CellExtent,
): number {
  const zx0 = within[0];
  const zy0 = within[1];
  const zz0 = within[2];
  const zx1 = within[3];
  const zy1 = within[4];
  const zz1 = within[5];
  let ex0 = Infinity;
  let ey0 = Infinity;
  let ez0 = Infinity;
  let ex1 = -Infinity;
  let ey1 = -Infinity;
  let ez1 = -Infinity;
  let sizeX = 0;
  let sizeY = 0;
  let sizeZ = 0;
  let kept = start;
  for (let i = start, k = 6 * start, to = k; i < end; i++, k += 6) {
    const x0 = boxes[k];
    const y0 = boxes[k + 1];
    const z0 = boxes[k + 2];
    const x1 = boxes[k + 3];
    const y1 = boxes[k + 4];
    const z1 = boxes[k + 5];
    if (x0 > zx1 || x1 < zx0 || y0 > zy1 || y1 < zy0 || z0 > zz1 || z1 < zz0) continue;
    ids[kept++] = ids[i];
    boxes[to] = x0;
    boxes[to + 1] = y0;
    boxes[to + 2] = z0;
    boxes[to + 3] = x1;
    boxes[to + 4] = y1;
    boxes[to + 5] = z1;
    to += 6;
    ex0 = Math.min(ex0, x0);
    ey0 = Math.min(ey0, y0);
    ez0 = Math.min(ez0, z0);
    ex1 = Math.max(ex1, x1);
    ey1 = Math.max(ey1, y1);
    ez1 = Math.max(ez1, z1);
    sizeX += Math.min(x1, zx1) - Math.max(x0, zx0);
    sizeY += Math.min(y1, zy1) - Math.max(y0, zy0);
    sizeZ += Math.min(z1, zz1) - Math.max(z0, zz0);
  }
  zone[0] = ex0;
  zone[1] = ey0;
  zone[2] = ez0;
  zone[3] = ex1;
  zone[4] = ey1;
  zone[5] = ez1;
  sizes[0] = sizeX;
  sizes[1] = sizeY;
  sizes[2] = sizeZ;
  return kept;
}

/**
 * Puts the parts of faces that lie in a region on the stack, from `at` on: of the entries numbered in a list. Returns where
 * they end.
 *
 * A part's box is that of the face cut to the region, both grown by more than rounding can do: 2^-45 of the coordinates,
 * where three cuts make 2^-48. A face that is grown is cut to the grown region, and its part grown.
 */
export function putParts(
  entries: CellEntries,
  at: number,
  { mesh: { positions, indices }, faces, reach }: CellSide,
  list: Int32Array,
  start: number,
  end: number,
  region: Zone,
): number {
  const rx0 = region[0];
  const ry0 = region[1];
  const rz0 = region[2];
  const rx1 = region[3];
  const ry1 = region[4];
  const rz1 = region[5];
  const { ids, boxes } = reserve(entries, at + end - start);
  const far = Math.max(-rx0, -ry0, -rz0, rx1, ry1, rz1) + reach;
  for (let i = start; i < end; i++) {
    const from = 6 * (list[i] >> FIRST_BITS);
    const to = 6 * at;
    ids[at] = ids[list[i] >> FIRST_BITS];
    let x0 = boxes[from];
    let y0 = boxes[from + 1];
    let z0 = boxes[from + 2];
    let x1 = boxes[from + 3];
    let y1 = boxes[from + 4];
    let z1 = boxes[from + 5];
    const size = Math.max(far, -x0, -y0, -z0, x1, y1, z1);
    const isInside = rx0 <= x0 && ry0 <= y0 && rz0 <= z0 && x1 <= rx1 && y1 <= ry1 && z1 <= rz1;
    // Beyond these sizes cuts could overflow, or vanish. A box serves as well.
    if (!isInside && size < 2 ** 500 && size > 2 ** -500) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * indices[3 * faces[ids[at]] + k];
        polygon[3 * k] = positions[v];
        polygon[3 * k + 1] = positions[v + 1];
        polygon[3 * k + 2] = positions[v + 2];
      }
      const room = reach + size * 2 ** -45;
      let n = cutToSlab(polygon, 3, 0, rx0 - room, rx1 + room, cut);
      n = cutToSlab(cut, n, 1, ry0 - room, ry1 + room, polygon);
      n = 3 * cutToSlab(polygon, n, 2, rz0 - room, rz1 + room, cut);
      if (n === 0) continue;
      let px0 = Infinity;
      let py0 = Infinity;
      let pz0 = Infinity;
      let px1 = -Infinity;
      let py1 = -Infinity;
      let pz1 = -Infinity;
      for (let k = 0; k < n; k += 3) {
        px0 = Math.min(px0, cut[k]);
        py0 = Math.min(py0, cut[k + 1]);
        pz0 = Math.min(pz0, cut[k + 2]);
        px1 = Math.max(px1, cut[k]);
        py1 = Math.max(py1, cut[k + 1]);
        pz1 = Math.max(pz1, cut[k + 2]);
      }
      x0 = Math.max(x0, px0 - room);
      y0 = Math.max(y0, py0 - room);
      z0 = Math.max(z0, pz0 - room);
      x1 = Math.min(x1, px1 + room);
      y1 = Math.min(y1, py1 + room);
      z1 = Math.min(z1, pz1 + room);
    }
    boxes[to] = x0;
    boxes[to + 1] = y0;
    boxes[to + 2] = z0;
    boxes[to + 3] = x1;
    boxes[to + 4] = y1;
    boxes[to + 5] = z1;
    at++;
  }
  return at;
}

const polygon = new Float64Array(3 * MOST_CORNERS);
const cut = new Float64Array(3 * MOST_CORNERS);
