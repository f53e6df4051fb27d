import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ARRIVAL,
  DROP_RADIUS,
  dropHeights,
  dropsAt,
  FALL_END,
  FLOOR,
  fallingDrops,
  metaballs,
} from '../../scenes/metaballs.js';
import { body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { translation } from '../../src/math/affine.js';
import { inspect } from '../../src/mesh/inspect.js';
import { box } from '../../src/mesh/shapes/box.js';
import { motion } from '../../src/motion.js';
import { casterOf, programOf } from '../../src/surface/casterOf.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { tessellated } from '../../src/surface/tessellated.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const machine = createCpuMachine();
const TIMES = [0, 0.4, 0.7, 0.9, 1.05, FALL_END];

/** The blobs' sum on the axis. */
const onAxis = (time: number, z: number): number =>
  dropHeights(time).reduce((sum, c) => sum + 2 ** -(((z - c) / DROP_RADIUS) ** 2), 0);

/** Pieces of the solid, and its volume above a height: discs of d² = r² log₂(2 G(z)). */
function discs(time: number, from = -10): { pieces: number; volume: number } {
  const step = 1e-3;
  let [pieces, volume, isInside] = [0, 0, false];
  for (let z = from + step / 2; z < 2; z += step) {
    const squared = DROP_RADIUS ** 2 * Math.log2(2 * onAxis(time, z));
    if (squared > 0) volume += Math.PI * squared * step;
    if (squared > 0 && !isInside) pieces++;
    isInside = squared > 0;
  }
  return { pieces, volume };
}

describe('metaballs', () => {
  test('a lone one is a ball', () => {
    const caster = casterOf(metaballs([[1, 2, 3]], 0.7));
    const found = createCrossings();
    caster.cast(1, 2, 3, 0.6, 0, 0.8, -2, 2, found);
    expect(found.count).toBe(2);
    expect(found.t[0]).toBeCloseTo(-0.7, 10);
    expect(found.t[1]).toBeCloseTo(0.7, 10);
  });

  test('two part where their centres are 2√2 radii from each other', () => {
    const crossings = (distance: number): number => {
      const two = metaballs(
        [
          [0, 0, 0],
          [distance, 0, 0],
        ],
        0.5,
      );
      const found = createCrossings();
      casterOf(two).cast(0, 0, 0, 1, 0, 0, -5, 5, found);
      return found.count;
    };
    expect([crossings(Math.SQRT2 - 1e-4), crossings(Math.SQRT2 + 1e-4)]).toEqual([2, 4]);
  });
});

describe('drops that fall apart', () => {
  test('have one piece at first and four in the end: by their formula, by a ray along them, and by faces', () => {
    const found = createCrossings();
    const seen = TIMES.map((time) => {
      const drops = dropsAt(time);
      casterOf(drops).cast(0, 0, 0, 0, 0, 1, -20, 20, found);
      const { components, closed } = inspect(tessellated(drops, 0.1).mesh);
      const { pieces } = discs(time);
      expect([found.count / 2, components, closed]).toEqual([pieces, pieces, true]);
      return pieces;
    });
    expect(seen).toEqual([...seen].sort());
    expect([seen[0], seen[seen.length - 1]]).toEqual([1, 4]);
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4]));
  });

  test('have the volume of their discs, at any time', async () => {
    const { drops, fall } = fallingDrops();
    const around = body(box({ size: [3, 3, 14] }), { pose: translation(0, 0, -4) });
    for (const time of [0, 0.6, FALL_END]) {
      fall(time);
      const { pairs, diagnostics } = await interference([drops, around], { machine, resolution: 64 });
      expect(diagnostics).toEqual([]);
      expect(pairs[0]).toMatchObject({ kind: 'contained', inner: 'a' });
      const { volume } = discs(time);
      expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
      expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(5e-3);
    }
  });

  test('first meet the floor when the lowest of them, a ball by then, arrives', async () => {
    const { drops, floor, fall } = fallingDrops();
    expect(Math.abs(onAxis(ARRIVAL, FLOOR) - 0.5)).toBeLessThan(2e-6);
    const { pairs, diagnostics } = await motion([drops, floor], {
      machine,
      resolution: 32,
      times: TIMES,
      move: fall,
      timeTolerance: 1e-5,
    });
    expect(diagnostics).toEqual([]);
    expect(pairs).toHaveLength(1);
    const { after, at } = pairs[0].firstContact;
    // Rays miss a cap between them: half a pixel's diagonal wide, and so much deep and late, as the drop falls by 2 · 4 t.
    const pixel = (2 * DROP_RADIUS) / 32;
    const late = pixel ** 2 / 2 / (2 * DROP_RADIUS) / (8 * ARRIVAL);
    expect(after).toBeLessThan(ARRIVAL + 2 * late);
    expect(at).toBeGreaterThan(ARRIVAL - 1e-6);
    expect(at).toBeLessThan(ARRIVAL + 2 * late + 1e-5);
    expect(pairs[0].intervals).toEqual([[at, FALL_END]]);
    expect(pairs[0].worstTime).toBe(FALL_END);
  });

  test('are in the floor by what of them is below its top', async () => {
    const { drops, floor, fall } = fallingDrops();
    fall(1.2);
    const { pairs } = await interference([drops, floor], { machine, resolution: 64 });
    expect(pairs[0].kind).toBe('hard');
    const volume = discs(1.2).volume - discs(1.2, FLOOR).volume;
    expect(Math.abs(pairs[0].volume - volume)).toBeLessThanOrEqual(pairs[0].volumeError);
    expect(Math.abs(pairs[0].volume / volume - 1)).toBeLessThan(0.01);
  });

  test('are compiled once: at all times their program has the same text', () => {
    const programs = [...TIMES, 0.123, 0.777].map((time) => programOf(dropsAt(time))!);
    expect(new Set(programs.map(({ wgsl }) => wgsl)).size).toBe(1);
    expect(new Set(programs.map(({ parameters }) => parameters.join())).size).toBe(programs.length);
  });
});

describeGpu('drops on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('are met by the floor as on the CPU, whatever they were before', async () => {
    const { drops, floor, fall } = fallingDrops();
    for (const time of [0.5, 1.11, 1.13, FALL_END]) {
      fall(time);
      const [here, there] = [
        await interference([drops, floor], { machine, resolution: 32 }),
        await interference([drops, floor], { machine: gpu, resolution: 32 }),
      ];
      expect(there.pairs.map(({ kind }) => kind)).toEqual(time < ARRIVAL ? [] : ['hard']);
      expect(here.pairs).toHaveLength(there.pairs.length);
      for (const [k, pair] of there.pairs.entries())
        expect(Math.abs(pair.volume / here.pairs[k].volume - 1)).toBeLessThan(0.02);
    }
  });
});
