// `collide` against the exact verb: what it says must be so, whatever the rays happened to meet.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { type CollideOptions, collide } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { contacts } from '../../src/contacts.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { multiply, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { exactKind } from '../exact/support/exactKind.js';
import { randomPair as latticePair } from '../exact/support/randomPair.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { between } from '../support/randomPose.js';
import { isCollision, wrong } from './claims.js';
import { type Family, randomPair } from './randomPairs.js';

const machine = createCpuMachine();
const ask = (a: Body, b: Body, options: CollideOptions = {}): Promise<Collision> =>
  collide(a, b, { machine, resolution: 64, ...options });

const total = { pairs: 0, yes: 0, certainNo: 0, touch: 0, unsettled: 0, missed: 0, byZoom: 0, unconfirmed: 0 };

async function checkPair(a: Body, b: Body, options: CollideOptions, finest: number): Promise<void> {
  const { kind } = await contacts(a, b, { machine });
  const truth = kind !== 'none' && kind !== 'touch';
  const rough = await ask(a, b, options);
  expect(wrong(rough, truth, false)).toBeUndefined();
  const fine = await ask(a, b, { ...options, finest });
  expect(wrong(fine, truth, true)).toBeUndefined();
  // What is left open must be in need of it: bodies that are apart have no faces that can meet.
  if (fine.unsettledArea > 0) expect(kind).not.toBe('none');
  total.pairs++;
  if (fine.answer === 'yes') total.yes++;
  else if (fine.isCertain) total.certainNo++;
  else total.unsettled++;
  if (kind === 'touch') total.touch++;
  if (truth && fine.answer !== 'yes') total.missed++;
  if (truth && rough.answer === 'no' && rough.looks.some(({ collisionPixels }) => collisionPixels > 0))
    total.unconfirmed++;
  if (rough.answer === 'no' && fine.answer === 'yes') total.byZoom++;
}

describe('against the exact verb, at 64² and zoomed in', () => {
  const FAMILIES: readonly (readonly [Family, number, number, number])[] = [
    ['convex', 1, 110, 1e-4],
    ['any', 1001, 100, 1e-4],
    ['overlapping themselves', 2001, 50, 1e-4],
    ['cubes', 3001, 100, 0.02],
  ];
  for (const [family, first, count, finest] of FAMILIES)
    test(`${family}, seeds ${first} to ${first + count - 1}`, async () => {
      for (let seed = first; seed < first + count; seed++) {
        const [a, b] = randomPair(family, seed);
        const random = seeded(seed + 77_777);
        const direction: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
        const options: CollideOptions = {
          ...(seed % 2 === 0 && { direction }),
          ...(seed % 3 === 0 && { order: 'peeling' }),
          ...(seed % 5 === 0 && { algorithm: 'simplified' }),
          ...(seed % 7 === 0 && { refine: true }),
          ...(seed % 11 === 0 && { until: 'all' }),
        };
        await checkPair(a, b, options, finest).catch((cause) => {
          throw new Error(`seed ${seed}: ${cause.message}`, { cause });
        });
      }
    });

  test('spheres and boxes that graze each other by 1e-3, seeds 4001 to 4030', async () => {
    for (let seed = 4001; seed <= 4030; seed++) {
      const random = seeded(seed);
      const [one, other] = [icoSphere({ subdivisions: 2 }), random() < 0.5 ? icoSphere({ subdivisions: 1 }) : box()];
      const turn = randomRotation(random);
      // Slid along x until they nearly touch, found by bisection on the exact answer.
      const place = (x: number) => body(other, { pose: multiply(translation(x, 0.1, 0.05), turn) });
      let [inside, outside] = [0.5, 3];
      while (outside - inside > 1e-3) {
        const middle = (inside + outside) / 2;
        if (await isCollision(machine, body(one), place(middle))) inside = middle;
        else outside = middle;
      }
      await checkPair(body(one), place(inside), {}, 1e-4).catch((cause) => {
        throw new Error(`seed ${seed}, inside: ${cause.message}`, { cause });
      });
      await checkPair(body(one), place(outside + 1e-2), {}, 1e-4).catch((cause) => {
        throw new Error(`seed ${seed}, outside: ${cause.message}`, { cause });
      });
    }
  });

  test('there was something to compare', () => {
    console.log(total);
    expect(total.pairs).toBeGreaterThanOrEqual(400);
    expect(total.yes).toBeGreaterThan(200);
    expect(total.certainNo).toBeGreaterThan(100);
    expect(total.touch).toBeGreaterThan(10);
    expect(total.byZoom).toBeGreaterThan(5);
    expect(total.missed).toBe(0);
    // Of collisions that rays showed, none was taken for an artefact.
    expect(total.unconfirmed).toBe(0);
  });
});

const claimOf = ({ answer, isCertain, by }: Collision) => ({ answer, isCertain, by });

/** Rays that seem inside both have the faces compared, which decides; where none does, rays are all there is. */
const claimOfTouching = ({ looks }: Collision) =>
  looks.some(({ collisionPixels }) => collisionPixels > 0)
    ? { answer: 'no', isCertain: true, by: 'faces' }
    : { answer: 'no', isCertain: false, by: 'rays' };

describe('touching in planes that rays see askew (seeds 1 to 60, and some more)', () => {
  // Rays that pass between an edge and where it was snapped to seem inside both.
  it('is never taken for a collision', async () => {
    let touching = 0;
    const by: Record<string, number> = { rays: 0, faces: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const [a, b] = randomPair('cubes', seed);
      if ((await contacts(a, b, { machine })).kind !== 'touch') continue;
      touching++;
      const random = seeded(seed + 1000);
      for (let k = 0; k < 12; k++) {
        const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
        const found = await ask(a, b, { direction, until: k % 2 ? 'all' : 'first' });
        expect(claimOf(found), `seed ${seed}, along ${direction}`).toEqual(claimOfTouching(found));
        by[found.by]++;
      }
    }
    expect(touching).toBeGreaterThan(8);
    expect(Math.min(by.rays, by.faces)).toBeGreaterThan(0);
  });

  it('nor when it is zoomed into: it stays open, unless rays seem inside both on the way', async () => {
    const by: string[] = [];
    for (const seed of [40, 47, 60, 72, 228]) {
      const [a, b] = randomPair('cubes', seed);
      const random = seeded(seed + 1000);
      const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
      const found = await ask(a, b, { direction, finest: 1e-4 });
      expect(claimOf(found), `seed ${seed}`).toEqual(claimOfTouching(found));
      expect(found.unsettledArea > 0, `seed ${seed}`).toBe(found.by === 'rays');
      by.push(found.by);
    }
    expect(new Set(by)).toEqual(new Set(['rays', 'faces']));
  });
});

test('random solids on whole numbers, their kinds by exact volumes, 150 pairs from 1² to 64² (seed 61)', async () => {
  const random = seeded(61);
  const found = { yes: 0, no: 0 };
  for (let k = 0; k < 150; k++) {
    const { a, b, what } = latticePair(random);
    const { kind } = exactKind(a, b);
    const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
    const options: CollideOptions = {
      resolution: [1, 2, 3, 16, 32, 64][k % 6],
      refine: k % 7 === 0,
      ...(k % 2 === 1 && { direction }),
      ...(k % 3 === 0 && { until: 'all' }),
      ...(k % 5 === 0 && { algorithm: 'simplified' }),
      ...(k % 4 === 0 && { order: 'peeling' }),
      ...(k % 10 === 0 && { finest: 0.05 }),
    };
    const report = await ask(body(a), body(b), options);
    expect(
      wrong(report, kind !== 'none' && kind !== 'touch', k % 10 === 0),
      `pair ${k}, ${kind}, ${what}`,
    ).toBeUndefined();
    found[report.answer as 'yes' | 'no']++;
  }
  expect(Math.min(found.yes, found.no)).toBeGreaterThan(40);
});

describeGpu('where the hardware snaps by more', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  test('bodies that touch are not taken for colliding either, seeds 1 to 30', async () => {
    let doubtful = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const [a, b] = randomPair('cubes', seed);
      if ((await contacts(a, b, { machine })).kind !== 'touch') continue;
      const random = seeded(seed + 1000);
      for (let k = 0; k < 6; k++) {
        const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
        const resolution = k % 2 ? 32 : 64;
        const { answer, looks } = await collide(a, b, {
          ...{ machine: gpu, resolution, until: k % 3 ? 'first' : 'all' },
          ...(k > 0 && { direction }),
        });
        expect(answer, `seed ${seed}, along ${direction}`).toBe('no');
        if (looks.some(({ collisionPixels }) => collisionPixels > 0)) doubtful++;
      }
    }
    // Some rays did seem inside both: else this would show nothing.
    if (gpu.snapPx > 2 ** -6) expect(doubtful).toBeGreaterThan(0);
  });

  test('and all others are what they are, seeds 1 to 12 of each kind', async () => {
    for (const family of ['convex', 'any', 'overlapping themselves'] as const)
      for (let seed = 1; seed <= 12; seed++) {
        const [a, b] = randomPair(family, seed);
        const truth = await isCollision(machine, a, b);
        const found = await collide(a, b, { machine: gpu, resolution: 32, finest: 1e-3 });
        expect(wrong(found, truth, true), `${family}, seed ${seed}`).toBeUndefined();
      }
  });
});
