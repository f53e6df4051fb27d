import { describe, expect, test } from 'vitest';
import { gyroidLattice } from '../../scenes/gyroidLattice.js';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import { createCrossings } from '../../src/surface/crossings.js';
import {
  abs,
  add,
  at,
  atan2,
  cos,
  div,
  exp,
  type Formula,
  hypot,
  log,
  max,
  min,
  mul,
  neg,
  pow,
  sin,
  smin,
  sqrt,
  square,
  sub,
  x,
  y,
  z,
} from '../../src/surface/formula/formula.js';
import { type ImplicitOptions, implicit } from '../../src/surface/implicit/implicit.js';
import { implicitKind } from '../../src/surface/implicit/implicitKind.js';
import type { Caster, Implicit } from '../../src/surface/surface.js';
import { castSubject } from './support/castSubject.js';
import { gridVolume } from './support/gridVolume.js';

const roundness = add(square(x), square(y), square(z));
const ball = sub(hypot(x, y, z), 1);
const cube = (half: number): Formula => max(sub(abs(x), half), sub(abs(y), half), sub(abs(z), half));
/** Turned by 30° about z and then by 45° about x. */
const turned = (f: Formula): Formula => {
  const [c, s, h] = [Math.sqrt(3) / 2, 0.5, Math.SQRT1_2];
  return at(
    at(f, add(mul(c, x), mul(s, y)), sub(mul(c, y), mul(s, x)), z),
    ...([x, add(mul(h, y), mul(h, z)), sub(mul(h, z), mul(h, y))] as const),
  );
};
const found = createCrossings();
const box = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] }) as const;

const casterOf = (options: ImplicitOptions): Caster => implicitKind.caster(implicit(options));

/** All that a line meets: places, and the patches there. */
function told(of: ImplicitOptions | Caster, ray: readonly number[], from = -Infinity, to = Infinity) {
  const [px, py, pz, dx, dy, dz] = ray;
  const caster = 'cast' in of ? of : casterOf(of);
  caster.cast(px, py, pz, dx, dy, dz, from, to, found);
  return {
    startsInside: found.startsInside,
    t: Array.from(found.t.subarray(0, found.count)),
    patch: Array.from(found.patch.subarray(0, found.count)),
    unsettled: found.unsettled,
  };
}

describe('bounds of an implicit solid', () => {
  const CASES: readonly (readonly [name: string, f: Formula, half: readonly [number, number, number]])[] = [
    ['a ball', sub(roundness, 1), [1, 1, 1]],
    ['a ball by its distance', ball, [1, 1, 1]],
    ['a tiny ball', sub(roundness, 1e-12), [1e-6, 1e-6, 1e-6]],
    ['a huge box', cube(1e8), [1e8, 1e8, 1e8]],
    ['a flat ellipsoid', sub(add(square(div(x, 5)), square(y), square(mul(20, z))), 1), [5, 1, 0.05]],
    ['a torus', sub(hypot(sub(hypot(x, y), 2), z), 0.5), [2.5, 2.5, 0.5]],
    ['a box, turned', turned(cube(1)), [Math.sqrt(3) / 2 + 0.5, Math.SQRT1_2 * ((Math.sqrt(3) + 1) / 2 + 1), 0]],
    ['a drop by exponentials', sub(Math.exp(-4), exp(neg(roundness))), [2, 2, 2]],
    ['a drop by a quotient', sub(0.25, div(1, roundness)), [2, 2, 2]],
    [
      'what y is cut off by depends on x',
      max(sub(abs(x), 2), sub(abs(y), add(1, square(x))), sub(abs(z), 1)),
      [2, 5, 1],
    ],
  ];
  for (const [name, f, half] of CASES)
    test(`${name} is found, and held in by no more than 4 % too much`, () => {
      const { bounds } = implicit({ f });
      for (let axis = 0; axis < 3; axis++) {
        if (half[axis] === 0) continue;
        for (const reach of [-bounds.min[axis], bounds.max[axis]]) {
          expect(reach).toBeGreaterThanOrEqual(half[axis] * (1 - 1e-15));
          expect(reach).toBeLessThan(half[axis] * 1.04);
        }
      }
    });

  test('hold all of the inside: random points of random blends (seed 21)', () => {
    const random = seeded(21);
    for (let k = 0; k < 20; k++) {
      const one = (): Formula => {
        const [a, b, c, r] = [4 * random() - 2, 4 * random() - 2, 4 * random() - 2, 0.2 + random()];
        return sub(hypot(sub(x, a), sub(y, b), sub(z, c)), r);
      };
      const f = smin(smin(one(), one(), 0.1 + random()), one(), 0.1 + random());
      const { formula, bounds } = implicit({ f });
      const { value } = implicitKind.sides({ kind: 'implicit', formula, bounds, patches: [] })[0];
      let inside = 0;
      for (let i = 0; i < 2000; i++) {
        const p = [6 * random() - 3, 6 * random() - 3, 6 * random() - 3] as const;
        if (!(value(...p) < 0)) continue;
        inside++;
        for (let axis = 0; axis < 3; axis++)
          expect(p[axis] >= bounds.min[axis] && p[axis] <= bounds.max[axis]).toBe(true);
      }
      expect(inside).toBeGreaterThan(0);
    }
  });

  test('that are given stay exactly where the solid reaches them, and come close where it does not', () => {
    const { bounds } = implicit({ f: sub(roundness, 1), bounds: { min: [-0.3, -50, -7], max: [0.7, 80, 0.1] } });
    expect(bounds.min[0]).toBe(-0.3);
    expect(bounds.max[0]).toBe(0.7);
    expect(bounds.max[2]).toBe(0.1);
    for (const reach of [-bounds.min[1], bounds.max[1], -bounds.min[2]]) {
      expect(reach).toBeGreaterThanOrEqual(1);
      expect(reach).toBeLessThan(1.04);
    }
  });
});

describe('an implicit solid cut by its box', () => {
  test('is closed by the sides that it reaches, and they are named', () => {
    const options = { f: sub(roundness, 1), bounds: { min: [-0.5, -2, -2], max: [2, 2, 2] } } as const;
    const across = told(options, [-3, 0.1, 0, 1, 0, 0]);
    expect(across.t[0]).toBe(2.5);
    expect(across.t[1]).toBeCloseTo(3 + Math.sqrt(0.99), 13);
    expect(across.patch).toEqual([1, 0]);
    expect(implicit(options).patches[1]).toBe('-x');
    const back = told(options, [3, 0, 0, -2, 0, 0]);
    expect(back.t[0]).toBeCloseTo(1, 12);
    expect(back.t[1]).toBe(1.75);
    expect(back.patch).toEqual([0, 1]);
  });

  test('starts and ends where it is asked to', () => {
    const f = sub(roundness, 1);
    const near = (t: number) => expect.closeTo(t, 12);
    expect(told({ f }, [0, 0, 0, 0, 0, 2], 0, 5)).toMatchObject({ startsInside: true, t: [near(0.5)] });
    expect(told({ f }, [0, 0, 0, 0, 0, 2], 0, 0.25)).toMatchObject({ startsInside: true, t: [] });
    expect(told({ f }, [0, 0, -3, 0, 0, 1], 0, 3)).toMatchObject({ startsInside: false, t: [near(2)] });
    expect(told({ f }, [0, 0, -3, 0, 0, 1], 5, 9)).toMatchObject({ startsInside: false, t: [] });
    expect(told({ f }, [0, 0, -3, 0, 0, 1], 2, 1)).toMatchObject({ startsInside: false, t: [] });
    const half = { f, bounds: { min: [-2, -2, 0], max: [2, 2, 2] } } as const;
    const cut = told(half, [0, 0, -1, 0, 0, 1], 1, 9);
    expect(cut).toMatchObject({ startsInside: false, t: [1, near(2)], patch: [5, 0] });
  });

  test('a solid that fills its box is the box', () => {
    const all = told({ f: -1, bounds: box(1) }, [-5, 0.2, 0.3, 2, 0, 0]);
    expect(all).toEqual({ startsInside: false, t: [2, 3], patch: [1, 2], unsettled: 0 });
  });

  test('rays exactly along walls settle at once, straight and turned', () => {
    for (const ray of [
      [1, 0.5, -3, 0, 0, 1],
      [1, 1, -3, 0, 0, 1],
      [-1, -3, 0.25, 0, 1, 0],
    ]) {
      const wall = told({ f: cube(1) }, ray);
      expect(wall.unsettled).toBe(0);
      expect(wall.t).toEqual([]);
    }
    const [c, s, h] = [Math.sqrt(3) / 2, 0.5, Math.SQRT1_2];
    const random = seeded(22);
    const caster = casterOf({ f: turned(cube(1)) });
    for (let k = 0; k < 50; k++) {
      // On the side +x of the turned box, along it.
      const [v, w, dv, dw] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      const back = (a: number, b: number, e: number) => [
        c * a - s * b,
        h * (s * a + c * b) - h * e,
        h * (s * a + c * b) + h * e,
      ];
      const wall = told(caster, [...back(1, v, w), ...back(0, dv, dw)]);
      expect(wall.unsettled).toBe(0);
      expect(wall.t.length % 2).toBe(0);
      expect(wall.t.length).toBeLessThan(100);
    }
  });

  test('entries and exits take turns where the formula has poles and jumps (seed 23)', () => {
    const random = seeded(23);
    const formulas = [
      sub(div(1, x), y),
      { op: 'tan', args: [mul(3, x)] } as const,
      sub(atan2(y, x), 1),
      log(abs(x)),
      pow(sub(x, 0.1), -3),
    ];
    for (const f of formulas) {
      const caster = casterOf({ f, bounds: box(2) });
      for (let k = 0; k < 50; k++) {
        const ray = Array.from({ length: 6 }, () => 2 * random() - 1);
        const { startsInside, t, unsettled } = told(caster, ray);
        expect(startsInside).toBe(false);
        expect(t.length % 2).toBe(0);
        expect([...t].sort((a, b) => a - b)).toEqual(t);
        expect(unsettled).toBe(0);
      }
    }
  });
});

describe('volumes of implicit solids by 64 × 64 rays', () => {
  const CASES: readonly (readonly [name: string, made: () => Implicit, volume: number, within: number])[] = [
    ['a ball', () => implicit({ f: ball }), (4 / 3) * Math.PI, 3e-3],
    ['a torus', () => implicit({ f: sub(hypot(sub(hypot(x, y), 1), z), 0.3) }), 2 * Math.PI ** 2 * 0.09, 6e-3],
    [
      'a shell of 1e-3',
      () => implicit({ f: sub(abs(ball), 5e-4) }),
      (4 / 3) * Math.PI * (1.0005 ** 3 - 0.9995 ** 3),
      3e-2,
    ],
    ['a box, turned', () => implicit({ f: turned(cube(1)) }), 8, 1.2e-2],
    ['half a gyroid', () => gyroidLattice({ cells: 1 }), 0.5, 1e-3],
    [
      'a ball in the corner of its box',
      () => implicit({ f: sub(roundness, 1), bounds: { min: [0, 0, 0], max: [2, 2, 2] } }),
      Math.PI / 6,
      6e-3,
    ],
  ];
  for (const [k, [name, made, volume, within]] of CASES.entries())
    test(`${name}: ${volume.toPrecision(4)}`, () => {
      const axis = (k % 3) as 0 | 1 | 2;
      expect(Math.abs(gridVolume(castSubject(implicitKind, made()), axis, 64) / volume - 1)).toBeLessThan(within);
    });
});

describe('an implicit solid that is none', () => {
  const refuse = (options: ImplicitOptions, message: RegExp): void => {
    expect(() => implicit(options)).toThrow(InputError);
    expect(() => implicit(options)).toThrow(message);
  };

  test('has no end', () => {
    for (const f of [x, sub(hypot(x, y), 1), add(sin(x), cos(y), sin(z)), -1, sub(mul(x, y), 1)])
      refuse({ f }, /could not be shown to be bounded.*Give bounds/);
  });

  test('is empty', () => {
    refuse({ f: add(roundness, 1) }, /empty: the formula is above 0 everywhere/);
    refuse({ f: 1, bounds: box(1) }, /is empty/);
    refuse({ f: sub(roundness, 1), bounds: { min: [2, 2, 2], max: [3, 3, 3] } }, /is empty/);
    refuse({ f: roundness }, /seems to be empty/);
    refuse({ f: square(sub(roundness, 1)), bounds: box(2) }, /seems to be empty/);
  });

  test('is not a number somewhere: the point is named', () => {
    refuse({ f: sqrt(x), bounds: box(1) }, /not a number at \(-?[\d.e-]+, -?[\d.e-]+, -?[\d.e-]+\)/);
    refuse({ f: min(ball, log(sub(-3, square(x)))), bounds: box(2) }, /not a number at/);
    refuse({ f: max(ball, neg(sqrt(sub(0.5, z)))), bounds: box(2) }, /not a number at/);
    const hole = sub(hypot(sub(x, 0.25), sub(y, 0.125), sub(z, 0.5)), 1e-3);
    const pricked = add(ball, mul(0, sqrt(hole)));
    refuse({ f: pricked }, /not a number at \(0\.2/);
    // Plain data that nobody looked over: met by a ray.
    const caster = implicitKind.caster({ ...implicit({ f: ball }), formula: pricked });
    const up = (from: number) => () => caster.cast(0.25, 0.125, -3, 0, 0, 1, from, 9, found);
    expect(up(0)).not.toThrow();
    expect(up(3.5)).toThrow(/not a number at \(0\.25, 0\.125, 0\.5\)/);
  });

  test('has bounds that are none', () => {
    refuse({ f: ball, bounds: { min: [-1, -1, -1], max: [1, -1, 1] } }, /bounds are empty \(-1 to -1 along y\)/);
    refuse(
      { f: ball, bounds: { min: [-1, -1, Number.NaN], max: [1, 1, 1] } },
      /bounds are not finite \(NaN to 1 along z\)/,
    );
    refuse({ f: ball, bounds: { min: [-Infinity, -1, -1], max: [1, 1, 1] } }, /bounds are not finite/);
  });

  test('is no formula', () => {
    refuse({ f: { op: 'root' as 'sqrt', args: [x] } }, /no operation 'root'/);
    refuse({ f: add(x, Number.NaN) }, /not finite/);
  });
});
