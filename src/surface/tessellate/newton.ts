import type { Side } from '../surface.js';
import { norm } from './norm.js';

const gradients = new Float64Array(9);
const gradient = new Float64Array(3);
const f = new Float64Array(3);
const gram = new Float64Array(9);

/**
 * The shortest way from a point to where all of up to three sides are zero, were they linear: in `step`, its length
 * returned. Infinity where their gradients do not settle it; not a number where one is too steep to be one.
 */
export function stepOnto(sides: readonly Side[], point: Float64Array, step: Float64Array): number {
  const n = sides.length;
  const [x, y, z] = point;
  for (let i = 0; i < n; i++) {
    const value = sides[i].value(x, y, z);
    sides[i].gradient(x, y, z, gradient);
    const length = norm(gradient[0], gradient[1], gradient[2]);
    if (!(length < Infinity)) return NaN;
    if (length === 0) return Infinity;
    // Scaled to unit gradients, so that the determinant below is the sine of the angle at which the sides meet.
    f[i] = value / length;
    for (let k = 0; k < 3; k++) gradients[3 * i + k] = gradient[k] / length;
  }
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      gram[3 * i + j] =
        gradients[3 * i] * gradients[3 * j] +
        gradients[3 * i + 1] * gradients[3 * j + 1] +
        gradients[3 * i + 2] * gradients[3 * j + 2];
  let a = f[0];
  let b = 0;
  let c = 0;
  if (n === 2) {
    const m = gram[1];
    const det = 1 - m * m;
    if (!(det > 1e-12)) return Infinity;
    a = (f[0] - m * f[1]) / det;
    b = (f[1] - m * f[0]) / det;
  } else if (n === 3) {
    const p = gram[1];
    const q = gram[2];
    const r = gram[5];
    const det = 1 + 2 * p * q * r - p * p - q * q - r * r;
    if (!(det > 1e-12)) return Infinity;
    a = (f[0] * (1 - r * r) + f[1] * (q * r - p) + f[2] * (p * r - q)) / det;
    b = (f[0] * (q * r - p) + f[1] * (1 - q * q) + f[2] * (p * q - r)) / det;
    c = (f[0] * (p * r - q) + f[1] * (p * q - r) + f[2] * (1 - p * p)) / det;
  }
  for (let k = 0; k < 3; k++)
    step[k] = -(a * gradients[k] + (n > 1 ? b * gradients[3 + k] : 0) + (n > 2 ? c * gradients[6 + k] : 0));
  const length = norm(step[0], step[1], step[2]);
  return length;
}

const step = new Float64Array(3);
const start = new Float64Array(3);

/**
 * Moves a point onto all the sides by Newton's steps, and says how far it still is from them. Where it would move
 * farther than `reach`, or does not get there, it stays where it was.
 */
export function moveOnto(sides: readonly Side[], point: Float64Array, reach: number): number {
  start.set(point);
  let length = Infinity;
  for (let k = 0; k < 24; k++) {
    const last = length;
    length = stepOnto(sides, point, step);
    if (!(length <= reach)) break;
    // Once steps are as small as rounding, they no longer shrink.
    if (length <= 1e-15 * reach || (length <= 1e-12 * reach && length >= last / 2)) return length;
    for (let i = 0; i < 3; i++) point[i] += step[i];
    const moved = norm(point[0] - start[0], point[1] - start[1], point[2] - start[2]);
    if (!(moved <= reach)) break;
  }
  if (length <= 1e-9 * reach) return length;
  point.set(start);
  return stepOnto(sides, point, step);
}

/**
 * How far a point is from where all the sides are zero: the way that Newton's steps take. Right there where one is too
 * steep.
 */
export function distanceTo(sides: readonly Side[], point: Float64Array): number {
  start.set(point);
  const first = stepOnto(sides, point, step);
  if (!(first < Infinity)) return first || 0;
  for (let i = 0; i < 3; i++) point[i] += step[i];
  const second = stepOnto(sides, point, step);
  // A second step longer than the first says that the sides bend too much to trust either.
  if (!(second <= first)) return first;
  for (let i = 0; i < 3; i++) point[i] += step[i];
  return Math.max(first / 2, norm(point[0] - start[0], point[1] - start[1], point[2] - start[2]));
}
