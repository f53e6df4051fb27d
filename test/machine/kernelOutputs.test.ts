import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { InputError } from '../../src/errors.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import { type Best, BLOCK_PX, type Kernel, offer, type Parameters, type Tally } from '../../src/machine/kernel.js';
import { faceOf, slotOf } from '../../src/machine/lists.js';
import type { Drawn, Frame, Machine } from '../../src/machine/machine.js';
import { seeded } from '../../src/math/random.js';
import { type Atlas, packAtlas, single } from '../../src/view/atlas.js';
import { describeGpu } from '../support/gpu.js';
import { pixelView } from './cpuDrawScenes.js';

/** A sheet of two faces per cell of two pixels by one, so that no edge passes through a pixel's centre. */
function cells(columns: number, rows: number, x0: number, y0: number, depth: number): Body {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) positions.push(x0 + 2 * x, y0 + y, depth);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = y * (columns + 1) + x;
      indices.push(at, at + columns + 1, at + columns + 2, at, at + columns + 2, at + 1);
    }
  return body({ positions, indices });
}

const stack = (count: number, columns: number, rows: number): Body[] =>
  Array.from({ length: count }, (_, k) => cells(columns, rows, k % 5, k % 3, (k + 0.5) / count));

/** Everything a kernel can leave, from the lists: marks faces by their place in the list and a number of the tile's. */
const everything: Kernel = {
  name: 'everything',
  reads: ['lists'],
  tally: { layers: 'sum', weight: 'sum64', least: 'min' },
  parameterCount: 2,
  map: true,
  marks: true,
  best: true,
  cpu(pixels, tally, [every, scale]) {
    const { columns, rows, firstRow, first, layerName, faceBits, offset, stride, map, marks, markBase } = pixels;
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        const length = first[p + 1] - first[p];
        if (length === 0) continue;
        const row = firstRow + y;
        tally.layers += length;
        tally.weight += 0xff00_0000 * (100 * length + row);
        tally.least = Math.min(tally.least, 100 * row + x);
        map[offset + y * stride + x] = length * scale;
        offer(pixels, p, 8 * length + ((5 * x + 3 * row) % 8), 1000 * row + x);
        for (let k = 0; k < length; k++) {
          const name = layerName[2 * (first[p] + k)];
          const face = name & (2 ** faceBits - 1);
          if ((face + k) % every === 0) marks[markBase[(name & 0x7fff_ffff) >>> faceBits] + face] = 1;
        }
      }
  },
  wgsl: /* wgsl */ `
fn examine() {
  let length = layerCount();
  if (length == 0u) { return; }
  tally_layers(length);
  tally_weight64(product(0xff000000u, 100u * length + pixel.y));
  tally_least(100u * pixel.y + pixel.x);
  map(f32(length) * parameter(1u));
  best(8u * length + (5u * pixel.x + 3u * pixel.y) % 8u, 1000u * pixel.y + pixel.x);
  for (var k = 0u; k < length; k++) {
    if ((faceOf(layer(k)) + k) % u32(parameter(0u)) == 0u) { mark(layer(k)); }
  }
}`,
};

/** The map's neighbours: to the left, above, and two below to the right. */
const NEIGHBOURS = [[-1, 0, 1], [0, -1, 10], [1, 2, 100]] as const; // biome-ignore format: one line

const neighbourhood = (readsLists: boolean): Kernel => ({
  name: `neighbourhood ${readsLists}`,
  reads: readsLists ? ['lists', 'map'] : ['map'],
  tally: { sum: 'sum64', far: 'sum', layers: 'sum' },
  best: true,
  marks: readsLists,
  cpu(pixels, tally) {
    const { view, columns, rows, firstRow, first, layerName, faceBits, offset, stride, map, marks, markBase } = pixels;
    const mapAt = (x: number, y: number) =>
      x < 0 || x >= columns || y + firstRow < 0 || y + firstRow >= view.rows ? 0 : map[offset + y * stride + x];
    for (let y = 0, p = 0; y < rows; y++)
      for (let x = 0; x < columns; x++, p++) {
        let sum = mapAt(x, y);
        for (const [dx, dy, weight] of NEIGHBOURS) sum += weight * mapAt(x + dx, y + dy);
        tally.sum += sum;
        tally.far += mapAt(x + 1_000_000, y) + mapAt(x, y - 1_000_000);
        offer(pixels, p, sum, x);
        if (!readsLists) continue;
        tally.layers += first[p + 1] - first[p];
        if (first[p] === first[p + 1] || mapAt(x - 1, y) > 0) continue;
        const name = layerName[2 * first[p]];
        marks[markBase[(name & 0x7fff_ffff) >>> faceBits] + (name & (2 ** faceBits - 1))] = 1;
      }
  },
  wgsl: /* wgsl */ `
fn examine() {
  var sum = mapAt(vec2i(0, 0));
  ${NEIGHBOURS.map(([dx, dy, weight]) => `sum += ${weight}.0 * mapAt(vec2i(${dx}, ${dy}));`).join('\n  ')}
  tally_sum(u32(sum));
  tally_far(u32(mapAt(vec2i(1000000, 0)) + mapAt(vec2i(0, -1000000))));
  best(u32(sum), pixel.x);
  ${readsLists ? 'tally_layers(layerCount()); if (layerCount() > 0u && mapAt(vec2i(-1, 0)) <= 0.0) { mark(layer(0u)); }' : ''}
}`,
});
const neighbours = neighbourhood(false);
const neighboursAndLists = neighbourhood(true);

/** Writes the map of a tile: a number of the tile's, and the pixel's place. Rows that are multiples of `skip` stay as they are. */
const tileMap: Kernel = {
  name: 'tileMap',
  reads: [],
  tally: {},
  parameterCount: 2,
  map: true,
  cpu({ columns, rows, firstRow, offset, stride, map }, _, [number, skip]) {
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++)
        if ((y + firstRow) % skip > 0) map[offset + y * stride + x] = 1000 * number + 10 * x + y + firstRow;
  },
  wgsl: /* wgsl */ `
fn examine() {
  if (pixel.y % u32(parameter(1u)) > 0u) { map(1000.0 * parameter(0u) + f32(10u * pixel.x + pixel.y)); }
}`,
};

/** Ties within and between rows: five values, in one block of three nothing at all. */
const scattered: Kernel = {
  name: 'scattered',
  reads: [],
  tally: {},
  best: true,
  cpu(pixels) {
    const { columns, rows, firstRow } = pixels;
    for (let p = 0; p < columns * rows; p++) {
      const x = p % columns;
      offer(pixels, p, scatteredValue(x, firstRow + Math.floor(p / columns)), 0xffff_0000 + x);
    }
  },
  wgsl: /* wgsl */ `
fn examine() {
  if ((pixel.x / 16u + pixel.y / 16u) % 3u == 2u) { return; }
  let value = (7u * pixel.x + 13u * pixel.y) % 5u;
  best(select(value, 0xfffffff0u + value, value > 2u), 0xffff0000u + pixel.x);
}`,
};

function scatteredValue(x: number, y: number): number {
  if ((Math.floor(x / 16) + Math.floor(y / 16)) % 3 === 2) return 0;
  const value = (7 * x + 13 * y) % 5;
  return value > 2 ? 0xffff_fff0 + value : value;
}

/** What of each block comes first among the greatest, by looking at all pixels. */
function expectedBest(columns: number, rows: number, value: (x: number, y: number) => number): Best[] {
  const found: Best[] = [];
  for (let top = 0; top < rows; top += BLOCK_PX)
    for (let left = 0; left < columns; left += BLOCK_PX) {
      let best: Best | undefined;
      for (let row = top; row < Math.min(rows, top + BLOCK_PX); row++)
        for (let column = left; column < Math.min(columns, left + BLOCK_PX); column++)
          if (value(column, row) > (best?.value ?? 0))
            best = { column, row, value: value(column, row), payload: 0xffff_0000 + column };
      if (best) found.push(best);
    }
  return found;
}

/** The product of two words that the parameters give in halves, and sums of it. */
const products: Kernel = {
  name: 'products',
  reads: [],
  tally: { low: 'max', high: 'max', sum: 'sum64', both: 'sum64' },
  parameterCount: 4,
  cpu({ columns, rows }, tally, [aHigh, aLow, bHigh, bLow]) {
    const product = BigInt(aHigh * 65536 + aLow) * BigInt(bHigh * 65536 + bLow);
    tally.low = Number(product & 0xffff_ffffn);
    tally.high = Number(product >> 32n);
    tally.sum += columns * rows * Number(product >> 24n);
    tally.both += columns * rows * (0x3_ffff_ffff + 0xffff_ffff);
  },
  wgsl: /* wgsl */ `
fn examine() {
  let a = u32(parameter(0u)) * 65536u + u32(parameter(1u));
  let b = u32(parameter(2u)) * 65536u + u32(parameter(3u));
  let whole = product(a, b);
  tally_low(whole.x);
  tally_high(whole.y);
  tally_sum64(vec2u((whole.x >> 24u) | (whole.y << 8u), whole.y >> 24u));
  tally_both64(vec2u(0xffffffffu, 3u));
  tally_both(0xffffffffu);
}`,
};

/** What `everything` left, and the lists for comparison. */
const askEverything = (drawn: readonly Drawn[], parameters: Parameters) => async (frame: Frame) => {
  frame.lists(drawn);
  return {
    tallies: await frame.examine(everything, parameters),
    marks: await frame.read('marks'),
    best: await frame.read('best'),
    map: await frame.read('map'),
  };
};

/** The faces that `everything` is to mark, from the lists as they are read. */
async function expectedMarks(machine: Machine, atlas: Atlas, drawn: readonly Drawn[], every: readonly number[]) {
  const lists = await machine.run(atlas, async (frame) => {
    frame.lists(drawn);
    return frame.read('lists');
  });
  return atlas.tiles.map(({ view, x, y }, t) => {
    const bodies = drawn.filter(({ tile = 0 }) => tile === t).map(() => new Set<number>());
    for (let row = 0; row < view.rows; row++)
      for (let column = 0; column < view.columns; column++) {
        const p = (y + row) * atlas.width + x + column;
        for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
          const face = faceOf(lists.name[k], lists);
          if ((face + k - lists.first[p]) % every[t] === 0) bodies[slotOf(lists.name[k], lists)].add(face);
        }
      }
    return bodies.map((faces) => Uint32Array.from(faces).sort());
  });
}

const tilesOf = (sizes: readonly (readonly [number, number])[], maxWidth: number): Atlas => {
  const packed = packAtlas(
    sizes.map(([columns, rows]) => pixelView(columns, rows)),
    { maxWidth },
  );
  expect(packed).toHaveLength(1);
  return packed[0].atlas;
};

const MACHINES: readonly [string, () => Promise<Machine>][] = [
  ['as large as the device allows', () => createGpuMachine()],
  ['of 8,000 bytes, in slices', () => createGpuMachine({ mostBytes: 8_000 })],
];

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
      gpu = await createGpuMachine();
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
