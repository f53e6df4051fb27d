import type { Side } from '../surface.js';
import { distanceTo } from './newton.js';
import { norm } from './norm.js';

/**
 * Where a face is looked at: the middle, halfway from there to the corners, and the middles of its edges. Three weights
 * each.
 */
const PLACES = Float64Array.of(
  ...[1 / 3, 1 / 3, 1 / 3],
  ...[2 / 3, 1 / 6, 1 / 6],
  ...[1 / 6, 2 / 3, 1 / 6],
  ...[1 / 6, 1 / 6, 2 / 3],
  ...[1 / 2, 1 / 2, 0],
  ...[0, 1 / 2, 1 / 2],
  ...[1 / 2, 0, 1 / 2],
);
const WITHIN = 4;

const gradient = new Float64Array(3);
const worst = new Float64Array(3);

/**
 * How far a face is from its side. The side is looked at in seven places, its gradient in the middle and in the worst
 * of them.
 */
export function faceError(at: Float64Array, side: Side, a: number, b: number, c: number): number {
  if (side.isFlat) return 0;
  let most = -1;
  for (let k = 0; k < PLACES.length; k += 3) {
    const p = PLACES[k];
    const q = PLACES[k + 1];
    const r = PLACES[k + 2];
    const x = p * at[3 * a] + q * at[3 * b] + r * at[3 * c];
    const y = p * at[3 * a + 1] + q * at[3 * b + 1] + r * at[3 * c + 1];
    const z = p * at[3 * a + 2] + q * at[3 * b + 2] + r * at[3 * c + 2];
    const value = Math.abs(side.value(x, y, z));
    if (value <= most) continue;
    most = value;
    worst[0] = x;
    worst[1] = y;
    worst[2] = z;
  }
  const single = [side];
  return Math.min(distanceTo(single, worst), longestEdge(at, a, b, c));
}

/** How far a face sticks out of another side: in its corners, its middle and halfway between. */
export function excess(at: Float64Array, side: Side, a: number, b: number, c: number): number {
  let most = Math.max(excessAt(side, at[3 * a], at[3 * a + 1], at[3 * a + 2]), 0);
  most = Math.max(excessAt(side, at[3 * b], at[3 * b + 1], at[3 * b + 2]), most);
  most = Math.max(excessAt(side, at[3 * c], at[3 * c + 1], at[3 * c + 2]), most);
  for (let k = 0; k < 3 * WITHIN; k += 3) {
    const p = PLACES[k];
    const q = PLACES[k + 1];
    const r = PLACES[k + 2];
    const x = p * at[3 * a] + q * at[3 * b] + r * at[3 * c];
    const y = p * at[3 * a + 1] + q * at[3 * b + 1] + r * at[3 * c + 1];
    const z = p * at[3 * a + 2] + q * at[3 * b + 2] + r * at[3 * c + 2];
    most = Math.max(excessAt(side, x, y, z), most);
  }
  return Math.min(most, longestEdge(at, a, b, c));
}

function excessAt(side: Side, x: number, y: number, z: number): number {
  const value = side.value(x, y, z);
  if (!(value > 0)) return 0;
  side.gradient(x, y, z, gradient);
  // Where it is too steep for a number, it is zero right there.
  return value / norm(gradient[0], gradient[1], gradient[2]) || 0;
}

/** How far the middle of a sharp edge is from where its two sides meet. */
export function edgeError(at: Float64Array, sides: readonly Side[], a: number, b: number): number {
  for (let k = 0; k < 3; k++) worst[k] = (at[3 * a + k] + at[3 * b + k]) / 2;
  return Math.min(distanceTo(sides, worst), distance(at, a, b));
}

const longestEdge = (at: Float64Array, a: number, b: number, c: number): number =>
  Math.max(distance(at, a, b), distance(at, b, c), distance(at, c, a));

const distance = (at: Float64Array, a: number, b: number): number =>
  norm(at[3 * a] - at[3 * b], at[3 * a + 1] - at[3 * b + 1], at[3 * a + 2] - at[3 * b + 2]);
