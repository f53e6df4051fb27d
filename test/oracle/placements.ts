import { type Affine, multiply, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { boundsOf, center, extent } from '../../src/math/box.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { between, pick, scaleBetween } from '../support/randomPose.js';

/** A mesh about the origin, about one unit in radius. */
export interface Shape {
  readonly name: string;
  readonly mesh: Mesh;
  /** Whether something can stand in its middle without meeting it. */
  readonly hasHole?: boolean;
}

/** A shape and where it stands, and the same with the pose worked into coordinates of f32. */
export interface Placed {
  readonly name: string;
  readonly mesh: Mesh;
  readonly pose: Affine;
  readonly baked: Mesh;
}

/** How two bodies are brought together. What comes of it, an oracle must tell. */
export const MANNERS = ['apart', 'shallow', 'deep', 'inside', 'hole'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Placement {
  readonly seed: number;
  readonly manner: Manner;
  readonly a: Placed;
  readonly b: Placed;
  /** Whether the library is given meshes with poses, rather than baked ones. */
  readonly posed: boolean;
}

/** Draws two shapes and their poses; all manners take turns, and every third placement is posed. */
export function place(seed: number, shapes: readonly Shape[]): Placement {
  const random = seeded(seed);
  const manner = MANNERS[seed % MANNERS.length];
  const first = pick(random, manner === 'hole' ? shapes.filter(({ hasHole }) => hasHole) : shapes);
  const second = pick(random, shapes);
  const small = manner === 'inside' || manner === 'hole';
  const a = put(first, random, small ? between(random, 1.5, 3) : scaleBetween(random, 0.3, 3), [
    between(random, -3, 3),
    between(random, -3, 3),
    between(random, -3, 3),
  ]);
  const turned = put(second, random, small ? between(random, 0.3, 0.45) : scaleBetween(random, 0.3, 3), [0, 0, 0]);
  const b = bake({ ...turned, pose: multiply(translation(...meeting(manner, random, a, turned)), turned.pose) });
  const posed = seed % 3 === 0;
  // Which of the two comes first must not matter.
  return { seed, manner, posed, ...(random() < 0.5 ? { a, b } : { a: b, b: a }) };
}

function put({ name, mesh }: Shape, random: Random, scale: number, at: Vec3): Placed {
  return bake({ name, mesh, pose: multiply(translation(...at), multiply(randomRotation(random), scaling(scale))) });
}

/** Works a pose into the coordinates, which become f32: library and oracles then see the very same solid. */
export function bake({ name, mesh, pose }: Omit<Placed, 'baked'>): Placed {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) positions.set(transformPoint(pose, vertex(mesh, i / 3)), i);
  return { name, mesh, pose, baked: { positions, indices: mesh.indices } };
}

/** Where to move B, which stands at the origin, so that it meets A in some manner. */
function meeting(manner: Manner, random: Random, a: Placed, b: Placed): Vec3 {
  const middle = center(boundsOf(a.baked.positions));
  const way = transformPoint(randomRotation(random), [1, 0, 0]);
  const size = Math.min(...extent(boundsOf(a.baked.positions)), ...extent(boundsOf(b.baked.positions)));
  switch (manner) {
    case 'hole':
      return add([a.pose[3], a.pose[7], a.pose[11]], scale(way, between(random, 0, 1)));
    case 'inside': {
      // From a point on the surface inwards, as deep as B is wide, more or less.
      const face = 3 * Math.floor((random() * a.baked.indices.length) / 3);
      const [p, q, r] = [0, 1, 2].map((k) => vertex(a.baked, a.baked.indices[face + k]));
      const inwards = normalize(cross(subtract(r, p), subtract(q, p)));
      return add(p, scale(inwards, size * between(random, 0.3, 2)));
    }
    case 'deep': {
      const reach = farthest(a.baked, way)[1] + farthest(b.baked, scale(way, -1))[1] - dot(middle, way);
      return add(middle, scale(way, reach * between(random, 0, 0.8)));
    }
    default: {
      // The outermost corners along one way come together, a little too far or not far enough.
      const depth = size * scaleBetween(random, 1e-4, 0.2) * (manner === 'apart' ? -1 : 1);
      const together = subtract(farthest(a.baked, way)[0], farthest(b.baked, scale(way, -1))[0]);
      return add(together, scale(way, -depth));
    }
  }
}

/** The outermost vertex along a direction, and how far out it is. */
function farthest(mesh: Mesh, way: Vec3): [Vec3, number] {
  let best: Vec3 = [0, 0, 0];
  let most = -Infinity;
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    const at = vertex(mesh, v);
    const far = dot(at, way);
    if (far > most) [best, most] = [at, far];
  }
  return [best, most];
}

const vertex = ({ positions }: Mesh, v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
