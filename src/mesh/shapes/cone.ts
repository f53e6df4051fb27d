import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { type ProfilePoint, polygonArea, revolve } from './revolve.js';

export interface ConeOptions {
  /** At the bottom. */
  radius?: number;
  /** 0 for a pointed cone, more for a frustum. */
  topRadius?: number;
  /** From bottom to top, along z. */
  height?: number;
  /** Around the axis. */
  segments?: number;
}

export const CONE_DEFAULTS: Required<ConeOptions> = { radius: 1, topRadius: 0, height: 2, segments: 48 };

/** A cone or frustum about the z axis, half its height below the origin: 2 × segments triangles, 4 × segments cut off. */
export function cone(options: ConeOptions = {}): Mesh {
  const { radius, topRadius, height, segments } = check(options);
  const profile: ProfilePoint[] = [[0, height / 2]];
  if (topRadius > 0) profile.push([topRadius, height / 2]);
  profile.push([radius, -height / 2], [0, -height / 2]);
  return revolve(profile, segments);
}

export const coneVolume = (radius: number, height: number, topRadius = 0): number =>
  (Math.PI / 3) * height * (radius * radius + radius * topRadius + topRadius * topRadius);

/** The volume of the mesh that {@link cone} gives for the same options, before rounding: a regular pyramid or its frustum. */
export function pyramidVolume(options: ConeOptions = {}): number {
  const { radius, topRadius, height, segments } = check(options);
  return (polygonArea(segments) / Math.PI) * coneVolume(radius, height, topRadius);
}

function check(options: ConeOptions): Required<ConeOptions> {
  const all = { ...CONE_DEFAULTS, ...options };
  demandPositive('cone', 'radius', all.radius);
  if (all.topRadius !== 0) demandPositive('cone', 'topRadius', all.topRadius);
  demandPositive('cone', 'height', all.height);
  demandCount('cone', 'segments', all.segments, 3);
  return all;
}
