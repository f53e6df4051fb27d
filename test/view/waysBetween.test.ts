import { expect, it } from 'vitest';
import type { Box } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { cross, dot, length, normalize, subtract, type Vec3 } from '../../src/math/vector.js';
import { basis } from '../../src/view/fit.js';
import { waysBetween } from '../../src/view/waysBetween.js';
import { box, boxBody } from './boxBody.js';

const directions = (a: Box, b: Box) => waysBetween(boxBody(a), boxBody(b)).map(({ direction }) => direction);
const cube = box([0, 0, 0], [10, 10, 10]);

it('the shortest way between boxes comes first, then the way between their centres', () => {
  const [shortest, centres] = directions(cube, box([12, 13, 15], [20, 21, 23]));
  expect(length(cross(shortest, normalize([2, 3, 5])))).toBeLessThan(1e-12);
  expect(length(cross(centres, normalize([11, 12, 14])))).toBeLessThan(1e-12);
});

it('boxes that touch or overlap have the way between their centres alone, and those with one centre have none', () => {
  expect(directions(cube, box([10, 10, 0], [20, 20, 10]))).toEqual([normalize([1, 1, 0])]);
  expect(directions(cube, box([1, 0, 0], [11, 10, 10]))).toEqual([[1, 0, 0]]);
  expect(directions(cube, box([4, 4, 4], [6, 6, 6]))).toEqual([]);
});

it('it is the way between the nearest points, whichever box is first, and always has an up: 200 pairs (seed 74)', () => {
  const random = seeded(74);
  const clamp = (p: Vec3, { min, max }: Box) =>
    [0, 1, 2].map((k) => Math.min(max[k], Math.max(min[k], p[k]))) as unknown as Vec3;
  const randomBox = (): Box => {
    const at = [0, 1, 2].map(() => 6 * random());
    return box(at as unknown as Vec3, at.map((x) => x + 2 * random()) as unknown as Vec3);
  };
  let apart = 0;
  for (let n = 0; n < 200; n++) {
    const [a, b] = [randomBox(), randomBox()];
    expect(directions(b, a)).toEqual(directions(a, b));
    for (const { direction, up } of waysBetween(boxBody(a), boxBody(b)))
      expect(() => basis(direction, up)).not.toThrow();
    // Alternating projections end at the nearest points.
    let p: Vec3 = a.min;
    for (let k = 0; k < 4; k++) p = clamp(clamp(p, b), a);
    const way = subtract(clamp(p, b), p);
    if (length(way) === 0) continue;
    apart++;
    expect(Math.abs(dot(directions(a, b)[0], normalize(way)))).toBeCloseTo(1, 12);
  }
  expect(apart).toBeGreaterThan(100);
});
