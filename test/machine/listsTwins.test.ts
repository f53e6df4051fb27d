import { describe, expect, test } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import {
  alignedScenes,
  atlasScenes,
  closeScenes,
  cutScenes,
  type ListScene,
  largeScenes,
  pairScenes,
  tinyScenes,
} from '../../scenes/listScenes.js';
import { SOLIDS } from '../../scenes/solids.js';
import { body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, scaling } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { single } from '../../src/view/atlas.js';
import { fitPair, fitView } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { expectSameBytes, listsIn } from '../support/lists.js';
import { between, pick, randomAffine } from '../support/randomPose.js';
import { pixelCube, posedHuge } from '../support/watertightPoses.js';

/** Heaps of solids: lists of dozens of layers, cut by the near and far planes, with faces from tiny to many screens wide. */
function heaps(seed: number, count: number): ListScene[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, k) => {
    const size = 1 + Math.floor(random() * 90);
    const view = pixelCube(size);
    const drawn = Array.from({ length: 1 + Math.floor(random() * 24) }, () => {
      const scale = size * 0.05 * 200 ** random();
      const [x, y, z] = [between(random, 0, size), between(random, 0, size), between(random, -8 * size, 8 * size)];
      const place = Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
      const pose = multiply(place, multiply(scaling(scale), randomAffine(random, 0.2)));
      return { body: body(pick(random, SOLIDS).coarse, { pose }) };
    });
    return { name: `heap ${k} of ${drawn.length}`, atlas: single(view), drawn };
  });
}

const huge = (seed: number): ListScene[] =>
  Array.from({ length: 30 }, (_, k) => {
    const { name, body: b, view } = posedHuge(seed, k, 40);
    return { name, atlas: single(view), drawn: [{ body: b }, { body: b }] };
  });

/** Boxes whose faces lie on the near and far planes but for rounding, on either side of them. */
const grazing = (seed: number): ListScene[] => {
  const random = seeded(seed);
  return Array.from({ length: 40 }, (_, k) => {
    const off = () => (random() - 0.5) * 2 ** -20;
    const pose = Float64Array.of(30, 0, 0, 20 + 8 * random(), 0, 30, 0, 20, 0, 0, 40 * (1 + off()), 20 + 40 * off());
    const drawn = [{ body: body(box({ size: 1, segments: 1 + (k % 3) }), { pose }) }];
    return { name: `grazing ${k}`, atlas: single(pixelCube(40)), drawn };
  });
};

/** World coordinates are pixels, as in `pixelCube`. */
const pixelBlock = (columns: number, rows: number, depth: number): View => ({
  ...{ origin: [0, 0, 0], right: [1, 0, 0], down: [0, 1, 0], direction: [0, 0, 1] },
  ...{ size: [columns, rows, depth], columns, rows },
});

/** Faces from a few columns to more than the frame has, in frames up to 2,100 wide: runs of pixels of all lengths, some cut by a plane. */
const wideFaces = (seed: number): ListScene[] => {
  const random = seeded(seed);
  return Array.from({ length: 60 }, (_, k) => {
    const [columns, rows, depth] = [pick(random, [40, 300, 1100, 2100]), 3 + Math.floor(random() * 20), 50];
    const drawn = Array.from({ length: 4 }, () => {
      const [wide, high] = [20 * (columns / 10) ** random(), between(random, 2, 3 * rows)];
      const [x, y, z] = [between(random, 0, columns), between(random, 0, rows), between(random, -10, depth + 10)];
      const pose = Float64Array.of(
        wide,
        5,
        1,
        x,
        0,
        high,
        1,
        y,
        between(random, -60, 60),
        7,
        between(random, 5, 60),
        z,
      );
      return { body: body(pick(random, SOLIDS).coarse, { pose }) };
    });
    return { name: `wide ${k}`, atlas: single(pixelBlock(columns, rows, depth)), drawn };
  });
};

/** Hundreds of thousands of layers of small faces, some of them over the last column. */
const bumpyScenes = (): ListScene[] =>
  BUMPY_CONTACTS.flatMap(({ dx }) => {
    const [a, b] = bumpyPair(80, dx);
    const part = { min: [-1, -0.7, -1], max: [0.6, 0.5, 0.8] } as const;
    const views = [
      fitPair(a, b, { resolution: 300 })!,
      fitView(part, { direction: [0.3, 1, 0.2], resolution: [301, 203] }),
    ];
    return views.map((view, k) => ({
      name: `bumpy ${dx}, ${k}`,
      atlas: single(view),
      drawn: [{ body: a }, { body: b }],
    }));
  });

const FAMILIES: readonly [name: string, scenes: readonly ListScene[]][] = [
  ['heaps (seed 31)', heaps(31, 150)],
  ['huge bodies (seed 32)', huge(32)],
  ['pairs (seed 33)', pairScenes(33, 20)],
  ['views that cut through (seed 34)', cutScenes(34, 30)],
  ['boxes on the grid (seed 35)', alignedScenes(35, 20)],
  ['large faces (seed 36)', largeScenes(36)],
  ['tiny faces (seed 37)', tinyScenes(37)],
  ['views of small parts (seed 38)', closeScenes(38)],
  ['atlases (seed 39)', atlasScenes(39, 20)],
  ['faces on the near and far planes (seed 40)', grazing(40)],
  ['wide faces (seed 41)', wideFaces(41)],
  ['two bumpy spheres, from shallow to deep', bumpyScenes()],
];

describe('WebAssembly and plain loops give the same bytes', () => {
  const [wasm, plain] = [createCpuMachine({ loops: 'wasm' }), createCpuMachine({ loops: 'plain' })];
  let longest = 0;
  let cut = 0;

  for (const [name, scenes] of FAMILIES)
    test(name, async () => {
      for (const { atlas, drawn } of scenes) {
        const [one, other] = [await listsIn(wasm, atlas, drawn), await listsIn(plain, atlas, drawn)];
        expectSameBytes(one, other);
        expect(one.depth.every((depth) => depth >= 0 && depth <= 1)).toBe(true);
        for (let p = 0; p + 1 < one.first.length; p++) longest = Math.max(longest, one.first[p + 1] - one.first[p]);
        cut += one.before.reduce((sum, winding) => sum + Number(winding !== 0), 0);
      }
    });

  test('there were more than 200 scenes, with long lists and cuts', () => {
    expect(FAMILIES.reduce((sum, [, scenes]) => sum + scenes.length, 0)).toBeGreaterThan(200);
    expect(longest).toBeGreaterThan(30);
    expect(cut).toBeGreaterThan(10_000);
  });

  test('they say which they are', () => {
    expect(wasm.name).toBe('CPU (WebAssembly loops, 1 thread)');
    expect(plain.name).toBe('CPU (plain loops, 1 thread)');
  });
});
