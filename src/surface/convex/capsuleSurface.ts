import { demandOptions, demandPositive } from '../../mesh/shapes/demand.js';
import { made } from '../made.js';
import type { Capsule } from '../surface.js';

export interface CapsuleSurfaceOptions {
  radius?: number;
  /** Of the straight part, along z; the whole is `height + 2 × radius` long. */
  height?: number;
}

export const CAPSULE_SURFACE_DEFAULTS: Required<CapsuleSurfaceOptions> = { radius: 1, height: 2 };

/**
 * A cylinder about the z axis with a half ball at each end, its middle at the origin: all points within `radius` of a line.
 *
 * @example
 * const pin = capsule({ radius: 0.5, height: 3 });
 */
export function capsule(options: CapsuleSurfaceOptions = {}): Capsule {
  demandOptions('capsule', options, ['radius', 'height']);
  const { radius = CAPSULE_SURFACE_DEFAULTS.radius, height = CAPSULE_SURFACE_DEFAULTS.height } = options;
  demandPositive('capsule', 'radius', radius);
  demandPositive('capsule', 'height', height);
  const half = height / 2;
  return made({
    kind: 'capsule',
    half,
    radius,
    bounds: { min: [-radius, -radius, -half - radius], max: [radius, radius, half + radius] },
    patches: ['side', 'cap +z', 'cap -z'],
  });
}
