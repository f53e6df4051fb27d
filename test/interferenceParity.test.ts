import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOLIDS } from '../scenes/solids.js';
import { type Body, body } from '../src/body.js';
import { type InterferenceOptions, interference } from '../src/interference.js';
import type { Interference, PairReport } from '../src/interferenceReport.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import type { GpuMachine } from '../src/machine/gpu/gpuMachine.js';
import { multiply, scaling, translation } from '../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../src/math/random.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';

/** Bodies of all sorts in a box of the given size, turned and scaled. */
function scatter(random: Random, count: number, room: number): Body[] {
  return Array.from({ length: count }, (_, k) => {
    const { name, coarse } = SOLIDS[Math.floor(random() * SOLIDS.length)];
    const [x, y, z] = [0, 1, 2].map(() => room * (random() - 0.5));
    const size = scaling(0.4 + random());
    const pose = multiply(translation(x, y, z), multiply(randomRotation(random), size));
    return body(coarse, { name: `${name} ${k}`, pose });
  });
}

describeGpu('the CPU and the GPU machine', () => {
  const cpu = createCpuMachine();
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  async function both(bodies: Body[], options: InterferenceOptions): Promise<[Interference, Interference]> {
    return [
      await interference(bodies, { ...options, machine: cpu }),
      await interference(bodies, { ...options, machine: gpu }),
    ];
  }

  /** Everything that does not hang on single pixels is equal; those on edges may differ. Returns how many do. */
  function compare(one: Interference, other: Interference): number {
    const kinds = ({ pairs, cleared }: Interference) =>
      [...pairs, ...cleared].map(({ indices, kind, inner }) => `${indices} ${kind} ${inner ?? ''}`).sort();
    expect(kinds(other)).toEqual(kinds(one));
    let differing = 0;
    one.pairs.forEach((pair, k) => {
      const twin = other.pairs[k];
      differing += Math.abs(pair.pixels - twin.pixels);
      comparePair(pair, twin);
    });
    return differing;
  }

  function comparePair(one: PairReport, other: PairReport): void {
    const [across, down] = one.measured.pixelSize;
    const { depthError } = one.measured;
    const pixel = across * down * one.measured.view.size[2];
    expect(other.measured.view).toEqual({
      ...one.measured.view,
      size: other.measured.view.size,
      origin: other.measured.view.origin,
    });
    expect(Math.abs(one.pixels - other.pixels)).toBeLessThanOrEqual(Math.max(2, 0.002 * one.pixels));
    expect(Math.abs(one.volume - other.volume)).toBeLessThan(2 * pixel + 1e-3 * one.volume);
    expect(Math.abs(one.depthAlongView - other.depthAlongView)).toBeLessThan(
      2 * depthError + 1e-3 * one.depthAlongView,
    );
    if (one.centroid)
      for (const k of [0, 1, 2])
        expect(Math.abs(one.centroid[k] - other.centroid![k])).toBeLessThan(2 * (across + down));
    expect(other.samples.length).toBe(one.samples.length);
    // A face on the overlap's rim may be met by a ray of one machine only.
    for (const side of ['a', 'b'] as const) {
      const [mine, theirs] = [new Set(one.faces[side]), new Set(other.faces[side])];
      const only = [...mine].filter((f) => !theirs.has(f)).length + [...theirs].filter((f) => !mine.has(f)).length;
      expect(only).toBeLessThanOrEqual(Math.max(2, 0.05 * mine.size));
    }
  }

  for (const seed of [1, 2, 3, 4])
    test(`find the same in 25 pairs of bodies (seed ${seed})`, async () => {
      const random = seeded(seed);
      let differing = 0;
      let pixels = 0;
      for (let k = 0; k < 25; k++) {
        const [one, other] = await both(scatter(random, 2, 1.5), { resolution: 64 });
        differing += compare(one, other);
        pixels += one.pairs.reduce((sum, pair) => sum + pair.pixels, 0);
      }
      console.info(`seed ${seed}: of ${pixels} rays through overlaps ${differing} differ`);
      expect(differing).toBeLessThan(1e-3 * pixels);
    });

  test('find the same among 12 bodies in an atlas, and in one view of the scene (seed 5)', async () => {
    const bodies = scatter(seeded(5), 12, 3);
    const [one, other] = await both(bodies, { resolution: 48 });
    expect(one.pairs.length).toBeGreaterThan(8);
    compare(one, other);
    expect(other.groups.map(({ indices }) => indices)).toEqual(one.groups.map(({ indices }) => indices));
    compare(...(await both(bodies, { resolution: 96, view: 'scene' })));
  });

  test('find the same with three views (seed 6)', async () => {
    compare(...(await both(scatter(seeded(6), 4, 1), { resolution: 48, views: 3 })));
  });
});
