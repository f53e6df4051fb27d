import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import type { DrawState } from '../../src/machine/state.js';
import { single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { stubGpu } from '../support/stubGpu.js';
import { block, pixelView, sheet } from './cpuDrawScenes.js';

const STATE: DrawState = { depth: 'less', writeDepth: true, stencil: { entries: { pass: 'increment-wrap' } } };
const SIZE = single(pixelView(17, 9));
const left = [{ body: sheet(0, 0, 8, 9, 0.25) }];
const right = [{ body: sheet(8, 0, 17, 9, 0.75) }];

const planesOf = async (frame: Frame) => ({ depth: await frame.read('depth'), stencil: await frame.read('stencil') });
const expected = (depthOf: (x: number) => number, stencilOf: (x: number) => number) => ({
  depth: Float32Array.from({ length: 17 * 9 }, (_, p) => depthOf(p % 17)),
  stencil: Uint8Array.from({ length: 17 * 9 }, (_, p) => stencilOf(p % 17)),
});
const LEFT = expected(
  (x) => (x < 8 ? 0.25 : 1),
  (x) => (x < 8 ? 1 : 0),
);
const FRESH = expected(
  () => 1,
  () => 0,
);

/** What holds on either machine. */
function truths(machine: () => Machine): void {
  const run = <T>(query: (frame: Frame) => Promise<T>): Promise<T> => machine().run(SIZE, query);
  /** Stores the left sheet under the key, as the last thing that its query does. */
  const storeLeft = (key: object) =>
    run(async (frame) => {
      frame.draw('faces', left, STATE);
      frame.store(key);
    });

  test('come back in a later query, as they were', async () => {
    const key = {};
    await storeLeft(key);
    await run(async (frame) => {
      frame.draw('faces', right, STATE);
      await frame.passed();
    });
    for (let times = 0; times < 2; times++)
      expect(
        await run(async (frame) => {
          expect(frame.recall(key)).toBe(true);
          const planes = await planesOf(frame);
          // What is drawn now is not stored.
          frame.draw('faces', right, STATE);
          await frame.passed();
          return planes;
        }),
      ).toEqual(LEFT);
  });

  test('take their place among draws, fills and clears, before and behind', async () => {
    const key = {};
    await storeLeft(key);
    const planes = await run(async (frame) => {
      frame.draw('faces', right, STATE);
      frame.clear({ depth: 0.125, stencil: 77 });
      frame.recall(key);
      frame.draw('faces', right, STATE);
      frame.draw('faces', left, { ...STATE, depth: 'equal' });
      frame.fill({ stencil: { reference: 1, entries: { compare: 'equal', pass: 'invert' } } });
      return planesOf(frame);
    });
    expect(planes).toEqual(
      expected(
        (x) => (x < 8 ? 0.25 : 0.75),
        (x) => (x < 8 ? 2 : 254),
      ),
    );
  });

  test('are fresh ones where nothing was drawn, and cleared ones where that is all', async () => {
    const [fresh, cleared] = [{}, {}];
    const found = await run(async (frame) => {
      frame.store(fresh);
      frame.clear({ depth: 0.5, stencil: 9 });
      frame.store(cleared);
      frame.draw('faces', left, STATE);
      frame.recall(fresh);
      const first = await planesOf(frame);
      frame.recall(cleared);
      return [first, await planesOf(frame)];
    });
    expect(found).toEqual([
      FRESH,
      expected(
        () => 0.5,
        () => 9,
      ),
    ]);
  });

  test('stay in the frame that stores them, and the last of a key counts', async () => {
    const key = {};
    await storeLeft(key);
    const planes = await run(async (frame) => {
      frame.draw('faces', right, STATE);
      frame.store(key);
      frame.draw('faces', left, STATE);
      return planesOf(frame);
    });
    const both = expected(
      (x) => (x < 8 ? 0.25 : 0.75),
      () => 1,
    );
    expect(planes).toEqual(both);
    const recalled = await run(async (frame) => {
      frame.recall(key);
      frame.draw('faces', left, STATE);
      return planesOf(frame);
    });
    expect(recalled).toEqual(both);
  });

  test('leave ids, the kept plane and the map alone', async () => {
    const key = {};
    await storeLeft(key);
    const found = await run(async (frame) => {
      frame.draw('faces', right, { ...STATE, id: 'body' });
      frame.keep();
      frame.recall(key);
      return [(await frame.read('id'))[16], (await frame.read('kept'))[16], (await frame.read('depth'))[16]];
    });
    expect(found).toEqual([1, 0.75, 1]);
  });

  test('do not come back under another key, in another size, or from another machine', async () => {
    const key = {};
    await storeLeft(key);
    await run(async (frame) => {
      frame.draw('faces', right, STATE);
      expect(frame.recall({})).toBe(false);
      const planes = await planesOf(frame);
      expect([planes.depth[0], planes.depth[16]]).toEqual([1, 0.75]);
    });
    for (const size of [pixelView(9, 17), pixelView(18, 9)])
      await machine().run(single(size), async (frame) => {
        expect(frame.recall(key)).toBe(false);
        frame.draw('faces', left, STATE);
        expect((await frame.read('depth'))[0]).toBe(0.25);
      });
    await createCpuMachine().run(SIZE, async (frame) => expect(frame.recall(key)).toBe(false));
    // Stored in another size, those of the first are gone.
    await machine().run(single(pixelView(3)), async (frame) => frame.store(key));
    await run(async (frame) => expect(frame.recall(key)).toBe(false));
    await machine().run(single(pixelView(3)), async (frame) => {
      expect(frame.recall(key)).toBe(true);
      expect(await frame.read('depth')).toEqual(new Float32Array(9).fill(1));
    });
  });
}

describe('planes stored on the CPU', () => {
  const cpu = createCpuMachine();
  truths(() => cpu);
});

describeGpu('planes stored on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());
  afterEach(() => vi.unstubAllGlobals());
  truths(() => gpu);

  test('are gone with a lost device, between two queries and within one', async () => {
    const devices = stubGpu();
    using machine = await createGpuMachine();
    const key = {};
    const store = () =>
      machine.run(SIZE, async (frame) => {
        frame.draw('faces', left, STATE);
        frame.store(key);
      });
    await store();
    devices[0].destroy();
    await devices[0].lost;
    await machine.run(SIZE, async (frame) => expect(frame.recall(key)).toBe(false));
    await store();
    const recalled: boolean[] = [];
    const planes = await machine.run(SIZE, async (frame) => {
      recalled.push(frame.recall(key));
      if (!recalled.at(-1)) frame.draw('faces', left, STATE);
      else devices[1].destroy();
      return planesOf(frame);
    });
    expect(recalled).toEqual([true, false]);
    expect(planes).toEqual(LEFT);
  });

  test('draws are timed on the device, apart from kernels', async () => {
    const timings = await gpu.run(single(pixelView(64)), async (frame) => {
      frame.draw('faces', [{ body: block([0, 0, 0.25], [64, 64, 0.5]) }], STATE);
      await frame.passed();
      const first = frame.timings().stagesMs.draws;
      frame.draw('faces', [{ body: block([0, 0, 0.125], [64, 64, 0.5]) }], STATE);
      await frame.read('depth');
      const second = frame.timings().stagesMs.draws;
      await frame.examine({ name: 'none', reads: ['stencil'], tally: {}, cpu() {}, wgsl: 'fn examine() {}' });
      return { first, second, after: frame.timings() };
    });
    const { first, second, after } = timings;
    expect(Object.keys(after.stagesMs).sort()).toEqual(['draws', 'examine']);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(after.stagesMs.draws).toBe(second);
    expect(after.stagesMs.draws).toBeLessThan(after.wallMs);
  });
});
