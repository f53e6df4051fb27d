import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairOverlap } from '../../bench/support/pairOverlap.js';
import { SOLIDS, solid } from '../../scenes/solids.js';
import { body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel, Tally } from '../../src/machine/kernel.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { type Atlas, packAtlas, single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { describeGpu } from '../support/gpu.js';
import { insideLength } from '../support/listKernels.js';
import { openGpu } from '../support/openGpu.js';
import { block, pixelView } from './cpuDrawScenes.js';

/** Numbers from the pixel's place alone: what each rule must make of them is known beforehand. */
const places: Kernel = {
  name: 'places',
  reads: [],
  tally: { count: 'sum', large: 'sum64', least: 'min', most: 'max', never: 'min', neither: 'max' },
  map: true,
  cpu({ columns, rows, firstRow, offset, stride, map }, tally) {
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) {
        tally.count++;
        tally.large += 0xf000_0000 + x;
        tally.least = Math.min(tally.least, 7 + x + 1000 * (y + firstRow));
        tally.most = Math.max(tally.most, 0xffff_0000 + x + 100 * (y + firstRow));
        map[offset + y * stride + x] = x + 0.5 * (y + firstRow);
      }
  },
  wgsl: /* wgsl */ `
fn examine() {
  tally_count(1u);
  tally_large(0xf0000000u + pixel.x);
  tally_least(7u + pixel.x + 1000u * pixel.y);
  tally_most(0xffff0000u + pixel.x + 100u * pixel.y);
  map(f32(pixel.x) + 0.5 * f32(pixel.y));
}`,
};

/** Everything that a list holds, and sixteen parameters. */
const contents: Kernel = {
  name: 'contents',
  reads: ['lists'],
  tally: {
    layers: 'sum',
    entries: 'sum',
    slots: 'sum',
    faces: 'sum64',
    before: 'sum',
    longest: 'max',
    shortest: 'min',
  },
  parameterCount: 16,
  map: true,
  cpu({ columns, rows, first, layerName, faceBits, slotCount, before, offset, stride, map }, tally, parameters) {
    let weight = 0;
    for (let i = 0; i < 16; i++) weight += parameters[i] * (i + 1);
    for (let p = 0; p < columns * rows; p++) {
      const length = first[p + 1] - first[p];
      tally.layers += length;
      tally.longest = Math.max(tally.longest, length);
      tally.shortest = Math.min(tally.shortest, length);
      for (let k = first[p]; k < first[p + 1]; k++) {
        const name = layerName[2 * k];
        tally.entries += name >>> 31;
        tally.slots += (name & 0x7fff_ffff) >>> faceBits;
        tally.faces += name & (2 ** faceBits - 1);
      }
      if (before.length > 0) for (let s = 0; s < slotCount; s++) tally.before += before[s * columns * rows + p];
      map[offset + Math.floor(p / columns) * stride + (p % columns)] = weight * length;
    }
  },
  wgsl: /* wgsl */ `
fn examine() {
  var weight = 0.0;
  for (var i = 0u; i < 16u; i++) { weight += parameter(i) * f32(i + 1u); }
  tally_layers(layerCount());
  tally_longest(layerCount());
  tally_shortest(layerCount());
  for (var k = 0u; k < layerCount(); k++) {
    tally_entries(select(0u, 1u, isEntry(layer(k))));
    tally_slots(slotOf(layer(k)));
    tally_faces(faceOf(layer(k)));
  }
  for (var s = 0u; s < tile.slotCount; s++) { tally_before(bitcast<u32>(before(s))); }
  map(weight * f32(layerCount()));
}`,
};

/** Writes every third pixel of the map, and tallies nothing. */
const thirds: Kernel = {
  name: 'thirds',
  reads: [],
  tally: {},
  map: true,
  cpu({ columns, rows, offset, stride, map }) {
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x += 3) map[offset + y * stride + x] = 1;
  },
  wgsl: 'fn examine() { if (pixel.x % 3u == 0u) { map(1.0); } }',
};

describeGpu('kernels give the same on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  const onBoth = async <T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<[T, T]> => [
    await cpu.run(atlas, query),
    await gpu.run(atlas, query),
  ];
  const ask = (kernel: Kernel, parameters?: readonly number[]) => async (frame: Frame) => ({
    tallies: await frame.examine(kernel, parameters),
    map: await frame.read('map'),
  });

  for (const [columns, rows] of [
    [1, 1],
    [16, 16],
    [17, 33],
    [100, 40],
  ])
    test(`each rule of tallies, at ${columns} × ${rows}`, async () => {
      const [one, other] = await onBoth(single(pixelView(columns, rows)), ask(places));
      const expected: Tally = {
        count: columns * rows,
        large: columns * rows * 0xf000_0000 + (rows * columns * (columns - 1)) / 2,
        least: 7,
        most: 0xffff_0000 + columns - 1 + 100 * (rows - 1),
        never: 0xffff_ffff,
        neither: 0,
      };
      if (columns > 1) expect(expected.large).toBeGreaterThan(2 ** 32);
      expect(one.tallies).toEqual([expected]);
      expect(other.tallies).toEqual([expected]);
      expect(one.map).toEqual(
        Float32Array.from({ length: columns * rows }, (_, p) => (p % columns) + 0.5 * Math.floor(p / columns)),
      );
      expect(other.map).toEqual(one.map);
    });

  test('every tile has its own tally', async () => {
    const sizes: [number, number][] = [[5, 9], [40, 3], [17, 17], [1, 30]]; // biome-ignore format: one line
    const [{ atlas, indices }] = packAtlas(
      sizes.map(([columns, rows]) => pixelView(columns, rows)),
      { maxWidth: 50 },
    );
    const [one, other] = await onBoth(atlas, ask(places));
    expect(one.tallies.map(({ count }) => count)).toEqual(indices.map((i) => sizes[i][0] * sizes[i][1]));
    expect(other.tallies).toEqual(one.tallies);
    expect(other.map).toEqual(one.map);
  });

  test('lists, windings and parameters, with lists in slots and packed', async () => {
    // On whole pixels the machines have nothing to round.
    const few = [block([1, 2, 0.1], [9, 12, 0.5]), block([4, 0, -1], [20, 20, 0.7]), block([0, 0, 0.2], [3, 3, 0.4])];
    const many = Array.from({ length: 30 }, (_, k) => block([k, 0, k / 30], [30, 30 - k, 1]));
    for (const bodies of [few, many]) {
      const parameters = Array.from({ length: 16 }, (_, i) => (i - 5) / 4);
      const [one, other] = await onBoth(single(pixelView(32, 24)), (frame) => {
        frame.lists(bodies.map((b) => ({ body: b })));
        return ask(contents, parameters)(frame);
      });
      expect(one.tallies[0].longest).toBe(bodies === few ? 4 : 60);
      expect(one.tallies[0].shortest).toBe(0);
      expect(one.tallies[0].before).toBe(bodies === few ? 16 * 20 : 0);
      expect(other).toEqual(one);
    }
  });

  test('several kernels look at the same lists, before and after others were gathered', async () => {
    const [a, b] = [block([0, 0, 0.2], [8, 8, 0.6]), block([2, 2, 0.4], [12, 12, 0.9])];
    const zeros = new Array<number>(16).fill(0);
    const [one, other] = await onBoth(single(pixelView(16)), async (frame) => {
      frame.lists([{ body: a }, { body: b }]);
      const first = [await frame.examine(pairOverlap), await frame.examine(contents, zeros)];
      frame.lists([{ body: b }]);
      const others = [await frame.examine(places), await frame.examine(contents, zeros)];
      return [...first, ...others, await frame.examine(insideLength)];
    });
    expect(one[0][0].pixels).toBe(36);
    expect(one[1][0].layers).toBe(2 * (64 + 100));
    expect(one[2][0].count).toBe(256);
    expect(one[3][0].layers).toBe(200);
    expect(other.slice(1, 4)).toEqual(one.slice(1, 4));
    expect(other[0][0].pixels).toBe(36);
    expect(Math.abs(other[4][0].length / one[4][0].length - 1)).toBeLessThan(1e-6);
  });

  test('lengths of 2^32 parts and more: the overlap of solids (seed 61)', async () => {
    const random = seeded(61);
    let longest = 0;
    for (const { coarse } of SOLIDS) {
      const a = body(coarse, { pose: randomRotation(random) });
      const b = body(solid('box').coarse, { pose: multiply(translation(0.2, 0.1, 0), randomRotation(random)) });
      const view = fitView({ min: [-1, -1, -1], max: [1, 1, 1] }, { direction: [1, 2, 3], resolution: 80 });
      const [one, other] = await onBoth(single(view), async (frame) => {
        frame.lists([{ body: a }, { body: b }]);
        return (await frame.examine(pairOverlap))[0];
      });
      longest = Math.max(longest, one.length);
      // Two pixels beside an edge may fall to either side.
      expect(Math.abs(other.pixels - one.pixels)).toBeLessThanOrEqual(2);
      expect(Math.abs(other.length / one.length - 1)).toBeLessThan(1e-3);
      expect(Math.abs(other.longest / one.longest - 1)).toBeLessThan(1e-6);
    }
    expect(longest).toBeGreaterThan(2 ** 32);
  });

  test('pixels that a kernel does not write are 0 in the map, whatever was there before', async () => {
    const atlas = single(pixelView(9, 4));
    await onBoth(atlas, ask(places));
    const [one, other] = await onBoth(atlas, ask(thirds));
    expect(one.tallies).toEqual([{}]);
    expect(other.tallies).toEqual([{}]);
    expect(one.map).toEqual(Float32Array.from({ length: 36 }, (_, p) => Number((p % 9) % 3 === 0)));
    expect(other.map).toEqual(one.map);
  });

  test('the map between tiles is 0', async () => {
    await onBoth(single(pixelView(30, 30)), ask(places));
    const atlas: Atlas = { width: 10, height: 4, tiles: [{ view: pixelView(3, 2), x: 6, y: 1 }] };
    const [one, other] = await onBoth(atlas, ask(places));
    expect(one.map.filter((v) => v !== 0)).toEqual(Float32Array.of(1, 2, 0.5, 1.5, 2.5));
    expect(other.map).toEqual(one.map);
  });

  test('a kernel that reads lists before there are any says so', async () => {
    const error = new InputError('machine: lists are asked for, and none were gathered. Call frame.lists() first.');
    for (const machine of [cpu, gpu]) {
      const run = <T>(query: (frame: Frame) => Promise<T>) => machine.run(single(pixelView(4)), query);
      await expect(run((frame) => frame.examine(insideLength))).rejects.toThrow(error);
      await expect(run((frame) => frame.read('lists'))).rejects.toThrow(error);
    }
  });
});
