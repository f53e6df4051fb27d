import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Machine } from '../../src/machine/machine.js';
import { SUBPIXELS } from '../../src/machine/raster.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { posedHuge } from '../support/watertightPoses.js';
import { findLeaks, posesOf } from '../support/watertightRuns.js';

describeGpu('lists of closed bodies on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('300 poses of ten solids at 64² (seed 11): no ray leaks', async () => {
    // f32 may snap a vertex one step farther than f64.
    const { leaks, layers, negative } = await findLeaks(gpu, posesOf(11, 0, 300, 64), (2 * Math.SQRT1_2) / SUBPIXELS);
    expect(leaks).toEqual([]);
    expect(layers).toBeGreaterThan(200_000);
    expect(negative).toBeLessThan(layers / 1_000);
  });

  test('40 solids up to a million times as large as the screen (seed 12): no ray leaks', async () => {
    const huge = Array.from({ length: 40 }, (_, k) => posedHuge(12, k, 64));
    const { leaks, layers } = await findLeaks(gpu, huge, (2 * Math.SQRT1_2) / SUBPIXELS);
    expect(leaks).toEqual([]);
    expect(layers).toBeGreaterThan(40_000);
  });
});
