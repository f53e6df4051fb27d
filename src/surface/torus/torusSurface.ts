import { demandOptions, demandPositive } from '../../mesh/shapes/demand.js';
import { dueOf, given } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { Torus } from '../surface.js';
import { torusKind } from './torusKind.js';

export interface TorusSurfaceOptions {
  /** From the z axis to the middle of the tube. */
  radius?: number;
  /** Of the tube. It may be as large as `radius` and larger: then the tube overlaps itself in the middle, and all of it is solid. */
  tubeRadius?: number;
}

export const TORUS_SURFACE_DEFAULTS: Required<TorusSurfaceOptions> = { radius: 1, tubeRadius: 0.4 };

/**
 * A ring about the z axis, its middle at the origin: inside where (√(x² + y²) − radius)² + z² ≤ tubeRadius².
 *
 * @example
 * const ring = torus({ radius: 2, tubeRadius: 0.5 });
 */
export function torus(options: TorusSurfaceOptions = {}): Torus {
  demandOptions('torus', options, ['radius', 'tubeRadius']);
  const { radius = TORUS_SURFACE_DEFAULTS.radius, tubeRadius = TORUS_SURFACE_DEFAULTS.tubeRadius } = options;
  demandPositive('torus', 'radius', radius);
  demandPositive('torus', 'tubeRadius', tubeRadius);
  const outer = radius + tubeRadius;
  const bounds = { min: [-outer, -outer, -tubeRadius], max: [outer, outer, tubeRadius] } as const;
  return made({ kind: 'torus', radius, tubeRadius, bounds, patches: ['tube'] }, TORUS);
}

export const TORUS: KnownKind<Torus> = {
  kind: torusKind,
  check: ({ radius, tubeRadius }) => dueOf(torus(given({ radius, tubeRadius }))),
};
