import type { Vec3 } from '../../../src/math/vector.js';
import { minus, type Polynomial, plus, polynomial, square } from './exactPolynomial.js';
import type { Ray } from './randomRay.js';
import { realRoots } from './realRoots.js';

/** Beyond the box's one end, beside it, beyond the other; where it has no width it is all one. */
const signsOf = (width: number): readonly number[] => (width > 0 ? [-1, 0, 1] : [1]);
/** In sizes: how far from its part of the surface a root may lie. Neighbouring parts touch each other, so it does not matter. */
const SLACK = 1e-9;

/**
 * The crossings of a line with all points within `radius` of a box, by the exact roots of the planes, cylinders and balls that bound
 * it: 26 parts, of which those that are out of the question are passed over. A box without width is a line: a capsule.
 */
export function exactRounding(inner: Vec3, radius: number, ray: Ray): number[] {
  const size = Math.max(...inner) + radius;
  const slack = SLACK * size;
  const [p, d] = [ray.slice(0, 3), ray.slice(3)];
  const roots: number[] = [];
  for (const sz of signsOf(inner[2]))
    for (const sy of signsOf(inner[1]))
      for (const sx of signsOf(inner[0])) {
        const signs = [sx, sy, sz];
        const axes = [0, 1, 2].filter((axis) => signs[axis] !== 0);
        if (axes.length === 0) continue;
        const isHere = (t: number, more: number) =>
          signs.every((sign, axis) => {
            if (inner[axis] === 0) return true;
            const x = p[axis] + t * d[axis];
            return sign === 0 ? Math.abs(x) <= inner[axis] + more : sign * x >= inner[axis] - more;
          });
        const coarse = coarseRoots(axes, p, d, (axis) => signs[axis] * inner[axis], radius);
        if (!coarse.some((t) => isHere(t, 1e-3 * size))) continue;
        let sum: Polynomial = minus(polynomial([0]), square(polynomial([radius])));
        for (const axis of axes)
          sum = plus(sum, square(minus(polynomial([p[axis], d[axis]]), polynomial([signs[axis] * inner[axis]]))));
        if (sum.c.length > 1)
          for (const { t, multiplicity } of realRoots(sum)) if (multiplicity === 1 && isHere(t, slack)) roots.push(t);
      }
  return roots.length < 2 ? [] : [Math.min(...roots), Math.max(...roots)];
}

/** Of a quadratic, to some digits; its turning point, too, near which a pair of roots may have been missed. */
function coarseRoots(
  axes: readonly number[],
  p: readonly number[],
  d: readonly number[],
  end: (axis: number) => number,
  radius: number,
): number[] {
  let [a, b, c] = [0, 0, -radius * radius];
  for (const axis of axes) {
    const e = p[axis] - end(axis);
    a += d[axis] * d[axis];
    b += d[axis] * e;
    c += e * e;
  }
  const reach = Math.sqrt(Math.max(0, b * b - a * c));
  return a > 0 ? [(-b - reach) / a, -b / a, (-b + reach) / a] : [];
}
