import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { add, div, type Formula, mul, sin, square, sub, x, y, z } from '../../src/surface/formula/formula.js';
import { functionKind } from '../../src/surface/implicit/functionKind.js';
import { type HeightDomain, heightFunction } from '../../src/surface/implicit/heightFunction.js';
import { implicitKind } from '../../src/surface/implicit/implicitKind.js';
import type { Caster, FunctionSolid, Implicit } from '../../src/surface/surface.js';

const DOMAIN: HeightDomain = [-1, 1, -2, 2];
const BOWL = add(mul(0.25, add(square(x), square(y))), 0.5);
const bowl = (px: number, py: number): number => 0.25 * (px * px + py * py) + 0.5;
const found = createCrossings();

/** The same solid twice. */
const made = (
  base: number,
): readonly (readonly [name: string, surface: Implicit | FunctionSolid, caster: Caster])[] => {
  const formula = heightFunction({ h: BOWL, domain: DOMAIN, base });
  const plain = heightFunction({ h: bowl, lipschitz: 1.2, domain: DOMAIN, base });
  return [
    ['a formula', formula, implicitKind.caster(formula)],
    ['a function', plain, functionKind.caster(plain)],
  ];
};

function told(caster: Caster, ray: readonly number[], surface: Implicit | FunctionSolid) {
  const [px, py, pz, dx, dy, dz] = ray;
  caster.cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
  return {
    t: Array.from(found.t.subarray(0, found.count)),
    patches: Array.from(found.patch.subarray(0, found.count), (patch) => surface.patches[patch]),
  };
}

describe('a height function', () => {
  for (const [name, surface, caster] of made(-1)) {
    test(`by ${name} has its height, walls and base, and they are named`, () => {
      const down = told(caster, [0.5, -1.25, 5, 0, 0, -1], surface);
      expect(down.t).toEqual([expect.closeTo(5 - bowl(0.5, -1.25), 12), 6]);
      expect(down.patches).toEqual(['top', 'base']);
      expect(told(caster, [-3, 0.5, 0, 1, 0, 0], surface)).toEqual({ t: [2, 4], patches: ['wall -x', 'wall +x'] });
      expect(told(caster, [0, 5, 0.25, 0, -1, 0], surface)).toEqual({ t: [3, 7], patches: ['wall +y', 'wall -y'] });
      // Over the rim, through the air above the bowl, and into the rim again.
      const through = told(caster, [0, -3, 0.75, 0, 1, 0], surface);
      expect(through.patches).toEqual(['wall -y', 'top', 'top', 'wall +y']);
      expect(through.t).toEqual([1, expect.closeTo(2, 12), expect.closeTo(4, 12), 5]);
    });

    test(`by ${name} has the bounds of its domain and base, and a top that is near`, () => {
      expect(surface.bounds.min).toEqual([-1, -2, -1]);
      expect(surface.bounds.max.slice(0, 2)).toEqual([1, 2]);
      expect(surface.bounds.max[2]).toBeGreaterThanOrEqual(1.75);
      expect(surface.bounds.max[2]).toBeLessThan(1.85);
    });

    test(`by ${name} has the volume of its integral`, () => {
      let sum = 0;
      const n = 48;
      for (let j = 0; j < n; j++)
        for (let i = 0; i < n; i++) {
          caster.cast(-1 + (2 * i + 1) / n, -2 + (4 * j + 2) / n, -9, 0, 0, 1, 0, 99, found);
          for (let k = 0; k < found.count; k += 2) sum += found.t[k + 1] - found.t[k];
        }
      // ∫∫ (x² + y²) / 4 + 0.5 + 1
      const volume = 0.25 * ((2 / 3) * 4 + (16 / 3) * 2) + 1.5 * 8;
      expect(Math.abs((sum * 8) / (n * n) / volume - 1)).toBeLessThan(1e-3);
    });
  }

  test('stands only where it is above its base', () => {
    for (const [, surface, caster] of made(1)) {
      expect(told(caster, [0, 0, -5, 0, 0, 1], surface).t).toEqual([]);
      expect(told(caster, [1, 2, -5, 0, 0, 1], surface).t).toEqual([6, expect.closeTo(6.75, 12)]);
    }
  });

  test('refuses what is none', () => {
    const refuse = (options: object, message: RegExp): void => {
      const all = { h: BOWL, domain: DOMAIN, base: 0, ...options } as {
        h: Formula;
        domain: HeightDomain;
        base: number;
      };
      expect(() => heightFunction(all)).toThrow(InputError);
      expect(() => heightFunction(all)).toThrow(message);
    };
    refuse({ domain: [1, 1, 0, 1] }, /the domain is empty \(1, 1, 0, 1\)/);
    refuse({ domain: [0, 1, 0] }, /four finite numbers/);
    refuse({ domain: [0, 1, 0, Number.NaN] }, /four finite numbers/);
    refuse({ base: Infinity }, /the base must be a finite number \(Infinity\)/);
    refuse({ base: 3 }, /nowhere above the base/);
    refuse({ h: sub(x, z) }, /the formula reads z/);
    refuse({ h: div(1, sin(x)) }, /bounded above/);
    refuse({ h: () => Number.NaN, lipschitz: 1 }, /h returned NaN at/);
    refuse({ h: () => 1, lipschitz: -1 }, /lipschitz must be 0 or more/);
    refuse({ h: () => 1, lipschitz: 0, base: 2 }, /nowhere above the base/);
    refuse({ h: add(y, Number.NaN) }, /not finite/);
  });
});
