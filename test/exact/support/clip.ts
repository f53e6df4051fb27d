import type { Big3 } from './bigVector.js';

/** The point (x, y, z) / w with w > 0. */
export type Fraction3 = readonly [x: bigint, y: bigint, z: bigint, w: bigint];

/** The points with a x + b y + c z + d ≥ 0. */
export type HalfSpace = readonly [a: bigint, b: bigint, c: bigint, d: bigint];

export const toFraction = ([x, y, z]: Big3): Fraction3 => [x, y, z, 1n];

/** Positive within a half-space, zero on its border. */
export const sideOf = (h: HalfSpace, p: Fraction3): bigint => h[0] * p[0] + h[1] * p[1] + h[2] * p[2] + h[3] * p[3];

/**
 * The part of a convex polygon in a closed half-space (Sutherland and Hodgman 1974), in exact arithmetic. A polygon may be a
 * segment there and back or a point, before and after, and points may repeat; what counts is their convex hull.
 */
export function clip(polygon: readonly Fraction3[], half: HalfSpace): readonly Fraction3[] {
  const sides: bigint[] = [];
  let beyond = 0;
  for (const p of polygon) {
    const side = sideOf(half, p);
    sides.push(side);
    if (side < 0n) beyond++;
  }
  if (beyond === 0) return polygon;
  const out: Fraction3[] = [];
  if (beyond === polygon.length) return out;
  for (let k = 0; k < polygon.length; k++) {
    const next = k + 1 < polygon.length ? k + 1 : 0;
    const here = sides[k];
    const there = sides[next];
    if (here >= 0n) out.push(polygon[k]);
    if (here > 0n ? there < 0n : here < 0n && there > 0n) out.push(between(polygon[k], polygon[next], here, there));
  }
  return out;
}

/** Where the segment from p to q crosses the border, given on which sides they are, and by how much. */
function between(p: Fraction3, q: Fraction3, here: bigint, there: bigint): Fraction3 {
  const [s, t] = here > 0n ? [-there, here] : [there, -here];
  return reduced(p[0] * s + q[0] * t, p[1] * s + q[1] * t, p[2] * s + q[2] * t, p[3] * s + q[3] * t);
}

/** In lowest terms, so that equal points are equal numbers, and numbers do not grow from cut to cut. */
function reduced(x: bigint, y: bigint, z: bigint, w: bigint): Fraction3 {
  const d = gcd(gcd(gcd(w, x), y), z);
  return d === 1n ? [x, y, z, w] : [x / d, y / d, z / d, w / d];
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The greatest common divisor of a positive and any number. */
function gcd(a: bigint, b: bigint): bigint {
  let [p, q] = [a, b < 0n ? -b : b];
  while (p > MOST || q > MOST) {
    if (q === 0n) return p;
    [p, q] = [q, p % q];
  }
  let [m, n] = [Number(p), Number(q)];
  while (n !== 0) [m, n] = [n, m % n];
  return BigInt(m);
}
