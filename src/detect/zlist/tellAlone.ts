import type { Pixels } from '../../machine/kernel.js';
import type { View } from '../../view/view.js';
import { isTold, withAlone } from './rayCode.js';
import type { Insides } from './rayShape.js';

/** On so many lines of rays across a view, and down, walls are looked for that no overlap ends at. */
const WALL_LINES = 4;

/** How many rays these lines are apart; the first is half as far from the border. */
export const wallStep = ({ columns, rows }: View): number =>
  Math.max(1, Math.floor(Math.min(columns, rows) / WALL_LINES));

/** {@link tellAlone} of those rays in row y for which it is asked: where an overlap ends, and on lines. */
export function tellRow(pixels: Pixels, codes: Int32Array, insides: Insides, noise: number, y: number): void {
  const { columns, firstRow, offset, stride, view } = pixels;
  const row = y + firstRow;
  const step = wallStep(view);
  const from = offset + y * stride;
  // Where a band meets another one, neither has the other's lists, nor its part of the map: it may be swept at the same time.
  const meetsBand = (y === 0 && row > 0) || (y === pixels.rows - 1 && row < view.rows - 1);
  if (meetsBand || row % step === step >> 1) {
    for (let x = 0; x < columns; x++) if (codes[from + x] !== 0) tellAlone(pixels, codes, insides, noise, x, y);
    return;
  }
  const up = row > 0 ? stride : 0;
  // What is to the left of the view or above it, as of another tile, does not matter.
  for (
    let at = nextEnd(codes, from, from, from + columns, up);
    at < from + columns;
    at = nextEnd(codes, from, at + 1, from + columns, up)
  )
    if (codes[at] !== 0) tellAlone(pixels, codes, insides, noise, at - from, y);
  for (let x = step >> 1; x < columns; x += step)
    if (codes[from + x] !== 0) tellAlone(pixels, codes, insides, noise, x, y);
}

/** The next place from `at` on where an overlap ends, or begins, seen from the left or from above: signs differ. */
function nextEnd(codes: Int32Array, from: number, at: number, stop: number, up: number): number {
  for (let left = codes[at > from ? at - 1 : from]; at < stop; at++) {
    const code = codes[at];
    if (((code ^ left) | (code ^ codes[at - up])) < 0) return at;
    left = code;
  }
  return at;
}

/**
 * Adds to what the map says of a ray how far it is in one body alone; and of the rays to the left and above, if an overlap
 * ends between them and this one. To do so for all rays would take a third of the sweep's time again.
 */
function tellAlone(pixels: Pixels, codes: Int32Array, insides: Insides, noise: number, x: number, y: number): void {
  const { columns, offset, stride } = pixels;
  const at = offset + y * stride + x;
  const p = y * columns + x;
  const here = codes[at];
  if (!isTold(here)) codes[at] = told(here, pixels, insides, noise, p);
  const left = x > 0 ? codes[at - 1] : 0;
  if ((left ^ here) < 0 && !isTold(left)) codes[at - 1] = told(left, pixels, insides, noise, p - 1);
  // Of all rays in the last row of another band it is told there.
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
  for (let k = first[p]; k < end; k++) {
    const name = layerName[2 * k];
    if ((name & 0x7fff_ffff) >>> faceBits === 0) a += (name >>> 31) * 2 - 1;
    else b += (name >>> 31) * 2 - 1;
    const next = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
    if (next === state) continue;
    const depth = layerDepth[2 * k + 1];
    const stretch = depth - from;
    if (stretch > noise) {
      if (state === 1) aloneA += stretch;
      else if (state === 2) aloneB += stretch;
    }
    state = next;
    from = depth;
  }
  if (1 - from > noise) {
    if (state === 1) aloneA += 1 - from;
    else if (state === 2) aloneB += 1 - from;
  }
  return withAlone(code, aloneA, aloneB);
}
