import { expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { chooseLook } from '../../src/detect/gap/chooseLook.js';
import { gapRays } from '../../src/detect/gap/gapRays.js';
import { gapView } from '../../src/detect/gap/gapView.js';
import { toParty } from '../../src/detect/toParty.js';
import { gap } from '../../src/gap.js';
import { SEEN } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, rotation, translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { boxBody } from './support/bodies.js';

const machine = createCpuMachine();

/** Which of the directions is taken for two bodies. */
async function taken(a: ReturnType<typeof boxBody>, b: typeof a, directions: readonly Vec3[], resolution = 64) {
  const pair = { a: toParty(a, 0), b: toParty(b, 1), depthError: 1e-5 };
  const candidates = directions.map((direction) => ({ direction, by: 'boxes' as const }));
  const { view } = await chooseLook(candidates, resolution, async ({ direction, by }, px) => {
    const view = gapView(pair.a.body, pair.b.body, { direction, resolution: px, extent: 'both' });
    const [rays] = await gapRays(machine, pair, [view]);
    return { view, rays, by, depthError: pair.depthError };
  });
  return directions.findIndex((direction) => direction.every((at, k) => at === view.direction[k]));
}

const [X, Y, Z]: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

test('the first direction along which both are seen', async () => {
  const [a, b] = [boxBody([0, 0, 0], [4, 4, 1]), boxBody([0, 0, 3], [4, 4, 4])];
  expect(await taken(a, b, [Z])).toBe(0);
  expect(await taken(a, b, [X, Y, Z])).toBe(2);
  expect(await taken(a, b, [Z, X, Y])).toBe(0);
  // None shows both: then the first.
  expect(await taken(a, b, [Y, X])).toBe(0);
});

test('a later one where it shows more than four times as much of both', async () => {
  const a = boxBody([0, 0, 0], [4, 4, 1]);
  // Along x both are seen on a strip of 4 × 0.5, along z on 4 × 4 or on 4 × 1.5.
  expect(await taken(a, boxBody([0, 0, 0.5], [4, 4, 4]), [X, Z])).toBe(1);
  expect(await taken(a, boxBody([2.5, 0, 0.5], [4, 4, 4]), [X, Z])).toBe(0);
});

test('slanting plates so far apart that their common normal shows none of both are looked at another way', async () => {
  const pose = rotation([1, 0, 0], 0.7);
  for (const apart of [20, 60]) {
    const plate = box({ size: [10, 10, 2] });
    const [a, b] = [body(plate, { pose }), body(plate, { pose: multiply(translation(0, 0, apart), pose) })];
    const map = await gap(a, b, { resolution: 128, machine });
    const both = map.seen.filter((sees) => sees === SEEN.both).length;
    expect(both).toBeGreaterThan(0.5 * map.columns * map.rows);
    expect(map.minimum!.gap).toBeCloseTo(apart - 2 / Math.cos(0.7), 4);
  }
});
