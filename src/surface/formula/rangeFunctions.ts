import { exponential } from './elementary.js';
import { hypotenuse, shareOfFirst, smoothMin, wholePower } from './evaluator.js';
import {
  above,
  below,
  type Ranges,
  setSlope,
  setUnknown,
  setUnknownSlope,
  TINY,
  times,
  wellAbove,
  wellBelow,
} from './ranges.js';

const nearest = (lo: number, hi: number): number => (lo > 0 ? lo : hi < 0 ? -hi : 0);
const farthest = (lo: number, hi: number): number => Math.max(-lo, hi);

/** The slope is that of a point in the plane, towards or away from the origin: never more than its speed. */
export function hypotenuseRange(ranges: Ranges, to: number, a: number, b: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  const b0 = lo[b];
  const b1 = hi[b];
  const nearA = nearest(a0, a1);
  const nearB = nearest(b0, b1);
  const farA = farthest(a0, a1);
  const farB = farthest(b0, b1);
  const low = wellBelow(hypotenuse(nearA, nearB));
  const high = wellAbove(hypotenuse(farA, farB));
  const c0 = slopeLo[a];
  const c1 = slopeHi[a];
  const d0 = slopeLo[b];
  const d1 = slopeHi[b];
  const speed = wellAbove(hypotenuse(farthest(c0, c1), farthest(d0, d1)));
  let slope0 = -speed;
  let slope1 = speed;
  if (low > 0 && high < Infinity) {
    // The cosine and the sine of the direction, as far as it can turn.
    const most = wellAbove(1 / low);
    const fewest = wellBelow(1 / high);
    const u0 = Math.max(-1, below(a0 * (a0 > 0 ? fewest : most)));
    const u1 = Math.min(1, above(a1 * (a1 > 0 ? most : fewest)));
    const v0 = Math.max(-1, below(b0 * (b0 > 0 ? fewest : most)));
    const v1 = Math.min(1, above(b1 * (b1 > 0 ? most : fewest)));
    const sum0 = Math.min(u0 * c0, u0 * c1, u1 * c0, u1 * c1) + Math.min(v0 * d0, v0 * d1, v1 * d0, v1 * d1);
    const sum1 = Math.max(u0 * c0, u0 * c1, u1 * c0, u1 * c1) + Math.max(v0 * d0, v0 * d1, v1 * d0, v1 * d1);
    const room = speed * 2 ** -49;
    if (sum0 - room > slope0) slope0 = sum0 - room;
    if (sum1 + room < slope1) slope1 = sum1 + room;
  }
  // What is not a number stays so.
  lo[to] = low < 0 ? 0 : low;
  hi[to] = high;
  slopeLo[to] = slope0;
  slopeHi[to] = slope1;
}

/** The blend's own rounding is of the size of its radius where the values are near 0. */
const roomOfBlend = (value: number, radius: number): number => (Math.abs(value) + radius) * 2 ** -50;

/** It grows with either, and its slope is between theirs, by shares that the difference tells. */
export function smoothMinRange(ranges: Ranges, to: number, a: number, b: number, radius: number): void {
  const { lo, hi } = ranges;
  const most = shareOfFirst(lo[a], hi[b], radius);
  const fewest = shareOfFirst(hi[a], lo[b], radius);
  const low = smoothMin(lo[a], lo[b], radius);
  const high = smoothMin(hi[a], hi[b], radius);
  setShares(ranges, to, a, b, fewest, most);
  lo[to] = Number.isNaN(low) ? -Infinity : low - roomOfBlend(low, radius);
  hi[to] = Number.isNaN(high) ? Infinity : high + roomOfBlend(high, radius);
}

export function smoothMaxRange(ranges: Ranges, to: number, a: number, b: number, radius: number): void {
  const { lo, hi } = ranges;
  const most = shareOfFirst(-hi[a], -lo[b], radius);
  const fewest = shareOfFirst(-lo[a], -hi[b], radius);
  const low = -smoothMin(-lo[a], -lo[b], radius);
  const high = -smoothMin(-hi[a], -hi[b], radius);
  setShares(ranges, to, a, b, fewest, most);
  lo[to] = Number.isNaN(low) ? -Infinity : low - roomOfBlend(low, radius);
  hi[to] = Number.isNaN(high) ? Infinity : high + roomOfBlend(high, radius);
}

function setShares(ranges: Ranges, to: number, a: number, b: number, fewest: number, most: number): void {
  const { slopeLo, slopeHi } = ranges;
  const f = Math.max(0, fewest - 2 ** -50);
  const m = Math.min(1, most + 2 ** -50);
  const low = Math.min(
    times(f, slopeLo[a]) + times(1 - f, slopeLo[b]),
    times(m, slopeLo[a]) + times(1 - m, slopeLo[b]),
  );
  const high = Math.max(
    times(f, slopeHi[a]) + times(1 - f, slopeHi[b]),
    times(m, slopeHi[a]) + times(1 - m, slopeHi[b]),
  );
  const room = (Math.abs(slopeLo[a]) + Math.abs(slopeLo[b]) + Math.abs(slopeHi[a]) + Math.abs(slopeHi[b])) * 2 ** -51;
  if (!(room < Infinity) || Number.isNaN(low) || Number.isNaN(high)) {
    setUnknownSlope(ranges, to);
    return;
  }
  slopeLo[to] = low - room;
  slopeHi[to] = high + room;
}

export function exponentialRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi } = ranges;
  const e0 = wellBelow(Math.min(exponential(lo[a]), Number.MAX_VALUE));
  const e1 = wellAbove(exponential(hi[a]));
  const low = e0 < 0 ? 0 : e0;
  setSlope(ranges, to, a, low, e1);
  lo[to] = low;
  hi[to] = e1;
}

export function logarithmRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  setSlope(ranges, to, a, a1 === Infinity ? 0 : below(1 / a1), a0 > 0 ? above(1 / a0) : Infinity);
  // Near 1 the logarithm is near 0, and its error is that of its argument.
  lo[to] = a0 > 0 ? wellBelow(Math.log(a0)) : -Infinity;
  hi[to] = wellAbove(Math.log(a1));
}

export function tangentRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi } = ranges;
  const t0 = Math.tan(lo[a]);
  const t1 = Math.tan(hi[a]);
  // It only grows, but over a pole; less than half a turn has one pole at most, and then it ends beneath its start.
  if (!(hi[a] - lo[a] < 3.14 && t0 <= t1)) {
    setUnknown(ranges, to);
    return;
  }
  const near = nearest(t0, t1);
  const far = farthest(t0, t1);
  setSlope(ranges, to, a, wellBelow(1 + near * near), wellAbove(1 + far * far));
  lo[to] = wellBelow(t0);
  hi[to] = wellAbove(t1);
}

export function arctangentRange(ranges: Ranges, to: number, a: number): void {
  const { lo, hi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  const near = nearest(a0, a1);
  const far = farthest(a0, a1);
  setSlope(ranges, to, a, below(1 / (1 + far * far)), above(1 / (1 + near * near)));
  lo[to] = wellBelow(Math.atan(a0));
  hi[to] = wellAbove(Math.atan(a1));
}

/** The angle of a box as seen from the origin is that of its corners, unless it holds the cut along −x. */
export function angleRange(ranges: Ranges, to: number, a: number, b: number): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const y0 = lo[a];
  const y1 = hi[a];
  const x0 = lo[b];
  const x1 = hi[b];
  if (!(y0 > 0 || y1 < 0 || x0 > 0)) {
    lo[to] = -wellAbove(Math.PI);
    hi[to] = wellAbove(Math.PI);
    setUnknownSlope(ranges, to);
    return;
  }
  // Only two corners can be outermost, by the signs.
  const isRight = x0 > 0;
  const isAbove = y0 > 0;
  const mostY = isRight ? y1 : isAbove ? y0 : x1 > 0 ? y1 : y0;
  const mostX = isRight ? (y1 > 0 ? x0 : x1) : isAbove ? x0 : x1;
  const leastY = isRight ? y0 : isAbove ? (x1 > 0 ? y0 : y1) : y1;
  const leastX = isRight ? (y0 > 0 ? x1 : x0) : isAbove ? x1 : x0;
  const nearX = nearest(x0, x1);
  const nearY = nearest(y0, y1);
  const square = below(nearX * nearX + nearY * nearY);
  // (x y' − y x') / (x² + y²), whose parts are never more than 1 / distance each.
  const c0 = slopeLo[a];
  const c1 = slopeHi[a];
  const d0 = slopeLo[b];
  const d1 = slopeHi[b];
  const up0 = Math.min(times(x0, c0), times(x0, c1), times(x1, c0), times(x1, c1));
  const up1 = Math.max(times(x0, c0), times(x0, c1), times(x1, c0), times(x1, c1));
  const down0 = Math.min(times(y0, d0), times(y0, d1), times(y1, d0), times(y1, d1));
  const down1 = Math.max(times(y0, d0), times(y0, d1), times(y1, d0), times(y1, d1));
  const low = below(below(up0) - above(down1));
  const high = above(above(up1) - below(down0));
  const farX = farthest(x0, x1);
  const farY = farthest(y0, y1);
  const largest = above(farX * farX + farY * farY);
  lo[to] = wellBelow(Math.atan2(leastY, leastX));
  hi[to] = wellAbove(Math.atan2(mostY, mostX));
  slopeLo[to] = square > 0 ? below(low < 0 ? low / square : low / largest) : -Infinity;
  slopeHi[to] = square > 0 ? above(high > 0 ? high / square : high / largest) : Infinity;
}

export function wholePowerRange(ranges: Ranges, to: number, a: number, exponent: number): void {
  const { lo, hi } = ranges;
  const a0 = lo[a];
  const a1 = hi[a];
  if (exponent < 0 && !(a0 > 0 || a1 < 0)) {
    setUnknown(ranges, to);
    return;
  }
  const low = leastPower(a0, a1, exponent);
  const high = mostPower(a0, a1, exponent);
  const g0 = leastPower(a0, a1, exponent - 1);
  const g1 = mostPower(a0, a1, exponent - 1);
  setSlope(
    ranges,
    to,
    a,
    below(Math.min(times(exponent, g0), times(exponent, g1))),
    above(Math.max(times(exponent, g0), times(exponent, g1))),
  );
  lo[to] = low;
  hi[to] = high;
}

const isEven = (exponent: number): boolean => exponent % 2 === 0;

/** Each product of a power by squaring adds a rounding, so the room grows with the exponent. */
const roomOf = (exponent: number): number => (Math.abs(exponent) + 4) * 2 ** -51;

function leastPower(lo: number, hi: number, exponent: number): number {
  let value: number;
  if (isEven(exponent)) value = wholePower(exponent > 0 ? nearest(lo, hi) : farthest(lo, hi), exponent);
  else value = wholePower(exponent > 0 ? lo : hi, exponent);
  const widened = value - (Math.abs(value) * roomOf(exponent) + TINY);
  return isEven(exponent) && widened < 0 ? 0 : widened;
}

function mostPower(lo: number, hi: number, exponent: number): number {
  let value: number;
  if (isEven(exponent)) value = wholePower(exponent > 0 ? farthest(lo, hi) : nearest(lo, hi), exponent);
  else value = wholePower(exponent > 0 ? hi : lo, exponent);
  return value + (Math.abs(value) * roomOf(exponent) + TINY);
}

export function realPowerRange(ranges: Ranges, to: number, a: number, exponent: number): void {
  const { lo, hi } = ranges;
  const a0 = Math.max(lo[a], 0);
  const a1 = Math.max(hi[a], 0);
  if (exponent < 0 && !(a0 > 0)) {
    lo[to] = Math.max(0, wellBelow(a1 ** exponent));
    hi[to] = Infinity;
    setUnknownSlope(ranges, to);
    return;
  }
  if (hi[a] <= 0) {
    lo[to] = hi[to] = ranges.slopeLo[to] = ranges.slopeHi[to] = 0;
    return;
  }
  const p = a0 ** exponent;
  const q = a1 ** exponent;
  // Where the base is negative, it stands still; at 0 a power beneath 1 starts upright.
  const g = exponent * a0 ** (exponent - 1);
  const h = exponent * a1 ** (exponent - 1);
  const still = lo[a] > 0 ? Infinity : 0;
  setSlope(ranges, to, a, Math.min(still, wellBelow(Math.min(g, h))), wellAbove(Math.max(g, h)));
  const low = wellBelow(Math.min(p, q));
  lo[to] = low < 0 ? 0 : low;
  hi[to] = wellAbove(Math.max(p, q));
}
