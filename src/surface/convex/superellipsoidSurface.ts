import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vector.js';
import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import { dueOf, numbers } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { Superellipsoid } from '../surface.js';
import { superellipsoidKind } from './superellipsoidKind.js';

export interface SuperellipsoidOptions {
  /** Half the size along x, y and z: one length for all, or one for each. */
  radii?: number | Vec3;
  /** How square it is from north to south and from east to west: near 0 a box or a cylinder, 1 an ellipsoid, 2 an octahedron. */
  exponents?: readonly [e1: number, e2: number];
}

export const SUPERELLIPSOID_DEFAULTS: Required<SuperellipsoidOptions> = { radii: 1, exponents: [0.5, 0.5] };

/**
 * A superellipsoid about the origin (Barr 1981): inside where (|x/a|^(2/e2) + |y/b|^(2/e2))^(e2/e1) + |z/c|^(2/e1) ≤ 1.
 *
 * @example
 * const pillow = superellipsoid({ radii: [2, 2, 0.5], exponents: [1, 0.4] });
 */
export function superellipsoid(options: SuperellipsoidOptions = {}): Superellipsoid {
  demandOptions('superellipsoid', options, ['radii', 'exponents']);
  const { radii = SUPERELLIPSOID_DEFAULTS.radii, exponents = SUPERELLIPSOID_DEFAULTS.exponents } = options;
  if (typeof radii !== 'number' && !(Array.isArray(radii) && radii.length === 3))
    throw new InputError(
      `superellipsoid: the radii must be one length or three (${shown(radii)}). Give one for all, or those along x, y and z.`,
    );
  if (!Array.isArray(exponents) || exponents.length !== 2)
    throw new InputError(
      `superellipsoid: there must be two exponents (${shown(exponents)}). Give [e1, e2]: north to south, east to west.`,
    );
  const [a, b, c] = typeof radii === 'number' ? [radii, radii, radii] : radii;
  demandPositive('superellipsoid', 'radius along x', a);
  demandPositive('superellipsoid', 'radius along y', b);
  demandPositive('superellipsoid', 'radius along z', c);
  for (const [k, e] of exponents.entries()) {
    if (typeof e !== 'number')
      throw new InputError(
        `superellipsoid: exponent e${k + 1} is no number (${shown(e)}). Give one from ${LEAST_EXPONENT} up to 2.`,
      );
    if (!(e >= LEAST_EXPONENT))
      throw new InputError(
        `superellipsoid: exponent e${k + 1} is below ${LEAST_EXPONENT} (${e}). Give a number from there up to 2.`,
      );
    if (e > 2)
      throw new InputError(
        `superellipsoid: with exponent e${k + 1} above 2 it is not convex (${e}). Give one up to 2, or write it as an implicit formula.`,
      );
  }
  return made(
    {
      kind: 'superellipsoid',
      radii: [a, b, c],
      exponents: [exponents[0], exponents[1]],
      bounds: { min: [-a, -b, -c], max: [a, b, c] },
      patches: ['surface'],
    },
    SUPERELLIPSOID,
  );
}

export const SUPERELLIPSOID: KnownKind<Superellipsoid> = {
  kind: superellipsoidKind,
  check: ({ radii, exponents }) =>
    dueOf(superellipsoid({ radii: numbers('radii', radii, 3), exponents: numbers('exponents', exponents, 2) })),
};

/** Below, its edges are sharper than an f32 can tell from those of a box: 2^(e/2) is their distance from the middle in units of the face's. */
const LEAST_EXPONENT = 1e-6;
