import type { FacePairs, WorldMesh } from '../../../src/exact/worldMesh.js';
import { exactTriangleDistance } from './exactTriangleDistance.js';
import { trianglesMeet } from './trianglesMeet.js';

/**
 * The pairs of faces that are not among the candidates, though they come as near to each other as `reach`, in exact
 * arithmetic. Only faces whose boxes come so near are looked at: others are farther apart.
 */
export function pairsLost(
  a: WorldMesh,
  b: WorldMesh,
  { a: firsts, b: seconds }: FacePairs,
  facesA: Uint32Array,
  facesB: Uint32Array,
  reach: number,
): string[] {
  const found = new Set(Array.from(firsts, (face, k) => `${face} ${seconds[k]}`));
  const [trianglesA, trianglesB] = [trianglesOf(a, facesA), trianglesOf(b, facesB)];
  const lost: string[] = [];
  for (const [i, s] of trianglesA.entries())
    for (let j = 0; j < trianglesB.length; j++) {
      const t = trianglesB[j];
      // Most are far apart: that comes first.
      if (gap(s, t, 0) > reach || gap(s, t, 1) > reach || gap(s, t, 2) > reach) continue;
      const pair = `${facesA[i]} ${facesB[j]}`;
      if (found.has(pair) || clearlyApart(s, t, reach)) continue;
      if (trianglesMeet(s, t) || (reach > 0 && exactTriangleDistance(s, t).distance <= reach)) lost.push(pair);
    }
  return lost;
}

/** The distance of the boxes along an axis. Negative where they overlap. */
const gap = (s: Float64Array, t: Float64Array, axis: number): number =>
  Math.max(
    Math.min(t[axis], t[axis + 3], t[axis + 6]) - Math.max(s[axis], s[axis + 3], s[axis + 6]),
    Math.min(s[axis], s[axis + 3], s[axis + 6]) - Math.max(t[axis], t[axis + 3], t[axis + 6]),
  );

/**
 * Whether some direction tells, in plain numbers and by a millionth of the triangles' size, that they are farther apart than
 * `reach`: to leave but the doubtful pairs to exact arithmetic, which is slow.
 */
function clearlyApart(s: Float64Array, t: Float64Array, reach: number): boolean {
  const [p, q] = [s, t].map((corners) =>
    [0, 3, 6].map((k) => corners.subarray(k, k + 3).map((x, axis) => x - s[axis])),
  );
  const size = Math.max(...[...p, ...q].flatMap((corner) => Array.from(corner, Math.abs)));
  if (!(size > 1e-90 && size < 1e90)) return false;
  const minus = (a: Float64Array, b: Float64Array) => a.map((x, k) => x - b[k]);
  const edges = [p, q].map((corners) => corners.map((corner, k) => minus(corners[(k + 1) % 3], corner)));
  const tells = (n: Float64Array): boolean => {
    const length = Math.hypot(...n);
    const [u, v] = [p, q].map((corners) => corners.map((c) => (c[0] * n[0] + c[1] * n[1] + c[2] * n[2]) / length));
    return Math.max(Math.min(...v) - Math.max(...u), Math.min(...u) - Math.max(...v)) > reach + 1e-6 * size;
  };
  return (
    edges.some(([d, e]) => tells(cross(d, e))) ||
    edges[0].some((d) => edges[1].some((e) => tells(cross(d, e)))) ||
    p.some((a) => q.some((b) => tells(minus(a, b)))) ||
    p.some((a) => q.some((b) => edges.flat().some((e) => tells(cross(e, cross(minus(a, b), e))))))
  );
}

const cross = (a: Float64Array, b: Float64Array): Float64Array =>
  Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);

const trianglesOf = ({ positions, indices }: WorldMesh, faces: Uint32Array): Float64Array[] =>
  Array.from(faces, (face) =>
    Float64Array.from({ length: 9 }, (_, k) => positions[3 * indices[3 * face + Math.floor(k / 3)] + (k % 3)]),
  );
