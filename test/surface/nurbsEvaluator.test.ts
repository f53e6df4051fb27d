import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { nurbsEvaluator } from '../../src/surface/nurbs/nurbsEvaluator.js';
import type { NurbsPatch } from '../../src/surface/surface.js';

/** Cox and de Boor's recursion, as it is written in textbooks. */
function basis(knots: readonly number[], i: number, degree: number, t: number): number {
  if (degree === 0) return Number(knots[i] <= t && t < knots[i + 1]);
  const left = knots[i + degree] - knots[i];
  const right = knots[i + degree + 1] - knots[i + 1];
  return (
    (left > 0 ? ((t - knots[i]) / left) * basis(knots, i, degree - 1, t) : 0) +
    (right > 0 ? ((knots[i + degree + 1] - t) / right) * basis(knots, i + 1, degree - 1, t) : 0)
  );
}

function byDefinition(patch: NurbsPatch, u: number, v: number): number[] {
  const sums = [0, 0, 0, 0];
  for (let j = 0; j < patch.size[1]; j++)
    for (let i = 0; i < patch.size[0]; i++) {
      const at = j * patch.size[0] + i;
      const w = basis(patch.knots[0], i, patch.degree[0], u) * basis(patch.knots[1], j, patch.degree[1], v);
      const weight = w * (patch.weights?.[at] ?? 1);
      for (let k = 0; k < 3; k++) sums[k] += weight * patch.points[3 * at + k];
      sums[3] += weight;
    }
  return [0, 1, 2].map((k) => sums[k] / sums[3]);
}

/** Knots that grow by uneven steps, some of them repeated; clamped at the ends or not. */
function randomKnots(random: Random, degree: number, size: number, isClamped: boolean): number[] {
  for (;;) {
    const knots: number[] = [];
    let at = random();
    for (let i = 0; i < size + degree + 1; i++) {
      if (isClamped ? i > degree && i <= size : true) at += random() < 0.3 ? 0 : 0.1 + random();
      knots.push(at);
    }
    const times = (knot: number): number => knots.filter((other) => other === knot).length;
    const isInner = (knot: number): boolean => knot > knots[degree] && knot < knots[size];
    if (knots[size] > knots[degree] && knots.every((knot) => times(knot) <= degree + (isInner(knot) ? 0 : 1)))
      return knots;
  }
}

function randomPatch(
  random: Random,
  degree: readonly [number, number],
  isClamped: boolean,
  isRational: boolean,
): NurbsPatch {
  const size = [degree[0] + 1 + Math.floor(4 * random()), degree[1] + 1 + Math.floor(4 * random())] as const;
  const count = size[0] * size[1];
  return {
    degree,
    size,
    knots: [randomKnots(random, degree[0], size[0], isClamped), randomKnots(random, degree[1], size[1], isClamped)],
    points: Float64Array.from({ length: 3 * count }, () => 2 * random() - 1),
    ...(isRational && { weights: Float64Array.from({ length: count }, () => 0.3 + random()) }),
  };
}

const CASES = [1, 2, 3, 4, 5].flatMap((p) =>
  [true, false].flatMap((isClamped) => [true, false].map((isRational) => ({ p, q: 6 - p, isClamped, isRational }))),
);

describe.each(CASES)('degrees $p and $q, clamped: $isClamped, rational: $isRational (seed 5)', (options) => {
  const random = seeded(5 + options.p);
  const patch = randomPatch(random, [options.p, options.q], options.isClamped, options.isRational);
  const evaluator = nurbsEvaluator(patch);
  const [u0, u1, v0, v1] = evaluator.domain;
  const places = Array.from({ length: 40 }, () => [u0 + (u1 - u0) * random(), v0 + (v1 - v0) * random()] as const);
  const point = new Float64Array(3);

  test('points are those of the definition', () => {
    expect([u0, u1]).toEqual([patch.knots[0][patch.degree[0]], patch.knots[0][patch.size[0]]]);
    for (const [u, v] of places) {
      evaluator.point(u, v, point);
      byDefinition(patch, u, v).forEach((x, k) => {
        expect(Math.abs(point[k] - x)).toBeLessThan(1e-13);
      });
    }
  });

  test('derivatives are the limits of differences', () => {
    const [here, ahead, back] = [new Float64Array(18), new Float64Array(18), new Float64Array(18)];
    const step = 1e-5;
    for (const [u, v] of places) {
      evaluator.derivatives(u, v, here);
      const isSmooth = (axis: 0 | 1, at: number): boolean =>
        patch.knots[axis].every((knot) => Math.abs(knot - at) > 2 * step);
      // Of S, S_u and S_v along u, and of S and S_v along v: which should be which.
      const checks: [0 | 1, number, number][] = [
        [0, 0, 3],
        [0, 3, 9],
        [0, 6, 12],
        [1, 0, 6],
        [1, 6, 15],
        [1, 3, 12],
      ];
      for (const [axis, of, is] of checks) {
        if (!isSmooth(axis, axis === 0 ? u : v)) continue;
        evaluator.derivatives(u + (axis === 0 ? step : 0), v + (axis === 1 ? step : 0), ahead);
        evaluator.derivatives(u - (axis === 0 ? step : 0), v - (axis === 1 ? step : 0), back);
        for (let k = 0; k < 3; k++) {
          const slope = (ahead[of + k] - back[of + k]) / (2 * step);
          const scale = 1 + Math.max(...here.map(Math.abs));
          expect(Math.abs(slope - here[is + k])).toBeLessThan(3e-6 * scale * scale);
        }
      }
    }
  });

  test('equal points give that point (the shares add up to one), and moved points the moved surface', () => {
    const still = nurbsEvaluator({ ...patch, points: Array.from(patch.points, (_, i) => [3, -2, 0.5][i % 3]) });
    const moved = nurbsEvaluator({ ...patch, points: Array.from(patch.points, (x, i) => x + [3, -2, 0.5][i % 3]) });
    const derivatives = new Float64Array(18);
    const there = new Float64Array(3);
    for (const [u, v] of places) {
      still.derivatives(u, v, derivatives);
      evaluator.point(u, v, point);
      moved.point(u, v, there);
      for (let k = 0; k < 3; k++) {
        expect(derivatives[k]).toBeCloseTo([3, -2, 0.5][k], 13);
        expect(there[k]).toBeCloseTo(point[k] + [3, -2, 0.5][k], 13);
      }
    }
  });
});

test('a quarter of a circle: known values', () => {
  const h = Math.SQRT1_2;
  const evaluator = nurbsEvaluator({
    degree: [2, 1],
    knots: [
      [0, 0, 0, 1, 1, 1],
      [0, 0, 1, 1],
    ],
    size: [3, 2],
    points: [1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 2, 1, 1, 2, 0, 1, 2],
    weights: [1, h, 1, 1, h, 1],
  });
  const out = new Float64Array(18);
  evaluator.derivatives(0.5, 0.25, out);
  // In the middle, by symmetry; the speed there is 4 (√2 - 1), and the circle bends by its square, towards the axis.
  const speed = 4 * (Math.SQRT2 - 1);
  const expected = [
    h,
    h,
    0.5,
    -h * speed,
    h * speed,
    0,
    0,
    0,
    2,
    -h * speed ** 2,
    -h * speed ** 2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  expected.forEach((x, k) => {
    expect(out[k]).toBeCloseTo(x, 14);
  });
  evaluator.derivatives(0, 0, out);
  expect(out[4]).toBeCloseTo(Math.SQRT2, 14); // 2 w1 / w0 times the first leg
});
