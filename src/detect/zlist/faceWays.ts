import { type BodyState, castAt } from '../../body.js';
import { flattened } from '../../machine/flattened.js';
import { transformPoint } from '../../math/affine.js';
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { PairFinding } from '../pairFinding.js';
import { normalNear } from '../surfaceNormal.js';

/** So many directions at most. */
const MOST_WAYS = 3;
/** Faces within this cosine (some 15°) go together. */
const ALIKE = 0.966;

/**
 * The ways square to the faces that bound an overlap, those with the most area first: along one of them an overlap between
 * flat faces is thinnest. Without the view's own direction.
 */
export function faceWays(finding: PairFinding): Vec3[] {
  const { a, b, view } = finding;
  const clusters: { way: Vec3; sum: Vec3; area: number }[] = [];
  [a, b].forEach((_, which) => {
    for (const normal of normalsOf(finding, which)) {
      const area = Math.hypot(...normal);
      if (!(area > 0)) continue;
      const way = scale(normal, 1 / area);
      const home = clusters.find((cluster) => Math.abs(dot(cluster.way, way)) > ALIKE);
      if (!home) clusters.push({ way, sum: normal, area });
      else {
        home.area += area;
        home.sum = addScaled(home.sum, normal, dot(home.sum, normal) < 0 ? -1 : 1);
      }
    }
  });
  return clusters
    .sort((one, other) => other.area - one.area)
    .map(({ sum }) => normalize(sum))
    .filter((way) => Math.abs(dot(way, view.direction)) < 1 - 1e-9)
    .slice(0, MOST_WAYS);
}

/** Square to what bounds the overlap on the side of one body, as long as twice the area that each stands for. */
function normalsOf({ a, b, faces, blocks, view, depthError }: PairFinding, which: number): Vec3[] {
  const body = which === 0 ? a.body : b.body;
  if (!castAt(body)) {
    const flat = flattened(body, view);
    return Array.from(faces[which], (face) => normalOf(flat, face));
  }
  // A patch has many normals: those where the deepest rays of the blocks enter and leave the overlap.
  const reach = 4 * depthError;
  return blocks.flatMap(({ point, depth }) =>
    [-depth / 2, depth / 2].flatMap((by) => {
      const normal = normalNear(body, addScaled(point, view.direction, by), view.direction, reach);
      const cosine = normal ? Math.abs(dot(normal, view.direction)) : 0;
      return normal && cosine > 0 ? [scale(normal, 1 / cosine)] : [];
    }),
  );
}

/** Square to a face, and as long as twice its area. */
function normalOf({ mesh: { positions, indices }, pose }: BodyState, face: number): Vec3 {
  const [p, q, r] = [0, 1, 2].map((k) => {
    const v = 3 * indices[3 * face + k];
    return transformPoint(pose, [positions[v], positions[v + 1], positions[v + 2]]);
  });
  return cross(subtract(q, p), subtract(r, p));
}

const addScaled = (u: Vec3, v: Vec3, by: number): Vec3 => [u[0] + by * v[0], u[1] + by * v[1], u[2] + by * v[2]];
