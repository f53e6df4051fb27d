import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, body } from '../src/body.js';
import { type InterferenceOptions, interference } from '../src/interference.js';
import type { PairReport } from '../src/interferenceReport.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine, type GpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Kernel } from '../src/machine/kernel.js';
import type { Machine } from '../src/machine/machine.js';
import { type Affine, multiply, scaling, translation } from '../src/math/affine.js';
import { randomRotation, seeded } from '../src/math/random.js';
import { mesh } from '../src/mesh/mesh.js';
import { box } from '../src/mesh/shapes/box.js';
import { icoSphere } from '../src/mesh/shapes/sphere.js';
import { single } from '../src/view/atlas.js';
import { fitPair } from '../src/view/fit.js';
import { describeGpu } from './support/gpu.js';
import { openGpu } from './support/openGpu.js';

const at = (x: number, y = 0, z = 0) => translation(x, y, z);
const cube = (size: number, pose: Affine = at(0)) => body(box({ size }), { pose });

/** A cube with a cubic cavity: the inner shell is turned inside out. */
function hollow(size: number, cavity: number): Body {
  const [outer, inner] = [box({ size }), box({ size: cavity })];
  const positions = [...outer.positions, ...inner.positions];
  const shift = outer.positions.length / 3;
  return body(mesh(positions, [...outer.indices, ...[...inner.indices].map((v) => v + shift).reverse()]));
}

/** The report on a pair whose boxes meet. */
async function askFor(machine: Machine, a: Body, b: Body, options: InterferenceOptions = {}): Promise<PairReport> {
  const { pairs, cleared } = await interference([a, b], { machine, resolution: 64, ...options });
  return [...pairs, ...cleared][0];
}

/** `turns`: in how many ways boxes are turned. */
function truths(machine: () => Machine, turns: number): void {
  const ask = (a: Body, b: Body, options: InterferenceOptions = {}) => askFor(machine(), a, b, options);
  const expectVolume = ({ volume }: PairReport, expected: number) =>
    expect(Math.abs(volume - expected)).toBeLessThan(1e-5 * Math.max(expected, 1e-3));

  it('boxes at known overlaps, in either order', async () => {
    for (const [a, b] of [
      [cube(2), cube(2, at(0.5, 0.25, 1))],
      [cube(2, at(0.5, 0.25, 1)), cube(2)],
    ]) {
      const found = await ask(a, b);
      expect(found.kind).toBe('hard');
      expectVolume(found, 1.5 * 1.75 * 1);
      expect(found.depthAlongView).toBeCloseTo(1, 5); // the thinnest way through
      expect(found.area).toBeCloseTo(1.5 * 1.75, 5);
    }
  });

  it('a body inside another counts, one in its cavity does not', async () => {
    expectVolume(await ask(cube(4), cube(1, at(0.3))), 1);
    const shell = hollow(4, 2);
    expect(await ask(shell, cube(1, at(0.2, 0.1)))).toMatchObject({ kind: 'none', volume: 0, pixels: 0 });
    expectVolume(await ask(shell, cube(1, at(1.5))), 1); // from 1 to 2: all in the wall
    expectVolume(await ask(shell, cube(1, at(1))), 0.5); // half in the cavity
  });

  it('boxes that share a face plane only touch, however they are turned (seed 3)', async () => {
    const random = seeded(3);
    for (let k = 0; k < turns; k++) {
      const size = 10 ** (4 * random() - 2);
      const shift = at(...([0, 1, 2].map(() => 20 * (random() - 0.5)) as [number, number, number]));
      const turn = multiply(shift, multiply(randomRotation(random), scaling(size)));
      const [a, b] = [cube(1, turn), cube(1, multiply(turn, at(1, random() - 0.5, random() - 0.5)))];
      expect(await ask(a, b)).toMatchObject({ kind: 'touch', volume: 0 });
      const pressed = await ask(a, cube(1, multiply(turn, at(0.999, 0, 0))));
      expect(pressed.kind).toBe('hard');
      // The slab's rim falls between rays: some rays of 64² may be wrong by one pixel each.
      expect(Math.abs(pressed.volume / size ** 3 - 0.001)).toBeLessThan(0.001 * 0.03);
    }
  });

  it('an overlap within the tolerance is touching', async () => {
    const [a, b] = [cube(2), cube(2, at(1.99))];
    expect(await ask(a, b, { tolerance: 0.02 })).toMatchObject({ kind: 'touch' });
    expect(await ask(a, b, { tolerance: 0.005 })).toMatchObject({ kind: 'hard' });
  });

  it('questions asked together are answered for the poses of their time', async () => {
    const [a, b] = [cube(2), cube(2)];
    const answers = [0.5, 1, 1.5, 3].map((x) => {
      b.pose = at(x);
      return ask(a, b);
    });
    b.pose = at(0);
    const volumes = (await Promise.all(answers)).map((found) => found?.volume ?? 0);
    for (const [k, expected] of [6, 4, 2, 0].entries()) expect(volumes[k]).toBeCloseTo(expected, 4);
  });

  it('a deforming body', async () => {
    const ball = body(icoSphere({ radius: 1, subdivisions: 3 }));
    const block = cube(4);
    const before = await ask(ball, block);
    ball.update(ball.mesh.positions.map((v) => 0.5 * v));
    expect((await ask(ball, block)).volume / before.volume).toBeCloseTo(1 / 8, 3);
  });

  it('a kernel gets the parameters it takes, or none', async () => {
    const kernel: Kernel = {
      name: 'share',
      reads: [],
      tally: { sum: 'sum' },
      parameterCount: 2,
      cpu: ({ columns, rows }, tally, parameters) => {
        tally.sum += columns * rows * (parameters[0] + parameters[1]);
      },
      wgsl: 'fn examine() { tally_sum(u32(parameter(0u) + parameter(1u))); }',
    };
    const view = fitPair(cube(2), cube(2), { resolution: 8 })!;
    const run = (parameters: number[]) => machine().run(single(view), (frame) => frame.examine(kernel, parameters));
    expect(await run([3, 4])).toEqual([{ sum: 7 * 64 }]);
    await expect(run([1])).rejects.toThrow(
      'machine: the kernel share takes 2 parameters (1 given). Give just as many.',
    );
    expect(await run([1, 1])).toEqual([{ sum: 128 }]);
  });
}

describe('interference on the CPU machine', () => {
  const machine = createCpuMachine();

  truths(() => machine, 40);
});

describeGpu('interference on the GPU machine', () => {
  let machine: GpuMachine;
  beforeAll(async () => {
    machine = await openGpu();
  });
  afterAll(() => machine.close());
  truths(() => machine, 15);

  it('closed while a query runs, it opens nothing again', async () => {
    const closing = await createGpuMachine();
    const { device } = closing;
    const query = interference([cube(2), cube(2, at(1))], { machine: closing, resolution: 64 });
    closing.close();
    await expect(query).rejects.toThrow('webgpu: this machine is closed. Open another one.');
    expect(closing.device).toBe(device);
  });

  it('a command that the device refuses is told once, and does not spoil the next query', async () => {
    const broken: Kernel = { name: 'broken', reads: [], tally: {}, cpu() {}, wgsl: 'fn examine() { no such thing }' };
    const view = fitPair(cube(2), cube(2), { resolution: 8 })!;
    await expect(machine.run(single(view), (frame) => frame.examine(broken))).rejects.toThrow(
      'webgpu: the device refused a command',
    );
    expect(await askFor(machine, cube(2), cube(2, at(1)))).toMatchObject({ kind: 'hard' });
  });
});
