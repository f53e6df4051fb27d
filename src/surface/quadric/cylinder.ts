import { InputError } from '../../errors.js';
import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import type { Quadric } from '../surface.js';
import { type HalfSpace, quadric } from './quadric.js';

export interface CylinderOptions {
  readonly radius?: number;
  /** Instead of one radius: those along x and y. */
  readonly radii?: readonly [a: number, b: number];
  /** From bottom to top, along z. */
  readonly height?: number;
}

/** A cylinder about the z axis, its middle at the origin. Patches: `side`, `top`, `bottom`. */
export function cylinder(options: CylinderOptions = {}): Quadric {
  demandOptions('cylinder', options, ['radius', 'radii', 'height']);
  const { radius = 1, height = 2, radii = [radius, radius] } = options;
  if (!Array.isArray(radii) || radii.length !== 2)
    throw new InputError(
      `cylinder: there must be two radii (${Array.isArray(radii) ? radii.length : shown(radii)}). Give those along x and y.`,
    );
  if (options.radii !== undefined && options.radius !== undefined)
    throw new InputError(
      `cylinder: both radius (${radius}) and radii (${radii.join(', ')}) are given. Give one of them.`,
    );
  for (const one of radii) demandPositive('cylinder', 'radius', one);
  demandPositive('cylinder', 'height', height);
  const [a, b] = radii;
  // A circle's radius is kept as well as can be: only its square is rounded.
  const form = a === b ? [1, 1, -a * a] : [1 / (a * a), 1 / (b * b), -1];
  return quadric({
    matrix: [form[0], form[1], 0, 0, 0, 0, 0, 0, 0, form[2]],
    planes: [upTo(height / 2), downTo(-height / 2)],
    names: ['side', 'top', 'bottom'],
  });
}

/** Cuts off what is above. */
export const upTo = (z: number): HalfSpace => ({ normal: [0, 0, 1], distance: z });

/** Cuts off what is below. */
export const downTo = (z: number): HalfSpace => ({ normal: [0, 0, -1], distance: -z });
