import type { Body } from '../../src/body.js';
import { type Affine, multiply, rotation, translation } from '../../src/math/affine.js';
import type { Random } from '../../src/math/random.js';
import { normalize, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { insideOut, joined, shifted } from '../exact/support/latticeMaps.js';
import { between } from './randomPose.js';

/** Two bodies, and what happens to them from one question to the next. */
export interface Motion {
  readonly a: Body;
  readonly b: Body;
  readonly move: () => void;
}

export interface MotionKind {
  readonly name: string;
  readonly begin: (random: Random) => Motion;
}

export const direction = (random: Random): Vec3 =>
  normalize([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);

export const ball = (radius: number, subdivisions = 1) => icoSphere({ radius, subdivisions });

/** A step of a random length and a turn by a random angle, of a body about its own origin. */
export function nudge(random: Random, moved: Body, length: number, angle: number): void {
  const [x, y, z] = direction(random);
  const turn = rotation(direction(random), between(random, 0, angle));
  const pose = multiply(moved.pose, turn);
  const l = between(random, 0, length);
  moved.pose = multiply(translation(l * x, l * y, l * z), pose);
}

/** Pulls a body back to the origin where it is farther away than that. */
export function holdNear(moved: Body, far: number): void {
  const { pose } = moved;
  const distance = Math.hypot(pose[3], pose[7], pose[11]);
  if (distance <= far) return;
  const back = Float64Array.from(pose);
  for (const k of [3, 7, 11]) back[k] *= (0.7 * far) / distance;
  moved.pose = back;
}

/** A body of walls 0.5 thick around a cavity of 1, and a box apart from it. */
export const hollow = () =>
  joined(box({ size: 2 }), insideOut(box({ size: 1 })), shifted(box({ size: [0.4, 1, 1], segments: 2 }), [1.7, 0, 0]));

/** A mesh without a few of its faces. */
export function holed({ positions, indices }: Mesh, random: Random): Mesh {
  const isLost = Array.from({ length: indices.length / 3 }, () => random() < 0.1);
  isLost[0] = true;
  return { positions, indices: indices.filter((_, side) => !isLost[Math.floor(side / 3)]) };
}

export const randomTurn = (random: Random): Affine => rotation(direction(random), between(random, 0, 0.1));
