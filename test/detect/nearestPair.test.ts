import { describe, expect, it } from 'vitest';
import { nearestPair } from '../../src/detect/zlist/nearestPair.js';
import { type Random, seeded } from '../../src/math/random.js';
import { between, pick } from '../support/randomPose.js';

/** Looks at all pairs. */
function leastDistance(a: Float64Array, b: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < a.length; i += 3)
    for (let j = 0; j < b.length; j += 3)
      least = Math.min(least, Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]));
  return least;
}

/** A cloud, a wall, a line, a grid of whole numbers, or one point again and again. */
function randomPoints(random: Random): Float64Array {
  const count = pick(random, [1, 2, 7, 8, 9, 65, 500]);
  const kind = Math.floor(5 * random());
  const [shift, size] = [between(random, -5, 5), between(random, 0.1, 10)];
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    if (kind === 4) return shift;
    if ((kind === 1 && i % 3 === 0) || (kind === 2 && i % 3 > 0)) return shift;
    return kind === 3 ? Math.floor(size * random()) : shift + size * random();
  });
}

describe('nearestPair', () => {
  for (let seed = 1; seed <= 4; seed++)
    it(`finds what looking at all pairs finds (seed ${seed})`, () => {
      const random = seeded(seed);
      for (let k = 0; k < 150; k++) {
        const [a, b] = [randomPoints(random), randomPoints(random)];
        const least = leastDistance(a, b);
        const found = nearestPair(a, b, 1e3)!;
        expect(found.distance).toBeCloseTo(least, 12);
        expect(leastDistance(a.slice(3 * found.a, 3 * found.a + 3), b.slice(3 * found.b, 3 * found.b + 3))).toBeCloseTo(
          least,
          12,
        );
        if (least > 0) expect(nearestPair(a, b, least * 0.999)).toBeUndefined();
        expect(nearestPair(a, b, least * (1 + 1e-14))).toBeDefined();
      }
    });

  it('at most the limit: just as far counts', () => {
    const [a, b] = [Float64Array.of(0, 0, 0), Float64Array.of(3, 4, 0)];
    expect(nearestPair(a, b, 5)).toEqual({ a: 0, b: 0, distance: 5 });
    expect(nearestPair(a, b, 4.999)).toBeUndefined();
    expect(nearestPair(a, a, 0)).toEqual({ a: 0, b: 0, distance: 0 });
  });

  it('without points there is no pair', () => {
    expect(nearestPair(new Float64Array(0), Float64Array.of(1, 2, 3), 10)).toBeUndefined();
    expect(nearestPair(Float64Array.of(1, 2, 3), new Float64Array(0), 10)).toBeUndefined();
  });
});
