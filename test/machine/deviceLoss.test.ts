import { afterEach, expect, test, vi } from 'vitest';
import { solid } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { DeviceError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import type { LayerLists } from '../../src/machine/lists.js';
import { single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { insideLength } from '../support/listKernels.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { ownDevice, stubGpu } from '../support/stubGpu.js';
import { block, pixelView } from './cpuDrawScenes.js';

describeGpu('a device that is lost', () => {
  const view = pixelView(16);
  // On whole pixels and halves of the range the machines have nothing to round.
  const bodies: readonly Body[] = [block([1, 2, 0.25], [9, 12, 0.5]), block([3, 4, 0.125], [14, 15, 0.75])];
  const truth = (): Promise<LayerLists> => listsOf(createCpuMachine(), view, bodies);
  afterEach(() => vi.unstubAllGlobals());

  test('between two queries is opened again, and the answer is right', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
    devices[0].destroy();
    await devices[0].lost;
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
    expect(devices).toHaveLength(2);
  });

  test('within a query: the query runs once more from its beginning', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    for (const moment of ['before lists', 'after lists', 'after a question'] as const) {
      const lost = devices.length;
      let runs = 0;
      const lists = await gpu.run(single(view), async (frame) => {
        runs++;
        const lose = (now: typeof moment) => {
          if (runs === 1 && now === moment) devices[devices.length - 1].destroy();
        };
        lose('before lists');
        frame.lists(bodies.map((b) => ({ body: b })));
        lose('after lists');
        await frame.examine(insideLength);
        lose('after a question');
        return frame.read('lists');
      });
      expectSameBytes(lists, await truth());
      expect(runs).toBe(2);
      expect(devices).toHaveLength(lost + 1);
    }
  });

  test('while drawing: planes are drawn again', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    const covered = () => {
      let runs = 0;
      return gpu.run(single(view), async (frame) => {
        frame.draw('faces', [{ body: bodies[0] }], { stencil: { entries: { pass: 'increment-wrap' } } });
        if (runs++ === 0) devices[devices.length - 1].destroy();
        return (await frame.read('stencil')).reduce((sum, value) => sum + value, 0);
      });
    };
    expect(await covered()).toBe(80);
    expect(await covered()).toBe(80);
    expect(devices).toHaveLength(3);
  });

  test('with other queries waiting: all of them are answered', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    const answers = Array.from({ length: 5 }, () => listsOf(gpu, view, bodies));
    devices[0].destroy();
    for (const lists of await Promise.all(answers)) expectSameBytes(lists, await truth());
    expect(devices).toHaveLength(2);
  });

  test('bodies that were updated meanwhile are uploaded as they are now', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    const { positions, indices } = solid('box').coarse;
    const b = body({ positions: positions.map((x) => 8 + 4 * x), indices });
    await listsOf(gpu, view, [b]);
    devices[0].destroy();
    b.update(positions.map((x) => 8 + 6 * x));
    expectSameBytes(await listsOf(gpu, view, [b]), await listsOf(createCpuMachine(), view, [b]));
  });

  test('twice in one query is an error that says so', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    const hopeless = gpu.run(single(view), async (frame) => {
      frame.lists(bodies.map((b) => ({ body: b })));
      devices[devices.length - 1].destroy();
      return frame.read('lists');
    });
    await expect(hopeless).rejects.toThrow(DeviceError);
    await expect(hopeless).rejects.toThrow(/^webgpu: the device was lost twice in one query \(.*\)\. Try a lower/);
    // And the machine goes on.
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
  });

  test('that is the application’s own is an error that says so, and is never destroyed here', async () => {
    const device = await ownDevice();
    const gpu = await createGpuMachine({ device });
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
    gpu.close();
    using again = await createGpuMachine({ device });
    expectSameBytes(await listsOf(again, view, bodies), await truth());
    device.destroy();
    await device.lost;
    for (let k = 0; k < 2; k++) {
      const failed = listsOf(again, view, bodies);
      await expect(failed).rejects.toThrow(DeviceError);
      await expect(failed).rejects.toThrow(
        'webgpu: the device that was passed in is lost. Make a new one and open a new machine with it.',
      );
    }
  });

  test('that is the application’s own, within a query, is the same error', async () => {
    const device = await ownDevice();
    using gpu = await createGpuMachine({ device });
    const failed = gpu.run(single(view), async (frame) => {
      frame.lists(bodies.map((b) => ({ body: b })));
      device.destroy();
      return frame.read('lists');
    });
    await expect(failed).rejects.toThrow(DeviceError);
    await expect(failed).rejects.toThrow(/^webgpu: the device that was passed in is lost\./);
  });

  test('an error of the query itself is not taken for a loss', async () => {
    const devices = stubGpu();
    using gpu = await createGpuMachine();
    let runs = 0;
    const failed = gpu.run(single(view), async () => {
      runs++;
      throw new RangeError('mine');
    });
    await expect(failed).rejects.toThrow(new RangeError('mine'));
    expect([runs, devices.length]).toEqual([1, 1]);
  });

  test('a closed machine says so', async () => {
    const gpu = await createGpuMachine();
    gpu.close();
    await expect(listsOf(gpu, view, bodies)).rejects.toThrow(
      new DeviceError('webgpu: this machine is closed. Open another one.'),
    );
  });
});
