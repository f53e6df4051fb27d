import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { type GapMap, SEEN } from '../../src/gapMap.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { multiply, transformDirection } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { normalize, type Vec3 } from '../../src/math/vector.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { edgeDistance } from '../support/edgeDistance.js';
import { between, randomAffine } from '../support/randomPose.js';
import { boxBody, boxMesh, joined, turnedOut } from './support/bodies.js';
import { rayOracle } from './support/rayOracle.js';

const machine = createCpuMachine();
/** Nearer to an edge than this, snapping decides what a ray meets. */
const NEAR_PX = 1 / 128;

function randomPair(seed: number) {
  const random = seeded(seed);
  const a = body(torusKnot({ segments: 40, sides: 8 }), { name: 'knot', pose: randomAffine(random, 0.3) });
  const b = body(bumpySphere({ segments: 12, frequency: 3 }), { name: 'ball', pose: randomAffine(random, 0.9) });
  const direction = normalize([between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]);
  return { random, a, b, direction };
}

describe('the gap of every ray of two bodies of many walls', () => {
  test.each(Array.from({ length: 12 }, (_, k) => k + 1))('is that of all faces compared, seed %d', async (seed) => {
    const { a, b, direction } = randomPair(seed);
    const map = await gap(a, b, { direction, resolution: 64, extent: seed % 2 ? 'both' : 'all', machine });
    const expected = rayOracle(a, b, map.view);
    const near = edgeDistance([a, b], map.view, NEAR_PX);
    let [compared, unlike, worst] = [0, 0, 0];
    map.gap.forEach((value, p) => {
      if (near[p] < NEAR_PX) return;
      const isNone = Number.isNaN(value);
      if (isNone !== Number.isNaN(expected[p]) || isNone !== (map.seen[p] !== SEEN.both)) unlike++;
      if (isNone) return;
      compared++;
      worst = Math.max(worst, Math.abs(value - expected[p]));
    });
    expect(unlike).toBe(0);
    expect(worst).toBeLessThan(2 * map.measured.depthError);
    expect(compared).toBeGreaterThan(150);
  });

  test.each([1, 2, 3, 4])('is the same with A and B exchanged, seed %d', async (seed) => {
    const { a, b, direction } = randomPair(seed);
    const options = { direction, resolution: 64, bands: [0.1], threshold: 0.05, machine };
    const [one, other] = [await gap(a, b, options), await gap(b, a, options)];
    expect(other.gap).toEqual(one.gap);
    expect(other.begin).toEqual(one.begin);
    expect(other.view).toEqual(one.view);
    const swapped = [SEEN.nothing, SEEN.onlyB, SEEN.onlyA, SEEN.both, SEEN.undecided];
    expect(Array.from(other.seen)).toEqual(Array.from(one.seen, (sees) => swapped[sees]));
    one.gap.forEach((value, p) => {
      if (Number.isNaN(value)) return;
      expect(other.aFirst[p]).toBe(1 - one.aFirst[p]);
      expect(other.aLast[p]).toBe(1 - one.aLast[p]);
    });
    expect(other.minimum!.onA).toEqual(one.minimum!.onB);
    expect(other.regions.length).toBe(one.regions.length);
    expect(other.bands).toEqual(one.bands);
  });

  test.each([1, 2, 3, 4])('turns with the scene, seed %d', async (seed) => {
    const { random, a, b, direction } = randomPair(seed);
    const up: Vec3 = [0.1, 0.7, -0.4];
    const turn = randomRotation(random);
    const turned = [a, b].map(({ mesh, pose }) => body(mesh, { pose: multiply(turn, pose) }));
    const one = await gap(a, b, { direction, up, resolution: 64, machine });
    const other = await gap(turned[0], turned[1], {
      ...{ direction: transformDirection(turn, direction), up: transformDirection(turn, up) },
      ...{ resolution: 64, machine },
    });
    expect([other.columns, other.rows]).toEqual([one.columns, one.rows]);
    const near = edgeDistance([a, b], one.view, NEAR_PX);
    one.gap.forEach((value, p) => {
      if (near[p] < NEAR_PX) return;
      expect(other.seen[p]).toBe(one.seen[p]);
      if (!Number.isNaN(value)) expect(Math.abs(other.gap[p] - value)).toBeLessThan(2 * one.measured.depthError);
    });
  });
});

/** Along z, with the gap that every ray through both must have, and which body begins and ends it. */
const alongZ = (a: Parameters<typeof gap>[0], b: Parameters<typeof gap>[1]): Promise<GapMap> =>
  gap(a, b, { direction: [0, 0, 1], resolution: 32, extent: 'all', machine });

function expectEverywhere(map: GapMap, value: number, begin: number, aFirst: number, aLast: number): void {
  let count = 0;
  map.gap.forEach((at, p) => {
    if (map.seen[p] !== SEEN.both) return;
    count++;
    expect(at).toBeCloseTo(value, 5);
    expect(map.view.origin[2] + map.begin[p]).toBeCloseTo(begin, 5);
    expect([map.aFirst[p], map.aLast[p]]).toEqual([aFirst, aLast]);
  });
  expect(count).toBeGreaterThan(20);
}

describe('the gap of boxes', () => {
  const solid = boxBody([-2, -2, -2], [2, 2, 2]);
  const shell = body(joined(boxMesh([-2, -2, -2], [2, 2, 2]), turnedOut(boxMesh([-1, -1, -1], [1, 1, 1]))));
  const comb = (...walls: readonly (readonly [number, number])[]) =>
    body(joined(...walls.map(([from, to]) => boxMesh([-1, -1, from], [1, 1, to]))));

  test('in front and behind', async () => {
    expectEverywhere(await alongZ(solid, boxBody([-1, -1, 2.5], [1, 1, 3])), 0.5, 2, 1, 0);
    expectEverywhere(await alongZ(solid, boxBody([-1, -1, -3], [1, 1, -2.25])), 0.25, -2.25, 0, 1);
  });

  test('where one reaches into the other', async () => {
    expectEverywhere(await alongZ(solid, boxBody([-1, -1, 1.25], [1, 1, 3])), -0.75, 1.25, 0, 1);
  });

  test('where one lies in the other: the stretch in the inner one', async () => {
    const map = await alongZ(solid, boxBody([-1, -1, -0.5], [1, 1, 0.75]));
    expectEverywhere(map, -1.25, -0.5, 0, 0);
    expect(map.interference.area).toBeCloseTo(4, 9);
    expect(map.interference.area).toBe(map.regions[0].area);
  });

  test('in a cavity: to the nearest wall', async () => {
    expectEverywhere(await alongZ(shell, boxBody([-0.5, -0.5, -0.3], [0.5, 0.5, 0.6])), 0.4, 0.6, 0, 1);
    expectEverywhere(await alongZ(boxBody([-0.5, -0.5, -0.7], [0.5, 0.5, 0.6]), shell), 0.3, -1, 0, 1);
  });

  test('with several stretches: the shortest way, or the longest stretch inside both', async () => {
    expectEverywhere(await alongZ(comb([0, 1], [4, 5]), comb([1.5, 2], [3.75, 3.8], [7, 8])), 0.2, 3.8, 0, 1);
    expectEverywhere(await alongZ(comb([0, 1], [4, 6]), comb([0.5, 2], [5.25, 5.5], [5.75, 8])), -0.5, 0.5, 0, 1);
    // A gap nearer than any stretch is long does not matter where there is one.
    expectEverywhere(await alongZ(comb([0, 1], [4, 5]), comb([1.01, 2], [4.5, 6])), -0.5, 4.5, 0, 1);
  });

  test('whose stretches go on across a face inside a body', async () => {
    expectEverywhere(await alongZ(comb([0, 1], [1, 2]), comb([0.5, 1.75])), -1.25, 0.5, 0, 0);
  });

  test('that touch: none', async () => {
    const map = await alongZ(comb([0, 1]), comb([1, 2]));
    expectEverywhere(map, 0, 1, 1, 0);
    expect(map.minimum!.gap).toBe(0);
    expect(map.interference.pixels).toBe(0);
    expect(map.regions.map(({ area }) => area)).toEqual([expect.closeTo(4, 9)]);
  });

  test('turned inside out, or with faces that do not agree', async () => {
    const { positions, indices } = boxMesh([-1, -1, 0], [1, 1, 1]);
    const other = comb([1.5, 2]);
    expectEverywhere(await alongZ(body(turnedOut({ positions, indices })), other), 0.5, 1, 1, 0);
    const torn = indices.slice();
    torn.set([indices[1], indices[0]]);
    expectEverywhere(await alongZ(body({ positions, indices: torn }), other), 0.5, 1, 1, 0);
  });

  test('of which one is open: rays that do not leave it are put aside', async () => {
    const { positions, indices } = boxMesh([-1, -1, 0], [1, 1, 1]);
    const isIn = (f: number, axis: number, at: number) =>
      [0, 1, 2].every((k) => positions[3 * indices[3 * f + k] + axis] === at);
    const without = (axis: number, at: number) =>
      body({ positions, indices: indices.filter((_, k) => !isIn(Math.floor(k / 3), axis, at)) });
    const other = boxBody([-1, -1, 1.5], [0.0625, 1, 2]);

    const lid = await alongZ(without(2, 1), other);
    expect(lid.minimum).toBeUndefined();
    expect(lid.seen.every((sees) => sees === SEEN.undecided || sees === SEEN.nothing)).toBe(true);
    expect(lid.undecidedRays * lid.pixelSize[0] * lid.pixelSize[1]).toBeCloseTo(4, 9);
    expect(lid.measured.limit).toContain(`But for ${lid.undecidedRays} rays`);

    // Rays along an open side all leave again.
    const side = await alongZ(without(0, 1), other);
    expect(side.undecidedRays).toBe(0);
    expectEverywhere(side, 0.5, 1, 1, 0);
    expect(side.measured.limit).not.toContain('But for');
  });

  test.each(['both', 'all'] as const)('side by side: a map without a minimum, extent %s', async (extent) => {
    const map = await gap(boxBody([0, 0, 0], [1, 1, 1]), boxBody([3, 0, 0], [4, 1, 1]), {
      ...{ direction: [0, 0, 1], resolution: 64, bands: [1], threshold: 1, extent, machine },
    });
    expect(map.minimum).toBeUndefined();
    expect('minimum' in map).toBe(false);
    expect(map.regions).toEqual([]);
    expect(map.bands).toEqual([{ to: 1, pixels: 0, area: 0 }]);
    expect(map.gap.every(Number.isNaN)).toBe(true);
    expect(new Set(map.seen)).toEqual(new Set([SEEN.nothing, SEEN.onlyA, SEEN.onlyB]));
  });
});
