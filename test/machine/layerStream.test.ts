import { describe, expect, test } from 'vitest';
import { grow, layOut } from '../../src/machine/cpu/layerMemory.js';
import type { LayerRasterizer } from '../../src/machine/cpu/layerRasterizer.js';
import { createPlainRasterizer } from '../../src/machine/cpu/plainRasterizer.js';
import { createWasmRasterizer } from '../../src/machine/cpu/wasmRasterizer.js';
import { seeded } from '../../src/math/random.js';

interface Layer {
  readonly pixel: number;
  readonly name: number;
  readonly depth: number;
}

const COLUMNS = 40;
const ROWS = 30;

/** Appends layers one by one, and returns the sorted lists as they lie there: names and depths by turns. */
function listsOf(rasterizer: LayerRasterizer, layers: readonly Layer[]) {
  const { memory } = rasterizer;
  const needs = { vertexCount: 3, columns: COLUMNS, rows: ROWS, slotCount: 1 };
  grow(memory, 2 ** 23);
  const m = layOut(memory, needs);
  m.counts.fill(0);
  rasterizer.start(m, { columns: COLUMNS, firstRow: 0, endRow: ROWS });
  for (const { pixel, name, depth } of layers) {
    if (!rasterizer.hasRoomFor(1)) throw new Error('no room');
    rasterizer.append(pixel, name, depth);
  }
  expect(rasterizer.layerCount()).toBe(layers.length);
  const out = Math.ceil((m.at.stream + rasterizer.streamBytes()) / 64) * 64;
  rasterizer.sortLists(out);
  return {
    first: [...m.first],
    names: new Uint32Array(memory.buffer, out, 2 * layers.length).filter((_, k) => k % 2 === 0),
    depths: new Float32Array(memory.buffer, out, 2 * layers.length).filter((_, k) => k % 2 === 1),
  };
}

/** The same by a plain sort: by pixel, depth and name. */
function sortedLists(layers: readonly Layer[]) {
  const sorted = [...layers].sort((a, b) => a.pixel - b.pixel || a.depth - b.depth || a.name - b.name);
  const first = Array.from({ length: COLUMNS * ROWS + 1 }, (_, p) => sorted.filter(({ pixel }) => pixel < p).length);
  return {
    first,
    names: Uint32Array.from(sorted, ({ name }) => name),
    depths: Float32Array.from(sorted, ({ depth }) => depth),
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, k) => permutations(items.toSpliced(k, 1)).map((rest) => [item, ...rest]));
}

describe.each([
  ['WebAssembly', createWasmRasterizer],
  ['plain', createPlainRasterizer],
])('the stream of the %s loops', (_, create) => {
  test('every order of up to five layers comes out sorted, equal depths by name', () => {
    const keys = [
      { name: 0x8000_0007, depth: 0 },
      { name: 3, depth: 0.25 },
      { name: 0x8000_0003, depth: 0.25 },
      { name: 9, depth: 0.5 },
      { name: 1, depth: 1 },
    ];
    const orders = [1, 2, 3, 4, 5].flatMap((n) =>
      permutations(keys.slice(5 - n)).concat(permutations(keys.slice(0, n))),
    );
    const layers = orders.flatMap((order, pixel) => order.map((key) => ({ pixel, ...key })));
    expect(listsOf(create(), layers)).toEqual(sortedLists(layers));
  });

  test('lists of all lengths around those that are sorted otherwise (seed 81)', () => {
    const random = seeded(81);
    const layers = Array.from({ length: 120 }, (_, n) => n).flatMap((n) =>
      Array.from({ length: n % 60 }, () => ({
        pixel: n,
        name: Math.floor(random() * 2 ** 32),
        depth: Math.fround(Math.floor(random() * 20) / 20),
      })),
    );
    expect(listsOf(create(), layers)).toEqual(sortedLists(layers));
  });

  test('nothing is lost where a page of the stream ends (seed 82)', () => {
    const random = seeded(82);
    for (const count of [0, 1, 2 ** 15 - 1, 2 ** 15, 2 ** 15 + 1, 100_000]) {
      const layers = Array.from({ length: count }, (_, k) => ({
        pixel: Math.floor(random() * COLUMNS * ROWS),
        name: k,
        depth: Math.fround(random()),
      }));
      const { names, first } = listsOf(create(), layers);
      expect(first.at(-1)).toBe(count);
      expect(names.sort().every((name, k) => name === k)).toBe(true);
    }
  });

  test('it says when there is no room any more', () => {
    const rasterizer = create();
    const m = layOut(rasterizer.memory, { vertexCount: 3, columns: COLUMNS, rows: ROWS, slotCount: 1 });
    rasterizer.start(m, { columns: COLUMNS, firstRow: 0, endRow: ROWS });
    const most = Math.floor((rasterizer.memory.buffer.byteLength - m.at.stream) / 12);
    expect(rasterizer.hasRoomFor(2 ** 15)).toBe(true);
    expect(rasterizer.hasRoomFor(most + 1)).toBe(false);
  });
});
