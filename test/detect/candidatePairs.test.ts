import { describe, expect, it } from 'vitest';
import { candidatePairs } from '../../src/detect/candidatePairs.js';
import type { Box } from '../../src/math/box.js';
import { type Random, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { between, pick } from '../support/randomPose.js';

/** A cube with its lowest corner there. */
const cubeAt = ([x, y, z]: Vec3, size = 1): Box => ({ min: [x, y, z], max: [x + size, y + size, z + size] });

/** Looks at all pairs. */
function pairsByAll(boxes: readonly Box[], gap: number): [number, number][] {
  const pairs: [number, number][] = [];
  const apart = (a: Box, b: Box, k: number) => Math.max(a.min[k] - b.max[k], b.min[k] - a.max[k]);
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++)
      if ([0, 1, 2].every((k) => apart(boxes[i], boxes[j], k) <= gap)) pairs.push([i, j]);
  return pairs;
}

/** Boxes between numbers of `draw`, flat ones among them. */
const randomBoxes = (random: Random, count: number, draw: (k: number) => number): Box[] =>
  Array.from({ length: count }, () => {
    const [p, q] = [0, 1].map(() => [0, 1, 2].map(draw));
    if (random() < 0.2) q[Math.floor(3 * random())] = p[0];
    return {
      min: p.map((c, k) => Math.min(c, q[k])) as unknown as Vec3,
      max: p.map((c, k) => Math.max(c, q[k])) as unknown as Vec3,
    };
  });

describe('candidatePairs', () => {
  for (let seed = 1; seed <= 4; seed++)
    it(`finds what looking at all pairs finds, wherever the boxes are spread most (seed ${seed})`, () => {
      const random = seeded(seed);
      let [met, missed] = [0, 0];
      for (let round = 0; round < 100; round++) {
        // Small boxes in a room that is longest along some axis.
        const room = [0, 1, 2].map(() => pick(random, [1, 4, 30]));
        const boxes = Array.from({ length: pick(random, [1, 2, 10, 60]) }, () => {
          const min = room.map((side) => between(random, -side, side)) as unknown as Vec3;
          return { min, max: min.map((c) => c + between(random, 0, 2)) as unknown as Vec3 };
        });
        const gap = pick(random, [0, 0, 0.5, 3]);
        const expected = pairsByAll(boxes, gap);
        expect(candidatePairs(boxes, gap), `round ${round}`).toEqual(expected);
        met += expected.length;
        missed += (boxes.length * (boxes.length - 1)) / 2 - expected.length;
      }
      expect(met).toBeGreaterThan(1000);
      expect(missed).toBeGreaterThan(1000);
    });

  it.each([0, 1e6, -1e6])('whole numbers at %f, where many boxes just touch or just miss (seed 5)', (far) => {
    const random = seeded(5);
    for (let round = 0; round < 100; round++) {
      const boxes = randomBoxes(random, 40, () => far + Math.floor(12 * random()));
      for (const gap of [0, 1, 2]) expect(candidatePairs(boxes, gap)).toEqual(pairsByAll(boxes, gap));
    }
  });

  /** Whether two boxes are a pair, alone and beside boxes far off that spread the list along each of the axes. */
  function expectPair(a: Box, b: Box, gap: number, isPair: boolean): void {
    const expected = isPair ? [[0, 1]] : [];
    expect(candidatePairs([a, b], gap)).toEqual(expected);
    expect(candidatePairs([b, a], gap)).toEqual(expected);
    for (const axis of [0, 1, 2]) {
      const away = cubeAt(a.min.map((c, k) => (k === axis ? c + 5000 : c)) as unknown as Vec3);
      expect(candidatePairs([a, b, away], gap), `axis ${axis}`).toEqual(expected);
    }
  }

  it('boxes that share a face, an edge or a corner meet; apart, no more than the gap counts along any axis', () => {
    for (const step of [[1, 0, 0], [0, -1, 0], [0, 1, 1], [-1, 0, 1], [1, 1, 1], [-1, 1, -1]]) // biome-ignore format: one line
      for (const gap of [0, 0.5]) {
        const beside = (by: number): Box => cubeAt(step.map((c) => by * c) as unknown as Vec3);
        expectPair(cubeAt([0, 0, 0]), beside(1 + gap), gap, true);
        expectPair(cubeAt([0, 0, 0]), beside(1 + gap + 1e-6), gap, false);
      }
  });

  it('boxes that only rounding parts meet, those a hair farther do not: also at 1e6', () => {
    for (const far of [0, 1e6, -1e6])
      for (const axis of [0, 1, 2]) {
        const slab = (from: number, to: number): Box => ({
          min: [0, 0, 0].with(axis, far + from) as unknown as Vec3,
          max: [1, 1, 1].with(axis, far + to) as unknown as Vec3,
        });
        // 0.1 + 0.2 is more than 0.3, and 2^-40 of a million is about a millionth.
        expectPair(slab(-1, 0.3), slab(far === 0 ? 0.1 + 0.2 : 0.3 + 1e-7, 2), 0, true);
        expectPair(slab(-1, 0.3), slab(0.3 + (far === 0 ? 1e-9 : 1e-5), 2), 0, false);
      }
  });

  it('equal boxes all meet, each pair once', () => {
    const equal = Array.from({ length: 9 }, () => cubeAt([1, 2, 3]));
    expect(candidatePairs(equal)).toEqual(pairsByAll(equal, 0));
    expect(candidatePairs(equal)).toHaveLength(36);
    const points = Array.from({ length: 4 }, () => cubeAt([0, 0, 0], 0));
    expect(candidatePairs(points)).toHaveLength(6);
  });

  it('a box around all others meets each of them, wherever it comes in the list', () => {
    const row = Array.from({ length: 10 }, (_, k) => cubeAt([2 * k, 0, 0]));
    for (const place of [0, 4, 10])
      expect(candidatePairs(row.toSpliced(place, 0, cubeAt([-5, -5, -5], 50)))).toEqual(
        Array.from({ length: 11 }, (_, k) => [Math.min(place, k), Math.max(place, k)]).filter(([i, j]) => i < j),
      );
  });

  it.each([0, 1, 2])(
    'in a row along axis %i, given in any order: the neighbours, and few others are looked at (seed 6)',
    (axis) => {
      const random = seeded(6);
      const count = 1000;
      const order = Array.from({ length: count }, (_, k) => k)
        .map((k) => ({ k, key: random() }))
        .sort((p, q) => p.key - q.key)
        .map(({ k }) => k);
      let looks = 0;
      const boxes = order.map((k): Box => {
        const { min, max } = cubeAt(
          [0, 1, 2].map((i) => (i === axis ? 0.75 * k : between(random, 0, 0.5))) as unknown as Vec3,
        );
        return {
          min,
          get max() {
            looks++;
            return max;
          },
        };
      });
      const found = candidatePairs(boxes);
      expect(found).toHaveLength(count - 1);
      for (const [i, j] of found) expect(Math.abs(order[i] - order[j])).toBe(1);
      // Half a million pairs there are.
      expect(looks).toBeLessThan(100 * count);
    },
  );

  it('of no box, and of one, there is no pair', () => {
    expect(candidatePairs([])).toEqual([]);
    expect(candidatePairs([], 5)).toEqual([]);
    expect(candidatePairs([cubeAt([0, 0, 0])], 5)).toEqual([]);
  });
});
