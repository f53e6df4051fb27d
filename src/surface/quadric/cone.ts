import { demandOptions, demandPositive } from '../../mesh/shapes/demand.js';
import type { Quadric } from '../surface.js';
import { cylinder, downTo, upTo } from './cylinder.js';
import { quadric } from './quadric.js';

export interface ConeOptions {
  /** At the bottom. */
  readonly radius?: number;
  /** 0 for a pointed cone, more for a frustum. */
  readonly topRadius?: number;
  /** From bottom to top, along z. */
  readonly height?: number;
}

/**
 * A cone or frustum about the z axis, half its height below the origin. Patches: `side`, `top`, `bottom`. A pointed cone's `top` is its
 * apex; the plane there cuts off the other half of the double cone.
 */
export function cone(options: ConeOptions = {}): Quadric {
  demandOptions('cone', options, ['radius', 'topRadius', 'height']);
  const { radius = 1, topRadius = 0, height = 2 } = options;
  demandPositive('cone', 'radius', radius);
  if (topRadius !== 0) demandPositive('cone', 'topRadius', topRadius);
  demandPositive('cone', 'height', height);
  if (topRadius === radius) return cylinder({ radius, height });
  // x² + y² ≤ (mean − slope · z)²
  const mean = (radius + topRadius) / 2;
  const slope = (radius - topRadius) / height;
  return quadric({
    matrix: [1, 1, -slope * slope, 0, 0, 0, 0, 0, 2 * mean * slope, -mean * mean],
    planes: [upTo(height / 2), downTo(-height / 2)],
    names: ['side', 'top', 'bottom'],
  });
}

export interface FrustumOptions {
  readonly bottomRadius?: number;
  readonly topRadius?: number;
  /** From bottom to top, along z. */
  readonly height?: number;
}

/** A cone whose tip is cut off, about the z axis, its middle at the origin. Patches: `side`, `top`, `bottom`. */
export function frustum(options: FrustumOptions = {}): Quadric {
  demandOptions('frustum', options, ['bottomRadius', 'topRadius', 'height']);
  const { bottomRadius = 1, topRadius = 0.5, height = 2 } = options;
  demandPositive('frustum', 'bottomRadius', bottomRadius);
  demandPositive('frustum', 'topRadius', topRadius);
  demandPositive('frustum', 'height', height);
  return cone({ radius: bottomRadius, topRadius, height });
}
