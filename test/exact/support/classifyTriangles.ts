import { type Big3, cross, dot, isZero, subtract, toPoints, toWhole } from './bigVector.js';
import { clip, type Fraction3, type HalfSpace, toFraction } from './clip.js';

/**
 * What two closed triangles have in common: nothing; one point; a segment within one edge of either (`edge`); a segment
 * that is in no edge (`crossing`); an area. What a triangle that is a segment meets in more than a point is `edge`.
 */
export type TriangleContact = 'none' | 'point' | 'edge' | 'crossing' | 'coplanar';

/** Exactly, for any f64 coordinates (`x y z` of three corners each), by working the common set out. */
export function classifyTriangles(a: ArrayLike<number>, b: ArrayLike<number>): TriangleContact {
  const [a0, a1, a2, b0, b1, b2] = toPoints(toWhole([...Array.from(a), ...Array.from(b)]).whole);
  return classifyBigTriangles([a0, a1, a2], [b0, b1, b2]);
}

export function classifyBigTriangles(a: readonly Big3[], b: readonly Big3[]): TriangleContact {
  const common = commonPoints(a, b);
  if (common.length === 0) return 'none';
  if (common.length === 1) return 'point';
  const [p, q] = common;
  if (!common.every((point) => areCollinear(p, q, point))) return 'coplanar';
  const onEdge = (triangle: readonly Big3[]): boolean =>
    triangle.some((from, k) => {
      const to = triangle[(k + 1) % 3];
      const isEdge = !isZero(subtract(to, from));
      return isEdge && common.every((point) => areCollinear(toFraction(from), toFraction(to), point));
    });
  // All of it is in both triangles, so what is on an edge's line is on the edge.
  return onEdge(a) || onEdge(b) ? 'edge' : 'crossing';
}

/** The set that two triangles have in common, as different points whose convex hull it is. */
export function commonPoints(a: readonly Big3[], b: readonly Big3[]): Fraction3[] {
  let polygon: readonly Fraction3[] = b.map(toFraction);
  for (const half of halfSpacesOf(a)) polygon = clip(polygon, half);
  return polygon.filter((point, k) => polygon.findIndex((other) => areEqual(point, other)) === k);
}

/** The half-spaces whose intersection is a triangle, or the segment or point that it is. */
function halfSpacesOf(triangle: readonly Big3[]): HalfSpace[] {
  const [p, q, r] = triangle;
  const normal = cross(subtract(q, p), subtract(r, p));
  if (!isZero(normal)) {
    const inward = triangle.map((from, k) => through(from, cross(normal, subtract(triangle[(k + 1) % 3], from))));
    return [...both(through(p, normal)), ...inward];
  }
  const way = [subtract(q, p), subtract(r, p)].find((edge) => !isZero(edge));
  const axes: Big3[] = [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  if (!way) return axes.flatMap((axis) => both(through(p, axis)));
  const line = axes.flatMap((axis) => both(through(p, cross(way, axis))));
  const sorted = [...triangle].sort((s, t) => sign(dot(way, s) - dot(way, t)));
  return [...line, through(sorted[0], way), opposite(through(sorted[2], way))];
}

const through = (point: Big3, inward: Big3): HalfSpace => [...inward, -dot(inward, point)];
const opposite = ([a, b, c, d]: HalfSpace): HalfSpace => [-a, -b, -c, -d];
const both = (half: HalfSpace): HalfSpace[] => [half, opposite(half)];
const areEqual = (p: Fraction3, q: Fraction3): boolean =>
  p[0] === q[0] && p[1] === q[1] && p[2] === q[2] && p[3] === q[3];
const sign = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

function areCollinear(p: Fraction3, q: Fraction3, r: Fraction3): boolean {
  const from = (s: Fraction3, t: Fraction3): Big3 => [
    t[0] * s[3] - s[0] * t[3],
    t[1] * s[3] - s[1] * t[3],
    t[2] * s[3] - s[2] * t[3],
  ];
  return isZero(cross(from(p, q), from(p, r)));
}
