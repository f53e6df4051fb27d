import type { Vec3 } from '../../math/vector.js';
import { longSum } from './longSum.js';

/**
 * The coefficients of the same form about another origin. Far from the first one the terms are large and cancel: a sphere of radius
 * 1 at 1e5 would keep six digits. So they are added up with twice the digits.
 */
export function centredForm(coefficients: readonly number[], [x, y, z]: Vec3): number[] {
  const [xx, yy, zz, xy, xz, yz, bx, by, bz, one] = coefficients;
  // biome-ignore format: one line per coefficient
  return [
    xx, yy, zz, xy, xz, yz,
    longSum([[bx], [2 * xx, x], [xy, y], [xz, z]])[0],
    longSum([[by], [xy, x], [2 * yy, y], [yz, z]])[0],
    longSum([[bz], [xz, x], [yz, y], [2 * zz, z]])[0],
    longSum([[one], [xx, x, x], [yy, y, y], [zz, z, z], [xy, x, y], [xz, x, z], [yz, y, z], [bx, x], [by, y], [bz, z]])[0],
  ];
}

/** How far a plane is from another origin. */
export const centredDistance = ([nx, ny, nz, d]: readonly [number, number, number, number], [x, y, z]: Vec3): number =>
  longSum([[d], [-nx, x], [-ny, y], [-nz, z]])[0];

/** The power of two that brings numbers to about 1: multiplying by it rounds nothing. */
export const normalizer = (largest: number): number =>
  2 ** -Math.max(-1000, Math.min(1000, Math.ceil(Math.log2(largest))));
