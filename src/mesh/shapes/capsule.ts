import type { Mesh } from '../mesh.js';
import { demandCount, demandPositive } from './demand.js';
import { type ProfilePoint, revolve, revolveVolume } from './revolve.js';

export interface CapsuleOptions {
  radius?: number;
  /** Of the straight part, along z; the whole is `height + 2 × radius` long. */
  height?: number;
  /** Around the axis. */
  segments?: number;
  /** Bands of each half ball. */
  rings?: number;
}

export const CAPSULE_DEFAULTS: Required<CapsuleOptions> = { radius: 1, height: 2, segments: 48, rings: 12 };

/** A cylinder about the z axis with a half ball at each end, its middle at the origin: 4 × segments × rings triangles. */
export function capsule(options: CapsuleOptions = {}): Mesh {
  const all = check(options);
  return revolve(outline(all), all.segments);
}

export const capsuleVolume = (radius: number, height: number): number =>
  Math.PI * radius * radius * (height + (4 / 3) * radius);

/** The volume of the mesh that {@link capsule} gives for the same options, before rounding. */
export function capsuleMeshVolume(options: CapsuleOptions = {}): number {
  const all = check(options);
  return revolveVolume(outline(all), all.segments);
}

function outline({ radius, height, rings }: Required<CapsuleOptions>): ProfilePoint[] {
  const upper: ProfilePoint[] = [[0, height / 2 + radius]];
  for (let k = 1; k < rings; k++) {
    const angle = (Math.PI / 2) * (k / rings);
    upper.push([radius * Math.sin(angle), height / 2 + radius * Math.cos(angle)]);
  }
  upper.push([radius, height / 2]);
  return [...upper, ...upper.map(([r, z]): ProfilePoint => [r, -z]).reverse()];
}

function check(options: CapsuleOptions): Required<CapsuleOptions> {
  const all = { ...CAPSULE_DEFAULTS, ...options };
  demandPositive('capsule', 'radius', all.radius);
  demandPositive('capsule', 'height', all.height);
  demandCount('capsule', 'segments', all.segments, 3);
  demandCount('capsule', 'rings', all.rings, 1);
  return all;
}
