import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel } from '../../src/machine/kernel.js';
import type { Drawn, Frame, Machine } from '../../src/machine/machine.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { block, pixelView } from './cpuDrawScenes.js';

/** Goes on from what the map holds, in every second column: twice that, plus the parameter and the pixel's layers. */
const goesOn = (readsLists: boolean): Kernel => ({
  name: readsLists ? 'goes on with layers' : 'goes on',
  reads: readsLists ? ['lists', 'map'] : ['map'],
  tally: { before: 'sum' },
  parameterCount: 1,
  map: true,
  cpu({ columns, rows, first, offset, stride, map }, tally, [more]) {
    for (let p = 0; p < columns * rows; p++) {
      const at = offset + Math.floor(p / columns) * stride + (p % columns);
      tally.before += map[at];
      if ((p % columns) % 2 === 0) map[at] = 2 * map[at] + more + (readsLists ? first[p + 1] - first[p] : 0);
    }
  },
  wgsl: /* wgsl */ `
fn examine() {
  tally_before(u32(mapHere()));
  if (pixel.x % 2u == 0u) { map(2.0 * mapHere() + parameter(0u) + ${readsLists ? 'f32(layerCount())' : '0.0'}); }
}`,
});
const [alone, withLayers] = [goesOn(false), goesOn(true)];

/** Looks at its own pixel with the word for it, and with the one for all. */
const looks: Kernel = {
  name: 'looks',
  reads: ['map'],
  tally: { here: 'sum', differ: 'sum' },
  cpu({ columns, rows, offset, stride, map }, tally) {
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) tally.here += map[offset + y * stride + x];
  },
  wgsl: /* wgsl */ `
fn examine() {
  tally_here(u32(mapHere()));
  if (mapHere() != mapAt(vec2i(0, 0))) { tally_differ(1u); }
}`,
};

/** Writes the column's number wherever it is odd: only there. */
const oddColumns: Kernel = {
  name: 'odd columns',
  reads: [],
  tally: {},
  map: true,
  cpu({ columns, rows, offset, stride, map }) {
    for (let y = 0; y < rows; y++) for (let x = 1; x < columns; x += 2) map[offset + y * stride + x] = x;
  },
  wgsl: 'fn examine() { if (pixel.x % 2u == 1u) { map(f32(pixel.x)); } }',
};

describeGpu('a kernel that reads the map that it writes', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  let narrow: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
    // Room for so little that frames are asked in slices.
    narrow = await openGpu({ mostBytes: 24_000 });
  });
  afterAll(() => {
    gpu.close();
    narrow.close();
  });

  /** What all machines answer, which must be the same. */
  async function onAll<T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T> {
    const answer = await cpu.run(atlas, query);
    expect(await gpu.run(atlas, query)).toEqual(answer);
    expect(await narrow.run(atlas, query)).toEqual(answer);
    return answer;
  }

  test('goes on from where the map stands, and what it does not write stays', async () => {
    const found = await onAll(single(pixelView(19, 35)), async (frame) => {
      const tallies = [await frame.examine(alone, [1])];
      await frame.examine(oddColumns);
      tallies.push(await frame.examine(alone, [5]), await frame.examine(looks));
      return { tallies: tallies.flat(), map: await frame.read('map') };
    });
    // Even columns: 0, then 1, then 7. Odd ones: their number.
    const map = Float32Array.from({ length: 19 * 35 }, (_, p) => ((p % 19) % 2 === 0 ? 7 : p % 19));
    expect(found.map).toEqual(map);
    const odd = 35 * (1 + 3 + 5 + 7 + 9 + 11 + 13 + 15 + 17);
    expect(found.tallies).toEqual([{ before: 0 }, { before: 10 * 35 + odd }, { here: 7 * 10 * 35 + odd, differ: 0 }]);
  });

  test('goes on where the map itself is too large for one buffer', async () => {
    const map = await onAll(single(pixelView(100, 80)), async (frame) => {
      for (const more of [1, 2, 3]) await frame.examine(alone, [more]);
      return frame.read('map');
    });
    expect(map).toEqual(Float32Array.from({ length: 100 * 80 }, (_, p) => (p % 2 === 0 ? 11 : 0)));
  });

  test('tile by tile, with parameters of each, and the map between tiles stays 0', async () => {
    const tiles = [
      { view: pixelView(5, 9), x: 0, y: 0 },
      { view: pixelView(20, 3), x: 7, y: 2 },
    ];
    const map = await onAll({ width: 30, height: 10, tiles }, async (frame) => {
      await frame.examine(alone, [[3], [8]]);
      await frame.examine(alone, [[1], [2]]);
      return frame.read('map');
    });
    expect([map[0], map[1], map[30 * 8 + 4], map[6], map[2 * 30 + 7], map[2 * 30 + 8], map[30 * 4 + 25]]).toEqual([
      7, 0, 7, 0, 18, 0, 18,
    ]);
  });

  const stack = (count: number): Drawn[] =>
    Array.from({ length: count }, (_, k) => ({ body: block([0, 0, (k + 1) / 80], [30 - k / 2, 24, 1]) }));
  for (const [count, form] of [
    [3, 'in slots'],
    [30, 'that outgrow their slots'],
  ] as const)
    test(`runs once at every pixel over lists ${form}`, async () => {
      const map = await onAll(single(pixelView(32, 24)), async (frame) => {
        frame.lists(stack(count));
        await frame.examine(withLayers, [1]);
        await frame.examine(withLayers, [0]);
        return frame.read('map');
      });
      // Two layers of each solid, in pixels whose centre it covers; then that twice, plus 2, plus that again.
      const layers = (x: number) => 2 * stack(count).filter((_, k) => x + 0.5 < 30 - k / 2).length;
      expect(layers(0)).toBe(2 * count);
      expect(map).toEqual(
        Float32Array.from({ length: 32 * 24 }, (_, p) => ((p % 32) % 2 === 0 ? 3 * layers(p % 32) + 2 : 0)),
      );
    });
});
