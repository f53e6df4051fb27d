import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vector.js';
import { toSize } from '../../mesh/shapes/box.js';
import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import { dueOf, numbers, refusal } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { RoundedBox } from '../surface.js';
import { roundedBoxKind } from './roundedBoxKind.js';
import { ROUNDED_BOX_PATCHES } from './roundedBoxPatches.js';

export interface RoundedBoxOptions {
  /** From face to face: one length for all, or along x, y and z. */
  size?: number | Vec3;
  /** Of the edges and corners: at most half the least size. */
  radius?: number;
}

export const ROUNDED_BOX_DEFAULTS: Required<RoundedBoxOptions> = { size: 1, radius: 0.1 };

/**
 * A box with edges along the axes, its middle at the origin, whose edges and corners are rounded. With a radius of half the size it
 * is a ball.
 *
 * @example
 * const housing = roundedBox({ size: [4, 3, 1], radius: 0.2 });
 */
export function roundedBox(options: RoundedBoxOptions = {}): RoundedBox {
  demandOptions('roundedBox', options, ['size', 'radius']);
  const { size = ROUNDED_BOX_DEFAULTS.size, radius = ROUNDED_BOX_DEFAULTS.radius } = options;
  if (typeof size !== 'number' && !(Array.isArray(size) && size.length === 3))
    throw new InputError(
      `roundedBox: the size must be one length or three (${shown(size)}). Give one for all, or those along x, y and z.`,
    );
  const [x, y, z] = toSize('roundedBox', size);
  demandPositive('roundedBox', 'radius', radius);
  const least = Math.min(x, y, z);
  if (radius > least / 2)
    throw new InputError(
      `roundedBox: the radius is more than half the least size (radius ${radius}, size ${least}). Give a radius of at most ${least / 2}.`,
    );
  const inner = [x / 2 - radius, y / 2 - radius, z / 2 - radius] as const;
  const bounds = { min: [-x / 2, -y / 2, -z / 2], max: [x / 2, y / 2, z / 2] } as const;
  return made({ kind: 'roundedBox', inner, radius, bounds, patches: ROUNDED_BOX_PATCHES }, ROUNDED_BOX);
}

export const ROUNDED_BOX: KnownKind<RoundedBox> = {
  kind: roundedBoxKind,
  check({ inner, radius }) {
    const half = numbers('inner', inner, 3);
    const below = half.findIndex((value) => value < 0);
    if (below >= 0)
      throw refusal(
        `the inner box has a negative size (${half[below]} along ${'xyz'[below]})`,
        'Give half its size, from 0 up.',
      );
    demandPositive('surface', 'radius', radius);
    const [x, y, z] = half;
    return dueOf(roundedBox({ size: [2 * (x + radius), 2 * (y + radius), 2 * (z + radius)], radius }));
  },
};
