import { describe, expect, it } from 'vitest';
import { type Affine, determinant, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { interpolatePose } from '../../src/math/interpolatePose.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { normalize } from '../../src/math/vector.js';

const expectClose = (one: Affine, other: Affine): void => {
  for (let i = 0; i < 12; i++) expect(one[i]).toBeCloseTo(other[i], 9);
};

describe('interpolatePose', () => {
  it('turns and shifts evenly, by the shorter way (seed 7)', () => {
    const random = seeded(7);
    for (let k = 0; k < 200; k++) {
      const axis = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
      const angle = Math.PI * random();
      // A start that turns, scales unevenly and mirrors: only the way from it counts.
      const start = multiply(randomRotation(random), scaling(1 + random(), 2, k % 2 ? -1 : 1));
      const [x, y, z] = [random(), random(), random()];
      const end = multiply(translation(x, y, z), multiply(rotation(axis, angle), start));
      const t = random();
      const wanted = multiply(translation(t * x, t * y, t * z), multiply(rotation(axis, t * angle), start));
      expectClose(interpolatePose(start, end, t), wanted);
    }
  });

  it.each([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0.6, 0, 0.8],
    [-0.6, 0.8, 0],
  ] as const)('goes half a turn about (%f, %f, %f), one way or the other', (...axis) => {
    const middle = interpolatePose(identity(), rotation(axis, Math.PI), 0.5);
    const ways = [rotation(axis, Math.PI / 2), rotation(axis, -Math.PI / 2)];
    const far = (way: Affine): number => Math.max(...middle.map((m, i) => Math.abs(m - way[i])));
    expect(Math.min(...ways.map(far))).toBeLessThan(1e-9);
  });

  it('gives the ends as they are', () => {
    const [start, end] = [translation(1, 2, 3), rotation([0, 0, 1], 1)];
    expect(interpolatePose(start, end, 0)).toBe(start);
    expect(interpolatePose(start, end, 1)).toBe(end);
  });

  it('turns and grows at once, and never collapses (seed 8)', () => {
    expectClose(interpolatePose(scaling(1), scaling(3), 0.25), scaling(1.5));
    const random = seeded(8);
    for (let k = 0; k < 200; k++) {
      const sign = k % 2 ? -1 : 1;
      const linear = () => {
        const stretch = scaling(...([1, 2, 3].map(() => 0.1 + random()) as [number, number, number]));
        const turned = multiply(randomRotation(random), multiply(stretch, randomRotation(random)));
        return multiply(scaling(sign), turned);
      };
      const [from, to] = [linear(), linear()];
      expectClose(interpolatePose(from, to, 1e-12), from);
      for (const t of [0.25, 0.5, 0.75]) {
        const between = determinant(interpolatePose(from, to, t));
        // A stretch between two stretches: no smaller than the smaller one, by Minkowski's inequality of determinants.
        const least = Math.min(Math.abs(determinant(from)), Math.abs(determinant(to)));
        expect(between * sign).toBeGreaterThan(least * (1 - 1e-9));
      }
    }
  });
});
