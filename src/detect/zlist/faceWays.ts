import type { BodyState } from '../../body.js';
import { transformPoint } from '../../math/affine.js';
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { PairFinding } from '../pairFinding.js';

/** So many directions at most. */
const MOST_WAYS = 3;
/** Faces within this cosine (some 15°) go together. */
const ALIKE = 0.966;

/**
 * The ways square to the faces that bound an overlap, those with the most area first: along one of them an overlap between
 * flat faces is thinnest. Without the view's own direction.
 */
export function faceWays({ a, b, faces, view }: PairFinding): Vec3[] {
  const clusters: { way: Vec3; sum: Vec3; area: number }[] = [];
  [a, b].forEach(({ body }, which) => {
    for (const face of faces[which]) {
      const normal = normalOf(body, face);
      const area = Math.hypot(...normal);
      if (!(area > 0)) continue;
      const way = scale(normal, 1 / area);
      const home = clusters.find((cluster) => Math.abs(dot(cluster.way, way)) > ALIKE);
      if (!home) clusters.push({ way, sum: normal, area });
      else {
        home.area += area;
        home.sum = add(home.sum, normal, dot(home.sum, normal) < 0 ? -1 : 1);
      }
    }
  });
  return clusters
    .sort((one, other) => other.area - one.area)
    .map(({ sum }) => normalize(sum))
    .filter((way) => Math.abs(dot(way, view.direction)) < 1 - 1e-9)
    .slice(0, MOST_WAYS);
}

/** Square to a face, and as long as twice its area. */
function normalOf({ mesh: { positions, indices }, pose }: BodyState, face: number): Vec3 {
  const [p, q, r] = [0, 1, 2].map((k) => {
    const v = 3 * indices[3 * face + k];
    return transformPoint(pose, [positions[v], positions[v + 1], positions[v + 2]]);
  });
  return cross(subtract(q, p), subtract(r, p));
}

const add = (u: Vec3, v: Vec3, sign: number): Vec3 => [u[0] + sign * v[0], u[1] + sign * v[1], u[2] + sign * v[2]];
