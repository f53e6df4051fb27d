import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { seeded } from '../../src/math/random.js';
import { exactKind } from '../exact/support/exactKind.js';
import { randomPair } from '../exact/support/randomPair.js';
import { ask, kindOf, pairOf } from './bodies.js';

describe('interference with exact precision, of random solids on whole numbers', () => {
  const PAIRS = 500;

  it.each([51, 52, 53, 54])(`tells the kind by exact volumes, ${PAIRS} pairs at 16² (seed %i)`, async (seed) => {
    const random = seeded(seed);
    for (let k = 0; k < PAIRS; k++) {
      const { a, b, what } = randomPair(random);
      const { kind, inner } = exactKind(a, b);
      const report = await ask([body(a), body(b)], { precision: 'exact', resolution: 16 });
      const wanted = inner ? `${kind} ${inner}` : kind;
      if (kindOf(report) !== wanted) expect(kindOf(report), `pair ${k}, ${what}`).toBe(wanted);
      const { volume, depthAlongView } = pairOf(report) ?? { volume: 0, depthAlongView: 0 };
      if (kind === 'none' || kind === 'touch') expect([volume, depthAlongView], `pair ${k}, ${what}`).toEqual([0, 0]);
    }
  });
});
