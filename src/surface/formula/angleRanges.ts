import { sineAndCosine } from './elementary.js';
import { EPSILON, type Ranges, setSlope } from './ranges.js';

/** More than what a sine of a sum is off by, made of four sines and cosines. */
export const ROOM = 2 ** -50;

const middle = new Float64Array(2);
const half = new Float64Array(2);

/**
 * The sine and the cosine of an interval, from those of its middle m and of its half width r: sin(m ± r) = sin m cos r ± cos m sin r.
 * The sine turns round inside exactly where |cos m| ≤ sin r. So there is no search for the quarter turns, and two calls serve for the
 * four numbers and their slopes. Either place may be −1.
 */
export function sineAndCosineRanges(ranges: Ranges, sineTo: number, cosineTo: number, a: number): void {
  const { lo, hi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  const m = 0.5 * (a0 + a1);
  const r = 0.5 * (a1 - a0) + (Math.abs(a0) + Math.abs(a1)) * EPSILON;
  let sine0 = -1;
  let sine1 = 1;
  let cosine0 = -1;
  let cosine1 = 1;
  if (r < 1.5) {
    sineAndCosine(m, middle);
    const sinM = middle[0];
    const cosM = middle[1];
    // Short series that are certainly above, below and above, by 2e-4, 3e-5 and 3e-7 at most, and by much less where r is small.
    const s = r * r;
    const isShort = r < 1;
    if (!isShort) sineAndCosine(r, half);
    const sinR = isShort ? r - r * s * (1 / 6 - s * (1 / 120)) : half[0];
    const cosLo = isShort ? 1 - s * (0.5 - s * (1 / 24 - s * (1 / 720))) : half[1];
    const cosHi = isShort ? cosLo + s * s * s * s * (1 / 40320) : cosLo;
    const v = Math.abs(cosM) * sinR + ROOM;
    const q = Math.abs(sinM) * sinR + ROOM;
    const turn = sinR + ROOM;
    const sineTurns = Math.abs(cosM) <= turn;
    const cosineTurns = Math.abs(sinM) <= turn;
    if (sinM > 0) {
      sine0 = Math.max(-1, sinM * cosLo - v);
      if (!sineTurns) sine1 = Math.min(1, sinM * cosHi + v);
    } else {
      sine1 = Math.min(1, sinM * cosLo + v);
      if (!sineTurns) sine0 = Math.max(-1, sinM * cosHi - v);
    }
    if (cosM > 0) {
      cosine0 = Math.max(-1, cosM * cosLo - q);
      if (!cosineTurns) cosine1 = Math.min(1, cosM * cosHi + q);
    } else {
      cosine1 = Math.min(1, cosM * cosLo + q);
      if (!cosineTurns) cosine0 = Math.max(-1, cosM * cosHi - q);
    }
  }
  if (sineTo >= 0) {
    setSlope(ranges, sineTo, a, cosine0, cosine1);
    lo[sineTo] = sine0;
    hi[sineTo] = sine1;
  }
  if (cosineTo >= 0) {
    setSlope(ranges, cosineTo, a, -sine1, -sine0);
    lo[cosineTo] = cosine0;
    hi[cosineTo] = cosine1;
  }
}
