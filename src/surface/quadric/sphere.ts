import { InputError } from '../../errors.js';
import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import type { Quadric } from '../surface.js';
import { quadric } from './quadric.js';

export interface SphereOptions {
  readonly radius?: number;
}

/** A sphere about the origin. Patch: `side`. */
export function sphere(options: SphereOptions = {}): Quadric {
  demandOptions('sphere', options, ['radius']);
  const { radius = 1 } = options;
  demandPositive('sphere', 'radius', radius);
  return quadric({ matrix: [1, 1, 1, 0, 0, 0, 0, 0, 0, -radius * radius] });
}

export interface EllipsoidOptions {
  /** Half its extents along x, y and z. */
  readonly radii: readonly [a: number, b: number, c: number];
}

/** An ellipsoid about the origin. Patch: `side`. */
export function ellipsoid(options: EllipsoidOptions): Quadric {
  demandOptions('ellipsoid', options, ['radii']);
  const { radii } = options;
  if (!Array.isArray(radii) || radii.length !== 3)
    throw new InputError(
      `ellipsoid: there must be three radii (${Array.isArray(radii) ? radii.length : shown(radii)}). Give those along x, y and z.`,
    );
  for (const radius of radii) demandPositive('ellipsoid', 'radius', radius);
  const [a, b, c] = radii;
  return quadric({ matrix: [1 / (a * a), 1 / (b * b), 1 / (c * c), 0, 0, 0, 0, 0, 0, -1] });
}
