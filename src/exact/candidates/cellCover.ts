import { cutToSlab, MOST_CORNERS } from './cellClip.js';
import type { CellSide } from './cellEntries.js';
import { type CellGrid, LAST_STEP } from './cellGrid.js';

/**
 * Writes which of the cells x0…x1, y0…y1, z0…z1 a face touches that is much larger than they are: its box would tell little.
 * From `at` on in `out`; returns where they end, or -1 where that is beyond `limit`.
 *
 * The triangle is cut to each slab of cells across, what is left to each slab down, and what is left then is that long in
 * depth: from there on by comparisons. It is conservative: slabs are grown by the side's reach and a pad, and so is the
 * depth. The pad is 2^-45 of the largest coordinate in cells, where rounding makes less than 2^-48: two roundings to put a
 * corner into cells, a few in each cut, and two by which steps are off.
 */
export function coverCells(
  { mesh: { positions, indices }, faces, reach }: CellSide,
  id: number,
  { zone, scale, shift, columns, rows }: CellGrid,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z0: number,
  z1: number,
  out: Int32Array,
  at: number,
  limit: number,
): number {
  let far = LAST_STEP;
  for (let k = 0; k < 3; k++) {
    perLength[k] = scale[k] * 2 ** -shift[k];
    far = Math.max(far, reach * perLength[k]);
  }
  for (let k = 0; k < 9; k++) {
    const v = 3 * indices[3 * faces[id] + Math.floor(k / 3)];
    triangle[k] = (positions[v + (k % 3)] - zone[k % 3]) * perLength[k % 3];
    far = Math.max(far, Math.abs(triangle[k]));
  }
  const pad = far * 2 ** -45;
  const isSure = pad < 0.5; // else, and where there is no number, all of the cells are taken
  const roomX = reach * perLength[0] + pad;
  const roomY = reach * perLength[1] + pad;
  const roomZ = reach * perLength[2] + pad;
  for (let x = x0; x <= x1; x++) {
    const n = isSure ? 3 * cutToSlab(triangle, 3, 0, x - roomX, x + 1 + roomX, cut) : 0;
    let first = Infinity;
    let last = -Infinity;
    for (let k = 1; k < n; k += 3) {
      first = Math.min(first, cut[k]);
      last = Math.max(last, cut[k]);
    }
    const ya = isSure ? Math.ceil(Math.max(y0, first - roomY - 1)) : y0;
    const yb = isSure ? Math.floor(Math.min(y1, last + roomY)) : y1;
    for (let y = ya; y <= yb; y++) {
      let za = z0;
      let zb = z1;
      if (isSure) {
        const low = y - roomY;
        const high = y + 1 + roomY;
        let near = Infinity;
        let deep = -Infinity;
        for (let k = 0, p = n - 3; k < n; p = k, k += 3) {
          const a = cut[p + 1];
          const b = cut[k + 1];
          const z = cut[k + 2];
          if (low <= b && b <= high) {
            near = Math.min(near, z);
            deep = Math.max(deep, z);
          }
          if ((a < low && low < b) || (b < low && low < a)) {
            const onLow = cut[p + 2] + ((low - a) / (b - a)) * (z - cut[p + 2]);
            near = Math.min(near, onLow);
            deep = Math.max(deep, onLow);
          }
          if ((a < high && high < b) || (b < high && high < a)) {
            const onHigh = cut[p + 2] + ((high - a) / (b - a)) * (z - cut[p + 2]);
            near = Math.min(near, onHigh);
            deep = Math.max(deep, onHigh);
          }
        }
        za = Math.ceil(Math.max(z0, near - roomZ - 1));
        zb = Math.floor(Math.min(z1, deep + roomZ));
      }
      if (at + zb - za + 1 > limit) return -1;
      for (let z = za; z <= zb; z++) out[at++] = (z * rows + y) * columns + x;
    }
  }
  return at;
}

const perLength = new Float64Array(3);
const triangle = new Float64Array(9);
const cut = new Float64Array(3 * MOST_CORNERS);
