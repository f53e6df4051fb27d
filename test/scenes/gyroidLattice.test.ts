import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gyroidChannels, gyroidFormula, gyroidLattice, latticeInBox } from '../../scenes/gyroidLattice.js';
import { type Body, body } from '../../src/body.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import type { PairReport } from '../../src/interferenceReport.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { createEvaluator } from '../../src/surface/formula/evaluator.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import type { Surface } from '../../src/surface/surface.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const machine = createCpuMachine();

async function look(a: Body, b: Body, options: InterferenceOptions = {}): Promise<PairReport | undefined> {
  const { pairs, diagnostics } = await interference([a, b], { machine, resolution: 32, ...options });
  expect(diagnostics).toEqual([]);
  return pairs[0];
}

/**
 * Which part of space has the gyroid's function below a level. Along x it is C + R sin(x + φ), with R² = cos² y + sin² z and C = sin y cos z,
 * so that the part of each line is known; the lines are averaged over a period, on a grid.
 */
function partBelow(level: number, count = 400): number {
  let sum = 0;
  for (let j = 0; j < count; j++)
    for (let k = 0; k < count; k++) {
      const [y, z] = [j, k].map((n) => (2 * Math.PI * (n + 0.5)) / count);
      const s = (level - Math.sin(y) * Math.cos(z)) / Math.hypot(Math.cos(y), Math.sin(z));
      sum += 0.5 + Math.asin(Math.max(-1, Math.min(1, s))) / Math.PI;
    }
  return sum / count ** 2;
}

/** The volume of a solid in a box around it, by 48² rays unless more are asked for. */
async function volumeOf(surface: Surface, resolution = 48): Promise<{ volume: number; volumeError: number }> {
  const { box } = latticeInBox({ size: 2 });
  const pair = await look(body(surface), box, { resolution });
  expect(pair).toMatchObject({ kind: 'contained', inner: 'a' });
  return pair!;
}

describe('the gyroid', () => {
  test('changes its sign in a mirror at the middle of its cube, for any number of cells, seed 1', () => {
    const random = seeded(1);
    for (const cells of [1, 2, 3, 5]) {
      const { value } = createEvaluator(gyroidFormula(2 / cells));
      for (let k = 0; k < 50; k++) {
        const [x, y, z] = [random(), random(), random()];
        expect(value(1 + x, 1 + y, 1 + z)).toBeCloseTo(-value(1 - x, 1 - y, 1 - z), 12);
      }
    }
  });

  test.each([1, 3])('of %i cells along an edge fills half of its cube', async (cells) => {
    const { volume, volumeError } = await volumeOf(gyroidLattice({ cells, size: 2 }));
    expect(Math.abs(volume - 4)).toBeLessThanOrEqual(volumeError);
    expect(Math.abs(volume - 4)).toBeLessThan(1e-3);
  });

  test.each([0.1, 1.2])('has walls, %f thick, and channels, which fill the cube together', async (wall) => {
    const known = partBelow(-wall);
    const [below, above] = gyroidChannels(wall, { cells: 2, size: 2 });
    const walls = await volumeOf(gyroidLattice({ cells: 2, size: 2, wall }));
    const channels = [await volumeOf(below), await volumeOf(above)];
    for (const { volume, volumeError } of channels) {
      expect(Math.abs(volume - 8 * known)).toBeLessThanOrEqual(volumeError);
      expect(Math.abs(volume - 8 * known)).toBeLessThan(0.01);
    }
    expect(Math.abs(walls.volume - 8 * (1 - 2 * known))).toBeLessThan(0.02);
    // The same rays through each: what is not channel is wall, ray by ray.
    expect(walls.volume + channels[0].volume + channels[1].volume).toBeCloseTo(8, 6);
  });

  test('its walls’ volume comes nearer to the integral’s, as does the error that is told', async () => {
    const known = 8 * (1 - 2 * partBelow(-0.3));
    const errors: number[] = [];
    for (const resolution of [9, 27, 81]) {
      const { volume, volumeError } = await volumeOf(gyroidLattice({ cells: 2, size: 2, wall: 0.3 }), resolution);
      expect(Math.abs(volume - known)).toBeLessThanOrEqual(volumeError);
      errors.push(volumeError);
      if (resolution === 81) expect(Math.abs(volume / known - 1)).toBeLessThan(2e-3);
    }
    expect(errors[1]).toBeLessThan(errors[0]);
    expect(errors[2]).toBeLessThan(0.5 * errors[1]);
  });
});

describe('a lattice in a box', () => {
  test('is contained in it, and the box moved sideways cuts it', async () => {
    const { lattice, box } = latticeInBox({ wall: 0.4, cells: 1 });
    expect(await look(lattice, box)).toMatchObject({ kind: 'contained', inner: 'a' });
    box.pose = translation(0.8, 0.5, 0.5);
    expect(await look(lattice, box)).toMatchObject({ kind: 'hard' });
    box.pose = translation(1.6, 0.5, 0.5);
    expect(await look(lattice, box)).toBeUndefined();
  });

  test('has just half of a pin in it, however the pin is turned about its middle, seed 2', async () => {
    const { lattice, pin, turnPin } = latticeInBox({ size: 2, cells: 2, pinLength: 1.6, pinRadius: 0.3 });
    const half = (Math.PI * 0.09 * 1.6) / 2;
    const random = seeded(2);
    for (let k = 0; k < 4; k++) {
      if (k > 0) turnPin(randomRotation(random));
      const pair = await look(lattice, pin, { resolution: 64 });
      expect(pair).toMatchObject({ kind: 'hard' });
      expect(Math.abs(pair!.volume - half)).toBeLessThanOrEqual(pair!.volumeError);
      expect(Math.abs(pair!.volume / half - 1)).toBeLessThan(0.01);
    }
  });

  test('and its complement touch, and share out between them a ball anywhere in the cube, seed 3', async () => {
    const [lattice, complement] = gyroidChannels(0, { cells: 2, size: 2 }).map((one) => body(one));
    for (const direction of [undefined, [1, 2, 3] as const])
      expect(await look(lattice, complement, { direction })).toMatchObject({
        kind: 'touch',
        volume: 0,
        depthAlongView: 0,
      });
    const random = seeded(3);
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [0, 1, 2].map(() => 0.5 + random());
      const ball = body(sphere({ radius: 0.45 }), { pose: translation(x, y, z) });
      const direction = [0, 0, 1] as const;
      const shares = [await look(lattice, ball, { direction }), await look(complement, ball, { direction })];
      const sum = shares.reduce((total, share) => total + share!.volume, 0);
      expect(sum / ((4 / 3) * Math.PI * 0.45 ** 3)).toBeCloseTo(1, 1);
      for (const share of shares) expect(share).toMatchObject({ kind: 'hard' });
    }
  });

  test('has two labyrinths of channels that wind through each other and never meet, and touch the walls', async () => {
    const options = { cells: 2, size: 2 };
    const [below, above] = gyroidChannels(0.3, options).map((one) => body(one));
    const walls = body(gyroidLattice({ ...options, wall: 0.3 }));
    expect(await look(below, above)).toBeUndefined();
    expect(await look(below, walls)).toMatchObject({ kind: 'touch', volume: 0 });
    expect(await look(above, walls)).toMatchObject({ kind: 'touch', volume: 0 });
    // Moved by half a period along one axis, they do.
    above.pose = translation(0.5, 0, 0);
    expect(await look(below, above)).toMatchObject({ kind: 'hard' });
  });
});

describeGpu('a lattice on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('has half of the pin in it, and is contained in its box', async () => {
    const { lattice, box, pin } = latticeInBox({ size: 2, cells: 2, pinLength: 1.6, pinRadius: 0.3 });
    const half = (Math.PI * 0.09 * 1.6) / 2;
    const pair = await look(lattice, pin, { machine: gpu });
    expect(pair).toMatchObject({ kind: 'hard' });
    expect(Math.abs(pair!.volume / half - 1)).toBeLessThan(0.02);
    expect(await look(lattice, box, { machine: gpu, resolution: 24 })).toMatchObject({ kind: 'contained', inner: 'a' });
  });
});
