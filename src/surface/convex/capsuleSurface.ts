import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import { dueOf, given, refusal } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { Capsule } from '../surface.js';
import { capsuleKind } from './capsuleKind.js';

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
  const bounds = { min: [-radius, -radius, -half - radius], max: [radius, radius, half + radius] } as const;
  return made({ kind: 'capsule', half, radius, bounds, patches: ['side', 'cap +z', 'cap -z'] }, CAPSULE);
}

export const CAPSULE: KnownKind<Capsule> = {
  kind: capsuleKind,
  check({ half, radius }) {
    given({ half, radius });
    if (typeof half !== 'number' || !(half > 0))
      throw refusal(`half of the height must be positive (${shown(half)})`, 'Give a finite length above 0.');
    return dueOf(capsule({ radius, height: 2 * half }));
  },
};
