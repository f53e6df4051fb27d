import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { type ProfilePoint, polygonArea, revolve } from './revolve.js';

export interface CylinderOptions {
  radius?: number;
  /** From bottom to top, along z. */
  height?: number;
  /** Around the axis. */
  segments?: number;
  heightSegments?: number;
}

export const CYLINDER_DEFAULTS: Required<CylinderOptions> = { radius: 1, height: 2, segments: 48, heightSegments: 1 };

/** A cylinder about the z axis, its middle at the origin: 2 × segments × (heightSegments + 1) triangles. */
export function cylinder(options: CylinderOptions = {}): Mesh {
  const { radius, height, segments, heightSegments } = check(options);
  const profile: ProfilePoint[] = [[0, height / 2]];
  for (let k = 0; k <= heightSegments; k++) profile.push([radius, height * (0.5 - k / heightSegments)]);
  profile.push([0, -height / 2]);
  return revolve(profile, segments);
}

export const cylinderVolume = (radius: number, height: number): number => Math.PI * radius * radius * height;

/** The volume of the mesh that {@link cylinder} gives for the same options, before rounding: a regular prism. */
export function prismVolume(options: CylinderOptions = {}): number {
  const { radius, height, segments } = check(options);
  return polygonArea(segments) * radius * radius * height;
}

function check(options: CylinderOptions): Required<CylinderOptions> {
  const all = { ...CYLINDER_DEFAULTS, ...options };
  demandPositive('cylinder', 'radius', all.radius);
  demandPositive('cylinder', 'height', all.height);
  demandCount('cylinder', 'segments', all.segments, 3);
  demandCount('cylinder', 'heightSegments', all.heightSegments, 1);
  return all;
}
