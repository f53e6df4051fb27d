import type { BodyState } from '../body.js';
import { blocksToDraw } from '../bodyBlocks.js';
import { transformPoint } from '../math/affine.js';
import { center } from '../math/box.js';
import { dot, length, normalize, scale, subtract, type Vec3 } from '../math/vector.js';
import type { FaceBlocks } from '../mesh/faceBlocks.js';
import { farthestVertex } from '../mesh/farthestVertex.js';
import type { Party } from './pairFinding.js';

/** Most pairs that a plane separates are told apart by the first few; others would go on for ever. */
const MOST_PLANES = 6;

/** Above so many vertices, going through them time and again costs more than rays do. */
const MOST_VERTICES = 20_000;

/** Below so many, they are gone through faster than what blocks may reach. */
const FEW_VERTICES = 1024;

/** A plane between two bodies: its normal points from A to B, which are `gap` apart along it. */
export interface SeparatingPlane {
  readonly normal: Vec3;
  readonly gap: number;
}

/**
 * A plane that has all of A before it and all of B behind it, farther apart than `rounding`: then the bodies are apart,
 * exactly. `undefined` where none was found; there may be one.
 *
 * The separating vector algorithm of K. Chung and W. Wang, "Quick collision detection of polytopes in virtual environments",
 * 1996: where a normal does not separate, the points that are in its way tell the next one, by reflection.
 */
export function separatingPlane(a: Party, b: Party, rounding: number): SeparatingPlane | undefined {
  if (vertexCount(a.body) + vertexCount(b.body) > MOST_VERTICES) return undefined;
  const [first, second] = [searched(a.body), searched(b.body)];
  let normal = normalize(subtract(center(b.bounds), center(a.bounds)));
  for (let k = 0; k < MOST_PLANES && length(normal) > 0; k++) {
    const way = subtract(support(second, scale(normal, -1)), support(first, normal));
    const gap = dot(normal, way);
    if (gap > 2 * rounding) return { normal, gap };
    const r = normalize(way);
    normal = normalize(subtract(normal, scale(r, 2 * dot(r, normal))));
  }
  return undefined;
}

const vertexCount = (body: BodyState): number => (body.surface ? 8 : body.mesh.positions.length / 3);

/** A body whose farthest points are asked for several times. */
interface Searched {
  readonly body: BodyState;
  readonly blocks: FaceBlocks | undefined;
}

const searched = (body: BodyState): Searched => ({
  body,
  blocks: body.surface || vertexCount(body) < FEW_VERTICES ? undefined : blocksToDraw(body),
});

/** The point of a body that lies farthest along a direction, in world coordinates. */
function support({ body, blocks }: Searched, [x, y, z]: Vec3): Vec3 {
  const { pose } = body;
  // Along the same direction in the body's frame, so that no vertex need be posed.
  const u = pose[0] * x + pose[4] * y + pose[8] * z;
  const v = pose[1] * x + pose[5] * y + pose[9] * z;
  const w = pose[2] * x + pose[6] * y + pose[10] * z;
  // Of a surface, the box: no point of the body lies farther along.
  const { min, max } = body.bounds;
  if (body.surface)
    return transformPoint(pose, [u < 0 ? min[0] : max[0], v < 0 ? min[1] : max[1], w < 0 ? min[2] : max[2]]);
  const { positions } = body.mesh;
  const at = 3 * farthestVertex(body.mesh, [u, v, w], blocks);
  return transformPoint(pose, [positions[at], positions[at + 1], positions[at + 2]]);
}
