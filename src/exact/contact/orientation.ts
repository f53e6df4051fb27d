import { orient2d, orient3d } from 'robust-predicates';

/** Flat x y z. A point in it is named by the place of its x: three times its number. */
export type Points = Float64Array;

/**
 * On which side of the plane through a, b, c (in `p`) the point d (in `q`) lies: 1 where a, b, c run counter-clockwise seen
 * from d, −1 where clockwise, 0 in the plane. Exact, short of underflow: products of three differences must not vanish
 * below 1e-300.
 */
export function sideOfPlane(p: Points, a: number, b: number, c: number, q: Points, d: number): number {
  return -Math.sign(
    orient3d(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], p[c], p[c + 1], p[c + 2], q[d], q[d + 1], q[d + 2]),
  );
}

/** Which way the line from c to d (in `q`) passes the line from a to b (in `p`): the side of d, seen from the plane a, b, c. */
export function passing(p: Points, a: number, b: number, q: Points, c: number, d: number): number {
  return -Math.sign(
    orient3d(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], q[c], q[c + 1], q[c + 2], q[d], q[d + 1], q[d + 2]),
  );
}

/** The coordinate that a projection leaves out: 0 looks along x onto (y, z), 1 along y onto (z, x), 2 along z onto (x, y). */
export type Axis = 0 | 1 | 2;

const FIRST = [1, 2, 0] as const;
const SECOND = [2, 0, 1] as const;

/** Seen along an axis: 1 where c (in `q`) lies left of the line from a to b (in `p`), −1 right of it, 0 on it. Exact. */
export function sideOfLine(axis: Axis, p: Points, a: number, b: number, q: Points, c: number): number {
  const u = FIRST[axis];
  const v = SECOND[axis];
  return -Math.sign(orient2d(p[a + u], p[a + v], p[b + u], p[b + v], q[c + u], q[c + v]));
}

/** An axis along which a triangle is not seen edge-on; `undefined` where it has no area. */
export function axisAcross(p: Points, a: number, b: number, c: number): Axis | undefined {
  for (const axis of [0, 1, 2] as const) if (sideOfLine(axis, p, a, b, p, c) !== 0) return axis;
  return undefined;
}

/** The first coordinate in which two points differ; `undefined` where they are one. */
export function differs(p: Points, a: number, b: number): Axis | undefined {
  for (const axis of [0, 1, 2] as const) if (p[a + axis] !== p[b + axis]) return axis;
  return undefined;
}
