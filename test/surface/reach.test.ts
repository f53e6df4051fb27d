import { expect, test } from 'vitest';
import { SURFACE_SOLIDS } from '../../scenes/surfaceSolids.js';
import { seeded } from '../../src/math/random.js';
import { AXES, scale } from '../../src/math/vector.js';
import { casterOf } from '../../src/surface/casterOf.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { kindOf } from '../../src/surface/kinds.js';

test.each(SURFACE_SOLIDS.filter(({ make }) => kindOf(make()).reach))(
  'a solid reaches as far as its rays do, along its axes as far as its bounds, seed 1: $name',
  ({ make }) => {
    const surface = make();
    const reach = kindOf(surface).reach!;
    AXES.forEach((axis, k) => {
      expect(reach(surface, ...axis)).toBeCloseTo(surface.bounds.max[k], 9);
      expect(reach(surface, ...scale(axis, -1))).toBeCloseTo(-surface.bounds.min[k], 9);
    });
    const random = seeded(1);
    const out = createCrossings();
    const ways = Array.from({ length: 20 }, () => [random() - 0.5, random() - 0.5, random() - 0.5] as const);
    const most = ways.map(() => -Infinity);
    for (let ray = 0; ray < 20_000; ray++) {
      const [px, py, pz, dx, dy, dz] = Array.from({ length: 6 }, () => 3 * (random() - 0.5));
      casterOf(surface).cast(px, py, pz, dx, dy, dz, -10, 10, out);
      for (let k = 0; k < out.count; k++) {
        const [x, y, z] = [px + out.t[k] * dx, py + out.t[k] * dy, pz + out.t[k] * dz];
        ways.forEach(([u, v, w], i) => {
          most[i] = Math.max(most[i], u * x + v * y + w * z);
        });
      }
    }
    ways.forEach((way, i) => {
      const far = reach(surface, ...way);
      expect(most[i]).toBeLessThanOrEqual(far + 1e-9);
      // A random ray comes near to the farthest point, but for a sharp tip.
      expect(most[i]).toBeGreaterThan(far - 0.05);
    });
  },
);
