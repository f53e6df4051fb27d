import type { Pixels } from '../../machine/kernel.js';
import type { View } from '../../view/view.js';
import { isTold, withAlone } from './rayCode.js';
import type { Insides } from './sweepRay.js';

/** On so many lines of rays across a view, and down, walls are looked for that no overlap ends at. */
const WALL_LINES = 4;

/** How many rays these lines are apart; the first is half as far from the border. */
export const wallStep = ({ columns, rows }: View): number =>
  Math.max(1, Math.floor(Math.min(columns, rows) / WALL_LINES));

/**
 * Adds to what the map says of a ray how far it is in one body alone; and of the rays to the left and above, if an overlap
 * ends between them and this one. To do so for all rays would take a third of the sweep's time again.
 */
export function tellAlone(
  pixels: Pixels,
  codes: Int32Array,
  insides: Insides,
  noise: number,
  x: number,
  y: number,
): void {
  const { columns, offset, stride } = pixels;
  const at = offset + y * stride + x;
  const p = y * columns + x;
  const here = codes[at];
  if (!isTold(here)) codes[at] = told(here, pixels, insides, noise, p);
  const left = x > 0 ? codes[at - 1] : 0;
  if ((left ^ here) < 0 && !isTold(left)) codes[at - 1] = told(left, pixels, insides, noise, p - 1);
  // Of all rays in the last row of another band it has been told.
  const above = y > 0 ? codes[at - stride] : 0;
  if ((above ^ here) < 0 && !isTold(above)) codes[at - stride] = told(above, pixels, insides, noise, p - columns);
}

/** The word of pixel p with the lengths of its ray in one body alone. Stretches within rounding are none. */
function told(code: number, pixels: Pixels, { bitsA, bitsB }: Insides, noise: number, p: number): number {
  const { first, layerName, layerDepth, faceBits, before, columns, rows } = pixels;
  const end = first[p + 1];
  let a = before[p];
  let b = before[columns * rows + p];
  let state = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
  let from = 0;
  let aloneA = 0;
  let aloneB = 0;
  for (let k = first[p]; k <= end; k++) {
    let next = 0;
    let depth = 1;
    if (k < end) {
      const name = layerName[2 * k];
      if ((name & 0x7fff_ffff) >>> faceBits === 0) a += (name >>> 31) * 2 - 1;
      else b += (name >>> 31) * 2 - 1;
      next = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
      if (next === state) continue;
      depth = layerDepth[2 * k + 1];
    }
    if (state === 1) {
      if (depth - from > noise) aloneA += depth - from;
    } else if (state === 2) {
      if (depth - from > noise) aloneB += depth - from;
    }
    state = next;
    from = depth;
  }
  return withAlone(code, aloneA, aloneB);
}
