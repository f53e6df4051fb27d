import { InputError } from '../../errors.js';
import { demandOptions, demandPositive, shown } from '../../mesh/shapes/demand.js';
import type { Quadric } from '../surface.js';
import { downTo, upTo } from './cylinder.js';
import { quadric } from './quadric.js';

export interface HyperboloidOfOneSheetOptions {
  /** In the middle, where it is narrowest. */
  readonly waistRadius?: number;
  /** At the top and at the bottom. */
  readonly radius?: number;
  /** From bottom to top, along z. */
  readonly height?: number;
}

/** A cooling tower about the z axis, its waist at the origin. Patches: `side`, `top`, `bottom`. */
export function hyperboloidOfOneSheet(options: HyperboloidOfOneSheetOptions = {}): Quadric {
  demandOptions('hyperboloid', options, ['waistRadius', 'radius', 'height']);
  const { waistRadius = 0.5, radius = 1, height = 2 } = options;
  demandPositive('hyperboloid', 'waistRadius', waistRadius);
  demandPositive('hyperboloid', 'radius', radius);
  demandPositive('hyperboloid', 'height', height);
  if (!(waistRadius < radius))
    throw new InputError(
      `hyperboloid: the waistRadius (${waistRadius}) must be below the radius (${radius}). For equal ones take a cylinder.`,
    );
  const slope = (4 * (radius - waistRadius) * (radius + waistRadius)) / (height * height);
  return quadric({
    matrix: [1, 1, -slope, 0, 0, 0, 0, 0, 0, -waistRadius * waistRadius],
    planes: [upTo(height / 2), downTo(-height / 2)],
    names: ['side', 'top', 'bottom'],
  });
}

export interface HyperboloidOfTwoSheetsOptions {
  /** Where a sheet ends. */
  readonly radius?: number;
  /** Of one sheet, from its tip to where it ends, along z. */
  readonly height?: number;
  /** From a tip to the middle between the two: 0 would be a cone, infinity a paraboloid. */
  readonly tipDistance?: number;
  /** One: its tip on top, half its height below the origin. Two: tip to tip, the origin between them. */
  readonly sheets?: 1 | 2;
}

/**
 * One sheet, closed by a plane, or both, about the z axis. Patches: `side`, `bottom`, and `middle`, which cuts off the other sheet and meets
 * nothing; of two sheets `side`, `top`, `bottom`.
 */
export function hyperboloidOfTwoSheets(options: HyperboloidOfTwoSheetsOptions = {}): Quadric {
  demandOptions('hyperboloid', options, ['radius', 'height', 'tipDistance', 'sheets']);
  const { radius = 1, height = 2, tipDistance = 1, sheets = 1 } = options;
  demandPositive('hyperboloid', 'radius', radius);
  demandPositive('hyperboloid', 'height', height);
  demandPositive('hyperboloid', 'tipDistance', tipDistance);
  if (sheets !== 1 && sheets !== 2)
    throw new InputError(`hyperboloid: there are one or two sheets (${shown(sheets)}). Give 1 or 2.`);
  // x² + y² ≤ slope · (z'² − tipDistance²), z' from the middle between the tips.
  const slope = (radius * radius) / (height * (height + 2 * tipDistance));
  if (sheets === 2)
    return quadric({
      matrix: [1, 1, -slope, 0, 0, 0, 0, 0, 0, slope * tipDistance * tipDistance],
      planes: [upTo(tipDistance + height), downTo(-tipDistance - height)],
      names: ['side', 'top', 'bottom'],
    });
  const shift = height / 2 + tipDistance;
  const constant = -slope * (height / 2) * (shift + tipDistance);
  return quadric({
    matrix: [1, 1, -slope, 0, 0, 0, 0, 0, 2 * slope * shift, constant],
    // The second plane, halfway to the other sheet, cuts that one off.
    planes: [downTo(-height / 2), upTo(shift)],
    names: ['side', 'bottom', 'middle'],
  });
}
