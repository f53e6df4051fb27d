import { type Big3, cross, dot, isZero, subtract, toPoints, toWhole } from './bigVector.js';
import { smallTrianglesMeet } from './smallTrianglesMeet.js';

/** Up to here `smallTrianglesMeet` does not round. */
const SMALL = 2048;

/**
 * Whether two closed triangles have a point in common, exactly, for any f64 coordinates (`x y z` of three corners each). A
 * triangle may be a segment or a point. By separating axes: nothing here knows of orientations of four points.
 */
export function trianglesMeet(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let small = true;
  for (let k = 0; k < 9 && small; k++) small = isSmall(a[k]) && isSmall(b[k]);
  if (small) return smallTrianglesMeet(a, b);
  const [a0, a1, a2, b0, b1, b2] = toPoints(toWhole([...Array.from(a), ...Array.from(b)]).whole);
  return bigTrianglesMeet([a0, a1, a2], [b0, b1, b2]);
}

const isSmall = (x: number): boolean => x >= -SMALL && x <= SMALL && Number.isInteger(x);

/**
 * Two convex sets A and B are apart where 0 is not in A − B. That set is a polytope, and flat where all edges lie in one
 * plane. Its facets are parallel to a face of A, to a face of B, or to an edge of each; those of a flat one to an edge of
 * either.
 */
export function bigTrianglesMeet(a: readonly Big3[], b: readonly Big3[]): boolean {
  const edgesA = [subtract(a[1], a[0]), subtract(a[2], a[1]), subtract(a[0], a[2])];
  const edgesB = [subtract(b[1], b[0]), subtract(b[2], b[1]), subtract(b[0], b[2])];
  const edges = [...edgesA, ...edgesB];
  const off = subtract(b[0], a[0]);

  const way = edges.find((edge) => !isZero(edge));
  if (!way) return isZero(off); // two points
  const normal = edges.map((edge) => cross(way, edge)).find((n) => !isZero(n));
  if (!normal) return isZero(cross(way, off)) && !apart(way, a, b); // on parallel lines
  if (edges.every((edge) => dot(normal, edge) === 0n))
    return dot(normal, off) === 0n && !edges.some((edge) => apart(cross(normal, edge), a, b)); // in parallel planes

  const axes = [cross(edgesA[0], edgesA[1]), cross(edgesB[0], edgesB[1])];
  for (const p of edgesA) for (const q of edgesB) axes.push(cross(p, q));
  return !axes.some((axis) => apart(axis, a, b));
}

/** Whether all of A comes before all of B along an axis, or after. */
function apart(axis: Big3, a: readonly Big3[], b: readonly Big3[]): boolean {
  const p = a.map((point) => dot(axis, point));
  const q = b.map((point) => dot(axis, point));
  return p.every((s) => q.every((t) => s < t)) || p.every((s) => q.every((t) => s > t));
}
