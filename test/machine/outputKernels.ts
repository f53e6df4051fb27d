import { expect } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type Best, BLOCK_PX, type Kernel, offer, type Parameters } from '../../src/machine/kernel.js';
import { faceOf, slotOf } from '../../src/machine/lists.js';
import type { Drawn, Frame, Machine } from '../../src/machine/machine.js';
import { type Atlas, packAtlas } from '../../src/view/atlas.js';
import { openGpu } from '../support/openGpu.js';
import { pixelView } from './cpuDrawScenes.js';

/** A sheet of two faces per cell of two pixels by one, so that no edge passes through a pixel's centre. */
export function cells(columns: number, rows: number, x0: number, y0: number, depth: number): Body {
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

export const stack = (count: number, columns: number, rows: number): Body[] =>
  Array.from({ length: count }, (_, k) => cells(columns, rows, k % 5, k % 3, (k + 0.5) / count));

/** Everything a kernel can leave, from the lists: marks faces by their place in the list and a number of the tile's. */
export const everything: Kernel = {
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
export const NEIGHBOURS = [[-1, 0, 1], [0, -1, 10], [1, 2, 100]] as const; // biome-ignore format: one line

export const neighbourhood = (readsLists: boolean): Kernel => ({
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
export const neighbours = neighbourhood(false);
export const neighboursAndLists = neighbourhood(true);

/** Writes the map of a tile: a number of the tile's, and the pixel's place. Rows that are multiples of `skip` stay as they are. */
export const tileMap: Kernel = {
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
export const scattered: Kernel = {
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

export function scatteredValue(x: number, y: number): number {
  if ((Math.floor(x / 16) + Math.floor(y / 16)) % 3 === 2) return 0;
  const value = (7 * x + 13 * y) % 5;
  return value > 2 ? 0xffff_fff0 + value : value;
}

/** What of each block comes first among the greatest, by looking at all pixels. */
export function expectedBest(columns: number, rows: number, value: (x: number, y: number) => number): Best[] {
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
export const products: Kernel = {
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
export const askEverything = (drawn: readonly Drawn[], parameters: Parameters) => async (frame: Frame) => {
  frame.lists(drawn);
  return {
    tallies: await frame.examine(everything, parameters),
    marks: await frame.read('marks'),
    best: await frame.read('best'),
    map: await frame.read('map'),
  };
};

/** The faces that `everything` is to mark, from the lists as they are read. */
export async function expectedMarks(machine: Machine, atlas: Atlas, drawn: readonly Drawn[], every: readonly number[]) {
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

export const tilesOf = (sizes: readonly (readonly [number, number])[], maxWidth: number): Atlas => {
  const packed = packAtlas(
    sizes.map(([columns, rows]) => pixelView(columns, rows)),
    { maxWidth },
  );
  expect(packed).toHaveLength(1);
  return packed[0].atlas;
};

export const MACHINES: readonly [string, () => Promise<Machine>][] = [
  ['as large as the device allows', () => openGpu()],
  ['of 8,000 bytes, in slices', () => openGpu({ mostBytes: 8_000 })],
];
