// What a collider learns from look to look: the hints of section 4.
import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { collide, collider } from '../../src/collide.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { translation } from '../../src/math/affine.js';
import { dot, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { at, cuboid, joined, mapped } from '../interference/bodies.js';

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
