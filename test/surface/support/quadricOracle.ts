import type { Quadric } from '../../../src/surface/surface.js';
import { bitCount, minus, type Polynomial, plus, polynomial, signAt, times, toNumber } from './exactPolynomial.js';
import type { Ray } from './randomRay.js';

export interface ExactCrossing {
  readonly t: number;
  readonly patch: number;
}

export interface ExactCrossings {
  /** Ascending, entries and exits by turns. */
  readonly crossings: readonly ExactCrossing[];
  /** Whether some stretch of the ray lies in the border, or so near to it that f64 cannot tell on which side. */
  readonly isAlong: boolean;
}

/** Below this, where the form's terms or the size are 1, a value counts as 0 in f64. */
const TOUCH = 1e-14;

/**
 * Where a line is inside a quadric, the coefficients and the ray's numbers taken as they are: the form along the ray and the planes' distances
 * are exact polynomials, the roots are rounded once, and which side of each the line is on between them is decided without rounding.
 */
export function quadricOracle(surface: Quadric): (ray: Ray) => ExactCrossings {
  const [xx, yy, zz, xy, xz, yz, bx, by, bz, one] = surface.coefficients.map((c) => polynomial([c]));
  const planes = surface.planes.map((plane) => plane.map((c) => polynomial([c])));
  const size = Math.hypot(...surface.bounds.max.map((x, k) => x - surface.bounds.min[k]));
  const scales = [
    Math.max(...surface.coefficients.map((c, k) => Math.abs(c) * (k < 6 ? size * size : k < 9 ? size : 1))),
    ...planes.map(() => size),
  ];

  return ([px, py, pz, dx, dy, dz]) => {
    const [x, y, z] = [polynomial([px, dx]), polynomial([py, dy]), polynomial([pz, dz])];
    const form = sum([
      times(x, sum([times(xx, x), times(xy, y), times(xz, z), bx])),
      times(y, sum([times(yy, y), times(yz, z), by])),
      times(z, plus(times(zz, z), bz)),
      one,
    ]);
    const sides = [form, ...planes.map(([nx, ny, nz, d]) => minus(sum([times(nx, x), times(ny, y), times(nz, z)]), d))];
    const rounded = sides.map(({ c, e }) => c.map((x) => toNumber(x, e)));
    const ends = sides.flatMap((side, patch) => rootsOf(side).map((t) => ({ t, patch })));
    ends.sort((a, b) => a.t - b.t);
    const crossings: ExactCrossing[] = [];
    let isAlong = false;
    let wasInside = false;
    const length = Math.hypot(dx, dy, dz);
    for (let k = 0; k + 1 < ends.length; k++) {
      const [t0, t1] = [ends[k].t, ends[k + 1].t];
      const middle = t0 + (t1 - t0) / 2;
      const signs = t1 > t0 ? sides.map((side, k) => signOf(side, rounded[k], middle, TOUCH * scales[k])) : [1];
      const isInside = signs.every((sign) => sign <= 0);
      if (
        (t1 - t0) * length > 1e-8 * size &&
        signs.every((sign) => sign <= 0.5) &&
        signs.some((sign) => sign % 1 !== 0)
      )
        isAlong = true;
      if (t1 === t0) continue;
      if (isInside !== wasInside) crossings.push(ends[k]);
      wasInside = isInside;
    }
    if (wasInside) crossings.push(ends[ends.length - 1]);
    return { crossings, isAlong };
  };
}

const sum = (terms: readonly Polynomial[]): Polynomial => terms.reduce(plus);

/** The sign; half of it where the value is so near to 0 that it may be rounding. */
function signOf(p: Polynomial, c: readonly number[], t: number, touch: number): number {
  let value = 0;
  let magnitude = 0;
  for (let k = c.length - 1; k >= 0; k--) {
    value = value * t + c[k];
    magnitude = magnitude * Math.abs(t) + Math.abs(c[k]);
  }
  const isSure = Math.abs(value) > 1e-14 * magnitude;
  const sign = isSure ? Math.sign(value) : signAt(p, t);
  return Math.abs(value) > touch ? sign : sign / 2;
}

/** The roots of a polynomial of degree 2 or less in ascending order, a double one once. */
function rootsOf({ c }: Polynomial): number[] {
  if (c.length < 2) return [];
  if (c.length === 2) return [ratio(-c[0], c[1])];
  const [c0, c1, c2] = c;
  const discriminant = c1 * c1 - 4n * c0 * c2;
  if (discriminant < 0n) return [];
  if (discriminant === 0n) return [ratio(-c1, 2n * c2)];
  const root = rootOf(discriminant << 256n);
  const [a, b] = [ratio((-c1 << 128n) - root, c2 << 129n), ratio((-c1 << 128n) + root, c2 << 129n)];
  return a < b ? [a, b] : [b, a];
}

/** n / d as an f64. */
function ratio(n: bigint, d: bigint): number {
  const shift = Math.max(0, bitCount(d) - bitCount(n) + 80);
  return toNumber((n << BigInt(shift)) / d, -shift);
}

/** The whole part of the square root (Newton's method, from above). */
function rootOf(n: bigint): bigint {
  const shift = Math.max(0, bitCount(n) - 100) & ~1;
  let x = (BigInt(Math.ceil(Math.sqrt(Number(n >> BigInt(shift))))) + 1n) << BigInt(shift / 2);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}
