import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { decodePicture, PICTURE_KIND, pairPicture } from '../../src/detect/zlist/pairPicture.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, scaling, translation } from '../../src/math/affine.js';
import type { Box } from '../../src/math/box.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { single } from '../../src/view/atlas.js';
import { fitView } from '../../src/view/fit.js';
import { pixelSize, type View } from '../../src/view/view.js';
import { edgeDistance } from '../support/edgeDistance.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const codesOf = (machine: Machine, view: View, a: Body, b: Body): Promise<Float32Array> =>
  machine.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    await frame.examine(pairPicture);
    return frame.read('map');
  });

/** The space that all boxes are seen in, along z. No box below has a side in the plane of a row or column of rays. */
const SPACE: Box = { min: [-4, -4, -4], max: [4, 4, 4] };
const BIG: Box = { min: [-2, -2, -2], max: [1, 1, 1] };

const CASES: readonly [name: string, a: Box, b: Box, kinds: readonly number[], overlaps: boolean][] = [
  ['corner in corner', BIG, { min: [-1, -1, -3], max: [2, 2, 0] }, [0, 1, 2], true],
  ['A before B', BIG, { min: [-1, -1, 2], max: [2, 2, 3] }, [0, 1, 2, 3], false],
  ['B before A', BIG, { min: [-1, -1, -3], max: [2, 2, -2.5] }, [0, 1, 2, 4], false],
  ['touching', BIG, { min: [-1, -1, 1], max: [2, 2, 3] }, [0, 1, 2, 3], false],
  ['B within A', BIG, { min: [-1, -1, -1], max: [0, 0, 0] }, [0, 1], true],
  ['side by side', BIG, { min: [2, -2, -1], max: [3, 1, 0] }, [0, 1, 2], false],
  [
    'A cut by the near plane',
    { min: [-2, -2, -6], max: [1, 1, 1] },
    { min: [-1, -1, 0], max: [2, 2, 2] },
    [0, 1, 2],
    true,
  ],
  [
    'both cut by both planes',
    { min: [-2, -2, -6], max: [1, 1, 6] },
    { min: [-1, -1, -5], max: [2, 2, 5] },
    [0, 1, 2],
    true,
  ],
];

const boxBody = ({ min, max }: Box): Body =>
  body(box({ size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] }), {
    pose: translation((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2),
  });

/** The code of one ray along z through (x, y), from the boxes alone. */
function expectedCode(x: number, y: number, a: Box, b: Box): number {
  const within = ({ min, max }: Box) => x > min[0] && x < max[0] && y > min[1] && y < max[1];
  const share = (z: number) => Math.min(1, Math.max(0, (z - SPACE.min[2]) / (SPACE.max[2] - SPACE.min[2])));
  const [a0, a1, b0, b1] = [a.min[2], a.max[2], b.min[2], b.max[2]].map(share);
  if (within(a) && within(b)) {
    const length = Math.min(a1, b1) - Math.max(a0, b0);
    if (length > 0) return length;
    return a0 < b0 ? -(PICTURE_KIND.bothAFirst + a0 / 2) : -(PICTURE_KIND.bothBFirst + b0 / 2);
  }
  return within(a) ? -(PICTURE_KIND.onlyA + a0 / 2) : within(b) ? -(PICTURE_KIND.onlyB + b0 / 2) : 0;
}

describe('the picture of two boxes', () => {
  const cpu = createCpuMachine();
  // Eight columns to a unit: no ray at a whole or half coordinate.
  const view = fitView(SPACE, { direction: [0, 0, 1], resolution: 64 });

  test.each(CASES)('%s', async (_, a, b, kinds, overlaps) => {
    const codes = await codesOf(cpu, view, boxBody(a), boxBody(b));
    const [across, down] = pixelSize(view);
    const seen = new Set<number>();
    let worst = 0;
    let positive = 0;
    codes.forEach((code, p) => {
      const [u, v] = [((p % 64) + 0.5) * across, (Math.floor(p / 64) + 0.5) * down];
      const [x, y] = [0, 1].map((k) => view.origin[k] + view.right[k] * u + view.down[k] * v);
      worst = Math.max(worst, Math.abs(code - expectedCode(x, y, a, b)));
      if (code > 0) positive++;
      else seen.add(decodePicture(code).kind);
    });
    expect(worst).toBeLessThan(1e-6);
    expect([...seen].sort()).toEqual(kinds);
    expect(positive > 0).toBe(overlaps);
  });

  test('where a ray meets the overlap twice, the longer stretch counts, as in the depth', async () => {
    const plate = (z: number, thick: number) =>
      box({ size: [3, 3, thick] }).positions.map((c, k) => (k % 3 === 2 ? c + z : c));
    const join = (parts: readonly (readonly [number, number])[]) => {
      const { indices, positions } = box();
      return body({
        positions: Float64Array.from(parts.flatMap(([z, thick]) => [...plate(z, thick)])),
        indices: Uint32Array.from(parts.flatMap((_, k) => [...indices].map((i) => i + (k * positions.length) / 3))),
      });
    };
    const block = boxBody({ min: [-1, -1, -3], max: [1, 1, 3] });
    const at = async (other: Body) => (await codesOf(cpu, view, block, other))[32 * 64 + 32] * 8;
    expect(
      await at(
        join([
          [-1.5, 1],
          [1, 1.5],
        ]),
      ),
    ).toBeCloseTo(1.5, 5);
    expect(
      await at(
        join([
          [-1.5, 1.5],
          [1, 1],
        ]),
      ),
    ).toBeCloseTo(1.5, 5);
    // Two that share a face are one.
    expect(
      await at(
        join([
          [-0.5, 1],
          [0.5, 1],
        ]),
      ),
    ).toBeCloseTo(2, 5);
  });

  test('a code comes apart into what it was made of', () => {
    for (const kind of [1, 2, 3, 4])
      for (const depth of [0, 0.25, 1]) expect(decodePicture(-(kind + depth / 2))).toEqual({ kind, depth });
    expect(decodePicture(0)).toEqual({ kind: 0, depth: 0 });
    expect(decodePicture(0.3)).toEqual({ kind: 0, depth: 0 });
  });
});

/** As for the lists: within two steps of 1/256 pixel of an edge the machines may differ. */
const REACH_PX = 1 / 128;
/** Depths of the machines agree to 1e-6; a ray here has up to 16 layers. */
const TOLERANCE = 2e-5;

describeGpu('the picture kernel on both machines', () => {
  const cpu = createCpuMachine();
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test.each([1, 2, 3, 4, 5, 6])('agrees away from edges, seed %d', async (seed) => {
    const random = seeded(seed);
    const a = body(torusKnot({ segments: 40, sides: 8 }), { pose: randomRotation(random) });
    const place = translation(random() - 0.5, random() - 0.5, random() - 0.5);
    const pose = multiply(place, multiply(randomRotation(random), scaling(0.5 + 0.4 * random())));
    const b = body(bumpySphere({ segments: 14, frequency: 3 }), { pose });
    // Odd seeds see all of the bodies, even ones cut through them.
    const half = seed % 2 ? 2 : 0.8;
    const direction = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
    const view = fitView({ min: [-half, -half, -half], max: [half, half, half] }, { direction, resolution: 64 });

    const near = edgeDistance([a, b], view, REACH_PX);
    const [one, other] = [await codesOf(cpu, view, a, b), await codesOf(gpu, view, a, b)];
    let compared = 0;
    let overlapping = 0;
    let worst = 0;
    one.forEach((code, p) => {
      if (near[p] < REACH_PX) return;
      compared++;
      if (code > 0) overlapping++;
      worst = Math.max(worst, Math.abs(code - other[p]));
    });
    expect(worst).toBeLessThan(TOLERANCE);
    expect(compared).toBeGreaterThan(0.9 * 64 * 64);
    expect(overlapping).toBeGreaterThan(30);
  });
});
