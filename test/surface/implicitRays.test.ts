import { describe, expect, test } from 'vitest';
import { gyroidFormula } from '../../scenes/gyroidLattice.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { createCrossings } from '../../src/surface/crossings.js';
import {
  abs,
  add,
  type Formula,
  hypot,
  max,
  min,
  mul,
  pow,
  smin,
  square,
  sub,
  x,
  y,
  z,
} from '../../src/surface/formula/formula.js';
import { implicit } from '../../src/surface/implicit/implicit.js';
import { implicitKind } from '../../src/surface/implicit/implicitKind.js';
import { type CastSubject, castSubject } from './support/castSubject.js';
import { csgCrossings } from './support/csgCrossings.js';
import { minus, type Polynomial, plus, polynomial, square as squared, times } from './support/exactPolynomial.js';
import { expectCrossings } from './support/expectCrossings.js';
import { type Ray, randomRay, tangentRay } from './support/randomRay.js';
import { realRoots } from './support/realRoots.js';

const solid = (f: Formula, half?: number): CastSubject =>
  castSubject(
    implicitKind,
    implicit(half === undefined ? { f } : { f, bounds: { min: [-half, -half, -half], max: [half, half, half] } }),
  );

const constant = (value: number): Polynomial => polynomial([value]);
const along = ([px, py, pz, dx, dy, dz]: Ray): [Polynomial, Polynomial, Polynomial] => [
  polynomial([px, dx]),
  polynomial([py, dy]),
  polynomial([pz, dz]),
];
const sum = (...parts: readonly Polynomial[]): Polynomial => parts.reduce(plus);
const squares = (ray: Ray): Polynomial => sum(...along(ray).map(squared));
const oddRoots = (p: Polynomial): number[] =>
  realRoots(p)
    .filter(({ multiplicity }) => multiplicity % 2 === 1)
    .map(({ t }) => t);

const roundness = add(square(x), square(y), square(z));
const ball = sub(hypot(x, y, z), 1);

interface Case {
  readonly name: string;
  readonly f: Formula;
  /** Where given, the box: interval arithmetic alone cannot show that these end. */
  readonly half?: number;
  readonly count: number;
  readonly exact: (ray: Ray) => number[];
}

const shellRoots = (ray: Ray, inner: number, outer: number): number[] =>
  [inner, outer].flatMap((r) => oddRoots(minus(squares(ray), squared(constant(r))))).sort((a, b) => a - b);

const CASES: readonly Case[] = [
  { name: 'a ball', f: sub(roundness, 1), count: 2000, exact: (ray) => oddRoots(minus(squares(ray), constant(1))) },
  {
    name: 'a quartic torus',
    f: sub(square(add(roundness, 1 - 0.25)), mul(4, add(square(x), square(y)))),
    half: 2,
    count: 2000,
    exact: (ray) => {
      const [px, py] = along(ray);
      return oddRoots(
        minus(squared(plus(squares(ray), constant(1 - 0.25))), times(constant(4), plus(squared(px), squared(py)))),
      );
    },
  },
  {
    name: 'a shell of 1e-3 as a polynomial',
    f: sub(square(sub(roundness, 1)), 2 ** -18),
    half: 1.25,
    count: 2500,
    exact: (ray) => oddRoots(minus(squared(minus(squares(ray), constant(1))), constant(2 ** -18))),
  },
  {
    name: 'a shell of 1e-3 as a distance',
    f: sub(abs(ball), 2 ** -11),
    count: 2500,
    exact: (ray) => shellRoots(ray, 1 - 2 ** -11, 1 + 2 ** -11),
  },
  {
    name: 'two lobes that meet in a point',
    f: add(sub(pow(x, 4), square(x)), square(y), square(z)),
    half: 1.5,
    count: 1000,
    exact: (ray) => {
      const [px, py, pz] = along(ray).map(squared);
      return oddRoots(sum(minus(squared(px), px), py, pz));
    },
  },
];

describe('an implicit solid', () => {
  for (const { name, f, half, count, exact } of CASES)
    test(`${name} is met by ${count} random rays of seed 11 where the exact polynomial is`, () => {
      const subject = solid(f, half);
      const random = seeded(11);
      let most = 0;
      for (let k = 0; k < count; k++) {
        const ray = randomRay(random, subject.surface.bounds);
        const roots = exact(ray);
        expectCrossings(subject, ray, roots);
        most = Math.max(most, roots.length);
      }
      expect(most).toBeGreaterThanOrEqual(2);
    });

  for (const { name, f, half, exact } of CASES.slice(0, 4))
    test(`${name} is met right by 500 rays that nearly touch it (seed 12)`, () => {
      const subject = solid(f, half);
      const random = seeded(12);
      const found = createCrossings();
      const gradient = new Float64Array(3);
      let touched = 0;
      while (touched < 500) {
        const [px, py, pz, dx, dy, dz] = randomRay(random, subject.surface.bounds);
        subject.caster.cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
        if (found.count === 0) continue;
        const t = found.t[Math.floor(found.count * random())];
        const point: Vec3 = [px + t * dx, py + t * dy, pz + t * dz];
        subject.side.gradient(...point, gradient);
        const lift = (random() < 0.5 ? -1 : 1) * 10 ** (-2 - 11 * random());
        const ray = tangentRay(random, point, [gradient[0], gradient[1], gradient[2]], lift, subject.size);
        expectCrossings(subject, ray, exact(ray));
        touched++;
      }
    });

  test('two lobes: rays through the point where they meet have a double root there (seed 13)', () => {
    const { f, half, exact } = CASES[4];
    const subject = solid(f, half);
    const random = seeded(13);
    for (let k = 0; k < 500; k++) {
      const [, , , dx, dy, dz] = randomRay(random, subject.surface.bounds);
      const ray: Ray = [-dx, -dy, -dz, dx, dy, dz];
      expectCrossings(subject, ray, exact(ray));
    }
  });

  test('two lobes: a line on which the formula is nothing but rounding for long ends, and says so', () => {
    // There it is t⁴, by terms that cancel: below the last digit for |t| < 1e-4.
    const { f, half } = CASES[4];
    const found = createCrossings();
    solid(f, half).caster.cast(-1, -1, 0, 1, 1, 0, 0, 9, found);
    expect(found.unsettled).toBeGreaterThan(0);
    expect(found.count % 2).toBe(0);
    for (const t of found.t.subarray(0, found.count)) expect(Math.abs(t - 1)).toBeLessThan(1e-3);
  });

  test('a box less a ball, with a rod in it, is met by 2500 rays of seed 14 where its parts are', () => {
    const cube = max(sub(abs(x), 1), sub(abs(y), 0.75), sub(abs(z), 0.5));
    const rod = max(sub(hypot(x, y), 0.125), sub(abs(z), 1.5));
    const f = min(max(cube, sub(0.5625, roundness)), rod);
    const subject = solid(f);
    const random = seeded(14);
    for (let k = 0; k < 2500; k++) {
      const ray = randomRay(random, subject.surface.bounds);
      const [px, py, pz] = along(ray);
      const places = [
        ...[px, py, pz].flatMap((p, axis) =>
          [-1, 1].flatMap((s) => oddRoots(minus(p, constant(s * [1, 0.75, 0.5][axis])))),
        ),
        ...oddRoots(minus(squares(ray), constant(0.5625))),
        ...oddRoots(minus(plus(squared(px), squared(py)), squared(constant(0.125)))),
        ...[-1.5, 1.5].flatMap((s) => oddRoots(minus(pz, constant(s)))),
      ];
      const isInside = (t: number): boolean => {
        const [a, b, c] = [ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]];
        const inCube = Math.abs(a) < 1 && Math.abs(b) < 0.75 && Math.abs(c) < 0.5 && a * a + b * b + c * c > 0.5625;
        return inCube || (Math.hypot(a, b) < 0.125 && Math.abs(c) < 1.5);
      };
      expectCrossings(subject, ray, csgCrossings(places, isInside));
    }
  });

  /** By steps that a bound of the slope allows, and never less than 1e-8: another way to the same crossings. */
  function marched(f: (x: number, y: number, z: number) => number, bound: number, ray: Ray, size: number): number[] {
    const [px, py, pz, dx, dy, dz] = ray;
    const speed = Math.hypot(dx, dy, dz);
    const at = (s: number): number => f(px + (s * dx) / speed, py + (s * dy) / speed, pz + (s * dz) / speed);
    const middle = -(px * dx + py * dy + pz * dz) / speed;
    const found: number[] = [];
    let s = middle - 2 * size;
    let value = at(s);
    while (s < middle + 2 * size) {
      const next = s + Math.max(Math.abs(value) / bound, 1e-8);
      const after = at(next);
      if (value < 0 !== after < 0) {
        let [a, b] = [s, next];
        for (let k = 0; k < 40; k++) {
          const c = (a + b) / 2;
          if (at(c) < 0 === value < 0) a = c;
          else b = c;
        }
        found.push(a / speed);
      }
      s = next;
      value = after;
    }
    return found;
  }

  test('a gyroid in a ball, and blended balls, are met by 400 rays of seed 15 where steps by the slope bound come to', () => {
    const random = seeded(15);
    const k = 2 * Math.PI;
    const gyroid = (a: number, b: number, c: number): number =>
      Math.sin(k * a) * Math.cos(k * b) + Math.sin(k * b) * Math.cos(k * c) + Math.sin(k * c) * Math.cos(k * a);
    const blend = (a: number, b: number): number => Math.min(a, b) - Math.max(0.5 - Math.abs(a - b), 0) ** 2 / 2;
    const subjects = [
      {
        subject: solid(max(gyroidFormula(1), ball)),
        by: (a: number, b: number, c: number) => Math.max(gyroid(a, b, c), Math.hypot(a, b, c) - 1),
        // Each part of the gradient is a difference of two products of sines: √3 · 2 k at most.
        bound: 2 * Math.sqrt(3) * k,
      },
      {
        subject: solid(smin(sub(hypot(sub(x, 0.7), y, z), 0.5), sub(hypot(add(x, 0.7), y, z), 0.5), 0.5)),
        by: (a: number, b: number, c: number) =>
          blend(Math.hypot(a - 0.7, b, c) - 0.5, Math.hypot(a + 0.7, b, c) - 0.5),
        bound: 1,
      },
    ];
    for (const { subject, by, bound } of subjects)
      for (let i = 0; i < 200; i++) {
        const ray = randomRay(random, subject.surface.bounds);
        expectCrossings(subject, ray, marched(by, bound, ray, subject.size));
      }
  });
});
