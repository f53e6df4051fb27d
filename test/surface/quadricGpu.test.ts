import { expect, test } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { cone, frustum } from '../../src/surface/quadric/cone.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { cut, quadric } from '../../src/surface/quadric/quadric.js';
import { quadricKind } from '../../src/surface/quadric/quadricKind.js';
import { ellipsoid, sphere } from '../../src/surface/quadric/sphere.js';
import type { Quadric } from '../../src/surface/surface.js';
import { describeGpu } from '../support/gpu.js';
import { castOnGpu } from './support/castOnGpu.js';
import { randomRay } from './support/randomRay.js';

const times = (factor: number, surface: Quadric): Quadric =>
  quadric({ matrix: surface.coefficients.map((c) => factor * c) });

const SOLIDS: Record<string, Quadric> = {
  sphere: sphere({ radius: 1.3 }),
  'sphere, its form times 1e-9 and in millionths': times(1e-9, sphere({ radius: 1.3e-6 })),
  'sphere, its form times 1e12 and in millions': times(1e12, sphere({ radius: 1.3e6 })),
  'ellipsoid, 1000 : 1': ellipsoid({ radii: [1000, 1, 30] }),
  cylinder: cylinder({ radius: 0.7, height: 2.1 }),
  cone: cone({ radius: 1.2, height: 2.3 }),
  frustum: frustum({ bottomRadius: 0.4, topRadius: 1.1, height: 1.7 }),
  paraboloid: paraboloid({ radius: 0.9, height: 1.4 }),
  'hyperboloid of one sheet': hyperboloidOfOneSheet({ waistRadius: 0.3, radius: 1.1, height: 2 }),
  'hyperboloid of two sheets': hyperboloidOfTwoSheets({ radius: 0.8, height: 1.5, tipDistance: 0.1, sheets: 2 }),
  'spherical segment': cut(sphere(), [
    { normal: [1, 2, 2], distance: 0.9 },
    { normal: [-1, -2, -2], distance: 0.6 },
  ]),
};

/** Pairs of crossings nearer to each other than this, in sizes, are left to chance in f32. */
const CLOSE = 1e-3;

describeGpu('quadrics on the GPU', () => {
  test.each(Object.entries(SOLIDS))('%s: 1,000 rays as on the CPU (seed 11)', async (_, surface) => {
    const random = seeded(11);
    const { min, max } = surface.bounds;
    const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    const rays = new Float32Array(6000);
    for (let k = 0; k < rays.length; k += 6) {
      const [px, py, pz, dx, dy, dz] = randomRay(random, surface.bounds);
      const unit = random() < 0.5 ? 1 : 1 / Math.hypot(dx, dy, dz);
      rays.set([px, py, pz, dx * unit, dy * unit, dz * unit], k);
    }
    // The axis, and along a line of the side, where a cylinder is straight.
    rays.set([0, 0, 3 * max[2], 0, 0, -1], 0);
    rays.set([0.5 * max[0], 0, 3 * max[2], 0, 0, -1], 6);
    const found = await castOnGpu(quadricKind.program!(surface)!, rays, -1e30, 1e30);
    const { cast } = quadricKind.caster(surface);
    const sides = quadricKind.sides(surface);
    const out = createCrossings();
    const gradient = new Float64Array(3);
    let compared = 0;
    for (const [k, gpu] of found.entries()) {
      const [px, py, pz, dx, dy, dz] = rays.subarray(6 * k, 6 * k + 6);
      cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, out);
      const length = Math.hypot(dx, dy, dz);
      const t = Array.from(out.t.subarray(0, out.count));
      const [a, b] = [withoutClosePairs(gpu.t, t), withoutClosePairs(t, gpu.t)];
      const say = `ray ${px}, ${py}, ${pz}, ${dx}, ${dy}, ${dz}: ${gpu.t} instead of ${t}`;
      expect(gpu.gaveUp, say).toBe(0);
      expect(gpu.isEntry, say).toEqual(gpu.t.map((_, i) => i % 2 === 0));
      expect(a.length, say).toBe(b.length);
      for (const [i, at] of b.entries()) {
        const patch = out.patch[t.indexOf(at)];
        const point = [px + at * dx, py + at * dy, pz + at * dz] as const;
        sides[patch].gradient(...point, gradient);
        const [x, y, z] = gradient;
        if (Math.abs(x * dx + y * dy + z * dz) < 0.03 * Math.hypot(x, y, z) * length) continue;
        compared++;
        expect((Math.abs(a[i] - at) * length) / size, say).toBeLessThan(2e-6);
        // On an edge either side may be told.
        const told = gpu.patch[gpu.t.indexOf(a[i])];
        if (told !== patch) expect(Math.abs(sides[told].value(...point)), say).toBeLessThan(1e-4 * (told ? size : 1));
      }

      function withoutClosePairs(all: readonly number[], others: readonly number[]): number[] {
        const left: number[] = [];
        for (const one of all) {
          const isClose = left.length > 0 && (one - left[left.length - 1]) * length < CLOSE * size;
          if (isClose && all.length !== others.length) left.pop();
          else left.push(one);
        }
        return left;
      }
    }
    expect(compared).toBeGreaterThan(400);
  });
});
