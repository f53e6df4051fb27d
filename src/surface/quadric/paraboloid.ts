import { demandOptions, demandPositive } from '../../mesh/shapes/demand.js';
import type { Quadric } from '../surface.js';
import { downTo } from './cylinder.js';
import { quadric } from './quadric.js';

export interface ParaboloidOptions {
  /** At the bottom. */
  readonly radius?: number;
  /** From bottom to top, along z. */
  readonly height?: number;
}

/** A paraboloid about the z axis, its vertex on top, half its height below the origin. Patches: `side`, `bottom`. */
export function paraboloid(options: ParaboloidOptions = {}): Quadric {
  demandOptions('paraboloid', options, ['radius', 'height']);
  const { radius = 1, height = 2 } = options;
  demandPositive('paraboloid', 'radius', radius);
  demandPositive('paraboloid', 'height', height);
  const perHeight = (radius * radius) / height;
  return quadric({
    matrix: [1, 1, 0, 0, 0, 0, 0, 0, perHeight, (-radius * radius) / 2],
    planes: [downTo(-height / 2)],
    names: ['side', 'bottom'],
  });
}
