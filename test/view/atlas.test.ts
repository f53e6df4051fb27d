import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { box } from './boxBody.js';

const SEED = 31337;
const view = (columns: number, rows: number) =>
  fitView(box([0, 0, 0], [1, 1, 1]), { direction: [0, 0, 1], resolution: [columns, rows] });
const many = (count: number, columns: number, rows: number) => Array.from({ length: count }, () => view(columns, rows));

describe('packAtlas', () => {
  test(`places every view once, within limits, without overlap (seed ${SEED})`, () => {
    // Sizes from a few, so that equal ones are common, and frames small enough to need several.
    const size = fc.oneof(fc.constantFrom(1, 8, 16), fc.integer({ min: 1, max: 24 }));
    const sizes = fc.array(fc.tuple(size, size), { maxLength: 60 });
    const limit = fc.integer({ min: 24, max: 64 });
    fc.assert(
      fc.property(sizes, limit, limit, (sizes, maxWidth, maxHeight) => {
        const views = sizes.map(([columns, rows]) => view(columns, rows));
        const packed = packAtlas(views, { maxWidth, maxHeight });
        const placed = packed.flatMap(({ indices }) => indices);
        expect([...placed].sort((a, b) => a - b)).toEqual(views.map((_, i) => i));
        for (const { atlas, indices } of packed) {
          expect(atlas.width).toBeLessThanOrEqual(maxWidth);
          expect(atlas.height).toBeLessThanOrEqual(maxHeight);
          expect(atlas.tiles.length).toBe(indices.length);
          expect(indices.every((index, k) => k === 0 || indices[k - 1] < index)).toBe(true);
          const taken = new Uint8Array(atlas.width * atlas.height);
          atlas.tiles.forEach((tile, k) => {
            expect(tile.view).toBe(views[indices[k]]);
            expect(tile.x + tile.view.columns).toBeLessThanOrEqual(atlas.width);
            expect(tile.y + tile.view.rows).toBeLessThanOrEqual(atlas.height);
            for (let y = tile.y; y < tile.y + tile.view.rows; y++)
              for (let x = tile.x; x < tile.x + tile.view.columns; x++) taken[y * atlas.width + x]++;
          });
          expect(Math.max(...taken)).toBe(1);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('fills rows with equal tiles, in their order', () => {
    const [{ atlas, indices }, ...more] = packAtlas(many(6, 10, 5), { maxWidth: 39, maxHeight: 100 });
    expect(more).toEqual([]);
    expect(indices).toEqual([0, 1, 2, 3, 4, 5]);
    expect(atlas.tiles.map(({ x, y }) => [x, y])).toEqual([0, 5].flatMap((y) => [0, 10, 20].map((x) => [x, y])));
    expect([atlas.width, atlas.height]).toEqual([30, 10]);
  });

  test('leaves no row nearly empty', () => {
    const [{ atlas }] = packAtlas(many(20, 512, 512));
    expect([atlas.width, atlas.height]).toEqual([5120, 1024]);
  });

  test('opens another frame where one is full', () => {
    const packed = packAtlas(many(9, 4, 4), { maxWidth: 8, maxHeight: 8 });
    expect(packed.map(({ indices }) => indices)).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]]);
    expect(packed[2].atlas).toEqual(single(packed[2].atlas.tiles[0].view));
  });

  test('packs 100 000 views, and none', () => {
    const packed = packAtlas(Array(100_000).fill(view(32, 32)));
    expect(packed.length).toBe(2); // 65 536 tiles a frame
    expect(packAtlas([])).toEqual([]);
  });

  test('says which view is too large', () => {
    expect(() => packAtlas([view(8, 8), view(8193, 8)])).toThrow(
      new InputError(
        'atlas: view 1 is larger than a frame (8193 × 8 pixels, at most 8192 × 8192). Lower its resolution.',
      ),
    );
  });
});
