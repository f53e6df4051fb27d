import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { superellipsoidKind } from '../../src/surface/convex/superellipsoidKind.js';
import { superellipsoid } from '../../src/surface/convex/superellipsoidSurface.js';
import { describeGpu } from '../support/gpu.js';
import { castSubject } from './support/castSubject.js';
import { checkCut, checkGradient, checkRandomRays, checkTangentRays, tangentRays } from './support/checkRays.js';
import { minus, type Polynomial, plus, polynomial, square } from './support/exactPolynomial.js';
import { expectCrossings } from './support/expectCrossings.js';
import { expectOnGpu } from './support/expectOnGpu.js';
import { gridVolume } from './support/gridVolume.js';
import { type Ray, randomRay } from './support/randomRay.js';
import { realRoots } from './support/realRoots.js';
import { searchSuperellipsoid } from './support/searchSuperellipsoid.js';

const solid = (radii: Vec3, exponents: readonly [number, number]) =>
  castSubject(superellipsoidKind, superellipsoid({ radii, exponents }));

/** Powers of two, so that dividing by them does not round. */
const RADII: Vec3 = [2, 1, 0.5];

const fourth = (p: Polynomial) => square(square(p));
const one = polynomial([1]);

/** With exponents whose halves divide 1, a polynomial of a ray's coordinates in radii. */
const POLYNOMIALS: readonly (readonly [
  exponents: readonly [number, number],
  count: number,
  of: (x: Polynomial, y: Polynomial, z: Polynomial) => Polynomial,
])[] = [
  [[1, 1], 2000, (x, y, z) => minus(plus(plus(square(x), square(y)), square(z)), one)],
  [[0.5, 0.5], 2500, (x, y, z) => minus(plus(plus(fourth(x), fourth(y)), fourth(z)), one)],
  [[0.5, 1], 1500, (x, y, z) => minus(plus(square(plus(square(x), square(y))), fourth(z)), one)],
  [[0.25, 0.25], 100, (x, y, z) => minus(plus(plus(square(fourth(x)), square(fourth(y))), square(fourth(z))), one)],
];

const exact =
  (of: (x: Polynomial, y: Polynomial, z: Polynomial) => Polynomial) =>
  ([px, py, pz, dx, dy, dz]: Ray): number[] =>
    realRoots(of(polynomial([px / 2, dx / 2]), polynomial([py, dy]), polynomial([2 * pz, 2 * dz])))
      .filter(({ multiplicity }) => multiplicity % 2 === 1)
      .map(({ t }) => t);

const OTHERS: readonly (readonly [exponents: readonly [number, number], count: number])[] = [
  [[0.3, 0.7], 700],
  [[1, 0.1], 800],
  [[0.05, 0.05], 600],
  [[0.01, 1.7], 400],
  [[0.001, 1], 200],
  [[1.3, 1.6], 400],
  [[2, 1], 400],
  [[2, 2], 400],
];

/** Γ by Lanczos (1964), to 1e-13. */
function gamma(x: number): number {
  const c = [676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905];
  const more = [-0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7];
  const sum = [...c, ...more].reduce((all, ck, k) => all + ck / (x + k), 0.9999999999998099);
  const t = x + 6.5;
  return Math.sqrt(2 * Math.PI) * t ** (x - 0.5) * Math.exp(-t) * sum;
}
const beta = (x: number, y: number): number => (gamma(x) * gamma(y)) / gamma(x + y);

describe('superellipsoid', () => {
  for (const [exponents, count, of] of POLYNOMIALS) {
    test(`of exponents ${exponents} is met by ${count} random rays of seed 1 where its exact polynomial is`, () =>
      checkRandomRays(solid(RADII, exponents), exact(of), count, 1));
    test(`rays that all but touch one of exponents ${exponents}, of seed 2, cross as often as its exact polynomial says`, () =>
      checkTangentRays(solid(RADII, exponents), exact(of), 100, 2));
  }

  for (const [exponents, count] of OTHERS) {
    const oracle = (ray: Ray) => searchSuperellipsoid(RADII, exponents, ray);
    test(`of exponents ${exponents} is met by ${count} random rays of seed 1 where a search finds it`, () =>
      checkRandomRays(solid(RADII, exponents), oracle, count, 1));
    test(`rays that all but touch one of exponents ${exponents}, of seed 2, cross as often as a search says`, () =>
      checkTangentRays(solid(RADII, exponents), oracle, 200, 2));
  }

  test('an ellipsoid in its axes, an octahedron in its corners, all but a box in its faces', () => {
    expectCrossings(solid([3, 2, 1], [1, 1]), [-9, 0, 0, 2, 0, 0], [3, 6]);
    expectCrossings(solid([3, 2, 1], [1, 1]), [0, 0, 9, 0, 0, -1], [8, 10]);
    expectCrossings(solid([1, 1, 1], [1, 1]), [-3, -3, -3, 1, 1, 1], [3 - Math.sqrt(1 / 3), 3 + Math.sqrt(1 / 3)]);
    expectCrossings(solid([1, 1, 1], [2, 2]), [0, 0, -9, 0, 0, 1], [8, 10]);
    expectCrossings(solid([1, 1, 1], [2, 2]), [-2, -2, -2, 1, 1, 1], [5 / 3, 7 / 3]);
    expectCrossings(solid([1, 1, 1], [2, 2]), [-2, 0.5, 0, 1, 0, 0], [1.5, 2.5]);
    expectCrossings(solid([3, 2, 1], [0.01, 0.01]), [-9, 1, 0.5, 1, 0, 0], [6, 12]);
    // Beyond the box that holds it, and in its faces.
    for (const exponents of [
      [1, 1],
      [0.1, 0.1],
      [2, 2],
    ] as const) {
      expectCrossings(solid([1, 1, 1], exponents), [-9, 1.0001, 0, 1, 0, 0], []);
      expectCrossings(solid([1, 1, 1], exponents), [-9, -9, 0, 0, 1, 0], []);
      expectCrossings(solid([1, 1, 1], exponents), [-9, 1.1, 1.1, 1, 1e-4, 0], []);
    }
    expectCrossings(solid([1, 1, 1], [1, 1]), [-9, 1, 0, 1, 0, 0], []);
    // Along x up to the least number there is.
    expectCrossings(
      solid([3, 2, 1], [0.1, 1]),
      [-9, 0, 0.5, 1, 0, 5e-324],
      searchSuperellipsoid([3, 2, 1], [0.1, 1], [-9, 0, 0.5, 1, 0, 0]),
    );
    checkCut(solid([3, 2, 1], [0.5, 1.2]), [-4, 0.1, 3, 4, 0.2, -2.9]);
  });

  for (const exponents of [
    [1, 1],
    [0.2, 0.7],
    [1.5, 0.4],
    [2, 2],
  ] as const)
    test(`of exponents ${exponents} has its volume in closed form`, () => {
      const [[a, b, c], [e1, e2]] = [[1.5, 1, 0.75] as const, exponents];
      const volume = 2 * a * b * c * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2);
      for (const axis of [0, 2] as const)
        expect(Math.abs(gridVolume(solid([a, b, c], exponents), axis, 120) / volume - 1)).toBeLessThan(1.5e-3);
    });

  test('its gradient is that of its gauge, at random points of seed 4', () => {
    for (const exponents of [
      [1, 1],
      [0.5, 0.3],
      [1.4, 1.8],
    ] as const)
      checkGradient(solid([1, 0.8, 0.6], exponents), 4);
  });

  test('refuses what is no length, and exponents with which it is not convex', () => {
    for (const [options, text] of [
      [
        { radii: [1, -1, 1] },
        'superellipsoid: the radius along y must be positive (-1). Give a finite length above 0.',
      ],
      [{ exponents: [0, 1] }, 'superellipsoid: exponent e1 is below 0.000001 (0). Give a number from there up to 2.'],
      [
        { exponents: [1, NaN] },
        'superellipsoid: exponent e2 is below 0.000001 (NaN). Give a number from there up to 2.',
      ],
      [
        { exponents: [1, 2.5] },
        'superellipsoid: with exponent e2 above 2 it is not convex (2.5). Give one up to 2, or write it as an implicit formula.',
      ],
    ] as const)
      expect(() => superellipsoid(options)).toThrow(new InputError(text));
    expect(superellipsoid({ radii: 2 }).bounds).toEqual({ min: [-2, -2, -2], max: [2, 2, 2] });
  });
});

/** Of rays that all but touch, in sizes: two crossings with less between them are too near to each other for f32. */
const LEAST_LIFT = 1e-6;

describeGpu('superellipsoid on the GPU', () => {
  for (const exponents of [
    [1, 1],
    [0.5, 0.5],
    [0.3, 0.7],
    [0.05, 0.1],
    [1.3, 1.6],
    [2, 2],
  ] as const)
    test(`of exponents ${exponents} is met where the host meets it, on 1500 random rays of seed 5 and 500 of seed 6 that all but touch`, async () => {
      const subject = solid(RADII, exponents);
      const random = seeded(5);
      const rays = Array.from({ length: 1500 }, () => randomRay(random, subject.surface.bounds));
      rays.push(...tangentRays(subject, 500, 6, LEAST_LIFT));
      rays.push([0, 0, -5, 0, 0, 1], [0.2, 5, 0, 0, -1, 0], [-5, 0, 0, 1, 0, 0]);
      const off = await expectOnGpu(subject, rays);

      expect(off).toBeLessThan(2e-6);
    });
});
