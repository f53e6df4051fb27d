import { type Body, body } from '../../src/body.js';
import { type Affine, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import type { Box } from '../../src/math/box.js';
import { type Random, randomRotation } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';

export const box = (min: Vec3, max: Vec3): Box => ({ min, max });

/** A body with these bounds; views ask no more of it. */
export const boxBody = (bounds: Box, pose?: Affine): Body =>
  body({ positions: corners(bounds).flat(), indices: [0, 1, 2, 3, 4, 5, 6, 7, 0] }, pose ? { pose } : {});

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

export const pointBetween = (random: Random, low: number, high: number): Vec3 => [
  between(random, low, high),
  between(random, low, high),
  between(random, low, high),
];

export function randomBox(random: Random): Box {
  const min = pointBetween(random, -2, 0);
  return { min, max: [min[0] + 3 * random(), min[1] + 3 * random(), min[2] + 3 * random()] };
}

/** A pose that rotates, scales unevenly, shears and every other time mirrors, about `at`. */
export function randomPose(random: Random, at: Vec3): Affine {
  const shear = Float64Array.of(1, random(), -random(), 0, 0, 1, random(), 0, 0, 0, 1, 0);
  const factors = [between(random, 0.3, 2), between(random, 0.3, 2), between(random, 0.3, 2)];
  if (random() < 0.5) factors[0] *= -1;
  const shape = multiply(randomRotation(random), multiply(shear, scaling(factors[0], factors[1], factors[2])));
  const shift = pointBetween(random, -1, 1);
  return multiply(translation(at[0] + shift[0], at[1] + shift[1], at[2] + shift[2]), shape);
}

/** A quarter turn about z, as sines and cosines give it: not quite made of zeros and ones. */
export const quarterTurn = (): Affine => rotation([0, 0, 1], Math.PI / 2);

/** The eight corners. */
export function corners({ min, max }: Box): Vec3[] {
  const out: Vec3[] = [];
  for (let k = 0; k < 8; k++) out.push([k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]]);
  return out;
}
