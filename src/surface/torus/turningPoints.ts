/** Newton doubles the digits at every step: ten are never needed, from a start that is at most a third too large. */
const MOST_STEPS = 10;
/** The step after one of this relative size is below 1e-9: nearer than that to each other, two roots of the quartic cannot be told apart. */
const ENOUGH = 2e-5;

/**
 * The real roots of s³ + p s + q, ascending, into `out` from `first` on; tells how many there are, and a double one may count
 * once, twice or not at all. The root farthest from 0 comes from Newton's method, from outside, where the cubic is convex, so that
 * every step nears the root without passing it. It is taken out by division; the other two are then those of a quadratic. No angles:
 * and so the same on a device whose cosines are coarse.
 */
export function turningPoints(p: number, q: number, out: Float64Array, first: number): number {
  const size = Math.abs(q);
  const cube = Math.cbrt(size);
  const side = p < 0 ? Math.sqrt(-p) : 0;
  // Each is an upper bound of the largest root of s³ + p s − |q|; the plastic number solves s³ = s + 1.
  let s = p < 0 ? Math.min(side + cube, 1.32472 * Math.max(side, cube)) : Math.min(cube, size / p || 0);
  if (!(s > 0)) {
    out[first] = 0;
    return 1;
  }
  for (let k = 0; k < MOST_STEPS; k++) {
    const step = (s * (s * s + p) - size) / (3 * s * s + p);
    s -= step;
    if (step <= ENOUGH * s) break;
  }
  const product = size / s;
  const inner = s * s - 4 * product;
  if (inner < 0) {
    out[first] = q > 0 ? -s : s;
    return 1;
  }
  const far = 0.5 * (s + Math.sqrt(inner));
  const near = product / far;
  if (q > 0) {
    out[first] = -s;
    out[first + 1] = near;
    out[first + 2] = far;
  } else {
    out[first] = -far;
    out[first + 1] = -near;
    out[first + 2] = s;
  }
  return 3;
}
