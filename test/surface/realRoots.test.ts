import { describe, expect, test } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { minus, type Polynomial, plus, polynomial, signAt, square, times } from './support/exactPolynomial.js';
import { realRoots } from './support/realRoots.js';

/** Chosen roots, multiplied out without rounding. */
const withRoots = (roots: readonly number[], factor: Polynomial): Polynomial =>
  roots.reduce((p, root) => times(p, polynomial([-root, 1])), factor);

describe('real roots of exact polynomials', () => {
  test('finds chosen roots and how often each counts (seed 1)', () => {
    const random = seeded(1);
    for (let k = 0; k < 200; k++) {
      const distinct = Array.from(
        { length: Math.floor(5 * random()) },
        () => 10 ** (6 * random() - 3) * (random() - 0.5),
      );
      if (k % 5 === 0) distinct.push(0);
      if (k % 7 === 0 && distinct.length > 0 && distinct[0] !== 0) distinct.push(distinct[0] * (1 + 2 ** -50));
      distinct.sort((a, b) => a - b);
      const multiplicities = distinct.map(() => 1 + Math.floor(random() ** 3 * 4));
      const all = distinct.flatMap((t, i) => new Array<number>(multiplicities[i]).fill(t));
      // A factor without real roots, so that there are complex ones, too.
      const factor = plus(square(polynomial([random(), random() - 0.5])), polynomial([2 ** -40]));
      const roots = realRoots(withRoots(all, times(factor, polynomial([random() < 0.5 ? -3 : 5]))));
      expect(roots.map((root) => root.t)).toEqual(distinct);
      expect(roots.map((root) => root.multiplicity)).toEqual(multiplicities);
    }
  });

  test('the interval is closed at both ends', () => {
    const p = withRoots([-1, 0.5, 0.5, 2], polynomial([1]));
    expect(realRoots(p, 0.5, 2)).toEqual([
      { t: 0.5, multiplicity: 2 },
      { t: 2, multiplicity: 1 },
    ]);
    expect(realRoots(p, -1, -1)).toEqual([{ t: -1, multiplicity: 1 }]);
    expect(realRoots(p, 0.5 + 2 ** -52, 2 - 2 ** -51)).toEqual([]);
    expect(realRoots(p, 3, -3)).toEqual([]);
  });

  test('knows a double root from two that are 1e-140 apart and from none', () => {
    const shifted = (gap: number): Polynomial => minus(square(polynomial([-0.1, 1])), polynomial([gap]));
    expect(realRoots(shifted(0))).toEqual([{ t: 0.1, multiplicity: 2 }]);
    expect(realRoots(shifted(1e-280)).map((root) => root.multiplicity)).toEqual([1, 1]);
    expect(realRoots(shifted(-1e-280))).toEqual([]);
  });

  test('takes the coefficients as they are', () => {
    expect(realRoots([-2, 0, 1])).toEqual([
      { t: -Math.SQRT2, multiplicity: 1 },
      { t: Math.SQRT2, multiplicity: 1 },
    ]);
    expect(realRoots([7])).toEqual([]);
    expect(() => realRoots([0, 0])).toThrow('0 everywhere');
    expect(signAt(polynomial([-0.1, 1]), 0.1)).toBe(0);
    expect(signAt(polynomial([-0.1, 1]), 0.1 + 2 ** -56)).toBe(1);
    expect(signAt(polynomial([-1, 0, 1]), 0.5)).toBe(-1);
  });

  test('Wilkinson: 1 to 20 are the roots', () => {
    const whole = Array.from({ length: 20 }, (_, k) => k + 1);
    expect(realRoots(withRoots(whole, polynomial([1]))).map((root) => root.t)).toEqual(whole);
  });
});
