import type { Vec3 } from '../math/vector.js';

/** Towards the light, in the world: from above (y) and in front (z), a little from the right. Of unit length. */
const LIGHT: Vec3 = [0.36, 0.8, 0.48];

/**
 * How bright a surface is, in linear light, from 1 where it faces the light to (1 − `contrast`)² where it looks away: colours have it
 * baked in, since a scene may have no lights. Smooth all around, so that shape shows on the dark side, too.
 */
export function shadeOf(x: number, y: number, z: number, contrast: number): number {
  const turned = (1 + x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]) / 2;
  return (1 - contrast * (1 - turned)) ** 2;
}
