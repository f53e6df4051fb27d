import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairOverlapMap } from '../../bench/support/pairOverlap.js';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { host } from '../../src/machine/gpu/host.js';
import type { Kernel } from '../../src/machine/kernel.js';
import type { Machine } from '../../src/machine/machine.js';
import { translation } from '../../src/math/affine.js';
import * as surface from '../../src/surface/surfaces.js';
import { type Atlas, packAtlas, single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { describeGpu } from '../support/gpu.js';
import { expectSameBytes } from '../support/lists.js';
import { openGpu } from '../support/openGpu.js';
import { watchCalls } from '../support/watchCalls.js';

describeGpu('a device with small buffers', () => {
  const cpu = createCpuMachine();
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu({ mostBytes: 40_000 });
  });
  afterAll(() => gpu.close());

  const pairs = [1.8, 1.5, 1, 0.5].map((dx) => bumpyPair(10, dx));

  async function expectSame(atlas: Atlas, numbers: readonly number[]): Promise<void> {
    const ask = (machine: Machine) =>
      machine.run(atlas, async (frame) => {
        frame.lists(numbers.flatMap((k, tile) => pairs[k].map((body) => ({ body, tile }))));
        return { tallies: await frame.examine(pairOverlapMap), map: await frame.read('map') };
      });
    const [one, other] = [await ask(cpu), await ask(gpu)];
    one.tallies.forEach(({ pixels, length, longest }, t) => {
      // A ray beside an edge may be counted by one machine alone.
      expect(Math.abs(other.tallies[t].pixels - pixels)).toBeLessThanOrEqual(2);
      expect(Math.abs(other.tallies[t].length - length)).toBeLessThan(2e-3 * length + 1e4);
      expect(Math.abs(other.tallies[t].longest - longest)).toBeLessThan(200);
    });
    let differing = 0;
    one.map.forEach((share, p) => {
      if (Math.abs(share - other.map[p]) > 1e-5) differing++;
    });
    expect(differing).toBeLessThanOrEqual(4);
  }

  it('takes one large tile in bands of rows', async () => {
    for (const k of [0, 3]) await expectSame(single(fitPair(...pairs[k], { resolution: [61, 97] })!), [k]);
  });

  it('takes many tiles in several frames', async () => {
    const views = pairs.map((pair, k) => fitPair(...pair, { resolution: [20 + k, 31] })!);
    const [{ atlas, indices }] = packAtlas(views);
    await expectSame(atlas, indices);
  });

  it('splits again where lists turn out too long', async () => {
    const [a, b] = pairs[3];
    const many = Array.from({ length: 20 }, (_, k) => {
      const [copy] = bumpyPair(6, 0);
      copy.pose = translation(0.01 * k, 0, 0);
      return copy;
    });
    const view = fitPair(a, b, { resolution: 32 })!;
    const kernel: Kernel = {
      name: 'count',
      reads: ['lists'],
      tally: { layers: 'sum', longest: 'max', shortest: 'min' },
      cpu: ({ first, columns, rows }, tally) => {
        for (let p = 0; p < columns * rows; p++) {
          const count = first[p + 1] - first[p];
          tally.layers += count;
          tally.longest = Math.max(tally.longest, count);
          tally.shortest = Math.min(tally.shortest, count);
        }
      },
      wgsl: 'fn examine() { tally_layers(layerCount()); tally_longest(layerCount()); tally_shortest(layerCount()); }',
    };
    const ask = (machine: Machine) =>
      machine.run(single(view), async (frame) => {
        frame.lists([a, b, ...many].map((body) => ({ body })));
        return frame.examine(kernel);
      });
    const [[one], [other]] = [await ask(cpu), await ask(gpu)];
    expect(one.layers * 8).toBeGreaterThan(40_000);
    expect(Math.abs(other.layers - one.layers)).toBeLessThanOrEqual(4);
    expect(other.shortest).toBe(one.shortest);
    expect(Math.abs(other.longest - one.longest)).toBeLessThanOrEqual(1);
  });

  it('gives a body that does not fit to the host', async () => {
    const [a, b] = bumpyPair(60, 1);
    expect(a.mesh.indices.byteLength).toBeGreaterThan(40_000);
    const view = fitPair(a, b, { resolution: 24 })!;
    const ask = (machine: Machine) =>
      machine.run(single(view), async (frame) => {
        frame.lists([{ body: a }, { body: b }]);
        return frame.examine(pairOverlapMap);
      });
    const [[one], [other]] = [await ask(cpu), await ask(gpu)];
    // The same lists; the sweep adds up in f32 there.
    expect([other.pixels, other.longest]).toEqual([one.pixels, one.longest]);
    expect(other.length / one.length).toBeCloseTo(1, 6);
  });

  describe('and the host gathers', () => {
    /** The views that the host gathers meanwhile, each time. */
    function watchHost(): () => View[][] {
      const gathering = watchCalls(host, 'gather');
      return () => gathering.map(([{ tiles }]) => tiles.map(({ view }) => view));
    }

    it('nothing where only all bodies together have too many vertices', async () => {
      const numbers = Array.from({ length: 32 }, (_, k) => k % pairs.length);
      const vertices = numbers.reduce((sum, k) => sum + 2 * (pairs[k][0].mesh.positions.length / 3), 0);
      expect(8 * vertices).toBeGreaterThan(40_000);
      const [{ atlas, indices }] = packAtlas(numbers.map((k) => fitPair(...pairs[k], { resolution: 4 })!));
      const [gathered, buffers] = [watchHost(), watchCalls(gpu.device, 'createBuffer')];
      await expectSame(
        atlas,
        indices.map((i) => numbers[i]),
      );
      expect(gathered()).toEqual([]);
      expect(Math.max(0, ...buffers.map(([{ size }]) => size))).toBeLessThanOrEqual(40_192); // in steps of 256
    });

    it('only the tiles that it has to', async () => {
      const ball = body(
        surface.functionSolid({
          f: (x, y, z) => Math.hypot(x, y, z) - 1,
          lipschitz: 1,
          bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
        }),
      );
      // More faces than fit; and more vertices, but only of both together.
      const [large] = bumpyPair(42, 1);
      const padded = pairs[3].map(({ mesh: { positions, indices }, pose }) =>
        body({ positions: [...positions, ...new Float64Array(3 * 1650)], indices }, { pose }),
      );
      const shown = [pairs[0], [pairs[1][0], ball], pairs[2], [pairs[3][1], large], padded, pairs[3]];
      const [{ atlas, indices }] = packAtlas(shown.map(([a, b]) => fitPair(a, b, { resolution: 16 })!));
      const ask = (machine: Machine) =>
        machine.run(atlas, async (frame) => {
          frame.lists(indices.flatMap((k, tile) => shown[k].map((one) => ({ body: one, tile }))));
          const tallies = await frame.examine(pairOverlapMap);
          return { tallies, map: await frame.read('map'), lists: await frame.read('lists') };
        });
      const [one, gathered] = [await ask(cpu), watchHost()];
      const other = await ask(gpu);
      one.tallies.forEach(({ pixels, length }, t) => {
        expect(pixels).toBeGreaterThan(10);
        expect(Math.abs(other.tallies[t].pixels - pixels)).toBeLessThanOrEqual(2);
        expect(Math.abs(other.tallies[t].length - length)).toBeLessThan(2e-3 * length + 1e4);
      });
      expect(one.map.filter((share, p) => Math.abs(share - other.map[p]) > 1e-5).length).toBeLessThanOrEqual(4);
      // Once for the kernel; and all of them for the lists, which are to be had in one piece.
      const views = atlas.tiles.map(({ view }) => view);
      const forHost = views.filter((_, tile) => [1, 3, 4].includes(indices[tile]));
      expect(gathered()).toEqual([forHost, views]);
      expectSameBytes(other.lists, one.lists);
    });
  });
});
