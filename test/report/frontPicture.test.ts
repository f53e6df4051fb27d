import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { frontBody, frontDepth, frontPicture } from '../../src/report/frontPicture.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { crossings, edgeDistance } from '../support/edgeDistance.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const codesOf = (machine: Machine, view: View, a: Body, b: Body): Promise<Float32Array> =>
  machine.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    await frame.examine(frontPicture);
    return frame.read('map');
  });

/** Two bodies through each other, in a view of all of them or one that cuts through. */
function scene(seed: number): { a: Body; b: Body; view: View } {
  const random = seeded(seed);
  const a = body(torusKnot({ segments: 40, sides: 8 }), { pose: randomRotation(random) });
  const b = body(box({ size: [1, 1.4, 0.8] }), {
    pose: multiply(translation(random() - 0.5, random() - 0.5, random() - 0.5), randomRotation(random)),
  });
  const half = seed % 2 ? 2 : 0.6;
  const direction = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
  return {
    a,
    b,
    view: fitView({ min: [-half, -half, -half], max: [half, half, half] }, { direction, resolution: 48 }),
  };
}

describe('what lies in front', () => {
  const cpu = createCpuMachine();
  test.each([1, 2, 3, 4])('is the nearest crossing of all faces, seed %d', async (seed) => {
    const { a, b, view } = scene(seed);
    const codes = await codesOf(cpu, view, a, b);
    const near = edgeDistance([a, b], view, 1 / 128);
    const [ofA, ofB] = [crossings([a], view), crossings([b], view)];
    let compared = 0;
    codes.forEach((code, p) => {
      if (near[p] < 1 / 128) return;
      compared++;
      const isCut = (depths: number[]) => depths.filter((depth) => depth < 0).length % 2 === 1;
      const first = (depths: number[]) => Math.min(...depths.filter((depth) => depth >= 0 && depth <= 1));
      const [cutA, cutB] = [isCut(ofA[p]), isCut(ofB[p])];
      const [depthA, depthB] = [cutA ? 0 : first(ofA[p]), cutB && !cutA ? 0 : first(ofB[p])];
      if (Math.min(depthA, depthB) === Infinity) expect(code).toBe(0);
      else {
        expect(frontBody(code)).toBe(depthA <= depthB ? 0 : 1);
        expect(frontDepth(code)).toBeCloseTo(Math.min(depthA, depthB), 5);
      }
    });
    expect(compared).toBeGreaterThan(0.9 * 48 * 48);
  });
});

describeGpu('what lies in front, on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test.each([1, 2, 3, 4])('agrees away from edges, seed %d', async (seed) => {
    const { a, b, view } = scene(seed);
    const near = edgeDistance([a, b], view, 1 / 128);
    const [one, other] = [await codesOf(cpu, view, a, b), await codesOf(gpu, view, a, b)];
    let worst = 0;
    one.forEach((code, p) => {
      if (near[p] >= 1 / 128) worst = Math.max(worst, Math.abs(code - other[p]));
    });
    expect(worst).toBeLessThan(2e-6);
  });
});
