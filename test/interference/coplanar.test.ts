import { describe, expect, it } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type Affine, multiply, rotation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { uvSphere } from '../../src/mesh/shapes/sphere.js';
import { lPrism } from '../support/lPrism.js';
import { randomRigid } from '../support/randomPose.js';
import { axisRotations } from './axisRotations.js';
import { ask, at, baked, boxOf, cube, cuboid, hollowCube, joined, kindOf, moved, pairOf } from './bodies.js';

const turns = axisRotations();

/** The kinds that a pair is found to be, over many motions: one, where all is well. */
async function kindsOver(
  motions: readonly Affine[],
  make: () => Body[],
  { resolution = 64, bake = false } = {},
): Promise<string[]> {
  const kinds = new Set<string>();
  for (const motion of motions) {
    const bodies = make().map((one) => moved(one, motion));
    kinds.add(kindOf(await ask(bake ? bodies.map(baked) : bodies, { resolution })));
  }
  return [...kinds];
}

const randomMotions = (seed: number, count: number): Affine[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => randomRigid(random, 9));
};

describe('an L whose notch is filled', () => {
  const filled = (height: number) => (): Body[] => [body(lPrism(height).mesh), boxOf(lPrism(height).notch)];

  it.each([1, 2.5])('exactly, %f high: touches in each of 24 orientations', async (height) => {
    expect(await kindsOver(turns, filled(height))).toEqual(['touch']);
  });

  // Rays along z run along both walls of the notch, and these are the borders of the view.
  it.each([0.1, 0.5])(
    'exactly, %f high and so seen along its walls: touches in each of 24 orientations',
    async (height) => {
      expect(await kindsOver(turns, filled(height))).toEqual(['touch']);
    },
  );

  it.each([0.1, 0.2, 0.5, 1, 2.5])('exactly, %f high, turned anyhow (seed 31)', async (height) => {
    for (const resolution of [64, 128])
      for (const bake of [false, true])
        expect(await kindsOver(randomMotions(31, 12), filled(height), { resolution, bake })).toEqual(['touch']);
  });

  // In f32 the box is some 1e-9 higher than the L: its face lies so much before the near plane.
  it.each([0.1, 0.2, 0.3])(
    'by a box with f32 vertices, %f high: touches in each of 24 orientations',
    async (height) => {
      const filling = () => body(box({ size: [1, 1, height] }), { pose: at(1.5, 1.5, height / 2) });
      expect(await kindsOver(turns, () => [body(lPrism(height).mesh), filling()])).toEqual(['touch']);
    },
  );

  it.each([0.5, 1])('with a box 0.1 too large or too small, %f high', async (height) => {
    const L = (): Body => body(lPrism(height).mesh);
    expect(await kindsOver(turns, () => [L(), cuboid([0.9, 0.9, 0], [2, 2, height])])).toEqual(['hard']);
    expect(await kindsOver(turns, () => [L(), cuboid([0.9, 1, 0], [2, 2, height])])).toEqual(['hard']);
    expect(await kindsOver(turns, () => [L(), cuboid([1.1, 1.1, 0], [2, 2, height])])).toEqual(['none']);
  });

  it('by an L: two of them in a block of 3 × 2', async () => {
    const half = multiply(
      Float64Array.of(1, 0, 0, 3, 0, 1, 0, 2, 0, 0, 1, 0),
      rotation([0, 0, 1], Math.PI).map(Math.round),
    );
    const pair = (height: number) => [body(lPrism(height).mesh), body(lPrism(height).mesh, { pose: half })];
    expect(await kindsOver(turns, () => pair(3))).toEqual(['touch']);
    expect(await kindsOver(turns, () => pair(0.3))).toEqual(['touch']);
  });
});

describe('flush faces', () => {
  const nests: readonly [string, Vec3, Vec3][] = [
    ['no face', [1, 1, 1], [3, 3, 3]],
    ['one face', [0, 1, 1], [3, 3, 3]],
    ['two opposite faces', [1, 1, 0], [3, 3, 4]],
    ['two faces at an edge', [0, 0, 1], [3, 3, 3]],
    ['three faces at a corner', [0, 0, 0], [3, 3, 3]],
    ['three faces, two opposite', [0, 1, 0], [4, 3, 3]],
    ['four faces around', [0, 0, 1], [4, 4, 3]],
    ['five faces', [0, 0, 0], [4, 4, 3]],
  ];
  it.each(nests)('nested boxes sharing %s: contained', async (_, min, max) => {
    const pair = () => [cuboid([0, 0, 0], [4, 4, 4]), cuboid(min, max)];
    expect(await kindsOver(turns, pair)).toEqual(['contained b']);
    expect(await kindsOver(randomMotions(32, 6), pair, { resolution: 128 })).toEqual(['contained b']);
    const { volume } = pairOf(await ask(pair()))!;
    expect(volume).toBeCloseTo((max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]), 5);
  });

  // Vertices of their own on a common wall are snapped each for itself: single rays along the wall may see the one outside.
  it('nested boxes sharing faces, with all vertices mapped (seed 33)', async () => {
    const kinds: Record<string, string[]> = {};
    for (const [name, min, max] of nests) {
      const pair = () => [cuboid([0, 0, 0], [4, 4, 4]), cuboid(min, max)];
      kinds[name] = await kindsOver(randomMotions(33, 10), pair, { resolution: 128, bake: true });
    }
    expect(kinds).toEqual(Object.fromEntries(nests.map(([name]) => [name, ['contained b']])));
  });

  it('boxes with flush tops, bottoms and sides, that overlap: hard (seed 34)', async () => {
    const one = () => cuboid([0, 0, 0], [4, 4, 1]);
    const others: readonly [Vec3, Vec3][] = [
      [
        [2, 2, 0],
        [6, 6, 1],
      ],
      [
        [2, 0, 0],
        [6, 4, 1],
      ],
      [
        [2, 1, 0],
        [6, 3, 1],
      ],
      [
        [0, 0, 0.5],
        [4, 4, 2],
      ],
      [
        [-1, 0, 0],
        [3, 4, 1],
      ],
    ];
    for (const [min, max] of others) {
      expect(await kindsOver(turns, () => [one(), cuboid(min, max)])).toEqual(['hard']);
      expect(await kindsOver(turns, () => [one(), cuboid(min, max)], { bake: true })).toEqual(['hard']);
      expect(await kindsOver(randomMotions(34, 6), () => [one(), cuboid(min, max)], { bake: true })).toEqual(['hard']);
    }
  });

  it('boxes with flush tops, side by side: touch', async () => {
    for (const height of [0.1, 1, 10])
      expect(
        await kindsOver(turns, () => [cuboid([0, 0, 0], [2, 2, height]), cuboid([2, 0.5, 0], [4, 1.5, height])]),
      ).toEqual(['touch']);
  });
});

describe('cavities', () => {
  const shell = (): Body => body(hollowCube(4, 2));

  it('a box in a cavity, with a gap all around, or exactly in it', async () => {
    expect(await kindsOver(turns, () => [shell(), cuboid([-0.9, -0.5, -0.2], [0.9, 0.5, 0.3])])).toEqual(['none']);
    expect(await kindsOver(turns, () => [shell(), cuboid([-1, -1, -1], [1, 1, 1])])).toEqual(['touch']);
  });

  it.each([
    [1, 1, 1],
    [0.2, 1, 1],
    [1, 0.2, 1],
    [1, 1, 0.2],
  ] as const)('a box of %f × %f × %f against one wall of a cavity, whichever: touch', async (...size) => {
    for (const axis of [0, 1, 2])
      for (const side of [-1, 1]) {
        const min = size.map((length, k) => (k !== axis ? -length / 2 : side < 0 ? -1 : 1 - length));
        const max = min.map((from, k) => from + size[k]);
        expect(kindOf(await ask([shell(), cuboid(min as unknown as Vec3, max as unknown as Vec3)]))).toBe('touch');
      }
  });

  it('a body in its own cavity: a ball in a hollow of its size', async () => {
    const [ball, hole] = [uvSphere({ radius: 1 }), uvSphere({ radius: 1 })];
    const around = joined(box({ size: 3 }), { ...hole, indices: hole.indices.slice().reverse() });
    expect(await kindsOver(turns, () => [body(around), body(ball)])).toEqual(['touch']);
  });

  it('a plug in a hole through a plate: touch along the wall of the hole alone', async () => {
    // A plate of four bars around a square hole, as one body.
    const bars: [Vec3, Vec3][] = [
      [
        [-2, -2, 0],
        [-1, 2, 0.5],
      ],
      [
        [1, -2, 0],
        [2, 2, 0.5],
      ],
      [
        [-1, -2, 0],
        [1, -1, 0.5],
      ],
      [
        [-1, 1, 0],
        [1, 2, 0.5],
      ],
    ];
    const plate = () => body(joined(...bars.map(([min, max]) => cuboid(min, max).mesh)));
    expect(await kindsOver(turns, () => [plate(), cuboid([-1, -1, -1], [1, 1, 1])])).toEqual(['touch']);
    expect(await kindsOver(turns, () => [plate(), cuboid([-0.9, -0.9, -1], [0.9, 0.9, 1])])).toEqual(['none']);
    expect(await kindsOver(turns, () => [plate(), cuboid([-1.1, -0.9, -1], [0.9, 0.9, 1])])).toEqual(['hard']);
  });
});

describe('equal bodies', () => {
  it('are duplicates, however they are cut', async () => {
    for (const segments of [1, 2, 5])
      expect(await kindsOver(turns, () => [cube(4), cuboid([-2, -2, -2], [2, 2, 2], { segments })])).toEqual([
        'duplicate',
      ]);
    const drum = (heightSegments: number) => body(cylinder({ radius: 1, height: 2, segments: 24, heightSegments }));
    expect(await kindsOver(turns, () => [drum(1), drum(4)])).toEqual(['duplicate']);
  });

  it('turned onto themselves are duplicates, a little off they are not', async () => {
    for (const turn of turns) expect(kindOf(await ask([cube(2), cube(2, turn)]))).toBe('duplicate');
    expect(kindOf(await ask([cube(2), cube(2, rotation([0, 0, 1], 0.05))]))).toBe('hard');
    expect(kindOf(await ask([cube(2), cube(2.01)]))).toBe('contained a');
  });
});
