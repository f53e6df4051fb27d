import { BEST_WORDS, BLOCK_PX, type CpuTally, offer, type Pixels } from '../../machine/kernel.js';
import { areBeside, EVERY_OTHER, LENGTH_MASK, lengthOf, outOf, wallBetween } from './rayCode.js';

/** What {@link sideBySide} adds up, under the names of its tally; lengths in units of the map. */
export interface Found {
  changeX: number;
  changeY: number;
  wallX: number;
  wallY: number;
  besideX: number;
  besideY: number;
  core: number;
  longest: number;
}

/**
 * Looks from each ray of row y to the next one and the one below, where all three go through an overlap or none does. The
 * others come into `ends`, by their columns; tells how many these are. The loop calls nothing, to be fast.
 */
export function lookAlongRow(
  found: Found,
  ends: Int32Array,
  { columns, rows, offset, stride }: Pixels,
  codes: Int32Array,
  left: number,
  right: number,
  y: number,
): number {
  const lengthMask = LENGTH_MASK;
  const everyOther = EVERY_OTHER;
  const from = offset + y * stride;
  const hasBelow = y + 1 < rows;
  const lastNext = columns - 1;
  let endCount = 0;
  let core = 0;
  let changeX = 0;
  let changeY = 0;
  let { longest, besideX, besideY } = found;
  let here = codes[from + left];
  for (let x = left, at = from + left; x <= right; x++, at++) {
    const next = x < lastNext ? codes[at + 1] : 0;
    const below = hasBelow ? codes[at + stride] : 0;
    if (here > 0 && next > 0 && below > 0) {
      const length = here & lengthMask;
      const nextLength = next & lengthMask;
      const lengthBelow = below & lengthMask;
      core++;
      changeX += Math.abs(length - nextLength);
      changeY += Math.abs(length - lengthBelow);
      if (length >= longest) longest = length + 1;
      if (nextLength >= longest) longest = nextLength + 1;
      if (lengthBelow >= longest) longest = lengthBelow + 1;
    } else if (here > 0 || next > 0 || below > 0) ends[endCount++] = x;
    else {
      // As `areBeside`.
      if ((((here & (next >>> 1)) | (next & (here >>> 1))) & everyOther) !== 0) besideX++;
      if ((((here & (below >>> 1)) | (below & (here >>> 1))) & everyOther) !== 0) besideY++;
    }
    here = next;
  }
  found.core += core;
  found.changeX += changeX;
  found.changeY += changeY;
  found.longest = longest;
  found.besideX = besideX;
  found.besideY = besideY;
  return endCount;
}

/** The same for `count` rays of row y, by their columns, beside which an overlap ends: there walls count, too. */
export function lookAtEnds(
  found: Found,
  ends: Int32Array,
  count: number,
  { columns, rows, offset, stride }: Pixels,
  codes: Int32Array,
  y: number,
  steep: number,
): void {
  let { changeX, changeY, wallX, wallY, besideX, besideY } = found;
  for (let k = 0; k < count; k++) {
    const x = ends[k];
    const at = offset + y * stride + x;
    const here = codes[at];
    const next = x + 1 < columns ? codes[at + 1] : 0;
    const below = y + 1 < rows ? codes[at + stride] : 0;
    if (here > 0 || next > 0) {
      changeX += Math.abs(lengthOf(here) - lengthOf(next));
      if (here <= 0 || next <= 0) {
        const wall = wallBetween(here, next);
        wallX += wall + 1;
        if (wall >= steep) besideX++;
      }
    } else if (areBeside(here, next)) besideX++;
    if (here > 0 || below > 0) {
      changeY += Math.abs(lengthOf(here) - lengthOf(below));
      if (here <= 0 || below <= 0) {
        const wall = wallBetween(here, below);
        wallY += wall + 1;
        if (wall >= steep) besideY++;
      }
    } else if (areBeside(here, below)) besideY++;
  }
  found.changeX = changeX;
  found.changeY = changeY;
  found.wallX = wallX;
  found.wallY = wallY;
  found.besideX = besideX;
  found.besideY = besideY;
}

/** Walls that no overlap ends at, on lines across and down, `step` rays apart. */
export function lookAlongLines(
  found: Found,
  { columns, rows, offset, stride }: Pixels,
  codes: Int32Array,
  step: number,
  steep: number,
): void {
  for (let y = step >> 1; y < rows; y += step)
    for (let x = 0, at = offset + y * stride; x + 1 < columns; x++, at++) {
      const wall = codes[at] > 0 === codes[at + 1] > 0 ? wallBetween(codes[at], codes[at + 1]) : 0;
      if (wall < steep) continue;
      found.wallX += step * (wall + 1);
      found.besideX++;
    }
  for (let y = 0; y + 1 < rows; y++)
    for (let x = step >> 1, at = offset + y * stride + x; x < columns; x += step, at += step) {
      const wall = codes[at] > 0 === codes[at + stride] > 0 ? wallBetween(codes[at], codes[at + stride]) : 0;
      if (wall < steep) continue;
      found.wallY += step * (wall + 1);
      found.besideY++;
    }
}

const BLOCK_SHIFT = Math.log2(BLOCK_PX);

/** Where a body reaches out of the other one that may lie inside it; bit 0 of `mayBeInside`: A may, bit 1: B may. */
export function countOut(
  tally: CpuTally,
  pixels: Pixels,
  codes: Int32Array,
  [left, top, right, bottom]: readonly [number, number, number, number],
  mayBeInside: number,
): void {
  const { columns, rows, firstRow, offset, stride, best } = pixels;
  let [outA, outB, coreA, coreB] = [0, 0, 0, 0];
  for (let y = top; y <= bottom; y++) {
    const blocks = ((y + firstRow) >>> BLOCK_SHIFT) * Math.ceil(columns / BLOCK_PX);
    const hasBelow = y + 1 < rows;
    let outNext = outOf(codes[offset + y * stride + left]);
    for (let x = left, at = offset + y * stride + x; x <= right; x++, at++) {
      const outHere = outNext;
      outNext = x + 1 < columns ? outOf(codes[at + 1]) : 0;
      const out = outHere & mayBeInside;
      if (out === 0) continue;
      const amid = out & outNext & (hasBelow ? outOf(codes[at + stride]) : 0);
      outA += out & 1;
      outB += out >>> 1;
      coreA += amid & 1;
      coreB += amid >>> 1;
      if (out > best[BEST_WORDS * (blocks + (x >>> BLOCK_SHIFT))]) offer(pixels, y * columns + x, out, 0);
    }
  }
  tally.outA += outA;
  tally.outB += outB;
  tally.outCoreA += coreA;
  tally.outCoreB += coreB;
}
