import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { solid } from '../../scenes/solids.js';
import { type Body, body } from '../../src/body.js';
import { DeviceError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine, type GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
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

  // One machine goes through all losses: opening another takes a second. Its device is the last one given away.
  let devices: GPUDevice[];
  let gpu: GpuMachine;
  const device = (): GPUDevice => devices[devices.length - 1];
  beforeAll(async () => {
    devices = stubGpu();
    gpu = await createGpuMachine();
  });
  afterAll(() => {
    gpu?.close();
    vi.unstubAllGlobals();
  });

  test('between two queries is opened again, and the answer is right', async () => {
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
    const before = devices.length;
    device().destroy();
    await device().lost;
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
    expect(devices).toHaveLength(before + 1);
  });

  test('within a query: the query runs once more from its beginning', async () => {
    for (const moment of ['before lists', 'after lists', 'after a question'] as const) {
      const lost = devices.length;
      let runs = 0;
      const lists = await gpu.run(single(view), async (frame) => {
        runs++;
        const lose = (now: typeof moment) => {
          if (runs === 1 && now === moment) device().destroy();
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
    const before = devices.length;
    const covered = () => {
      let runs = 0;
      return gpu.run(single(view), async (frame) => {
        frame.draw('faces', [{ body: bodies[0] }], { stencil: { entries: { pass: 'increment-wrap' } } });
        if (runs++ === 0) device().destroy();
        return (await frame.read('stencil')).reduce((sum, value) => sum + value, 0);
      });
    };
    expect(await covered()).toBe(80);
    expect(await covered()).toBe(80);
    expect(devices).toHaveLength(before + 2);
  });

  test('with other queries waiting: all of them are answered', async () => {
    const before = devices.length;
    const answers = Array.from({ length: 5 }, () => listsOf(gpu, view, bodies));
    device().destroy();
    for (const lists of await Promise.all(answers)) expectSameBytes(lists, await truth());
    expect(devices).toHaveLength(before + 1);
  });

  test('bodies that were updated meanwhile are uploaded as they are now', async () => {
    const before = devices.length;
    const { positions, indices } = solid('box').coarse;
    const b = body({ positions: positions.map((x) => 8 + 4 * x), indices });
    await listsOf(gpu, view, [b]);
    device().destroy();
    b.update(positions.map((x) => 8 + 6 * x));
    expectSameBytes(await listsOf(gpu, view, [b]), await listsOf(createCpuMachine(), view, [b]));
    expect(devices).toHaveLength(before + 1);
  });

  test('twice in one query is an error that says so', async () => {
    const hopeless = gpu.run(single(view), async (frame) => {
      frame.lists(bodies.map((b) => ({ body: b })));
      device().destroy();
      return frame.read('lists');
    });
    await expect(hopeless).rejects.toThrow(DeviceError);
    await expect(hopeless).rejects.toThrow(/^webgpu: the device was lost twice in one query \(.*\)\. Try a lower/);
    // And the machine goes on.
    expectSameBytes(await listsOf(gpu, view, bodies), await truth());
  });

  test('that is the application’s own is an error that says so, and is never destroyed here', async () => {
    const own = await ownDevice();
    const first = await createGpuMachine({ device: own });
    expectSameBytes(await listsOf(first, view, bodies), await truth());
    first.close();
    using again = await createGpuMachine({ device: own });
    expectSameBytes(await listsOf(again, view, bodies), await truth());
    own.destroy();
    await own.lost;
    for (let k = 0; k < 2; k++) {
      const failed = listsOf(again, view, bodies);
      await expect(failed).rejects.toThrow(DeviceError);
      await expect(failed).rejects.toThrow(
        'webgpu: the device that was passed in is lost. Make a new one and open a new machine with it.',
      );
    }
  });

  test('that is the application’s own, within a query, is the same error', async () => {
    const own = await ownDevice();
    using borrowing = await createGpuMachine({ device: own });
    const failed = borrowing.run(single(view), async (frame) => {
      frame.lists(bodies.map((b) => ({ body: b })));
      own.destroy();
      return frame.read('lists');
    });
    await expect(failed).rejects.toThrow(DeviceError);
    await expect(failed).rejects.toThrow(/^webgpu: the device that was passed in is lost\./);
  });

  test('an error of the query itself is not taken for a loss', async () => {
    const before = devices.length;
    let runs = 0;
    const failed = gpu.run(single(view), async () => {
      runs++;
      throw new RangeError('mine');
    });
    await expect(failed).rejects.toThrow(new RangeError('mine'));
    expect([runs, devices.length]).toEqual([1, before]);
  });

  test('a closed machine says so', async () => {
    const closed = await createGpuMachine({ device: device() });
    closed.close();
    await expect(listsOf(closed, view, bodies)).rejects.toThrow(
      new DeviceError('webgpu: this machine is closed. Open another one.'),
    );
  });
});
