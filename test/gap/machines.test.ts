import { afterAll, beforeAll, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { SEEN } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { seeded } from '../../src/math/random.js';
import { normalize } from '../../src/math/vector.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { edgeDistance } from '../support/edgeDistance.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { between, randomAffine } from '../support/randomPose.js';
import { boxMesh } from './support/bodies.js';

/** As for the lists: within two steps of 1/256 pixel of an edge the machines may differ. */
const NEAR_PX = 1 / 128;

describeGpu('the gap on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test.each([1, 2, 3, 4])('is the same away from edges, seed %d', async (seed) => {
    const random = seeded(seed);
    const a = body(torusKnot({ segments: 40, sides: 8 }), { pose: randomAffine(random, 0.3) });
    const b = body(bumpySphere({ segments: 12, frequency: 3 }), { pose: randomAffine(random, 0.9) });
    const direction = normalize([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);
    const [one, other] = await Promise.all(
      [cpu, gpu].map((machine) => gap(a, b, { direction, resolution: 64, machine })),
    );
    expect(other.view).toEqual(one.view);
    const error = 2 * Math.max(one.measured.depthError, other.measured.depthError);
    const near = edgeDistance([a, b], one.view, NEAR_PX);
    let compared = 0;
    let inside = 0;
    one.gap.forEach((value, p) => {
      if (near[p] < NEAR_PX) return;
      expect(other.seen[p]).toBe(one.seen[p]);
      if (one.seen[p] !== SEEN.both) return;
      compared++;
      if (value < 0) inside++;
      expect(Math.abs(other.gap[p] - value)).toBeLessThan(error);
      expect(Math.abs(other.begin[p] - one.begin[p])).toBeLessThan(error);
      expect([other.aFirst[p], other.aLast[p]]).toEqual([one.aFirst[p], one.aLast[p]]);
    });
    expect(compared).toBeGreaterThan(300);
    expect(inside).toBeGreaterThan(30);
    expect(inside).toBeLessThan(compared - 10);
  });

  test('of bodies that are open, or whose faces do not agree', async () => {
    const { positions, indices } = boxMesh([-1, -1, 0], [1, 1, 1]);
    const other = body(boxMesh([-0.7, -0.7, 1.5], [0.8, 0.9, 2]));
    const torn = indices.slice();
    torn.set([indices[1], indices[0]]);
    const cases = [body({ positions, indices: indices.slice(3) }), body({ positions, indices: torn })];
    for (const direction of [[0, 0, 1] as const, [1, 0, 0.2] as const])
      for (const faulty of cases) {
        const options = { direction, resolution: 40, extent: 'all' } as const;
        const one = await gap(faulty, other, { ...options, machine: cpu });
        const two = await gap(faulty, other, { ...options, machine: gpu });
        expect(two.seen).toEqual(one.seen);
        expect(two.aFirst).toEqual(one.aFirst);
        expect(two.undecidedRays).toBe(one.undecidedRays);
      }
  });
});
