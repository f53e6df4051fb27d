import type { Caster, CastProgram, RayKind, RaySurface, Side } from '../../../src/surface/surface.js';
import type { Ray } from './randomRay.js';

/** A solid with one side, and what its kind makes of it. */
export interface CastSubject {
  readonly surface: RaySurface;
  readonly caster: Caster;
  readonly side: Side;
  readonly program: CastProgram;
  readonly size: number;
}

export function castSubject<S extends RaySurface>(kind: RayKind<S>, surface: S): CastSubject {
  const { min, max } = surface.bounds;
  return {
    surface,
    caster: kind.caster(surface),
    side: kind.sides(surface)[0],
    program: kind.program!(surface)!,
    size: Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
  };
}

const gradient = new Float64Array(3);

/** |n · d| / |n| |d| at a point of the ray: 1 where it meets the solid head on, 0 where it touches. */
export function steepness({ side }: CastSubject, [px, py, pz, dx, dy, dz]: Ray, t: number): number {
  side.gradient(px + t * dx, py + t * dy, pz + t * dz, gradient);
  const [x, y, z] = gradient;
  return Math.abs(x * dx + y * dy + z * dz) / (Math.hypot(x, y, z) * Math.hypot(dx, dy, dz));
}

/** Without the pairs of neighbours that are nearer than `apart`. */
export function withoutClosePairs(t: readonly number[], apart: number): number[] {
  const left: number[] = [];
  for (const s of t) {
    if (left.length > 0 && s - left[left.length - 1] < apart) left.pop();
    else left.push(s);
  }
  return left;
}
