import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel, Tally } from '../../src/machine/kernel.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import { seeded } from '../../src/math/random.js';
import { type Atlas, single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { pixelView } from './cpuDrawScenes.js';
import {
  askEverything,
  cells,
  everything,
  expectedBest,
  expectedMarks,
  MACHINES,
  NEIGHBOURS,
  neighbours,
  neighboursAndLists,
  products,
  scattered,
  scatteredValue,
  stack,
  tileMap,
  tilesOf,
} from './outputKernels.js';

describeGpu('what kernels leave', () => {
  const cpu = createCpuMachine();

  for (const [size, open] of MACHINES)
    describe(`with buffers ${size}`, () => {
      let gpu: Machine;
      beforeAll(async () => {
        gpu = await open();
      });
      afterAll(() => gpu.close());

      const expectSame = async <T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T> => {
        const [one, other] = [await cpu.run(atlas, query), await gpu.run(atlas, query)];
        expect(other).toEqual(one);
        return other;
      };

      for (const [name, bodies] of [
        ['in slots', stack(9, 12, 30)],
        ['packed', stack(23, 12, 30)],
        ['from the host', [...stack(5, 12, 30), cells(3, 2, -200_000, 3, 0.4), wide(0.3)]],
      ] as const)
        test(`lists ${name}: parameters, tallies, map, marks and best pixels of one tile`, async () => {
          const atlas = single(pixelView(37, 45));
          const drawn = bodies.map((b) => ({ body: b }));
          const { tallies, marks, best } = await expectSame(atlas, askEverything(drawn, [3, 0.25]));
          expect(tallies[0].weight).toBeGreaterThan(2 ** 40);
          expect(tallies[0].weight).toBeLessThan(2 ** 53);
          expect(marks).toEqual(await expectedMarks(gpu, atlas, drawn, [3]));
          expect(marks[0].every((faces) => faces.every((face, k) => k === 0 || face > faces[k - 1]))).toBe(true);
          expect(marks[0][1].length).toBeGreaterThan(100);
          expect(best[0].length).toBeGreaterThan(3);
        });

      test('every tile has its own parameters, marks and best pixels', async () => {
        const atlas = tilesOf([[20, 31], [37, 9], [16, 16], [5, 40], [1, 1]], 60); // biome-ignore format: one line
        const drawn = atlas.tiles.flatMap((_, tile) =>
          tile === 2 ? [] : stack(3 + 8 * tile, 6 + tile, 8).map((b) => ({ body: b, tile })),
        );
        const parameters = atlas.tiles.map((_, t) => [t + 2, t - 0.5]);
        const { marks, best } = await expectSame(atlas, askEverything(drawn, parameters));
        expect(marks.map((bodies) => bodies.length)).toEqual(
          atlas.tiles.map((_, t) => drawn.filter(({ tile }) => tile === t).length),
        );
        expect(marks).toEqual(
          await expectedMarks(
            gpu,
            atlas,
            drawn,
            parameters.map(([every]) => every),
          ),
        );
        expect(best[2]).toEqual([]);
        await expectSame(atlas, askEverything(drawn, [4, 2]));
      });

      // The smaller one's map fits 8,000 bytes.
      for (const rows of [40, 50])
        test(`a map of many kernels, and kernels that read it with their neighbours, at 41 × ${rows}`, async () => {
          const drawn = stack(7, 9, 24).map((b) => ({ body: b }));
          const [found] = await expectSame(single(pixelView(41, rows)), async (frame) => {
            frame.lists(drawn);
            await frame.examine(tileMap, [5, 7]);
            const found = [await frame.examine(neighbours), await frame.examine(everything, [2, 3])];
            // Pixels without layers keep what was there.
            found.push(await frame.examine(neighbours), await frame.examine(neighboursAndLists));
            const left = [await frame.read('marks'), await frame.read('best'), await frame.read('map')];
            await frame.examine(tileMap, [6, 2]);
            found.push(await frame.examine(neighbours));
            return [found, left, await frame.read('map')];
          });
          // The map of one kernel, of two, and of three.
          const [one, , two, , three] = (found as Tally[][]).map(([{ sum }]) => sum);
          expect(new Set([one, two, three]).size).toBe(3);
        });
    });

  describe('by themselves', () => {
    let gpu: Machine;
    beforeAll(async () => {
      gpu = await openGpu();
    });
    afterAll(() => gpu.close());

    const onBoth = async <T>(atlas: Atlas, query: (frame: Frame) => Promise<T>): Promise<T[]> => [
      await cpu.run(atlas, query),
      await gpu.run(atlas, query),
    ];

    for (const sizes of [[[1, 1]], [[16, 16]], [[17, 33]], [[100, 40]], [[40, 3], [17, 17], [5, 9], [1, 30]]] as const) // biome-ignore format: one line
      test(`the first of the greatest values of each block, at ${sizes.join(' and ')} pixels`, async () => {
        const atlas = tilesOf(sizes, 100);
        const expected = atlas.tiles.map(({ view }) => expectedBest(view.columns, view.rows, scatteredValue));
        const ask = async (frame: Frame) => {
          expect(await frame.examine(scattered)).toEqual(atlas.tiles.map(() => ({})));
          return frame.read('best');
        };
        for (const best of await onBoth(atlas, ask)) expect(best).toEqual(expected);
      });

    test('the map beyond a tile is 0, where other tiles lie side by side, too', async () => {
      const atlas = tilesOf([[20, 9], [20, 9], [3, 5], [18, 5], [1, 1]], 40); // biome-ignore format: one line
      const ask = async (frame: Frame) => {
        await frame.examine(
          tileMap,
          atlas.tiles.map((_, t) => [t + 1, 1000]),
        );
        const map = await frame.read('map');
        return { map, tallies: await frame.examine(neighbours), best: await frame.read('best') };
      };
      const [one, other] = await onBoth(atlas, ask);
      expect(other).toEqual(one);
      atlas.tiles.forEach(({ view: { columns, rows }, x, y }, t) => {
        let sum = 0;
        for (let row = 0; row < rows; row++)
          for (let column = 0; column < columns; column++)
            for (const [dx, dy, weight] of [[0, 0, 1] as const, ...NEIGHBOURS]) {
              const [u, v] = [column + dx, row + dy];
              if (u >= 0 && u < columns && v >= 0 && v < rows) sum += weight * other.map[(y + v) * atlas.width + x + u];
            }
        expect(other.tallies[t]).toEqual({ sum, far: 0, layers: 0 });
      });
    });

    test('products and sums of 64 bits, with parameters for each of 1,500 tiles (seed 71)', async () => {
      const random = seeded(71);
      const edge = [0, 1, 0xffff, 0x8000];
      const half = (t: number, i: number) => (t < 256 ? edge[(t >> (2 * i)) & 3] : Math.floor(random() * 65536));
      const parameters = Array.from({ length: 1500 }, (_, t) => [0, 1, 2, 3].map((i) => half(t, i)));
      const atlas = tilesOf(
        parameters.map((_, t) => (t % 100 === 7 ? [19, 17] : [1, 1])),
        400,
      );
      const [one, other] = await onBoth(atlas, (frame) => frame.examine(products, parameters));
      other.forEach((tally, t) => {
        const [aHigh, aLow, bHigh, bLow] = parameters[t];
        const product = BigInt(aHigh * 65536 + aLow) * BigInt(bHigh * 65536 + bLow);
        expect(BigInt(tally.high) * 2n ** 32n + BigInt(tally.low)).toBe(product);
      });
      expect(other).toEqual(one);
    });

    test('what one kernel leaves stays until the next one of the kind, whatever is asked between', async () => {
      const atlas = single(pixelView(24, 20));
      const drawn = stack(4, 8, 12).map((b) => ({ body: b }));
      const [one, other] = await onBoth(atlas, async (frame) => {
        const first = await askEverything(drawn, [2, 1])(frame);
        frame.lists(drawn.slice(1));
        await frame.examine(scattered);
        const [marks, best] = [await frame.read('marks'), await frame.read('best')];
        expect(marks).toEqual(first.marks);
        expect(best).not.toEqual(first.best);
        await frame.examine(everything, [5, 1]);
        return [marks, best, await frame.read('marks'), await frame.read('best')];
      });
      expect(other).toEqual(one);
      expect(other[0]).toHaveLength(1);
      expect(other[2][0]).toHaveLength(3);
    });

    test('where the queue of large faces overflows, nothing is left of the first attempt', async () => {
      // Faces of no width, in 16 blocks each, and behind them two sheets whose blocks find no room at first.
      const lines = body({
        positions: [0, 0, 0.5, 64, 64, 0.5],
        indices: Array.from({ length: 17_000 }, () => [0, 1, 1]).flat(),
      });
      const sheets = [0.3, 0.7].map((depth) =>
        body({ positions: [0, 0, depth, 0, 200, depth, 200, 0, depth], indices: [0, 1, 2] }),
      );
      const emptyRays: Kernel = {
        name: 'emptyRays',
        reads: ['lists'],
        tally: { empty: 'sum', layers: 'sum' },
        map: true,
        marks: true,
        best: true,
        cpu() {},
        wgsl: /* wgsl */ `
fn examine() {
  tally_layers(layerCount());
  if (layerCount() < 2u) { tally_empty(1u); map(1.0); best(1u, 1u); }
  for (var k = 0u; k < layerCount(); k++) { mark(layer(k)); }
}`,
      };
      await gpu.run(single(pixelView(64)), async (frame) => {
        frame.lists([lines, ...sheets].map((b) => ({ body: b })));
        expect(await frame.examine(emptyRays)).toEqual([{ empty: 0, layers: 2 * 64 * 64 }]);
        expect((await frame.read('map')).every((value) => value === 0)).toBe(true);
        expect(await frame.read('best')).toEqual([[]]);
        expect(await frame.read('marks')).toEqual([[Uint32Array.of(), Uint32Array.of(0), Uint32Array.of(0)]]);
      });
    });

    test('marks and best pixels that no kernel left are not there', async () => {
      for (const machine of [cpu, gpu])
        for (const [plane, what] of [['marks', 'marks'], ['best', 'best pixels']] as const) // biome-ignore format: one line
          await expect(machine.run(single(pixelView(4)), (frame) => frame.read(plane as 'marks'))).rejects.toThrow(
            new InputError(
              `machine: ${what} are asked for, and no kernel left any. Examine with a kernel that does first.`,
            ),
          );
    });
  });
});

/** A face that reaches too far off the screen for the device. */
function wide(depth: number): Body {
  return body({ positions: [-1e6, -10, depth, 0, 1e6, depth, 1e6, -10, depth], indices: [0, 1, 2] });
}
