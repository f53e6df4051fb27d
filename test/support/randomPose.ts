import { type Affine, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation } from '../../src/math/random.js';

/** A number between `low` and `high`. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** A number whose logarithm is drawn evenly. */
export const scaleBetween = (random: Random, low: number, high: number): number => low * (high / low) ** random();

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];

/** A rotation, a shift of up to `shift` along each axis, and one scale for all axes. */
export function randomRigid(random: Random, shift: number, scale = 1): Affine {
  const s = between(random, -shift, shift);
  const t = between(random, -shift, shift);
  const u = between(random, -shift, shift);
  return multiply(translation(s, t, u), multiply(randomRotation(random), scaling(scale)));
}

/** Any invertible map of moderate size: a rotation of a scaled, sheared and half the time mirrored body. */
export function randomAffine(random: Random, shift: number): Affine {
  const stretch = scaling(
    between(random, 0.5, 1.5) * (random() < 0.5 ? -1 : 1),
    between(random, 0.5, 1.5),
    between(random, 0.5, 1.5),
  );
  const shear = Float64Array.of(
    ...[1, between(random, -0.7, 0.7), between(random, -0.7, 0.7), 0],
    ...[0, 1, between(random, -0.7, 0.7), 0],
    ...[0, 0, 1, 0],
  );
  return multiply(randomRigid(random, shift), multiply(shear, stretch));
}

/** One of the 24 rotations that map the axes on each other, with entries 0 and ±1 exactly. */
export function randomQuarterTurns(random: Random): Affine {
  let m: Affine = rotation([1, 0, 0], 0);
  for (const axis of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ] as const)
    m = multiply(rotation(axis, (Math.PI / 2) * Math.floor(random() * 4)), m).map(Math.round) as Affine;
  return m;
}
