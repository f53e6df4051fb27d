import { expect } from 'vitest';
import { createCrossings } from '../../../src/surface/crossings.js';
import { castOnGpu } from './castOnGpu.js';
import { type CastSubject, steepness, withoutClosePairs } from './castSubject.js';
import type { Ray } from './randomRay.js';

/** In sizes: pairs of crossings nearer than this count as a touch, for f32. */
const TOUCH = 1e-3;
/** In sizes: how far from the surface a crossing may lie. */
const OFF = 2e-6;

/**
 * Casts rays on the GPU and on the host, from minus to plus 1e6, and compares: as many crossings, except for touches, patches
 * and entries alike, each as near to the surface as f32 allows. Gives back the largest distance, in sizes.
 */
export async function expectOnGpu(subject: CastSubject, rays: readonly Ray[]): Promise<number> {
  const { caster, size, program } = subject;
  const flat = Float32Array.from(rays.flat());
  const told = await castOnGpu(program, flat, -1e6, 1e6);
  const found = createCrossings();
  let worst = 0;
  for (const [n, gpu] of told.entries()) {
    // As the device has it.
    const ray = Array.from(flat.subarray(6 * n, 6 * n + 6)) as unknown as Ray;
    const [px, py, pz, dx, dy, dz] = ray;
    const length = Math.hypot(dx, dy, dz);
    caster.cast(px, py, pz, dx, dy, dz, -1e6, 1e6, found);
    const host = Array.from(found.t.subarray(0, found.count));
    const apart = (TOUCH * size) / length;
    const b = withoutClosePairs(host, apart);
    // A pair that is about as near as that may be a little nearer for the one, and a little less for the other.
    const ways = [1, 0.5, 2].map((more) => withoutClosePairs(gpu.t, more * apart));
    const a = ways.find(({ length }) => length === b.length) ?? ways[0];
    if (
      a.length !== b.length ||
      gpu.gaveUp > 0 ||
      gpu.startsInside ||
      gpu.isEntry.some((is, k) => is !== (k % 2 === 0))
    )
      expect.fail(`ray ${ray.join(', ')}: ${JSON.stringify(gpu)} instead of ${host}`);
    for (const [k, t] of b.entries()) {
      // Along the ray it may be off by more, the flatter it meets the surface, and by what an f32 far along the ray can hold.
      const along = Math.abs(a[k] - t) * length - 2 ** -23 * Math.abs(t) * length;
      const off = (along * steepness(subject, ray, t)) / size;
      worst = Math.max(worst, off);
      if (!(off <= OFF)) expect.fail(`ray ${ray.join(', ')}: ${gpu.t} instead of ${host}, off by ${off}`);
    }
    if (a.length !== gpu.t.length || b.length !== host.length) continue;
    for (const [k, patch] of gpu.patch.entries()) {
      if (patch === found.patch[k]) continue;
      // At a seam either patch will do: a little to the one or the other side along the ray the host must see the GPU's.
      const near = [-1e-4, 1e-4].map((e) => host[k] + (e * size) / length);
      const seen = near.map((t) => subject.side.patchAt(px + t * dx, py + t * dy, pz + t * dz));
      if (!seen.includes(patch)) expect.fail(`ray ${ray.join(', ')}: patch ${patch} instead of ${found.patch[k]}`);
    }
  }
  return worst;
}
