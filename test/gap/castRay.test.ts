import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { castRay, createLayers } from '../../src/detect/gap/castRay.js';
import { facesNearRays } from '../../src/detect/gap/facesNearRays.js';
import { projectMesh } from '../../src/detect/gap/projectMesh.js';
import { createRayGap, findRayGap, RAY_SEES } from '../../src/detect/gap/rayGap.js';
import { gap } from '../../src/gap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { edgeDistance } from '../support/edgeDistance.js';
import { randomAffine } from '../support/randomPose.js';
import { boxBody } from './support/bodies.js';

const machine = createCpuMachine();
const rule = { bitsA: -1, bitsB: -1, checkA: true, checkB: true, noise: 0 };

describe('rays cast in f64', () => {
  test.each([1, 2, 3, 4])('tell what the machine tells, away from edges, mirrored or not, seed %d', async (seed) => {
    const random = seeded(seed);
    const mirror = scaling(seed % 2 === 0 ? -1 : 1, 1, 1);
    const a = body(torusKnot({ segments: 40, sides: 8 }), { pose: multiply(randomAffine(random, 0.3), mirror) });
    const b = body(bumpySphere({ segments: 12, frequency: 3 }), { pose: randomAffine(random, 0.9) });
    const map = await gap(a, b, { direction: [0.2, 0.3, 1], resolution: 48, machine });
    const rays = Uint32Array.from(map.gap.keys());
    const bodies = [a, b].map((one) => projectMesh(one, map.view));
    const near = bodies.map((one) => facesNearRays(one, rays, map.view, 0.01));
    const layers = createLayers(1000);
    const found = createRayGap();
    const edges = edgeDistance([a, b], map.view, 0.02);
    let [compared, worst] = [0, -Infinity];
    for (const p of rays) {
      if (edges[p] < 0.02) continue;
      const [x, y] = [(p % map.columns) + 0.5, Math.floor(p / map.columns) + 0.5];
      const facesOf = (k: number) => near[k].faces.subarray(near[k].starts[p], near[k].starts[p + 1]);
      const first = castRay(layers, 0, bodies[0], facesOf(0), 0, x, y);
      findRayGap(found, layers, rule, 0, castRay(layers, first, bodies[1], facesOf(1), 1, x, y), 0, 0);
      expect(found.sees).toBe(map.seen[p]);
      if (found.sees !== RAY_SEES.both) continue;
      compared++;
      const off = Math.abs((found.to - found.from) * map.view.size[2] - map.gap[p]);
      worst = Math.max(worst, off - 2 * map.error[p]);
    }
    expect(compared).toBeGreaterThan(200);
    expect(worst).toBeLessThan(0);
  });

  test('meet one face of two, and as many fronts as backs, through edges and corners', async () => {
    const a = boxBody([-2, -2, -1], [2, 2, 1]);
    // Rays through every edge and corner, and the diagonals of the sides.
    const view = { origin: [-3, -3, -2], right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] } as const;
    const grid = { ...view, size: [6, 6, 4] as const, columns: 6, rows: 6 };
    const seen = projectMesh(a, grid);
    const layers = createLayers(100);
    const faces = Uint32Array.from({ length: seen.indices.length / 3 }, (_, f) => f);
    let through = 0;
    for (let y = 0; y <= 6; y++)
      for (let x = 0; x <= 6; x++) {
        const count = castRay(layers, 0, seen, faces, 0, x, y);
        expect([0, 2]).toContain(count);
        if (Math.max(Math.abs(x - 3), Math.abs(y - 3)) < 2) expect(count).toBe(2);
        if (Math.max(Math.abs(x - 3), Math.abs(y - 3)) > 2) expect(count).toBe(0);
        if (count === 0) continue;
        through++;
        expect([layers.layerName[0] >>> 31, layers.layerName[2] >>> 31]).toEqual([1, 0]);
        expect([layers.layerDepth[1], layers.layerDepth[3]]).toEqual([0.25, 0.75]);
      }
    // Of two opposite sides of the outline one counts: 4 × 4 of the 5 × 5 places on it and within.
    expect(through).toBe(16);
  });
});
