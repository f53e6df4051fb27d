// What a collider learns from look to look: the hints of section 4.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, body, still } from '../../src/body.js';
import { type CollideOptions, collide, collider } from '../../src/collide.js';
import type { Collision } from '../../src/collision.js';
import { countSolids } from '../../src/detect/solids/countSolids.js';
import { inRoles } from '../../src/detect/solids/roles.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import type { Machine } from '../../src/machine/machine.js';
import { type Affine, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { dot, normalize, type Vec3 } from '../../src/math/vector.js';
import { mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { at, cuboid, joined, mapped } from '../interference/bodies.js';
import { describeGpu } from '../support/gpu.js';

const cpu = createCpuMachine();
const DOWN: Vec3 = [0, 0, -1];
const FROM_BELOW: Vec3 = [0, 0, 1];

describe('which body is A', () => {
  const low = () => cuboid([0, 0, 0], [4, 4, 1]);
  const high = () => cuboid([1, 1, 0.5], [3, 3, 4]);
  // Neither is convex.
  const stack = (from: number) =>
    body(joined(...[0, 1, 2].map((k) => mapped(box({ size: [2, 2, 0.5] }), at(0, 0, from + k)))));

  test('of two convex bodies, the farther one along the rays is B', async () => {
    for (const [direction, farther] of [
      [DOWN, 'low'],
      [FROM_BELOW, 'high'],
    ] as const)
      for (const isFirst of [true, false]) {
        const [a, b] = isFirst ? [low(), high()] : [high(), low()];
        const [{ mapOf }] = (await collide(a, b, { machine: cpu, direction, resolution: 16 })).looks;
        expect(mapOf).toBe((farther === 'low') === isFirst ? 'b' : 'a');
      }
  });

  test('of two that are not, too', async () => {
    for (const [direction, expected] of [
      [FROM_BELOW, 'a'],
      [DOWN, 'b'],
    ] as const) {
      const [{ mapOf }] = (await collide(stack(0), stack(2.25), { machine: cpu, direction, resolution: 16 })).looks;
      expect(mapOf).toBe(expected);
    }
  });

  test('where one is convex it is A, wherever it lies; counting then settles every pixel', async () => {
    for (const z of [-3.5, 0.2, 3.4])
      for (const isFirst of [true, false]) {
        const [ball, plates] = [body(icoSphere({ subdivisions: 2 }), { pose: at(0.1, 0, z) }), stack(-1)];
        const [a, b] = isFirst ? [ball, plates] : [plates, ball];
        const options = { machine: cpu, direction: DOWN, resolution: 32, until: 'all' } as const;
        const { looks } = await collide(a, b, options);
        for (const { mapOf, renderings } of looks) {
          expect(mapOf).toBe(isFirst ? 'a' : 'b');
          expect(renderings).toBeLessThan(3);
        }
      }
  });

  test('beside each other, the one with more faces is A', async () => {
    const [coarse, fine] = [bumpySphere({ segments: 8 }), bumpySphere({ segments: 16 })];
    const options = { machine: cpu, direction: DOWN, resolution: 16 };
    expect((await collide(body(coarse), body(fine, { pose: at(1.5) }), options)).looks[0].mapOf).toBe('b');
    expect((await collide(body(fine), body(coarse, { pose: at(1.5) }), options)).looks[0].mapOf).toBe('a');
  });

  test('they change places after a look that needed the second rendering at most pixels, and stay where it is cheaper', async () => {
    // The second is the farther one by its middle; but it lies inside the first: both its faces pass test (2) everywhere.
    const a = cuboid([0, 0, 0], [4, 4, 4]);
    const b = cuboid([1, 1, 2.5], [3, 3, 3.5]);
    const options = { machine: cpu, direction: FROM_BELOW, resolution: 32, until: 'all' } as const;
    const pair = collider(a, b, options);
    const first = (await pair.look()).looks[0];
    const second = (await pair.look()).looks[0];
    const third = (await pair.look()).looks[0];
    expect(first.mapOf).not.toBe(second.mapOf);
    expect(first.renderings).toBe(2);
    // With B as A, A begins before it and ends behind: one face of it passes, one rendering suffices.
    expect(second.renderings).toBe(1);
    expect(third.mapOf).toBe(second.mapOf);
    for (const look of [second, third]) expect(look.collisionPixels).toBe(first.collisionPixels);
  });

  /** A plate of 4 × 4, and one beside where the boxes meet, lest it be convex; the other has parts before it and behind, `from` x `to`. */
  const plates = (before: readonly [number, number], behind: readonly [number, number]): [Body, Body] => [
    body(joined(cuboid([0, 0, 1], [4, 4, 2]).mesh, cuboid([6, 0, 1], [7, 1, 2]).mesh)),
    body(
      joined(
        cuboid([before[0], 0, 0.375], [before[1], 4, 0.625]).mesh,
        cuboid([behind[0], 0, 2.875], [behind[1], 4, 3.125]).mesh,
      ),
    ),
  ];

  /** Which one was A, look by look, and what it cost: pixels that were rendered again, and those that had to be put in order. */
  async function looksAt([a, b]: [Body, Body]) {
    const pair = collider(a, b, { machine: cpu, direction: FROM_BELOW, resolution: 32, until: 'all' });
    const used: string[] = [];
    const again: number[] = [];
    const inTurn: number[] = [];
    for (let k = 0; k < 5; k++) {
      const { looks, answer } = await pair.look();
      expect(answer).toBe('no');
      const [{ mapOf, settled }] = looks;
      used.push(mapOf);
      const sum = (is: (rendering: number) => boolean) =>
        settled.reduce((total, { rendering, pixels }) => total + (is(rendering) ? pixels : 0), 0);
      again.push(sum((rendering) => rendering > 1));
      inTurn.push(sum((rendering) => rendering === 3));
    }
    return { used, again, inTurn };
  }

  test('and change back where that was worse', async () => {
    // B lies before A at half the pixels and behind it at all: as A it has A before its end everywhere.
    const { used, again } = await looksAt(plates([0, 2], [0, 4]));
    expect(used).toEqual(['a', 'b', 'a', 'a', 'a']);
    expect(again[1]).toBeGreaterThan(1.9 * again[0]);
  });

  test('nor back where it is the lesser of two evils', async () => {
    // B lies before A at three quarters of the pixels, and behind it at five sixteenths.
    const { used, again, inTurn } = await looksAt(plates([0, 3], [2.75, 4]));
    expect(used).toEqual(['a', 'b', 'b', 'b', 'b']);
    expect(again[1] + inTurn[1]).toBeLessThan(again[0] + inTurn[0]);
  });

  test('and pixels that must be put in order count once more: fewer rendered again do not make up for them', async () => {
    // B lies before A at three quarters, behind it at five eighths, and on both sides at three eighths.
    const { used, again, inTurn } = await looksAt(plates([0, 3], [1.5, 4]));
    expect(again[1]).toBeLessThan(again[0]);
    expect(inTurn[0]).toBe(0);
    expect(again[1] + inTurn[1]).toBeGreaterThan(again[0]);
    expect(used).toEqual(['a', 'b', 'a', 'a', 'a']);
  });

  test('never where one alone is convex, whatever the second rendering costs', async () => {
    const convex = cuboid([0, 0, 1], [4, 4, 2]);
    const [, other] = plates([0, 3], [2.75, 4]);
    const { used, again, inTurn } = await looksAt([convex, other]);
    expect(used).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(again[0]).toBeGreaterThan(600);
    expect(inTurn).toEqual([0, 0, 0, 0, 0]);
    expect((await looksAt([other, convex])).used).toEqual(['b', 'b', 'b', 'b', 'b']);
  });

  test('no change where one rendering suffices', async () => {
    const pair = collider(low(), high(), { machine: cpu, direction: DOWN, resolution: 16 });
    const used = [];
    for (let k = 0; k < 4; k++) used.push((await pair.look()).looks[0].mapOf);
    expect(new Set(used).size).toBe(1);
  });
});

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

test('refined until all, it looks along all ways, collision or not; until the first, at no more than shows one', async () => {
  for (const [shift, answer] of [
    [1, 'yes'],
    [1.2, 'no'],
  ] as const) {
    const [a, b] = [0, shift].map((s) => body(icoSphere({ subdivisions: 2 }), { pose: at(s, s, s) }));
    const options = { machine: cpu, resolution: 32, refine: true, direction: FROM_BELOW } as const;
    const all = await collide(a, b, { ...options, until: 'all' });
    expect(all.answer).toBe(answer);
    expect(all.looks.length).toBeGreaterThan(1);
    const along = all.looks.map(({ view: { direction } }) => direction);
    expect(along[0]).toEqual(FROM_BELOW);
    // The faces that face each other look along the line between the middles.
    expect(Math.max(...along.map(([x, y, z]) => Math.abs(x + y + z) / Math.sqrt(3)))).toBeGreaterThan(0.98);
    for (const [k, { answers }] of all.looks.entries()) {
      expect(answers).toHaveLength(all.looks[k].view.columns * all.looks[k].view.rows);
      for (const other of along.slice(0, k)) expect(Math.abs(dot(along[k], other))).toBeLessThan(0.985);
    }
    const first = await collide(a, b, { ...options, until: 'first' });
    expect(first.answer).toBe(answer);
    expect(first.looks).toHaveLength(answer === 'yes' ? 1 : all.looks.length);
  }
});

test('a collider zooms in like a single question does', async () => {
  const plate = body(box({ size: [4, 4, 0.1] }));
  const needle = body(joined(box({ size: [1e-4, 1e-4, 1] }), mapped(box({ size: 0.1 }), at(1, 1, 2))));
  const pair = collider(plate, needle, {
    machine: cpu,
    resolution: 64,
    direction: FROM_BELOW,
    finest: 1e-6,
    keepDepthMap: true,
  });
  const answers = [];
  for (const z of [0, 0.5, 0.6, 0]) {
    needle.pose = translation(0.0123, 0.0071, z);
    answers.push((await pair.look()).answer);
  }
  expect(answers).toEqual(['yes', 'yes', 'no', 'yes']);
});

describeGpu('the same on the GPU', () => {
  let gpu: Machine;
  beforeAll(async () => {
    gpu = await createGpuMachine();
  });
  afterAll(() => gpu.close());

  for (const [name, motion] of MOTIONS.slice(1, 6))
    test(name, async () => {
      const options = { resolution: 24, until: 'all', direction: [0.2, 0.1, 1] } as const;
      expect(await checkMotion(gpu, PAIRS[0][1](), motion, options, 5)).toBeGreaterThan(1);
    });
});
