import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { interference } from '../../src/interference.js';
import { createGpuMachine, type GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { translation } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { livingBuffers } from '../support/livingBuffers.js';
import { openGpu } from '../support/openGpu.js';

describeGpu('bodies that are forgotten, and uploads that fail', () => {
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu?.close());

  const view = fitView({ min: [-3, -2, -2], max: [3, 2, 2] }, { direction: [0, 0, 1], resolution: 24 });
  const smaller = ({ positions }: Mesh) => positions.map((x) => 0.4 * x);
  const anew = ({ mesh: { positions, indices }, pose }: Body) =>
    body({ positions: positions.slice(), indices: indices.slice() }, { pose });

  for (const what of ['faces', 'edges'] as const)
    test(`are drawn (${what}) as they were, though forgotten before anybody looked`, async () => {
      const mesh = bumpySphere({ segments: 9 });
      const pair = () => [-1, 1].map((x) => body(mesh, { pose: translation(x, 0, 0) }));
      const depths = (between: (a: Body, b: Body) => void, [a, b]: Body[]) =>
        gpu.run(single(view), async (frame) => {
          frame.clear({ depth: 1 });
          frame.draw(what, [{ body: a }], { depth: 'less', writeDepth: true });
          between(a, b);
          frame.draw(what, [{ body: b }], { depth: 'less', writeDepth: true });
          return frame.read('depth');
        });
      const pin = body(bumpySphere({ segments: 4 }));
      const [a, b] = pair();
      const [c, d] = pair().map(anew);
      const deform = (one: Body) => one.update(smaller(mesh));
      const truth = await depths(() => deform(d), [c, d]);
      expect(truth.some((depth) => depth < 1)).toBe(true);
      // Both lie in one place; b could have it for itself when a is forgotten.
      await listsOf(gpu, view, [pin, a, b]);
      const drawn = await depths(() => {
        gpu.forget(a);
        deform(b);
      }, [a, b]);
      expect(drawn).toEqual(truth);
    });

  test('do not take away what a query under way reads: at each of 40 moments', async () => {
    // A machine of its own, where nobody else needs their page.
    const machine = await createGpuMachine({ device: gpu.device });
    onTestFinished(() => machine.close());
    const mesh = bumpySphere({ segments: 6 });
    const pair = () => [0, 0.8].map((x) => body(mesh, { pose: translation(x, 0, 0) }));
    const ask = async (bodies: readonly Body[], meanwhile: () => Promise<void>) => {
      const asked = interference(bodies, { resolution: 16, machine });
      await meanwhile();
      const { pairs } = await asked;
      for (const one of bodies) machine.forget(one);
      return pairs[0].volume;
    };
    const volume = await ask(pair(), async () => {});
    for (let moment = 0; moment < 40; moment++) {
      const bodies = pair();
      const answer = ask(bodies, async () => {
        for (let k = 0; k < moment; k++) await null;
        for (const one of bodies) machine.forget(one);
      });
      expect(await answer, `${moment} steps later`).toBe(volume);
    }
  });

  test('that had to be mended share what stands for them, and take it along', async () => {
    // So large that each copy has buffers of its own.
    const { positions, indices } = bumpySphere({ segments: 130 });
    expect(positions.length / 3).toBeGreaterThan(2 ** 14);
    const twice = Uint32Array.of(...indices.slice(0, 3), ...indices);
    const buffers = livingBuffers(gpu.device, 'positions');
    const bodies = [0, 1, 2].map((x) => body({ positions, indices: twice }, { pose: translation(0.8 * x, 0, 0) }));
    const { pairs, diagnostics } = await interference(bodies, { resolution: 16, machine: gpu });
    expect(pairs).toHaveLength(3);
    expect(diagnostics.map(({ code }) => code)).toContain('duplicate');
    expect(buffers.size).toBe(1);
    for (const one of bodies) gpu.forget(one);
    expect(buffers.size).toBe(0);
  });

  test('are what they are, the next time, where an upload failed for want of memory', async () => {
    const one = body(bumpySphere({ segments: 6 }));
    await listsOf(gpu, view, [one]);
    one.update(smaller(one.mesh));
    const { queue } = gpu.device;
    const { writeBuffer } = queue;
    queue.writeBuffer = (...given: Parameters<typeof writeBuffer>) => {
      if (given[0].label === 'positions') throw new RangeError('Array buffer allocation failed');
      writeBuffer.apply(queue, given);
    };
    onTestFinished(() => {
      queue.writeBuffer = writeBuffer;
    });
    await expect(listsOf(gpu, view, [one])).rejects.toThrow('allocation failed');
    queue.writeBuffer = writeBuffer;
    expectSameBytes(await listsOf(gpu, view, [one]), await listsOf(gpu, view, [anew(one)]));
  });

  test('may have their faces in memory that threads share', async () => {
    const { positions, indices } = bumpySphere({ segments: 6 });
    const shared = new Uint32Array(new SharedArrayBuffer(indices.byteLength));
    shared.set(indices);
    const one = body({ positions, indices: shared });
    expect(one.mesh.indices.buffer).toBeInstanceOf(SharedArrayBuffer);
    expectSameBytes(await listsOf(gpu, view, [one]), await listsOf(gpu, view, [body({ positions, indices })]));
  });
});
