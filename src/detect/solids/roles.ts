import type { Body, BodyState } from '../../body.js';
import { multiply, transformBox } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { isConvex } from '../../mesh/isConvex.js';

/** Which of two bodies is the paper's A, whose depth map is drawn, and which is B, whose faces are counted against it. */
export interface Roles {
  readonly A: BodyState;
  readonly B: BodyState;
  /** Whether A is the first of the two. */
  readonly inOrder: boolean;
  readonly areConvex: boolean;
}

/**
 * Section 5: where one body is convex, it is A: then counting settles every pixel. Section 4: else the one that lies farther along
 * the projection is B, since what lies behind A is settled by one rendering. Where neither lies farther, the one with more faces is
 * A: of B the layers are counted.
 */
export function chooseRoles(a: BodyState, b: BodyState, direction: Vec3): Roles {
  const [convexA, convexB] = [isConvexBody(a), isConvexBody(b)];
  const inOrder = convexA !== convexB ? convexA : isFirstA(a, b, direction);
  return inRoles(a, b, inOrder);
}

export const inRoles = (a: BodyState, b: BodyState, inOrder: boolean): Roles => ({
  ...(inOrder ? { A: a, B: b } : { A: b, B: a }),
  inOrder,
  areConvex: isConvexBody(a) && isConvexBody(b),
});

const known = new WeakMap<Body, { revision: number; convex: boolean }>();

/** Looked at once per revision. */
export function isConvexBody({ identity, revision, mesh }: BodyState): boolean {
  const before = known.get(identity);
  if (before?.revision === revision) return before.convex;
  const convex = isConvex(mesh);
  known.set(identity, { revision, convex });
  return convex;
}

/** Bodies whose middles are nearer along the projection than this share of their common depth lie beside each other. */
const BESIDE = 1 / 64;

function isFirstA(a: BodyState, b: BodyState, direction: Vec3): boolean {
  const [ofA, ofB] = [depthsOf(a, direction), depthsOf(b, direction)];
  const step = (ofB.min + ofB.max - ofA.min - ofA.max) / 2;
  const depth = Math.max(ofA.max, ofB.max) - Math.min(ofA.min, ofB.min);
  if (Math.abs(step) > BESIDE * depth) return step > 0;
  return a.mesh.indices.length >= b.mesh.indices.length;
}

/** From where to where a body's box reaches along a direction. */
export function depthsOf({ pose, bounds }: BodyState, [x, y, z]: Vec3): { min: number; max: number } {
  const along = Float64Array.of(x, y, z, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  const { min, max } = transformBox(multiply(along, pose), bounds);
  return { min: min[0], max: max[0] };
}
