import type { GapRays } from './gapRays.js';

/**
 * Rounded to 1/256 pixel, a vertex is off by 1/512 at most, and with it the faces between vertices: a surface is off along the ray by
 * that share of its rise from pixel to pixel. Twice that, because the rise from ray to ray may be half of what it is at the ray,
 * where a crease lies between.
 */
const SNAPPED_SHARE = 2 / 512;

/**
 * By how much each ray's gap may be wrong: from rounding, and from what snapping outlines to 1/256 pixel does to surfaces as steep as
 * they are there. NaN where there is no gap.
 */
export function rayErrors({ gap, begin }: GapRays, columns: number, depthError: number): Float32Array {
  const errors = new Float32Array(gap.length).fill(Number.NaN);
  for (let p = 0; p < gap.length; p++) {
    if (Number.isNaN(gap[p])) continue;
    const x = p % columns;
    const rise = riseAt(gap, begin, p, 1, x, columns) + riseAt(gap, begin, p, columns, p - x, gap.length);
    errors[p] = depthError + SNAPPED_SHARE * rise;
  }
  return errors;
}

/**
 * By how much the two surfaces at a ray rise to the next ray one way, both together. A step is no rise: what is between two rays counts
 * only as far as it goes on between the next two, on either side. `at` of `length` says where the line of rays ends.
 */
function riseAt(gap: Float32Array, begin: Float32Array, p: number, step: number, at: number, length: number): number {
  const hasLeft = at - step >= 0;
  const hasRight = at + step < length;
  const left = hasLeft ? p - step : p;
  const right = hasRight ? p + step : p;
  const beforeLeft = hasLeft && at - 2 * step >= 0 ? left - step : left;
  const beyondRight = hasRight && at + 2 * step < length ? right + step : right;
  let sum = 0;
  for (let share = 0; share < 2; share++) {
    const l = rise(gap, begin, left, p, share);
    const r = rise(gap, begin, p, right, share);
    const ll = rise(gap, begin, beforeLeft, left, share);
    const rr = rise(gap, begin, right, beyondRight, share);
    const least = Math.max(lesser(l, r), lesser(l, ll), lesser(r, rr));
    // Without two in a row nothing tells a rise from a step.
    if (least >= 0) sum += least;
    else sum += Math.max(l, r, 0);
  }
  return sum;
}

/** By how much the surface that begins the gap (share 0), or the one that ends it (share 1), rises between two rays; −1: unknown. */
function rise(gap: Float32Array, begin: Float32Array, p: number, q: number, share: number): number {
  if (p === q) return -1;
  const by = Math.abs(begin[q] - begin[p] + share * (Math.abs(gap[q]) - Math.abs(gap[p])));
  return by >= 0 ? by : -1;
}

const lesser = (a: number, b: number): number => (a < b ? a : b);
