// How often bodies are drawn until all is settled, and by what: the paper's cases, scenes and teeth.
import { describe, expect, test } from 'vitest';
import { figure3 } from '../../scenes/figure3.js';
import { type MolarPosition, molars } from '../../scenes/molars.js';
import { type Body, body, still } from '../../src/body.js';
import { collide } from '../../src/collide.js';
import { type CountingAlgorithm, type CountOptions, countSolids } from '../../src/detect/solids/countSolids.js';
import { ANSWER, isCollision } from '../../src/detect/solids/pixelAnswer.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { fitPair, fitView } from '../../src/view/fit.js';
import type { View } from '../../src/view/view.js';
import { cuboid, joined } from '../interference/bodies.js';

const machine = createCpuMachine();

const count = (A: Body, B: Body, view: View, algorithm: CountingAlgorithm, options: CountOptions = {}) =>
  countSolids(machine, { A: still(A), B: still(B), areConvex: false }, view, {
    withAnswers: true,
    algorithm,
    ...options,
  });

/** From the near end to the far one, along z; A is from 2 to 4. */
const CASES = {
  a: { from: 5, to: 6, answer: ANSWER.apartAfter1, what: 'B behind A' },
  b: { from: 3, to: 5, answer: ANSWER.collisionAfter1, what: 'B begins in A and goes on behind it' },
  c: { from: 1, to: 5, answer: ANSWER.collisionAfter1, what: 'A in B' },
  d: { from: 2.5, to: 3.5, answer: ANSWER.insideAfter2, what: 'B in A' },
  e: { from: 1, to: 3, answer: ANSWER.collisionAfter2, what: 'B ends in A' },
  f: { from: 0.5, to: 1.5, answer: ANSWER.apartAfter2, what: 'B before A' },
} as const;
type Case = keyof typeof CASES;
const AFTER_ONE: readonly Case[] = ['a', 'b', 'c'];
const A = cuboid([0, 0, 2], [4, 4, 4]);
const bars = (cases: readonly Case[]) =>
  body(
    joined(
      ...cases.map((name, k) => {
        const { from, to } = CASES[name];
        return cuboid([k * 0.75, 0.5, from], [k * 0.75 + 0.5, 3.5, to]).mesh;
      }),
    ),
  );
const VIEW = fitView({ min: [-1, -1, 0], max: [5, 5, 7] }, { direction: [0, 0, 1], resolution: 48 });
const PER_BAR = 0.5 * 8 * (3 * 8);

describe("figure 1's cases as boxes", () => {
  for (const [name, { from, to, answer, what }] of Object.entries(CASES))
    for (const algorithm of ['basic', 'extended'] as const)
      test(`${name}, ${what}, by the ${algorithm} algorithm`, async () => {
        const B = cuboid([1, 1, from], [3, 3, to]);
        const found = await count(A, B, VIEW, algorithm);
        expect(found.renderings).toBe(AFTER_ONE.includes(name as Case) ? 1 : 2);
        const both = 16 * 16;
        const alone = 32 * 32 - both;
        const doCollide = isCollision(answer);
        const rendering = answer === ANSWER.apartAfter1 || answer === ANSWER.collisionAfter1 ? 1 : 2;
        const settlement = { by: algorithm, rendering, answer: doCollide ? 'collision' : 'apart', pixels: both };
        expect(found.settled).toEqual(
          answer === ANSWER.apartAfter1
            ? [{ ...settlement, pixels: both + alone }]
            : [{ by: algorithm, rendering: 1, answer: 'apart', pixels: alone }, settlement],
        );
        expect(found.collisionPixels).toBe(doCollide ? both : 0);
        // Eight pixels are a unit: B is seen from column 16 to 31.
        expect(found.answers![24 * 48 + 24]).toBe(answer);
        expect(found.answers![24 * 48 + 9]).toBe(ANSWER.apartAfter1);
        expect(found.answers![2 * 48 + 2]).toBe(ANSWER.withoutA);
        if (doCollide) expect(found.collisionBox).toEqual({ from: [16, 16], to: [31, 31] });
      });

  test('touching: B begins where A ends, or ends where A begins', async () => {
    for (const algorithm of ['basic', 'extended'] as const) {
      const behind = await count(A, cuboid([1, 1, 4], [3, 3, 5]), VIEW, algorithm);
      expect(behind).toMatchObject({ renderings: 1, collisionPixels: 0 });
      const before = await count(A, cuboid([1, 1, 1], [3, 3, 2]), VIEW, algorithm);
      expect(before).toMatchObject({ renderings: 2, collisionPixels: 0 });
    }
  });

  test('side by side each pixel has its own case, and the first rendering may end it', async () => {
    for (const algorithm of ['basic', 'extended'] as const) {
      const all = await count(A, bars(['a', 'b', 'd', 'e', 'f']), VIEW, algorithm);
      expect(all.renderings).toBe(2);
      const pixels = (rendering: number, answer: string) =>
        all.settled.find((one) => one.rendering === rendering && one.answer === answer)?.pixels ?? 0;
      expect(pixels(1, 'collision')).toBe(PER_BAR);
      expect(pixels(2, 'collision')).toBe(2 * PER_BAR);
      expect(pixels(2, 'apart')).toBe(PER_BAR);
      const first = await count(A, bars(['a', 'b', 'd', 'e', 'f']), VIEW, algorithm, { until: 'first' });
      expect(first).toMatchObject({ renderings: 1, collisionPixels: PER_BAR });
      // Without b and c, the second rendering is needed to know.
      const late = await count(A, bars(['a', 'd', 'f']), VIEW, algorithm, { until: 'first' });
      expect(late).toMatchObject({ renderings: 2, collisionPixels: PER_BAR });
      expect(await count(A, bars(['a', 'b', 'c']), VIEW, algorithm)).toMatchObject({ renderings: 1 });
    }
  });

  test('the simplified algorithm leaves d and f, where an even number passed twice, and order tells them apart', async () => {
    const left = await count(A, bars(['d', 'e', 'f']), VIEW, 'simplified');
    expect(left.renderings).toBe(3);
    expect(left.settled).toEqual(
      expect.arrayContaining([
        { by: 'simplified', rendering: 2, answer: 'collision', pixels: PER_BAR },
        { by: 'concave', rendering: 3, answer: 'apart', pixels: PER_BAR },
        { by: 'concave', rendering: 3, answer: 'collision', pixels: PER_BAR },
      ]),
    );
    const peeled = await count(A, bars(['d', 'e', 'f']), VIEW, 'simplified', { order: 'peeling' });
    expect(peeled.settled).toEqual(left.settled);
    // As many as there are layers at the pixels left: two of A, two of B.
    expect(peeled.peels).toBe(4);
  });

  test('with A as B and B as A, what took two renderings takes one, and the other way round', async () => {
    for (const [name, renderings] of [
      ['a', 2],
      ['b', 2],
      ['c', 2],
      ['d', 1],
      ['e', 1],
      ['f', 1],
    ] as const) {
      const { from, to } = CASES[name];
      const B = cuboid([1, 1, from], [3, 3, to]);
      expect((await count(B, A, VIEW, 'basic')).renderings, name).toBe(renderings);
    }
  });
});

describe('figure 3, of 2,000 triangles at 96²', () => {
  const of = (which: 'a' | 'b' | 'c', apart: boolean) => {
    const { A, B, direction } = figure3(which, 2000, { apart });
    const view = fitPair(A, B, { direction, resolution: 96, borderPx: 1, depthMargin: 1e-9, whole: [A] })!;
    return { A, B, view, direction };
  };
  const byConcave = ({ settled }: Awaited<ReturnType<typeof count>>) => settled.filter(({ by }) => by === 'concave');

  for (const apart of [false, true]) {
    const how = apart ? 'apart' : 'colliding';

    test(`a, ${how}: one body is π-convex; two renderings by the extended algorithm, and nothing left`, async () => {
      const { A, B, view } = of('a', apart);
      const found = await count(A, B, view, 'extended');
      expect(found.renderings).toBe(2);
      expect(byConcave(found)).toEqual([]);
      expect(found.collisionPixels > 0).toBe(!apart);
      // The basic one cannot: more than two layers of B.
      expect((await count(A, B, view, 'basic')).renderings).toBe(3);
    });

    test(`b, ${how}: both are; two by the basic one`, async () => {
      const { A, B, view } = of('b', apart);
      const found = await count(A, B, view, 'basic');
      expect(found.renderings).toBe(2);
      expect(byConcave(found)).toEqual([]);
      expect(found.collisionPixels > 0).toBe(!apart);
      const other = await count(A, B, view, 'extended');
      expect(other.answers).toEqual(found.answers);
    });

    test(`c, ${how}: neither is; the concave algorithm decides`, async () => {
      const { A, B, view, direction } = of('c', apart);
      const found = await count(A, B, view, 'extended');
      expect(found.renderings).toBe(3);
      const settled = byConcave(found);
      expect(settled.reduce((sum, { pixels }) => sum + pixels, 0)).toBeGreaterThan(100);
      expect(found.collisionPixels > 0).toBe(!apart);
      if (!apart) expect(settled.some(({ answer }) => answer === 'collision')).toBe(true);
      const peeled = await count(A, B, view, 'extended', { order: 'peeling' });
      expect(peeled.answers).toEqual(found.answers);
      expect((await collide(A, B, { machine, direction, resolution: 64 })).answer).toBe(apart ? 'no' : 'yes');
    });
  }
});

describe('five teeth, as in figure 5', () => {
  const TRIANGLES = 28_000;
  // Where they touch first is right for the finest only.
  const FINEST = 112_000;
  const RENDERINGS: Readonly<Record<MolarPosition, number>> = { a: 1, b: 1, c: 3, d: 3 };
  for (const position of ['a', 'b', 'c', 'd'] as const)
    test(`position ${position}: ${RENDERINGS[position]} of them`, async () => {
      const { upper, lower, direction } = molars(position, position === 'b' ? FINEST : TRIANGLES);
      const view = fitPair(upper, lower, {
        direction,
        resolution: 256,
        borderPx: 1,
        depthMargin: 1e-9,
        whole: [upper],
      })!;
      const found = await count(upper, lower, view, 'extended');
      expect(found.renderings).toBe(RENDERINGS[position]);
      expect(found.collisionPixels > 0).toBe(position !== 'a');
    });
  const along: Vec3 = [0, 0, -1];
  test('along the occlusal axis one rendering does for all', async () => {
    for (const position of ['a', 'c', 'd'] as const) {
      const { upper, lower } = molars(position, TRIANGLES);
      const found = await collide(upper, lower, { machine, direction: along, resolution: 128 });
      expect(found.answer).toBe(position === 'a' ? 'no' : 'yes');
      expect(found.looks[0].renderings).toBe(1);
    }
  });
});
