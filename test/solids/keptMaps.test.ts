// A depth map that is kept from look to look gives what a fresh one gives: section 4's last hint.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body, still } from '../../src/body.js';
import { type CollideOptions, collide, collider } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { countSolids } from '../../src/detect/solids/countSolids.js';
import { inRoles } from '../../src/detect/solids/roles.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { type Affine, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { normalize, type Vec3 } from '../../src/math/vector.js';
import { mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { at, joined, mapped } from '../interference/bodies.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';

const cpu = createCpuMachine();
const FROM_BELOW: Vec3 = [0, 0, 1];

interface Step {
  readonly a?: Affine;
  readonly b?: Affine;
  /** New positions of A, by a map. */
  readonly deform?: (positions: ArrayLike<number>) => ArrayLike<number>;
  /** Whether A's map can be kept from the step before. */
  readonly isKept: boolean;
  /** Whether the boxes are apart: nothing is looked at then. */
  readonly isApart?: boolean;
}

const turned = (k: number, by = 0.07): Affine => rotation(normalize([0.3, 0.5, 0.8]), by * k);
const stretched = (s: number) => (positions: ArrayLike<number>) =>
  Float64Array.from(positions, (v, i) => (i % 3 === 0 ? v * s : v));

const STEPS = 8;
const MOTIONS: readonly (readonly [string, (k: number) => Step])[] = [
  ['only B moves', (k) => ({ b: multiply(translation(1.57 - 0.15 * k, 0.1 * k, 0.2), turned(k)), isKept: k > 0 })],
  [
    'A moves and turns',
    (k) => ({ a: multiply(translation(0.2 * k, -0.1 * k, 0.05 * k), turned(k, 0.11)), isKept: k > 0 }),
  ],
  [
    'both move',
    (k) => ({
      a: multiply(translation(0.1 * k, 0.2, -0.1 * k), turned(k, -0.2)),
      b: multiply(translation(1.2 - 0.1 * k, 0.1, 0.1), turned(k, 0.15)),
      isKept: k > 0,
    }),
  ],
  [
    'A deforms in between',
    (k) => ({
      b: translation(1.57 - 0.12 * k, 0, 0.1),
      ...(k % 3 === 2 && { deform: stretched(1 + 0.05 * k) }),
      isKept: k > 0 && k % 3 !== 2,
    }),
  ],
  [
    'A is scaled by its pose',
    (k) => ({
      a: multiply(translation(0.05 * k, 0, 0), scaling(k < 4 ? 1 : 1.2)),
      b: translation(1.57 - 0.12 * k, 0, 0.1),
      isKept: k > 0 && k !== 4,
    }),
  ],
  [
    'B goes away and comes back, while A turns or deforms',
    (k) => ({
      a: turned(k, 0.05),
      b: translation(k % 4 === 1 ? 9 : 1.3, 0.1, 0.1),
      ...(k === 5 && { deform: stretched(1.1) }),
      isApart: k % 4 === 1,
      isKept: k > 0 && k !== 5,
    }),
  ],
  [
    'A is mirrored by its pose',
    (k) => ({ a: scaling(k === 4 ? -1 : 1, 1, 1), b: translation(1.5, 0, 0), isKept: k > 0 && k !== 4 && k !== 5 }),
  ],
];

/** A is the ball, since it alone is convex; or one of two that are not. */
const PAIRS: readonly (readonly [string, () => [Body, Body]])[] = [
  [
    'a ball and a ring',
    () => [body(icoSphere({ subdivisions: 2 })), body(torus({ segments: 16, sides: 8 }), { pose: at(1.3) })],
  ],
  [
    'two boxes',
    () => [body(box({ size: [2, 1.5, 1], segments: 3 })), body(box({ size: 1.2 }), { pose: at(1.3, 0.1, 0.1) })],
  ],
];

async function checkMotion(
  machine: Machine,
  [a, b]: [Body, Body],
  motion: (k: number) => Step,
  options: CollideOptions,
  steps: number,
) {
  const shape = a.mesh.positions;
  const kept = collider(a, b, { ...options, machine, keepDepthMap: true });
  let wasKept = 0;
  let canKeep = false;
  for (let k = 0; k < steps; k++) {
    const { a: poseA, b: poseB, deform, isKept: isUnchanged, isApart } = motion(k);
    if (poseA) a.pose = poseA;
    if (poseB) b.pose = poseB;
    if (deform) a.update(deform(shape));
    const found = await kept.look();
    const what = `step ${k}`;
    const isKept: boolean = canKeep && isUnchanged;
    canKeep = !isApart || isKept;
    if (isApart) {
      expect(found, what).toMatchObject({ answer: 'no', by: 'boxes', isCertain: true, looks: [] });
      continue;
    }
    expect(found.looks, what).toHaveLength(1);
    const [look] = found.looks;
    expect(look.mapOf, what).toBe('a');
    expect(look.isMapKept, what).toBe(isKept);
    if (isKept) wasKept++;
    // The truth: the same rays, with a map that is drawn anew. The view is told, so a fresh collider need not guess it.
    const fresh = await freshLook(machine, a, b, found, options);
    expect(found.answer, what).toBe(fresh.answer);
    expect(look.collisionPixels, what).toBe(fresh.collisionPixels);
    expect(look.settled, what).toEqual(fresh.settled);
    if (options.until === 'all') expect(differing(look.answers!, fresh.answers!), what).toBe(0);
    // And another one, along its own view, of which A is one.
    const other = await collide(a, b, { ...options, machine, finest: 1e-2 });
    if (other.isCertain && look.collisionPixels > 4) expect(other.answer, what).toBe('yes');
    if (other.isCertain && other.answer === 'no') expect(found.answer, what).toBe('no');
  }
  return wasKept;
}

const differing = (one: Uint8Array, other: Uint8Array): number => {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, answer, p) => sum + (answer === other[p] ? 0 : 1), 0);
};

/** Counts in the view of a look, with nothing kept. */
async function freshLook(
  machine: Machine,
  a: Body,
  b: Body,
  { looks: [{ view }] }: Collision,
  options: CollideOptions,
) {
  const { until = 'first', algorithm, order = 'lists' } = options;
  const roles = inRoles(still(a), still(b), true);
  const count = await countSolids(machine, roles, view, { until, algorithm, order, withAnswers: true });
  return { ...count, answer: count.collisionPixels > 0 ? 'yes' : 'no' };
}

describe('a depth map that is kept gives what a fresh one gives', () => {
  for (const [pairName, make] of PAIRS)
    for (const [name, motion] of MOTIONS)
      for (const until of ['all', 'first'] as const)
        test(`${pairName}: ${name}, until ${until}`, async () => {
          const kept = await checkMotion(
            cpu,
            make(),
            motion,
            { resolution: 48, until, direction: [0.2, 0.1, 1] },
            STEPS,
          );
          expect(kept).toBeGreaterThan(3);
        });

  test('the simplified algorithm, and order by peeling', async () => {
    for (const options of [{ algorithm: 'simplified' }, { order: 'peeling', algorithm: 'simplified' }] as const)
      await checkMotion(cpu, PAIRS[0][1](), MOTIONS[2][1], { resolution: 32, until: 'all', ...options }, 4);
  });

  test('a body with a face that is there twice: the mended one is another after each update', async () => {
    const { positions, indices } = box({ size: 2, segments: 5 });
    const a = body(mesh(positions, [...indices, ...indices.slice(0, 3)]));
    // Beside A and above it: apart, in boxes that meet.
    const b = body(joined(mapped(box({ size: 0.5 }), at(1.5)), mapped(box({ size: 0.25 }), at(0.9, 1.4))));
    const pair = collider(a, b, { machine: cpu, resolution: 32, direction: FROM_BELOW, keepDepthMap: true });
    expect(await pair.look()).toMatchObject({ answer: 'no', looks: [{ isMapKept: false }] });
    a.update(Float64Array.from(positions, (v) => 2 * v));
    expect(await pair.look()).toMatchObject({ answer: 'yes', looks: [{ isMapKept: false }] });
    a.update(positions);
    expect(await pair.look()).toMatchObject({ answer: 'no', looks: [{ isMapKept: false }] });
    expect(await pair.look()).toMatchObject({ answer: 'no', looks: [{ isMapKept: true }] });
  });

  test('a pose that drifts by less than is noticed from step to step is noticed in the end', async () => {
    const [a, b] = PAIRS[1][1]();
    const pair = collider(a, b, { machine: cpu, resolution: 8, direction: FROM_BELOW, keepDepthMap: true });
    const kept = [];
    for (let k = 0; k <= 20; k++) {
      a.pose = scaling(1 + 2e-10 * k);
      kept.push((await pair.look()).looks[0].isMapKept);
    }
    // Twenty steps are 4e-9: a map may stand for less than a thousandth of a millionth.
    expect(kept.slice(1).filter((isKept) => !isKept).length).toBeGreaterThan(3);
    expect(kept.slice(1).filter((isKept) => isKept).length).toBeGreaterThan(3);
  });

  test('a map that was drawn while the other body was huge, and rounding coarse, does not stay', async () => {
    const [a, b] = [body(box({ size: 2 })), body(box({ size: 2 }))];
    const pair = collider(a, b, { machine: cpu, resolution: 8, direction: [1, 0, 0], keepDepthMap: true });
    const found = [];
    for (const [x, size] of [
      [0, 1e16],
      [1.999, 1],
      [2.001, 1],
      [0, 1e18],
      [-1.999, 1],
    ]) {
      b.pose = multiply(translation(x, 0.25, 0.25), scaling(size));
      const { answer, looks } = await pair.look();
      found.push(`${answer} ${looks.map(({ isMapKept }) => (isMapKept ? 'kept' : 'drawn'))}`);
    }
    // Where the margin must be larger than the map's, the map stays: finer than needed does no harm.
    expect(found).toEqual(['yes drawn', 'yes drawn', 'no ', 'yes kept', 'yes kept']);
  });

  test('turned 1,500 times, a body is where it is', async () => {
    const [a, b] = PAIRS[1][1]();
    const options = { machine: cpu, resolution: 8, direction: FROM_BELOW } as const;
    const pair = collider(a, b, { ...options, keepDepthMap: true, until: 'all' });
    let found = await pair.look();
    for (let k = 1; k <= 1500; k++) {
      a.pose = multiply(translation(1.3 + 0.5 * Math.sin(k), 0.1 + 0.5 * Math.cos(k), 0.3), turned(k, 0.37));
      found = await pair.look();
      if (!found.looks[0]?.isMapKept) expect.fail(`turn ${k}: the map was not kept`);
    }
    const [{ view }] = found.looks;
    // Axes are still units, square to each other.
    for (const axis of [view.right, view.down, view.direction])
      expect(Math.abs(Math.hypot(...axis) - 1)).toBeLessThan(1e-14);
    const fresh = await freshLook(cpu, a, b, found, { until: 'all' });
    expect(differing(found.looks[0].answers!, fresh.answers!)).toBe(0);
  });

  test('two colliders on one machine, turn by turn, keep two maps', async () => {
    const [a, b] = PAIRS[0][1]();
    const [c, d] = PAIRS[1][1]();
    const options = { machine: cpu, resolution: 32, until: 'all', keepDepthMap: true } as const;
    const [one, other] = [collider(a, b, options), collider(c, d, options)];
    for (let k = 0; k < 4; k++) {
      b.pose = at(1.5 - 0.2 * k);
      d.pose = at(1.6 - 0.2 * k, 0.1);
      for (const [pair, x, y] of [
        [one, a, b],
        [other, c, d],
      ] as const) {
        const found = await pair.look();
        expect(found.looks[0].isMapKept).toBe(k > 0);
        const fresh = await freshLook(cpu, x, y, found, { until: 'all' });
        expect(differing(found.looks[0].answers!, fresh.answers!)).toBe(0);
      }
    }
  });

  test('refined, it looks along each way once, and no view twice', async () => {
    // Apart, in boxes that meet; what they show each other looks askew from below.
    const a = body(icoSphere({ subdivisions: 2 }));
    const b = body(icoSphere({ subdivisions: 2 }), { pose: at(1.2, 1.2, 1.2) });
    const pair = collider(a, b, {
      machine: cpu,
      resolution: 32,
      refine: true,
      keepDepthMap: true,
      direction: FROM_BELOW,
    });
    for (let k = 0; k < 2; k++) {
      const { looks } = await pair.look();
      expect(looks.length).toBeGreaterThan(1);
      expect(looks.map(({ isMapKept }) => isMapKept)).toEqual(looks.map((_, i) => i === 0 && k > 0));
      const views = looks.map(({ view }) => JSON.stringify([view.origin, view.direction]));
      expect(new Set(views).size).toBe(views.length);
    }
  });
});

describeGpu('the same on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (const [name, motion] of MOTIONS.slice(1, 6))
    test(name, async () => {
      const options = { resolution: 24, until: 'all', direction: [0.2, 0.1, 1] } as const;
      expect(await checkMotion(gpu, PAIRS[0][1](), motion, options, 5)).toBeGreaterThan(1);
    });
});
