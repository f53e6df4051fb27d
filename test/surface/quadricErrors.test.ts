import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { cone, frustum } from '../../src/surface/quadric/cone.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { cut, type HalfSpace, quadric } from '../../src/surface/quadric/quadric.js';
import { ellipsoid, sphere } from '../../src/surface/quadric/sphere.js';

function expectRefused(make: () => unknown, text: string | RegExp): void {
  expect(make).toThrow(text);
  expect(make).toThrow(InputError);
}

/** Coefficients of xx, yy, zz, xy, xz, yz, x, y, z and 1. */
const form =
  (...matrix: number[]): (() => unknown) =>
  () =>
    quadric({ matrix });

describe('forms that are no solid', () => {
  test('numbers that are missing, not finite, or all 0', () => {
    expectRefused(form(1, 1, 1), 'quadric: the matrix has 3 numbers. Give 16');
    expectRefused(form(1, 1, 1, 0, Number.NaN, 0, 0, 0, 0, -1), 'quadric: number 4 of the matrix must be finite (NaN)');
    expectRefused(form(1, 1, 1, 0, 0, 0, 0, 0, 0, -Infinity), 'number 9 of the matrix must be finite (-Infinity)');
    expectRefused(form(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'quadric: all coefficients are 0.');
    // The symmetric part is all that counts.
    expectRefused(
      () => quadric({ matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }),
      'all coefficients are 0',
    );
  });

  test('no inside: above 0 everywhere', () => {
    for (const factor of [1e-12, 1, 1e12]) {
      expectRefused(
        form(factor, factor, factor, 0, 0, 0, 0, 0, 0, factor),
        'no inside: the form is above 0 everywhere',
      );
      expectRefused(form(factor, 0, 0, 0, 0, 0, 0, 0, 0, 1e-9 * factor), 'no inside: the form is above 0 everywhere');
    }
    expectRefused(form(0, 0, 0, 0, 0, 0, 0, 0, 0, 3), 'no inside');
  });

  test('degenerate: a point, a line, a plane', () => {
    expectRefused(form(1, 2, 3, 0, 0, 0, 0, 0, 0, 0), 'degenerate: the form is 0 on a point');
    expectRefused(form(1, 1, 1, 0, 0, 0, -2e5, 0, 0, 1e10), 'degenerate: the form is 0 on a point');
    expectRefused(form(1, 2, 0, 0, 0, 0, 0, 0, 0, 0), 'degenerate: the form is 0 on a line');
    // (0.1 x + 0.2 y − 0.3 z − 7)², whose coefficients are rounded.
    const n = [0.1, 0.2, -0.3, -7];
    const double = n.flatMap((a) => n.map((b) => a * b));
    expectRefused(() => quadric({ matrix: double }), 'degenerate: the form is 0 on a plane');
  });

  test('no outside: nowhere above 0', () => {
    expectRefused(form(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'no outside: the form is nowhere above 0');
    expectRefused(form(-1, -1, -1, 0, 0, 0, 0, 0, 0, -2), 'no outside');
    expectRefused(form(0, 0, 0, 0, 0, 0, 0, 0, 0, -2), 'no outside');
  });

  test('no end: says in which direction', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const r = scale * scale;
      expectRefused(form(1, 1, 0, 0, 0, 0, 0, 0, 0, -r), /no end in direction \(0, 0, -?1\)/);
      expectRefused(form(1, 0, 1, 0, 0, 0, 0, -scale, 0, 0), /no end in direction \(-?0(\.\d+)?, 1, -?0(\.\d+)?\)/);
      expectRefused(form(1, 1, -1, 0, 0, 0, 0, 0, 0, -r), /no end in direction/);
      expectRefused(form(-1, -1, -1, 0, 0, 0, 0, 0, 0, r), /no end in direction/);
      const up: HalfSpace = { normal: [0, 0, 1], distance: scale };
      expectRefused(
        () => quadric({ matrix: [1, 1, 0, 0, 0, 0, 0, 0, 0, -r], planes: [up] }),
        'no end in direction (0, 0, -1)',
      );
    }
    expectRefused(form(0, 0, 0, 0, 0, 0, 1, 0, 0, 0), /no end in direction/);
    // One nappe of a cone, cut along one of its straight lines.
    const planes: HalfSpace[] = [
      { normal: [0, 0, -1], distance: 0 },
      { normal: [-1, 0, 1], distance: 1 },
    ];
    expectRefused(() => quadric({ matrix: [1, 1, -1, 0, 0, 0, 0, 0, 0, 0], planes }), 'no end in direction (1, 0, 1)');
  });
});

describe('planes', () => {
  test('a zero normal, and numbers that are not finite', () => {
    expectRefused(() => cut(sphere(), [{ normal: [0, 0, 0], distance: 1 }]), 'quadric: the normal of plane 1 is zero');
    expectRefused(
      () => cut(cylinder(), [{ normal: [0, 0, Number.NaN], distance: 1 }]),
      'quadric: plane 3 must be finite',
    );
    expectRefused(() => cut(sphere(), [{ normal: [0, 0, 1], distance: Infinity }]), 'quadric: plane 1 must be finite');
    const many = Array.from({ length: 33 }, () => ({ normal: [0, 0, 1], distance: 2 }) as const);
    expectRefused(() => cut(sphere(), many), 'quadric: there are too many planes (33)');
  });

  test('nothing left, or no more than a disc, a line or a point', () => {
    for (const radius of [1e-6, 1, 1e6]) {
      const ball = sphere({ radius });
      const above = (z: number): HalfSpace => ({ normal: [1, 2, -2], distance: -3 * z * radius });
      const below = (z: number): HalfSpace => ({ normal: [-1, -2, 2], distance: 3 * z * radius });
      expectRefused(() => cut(ball, [above(1.001)]), 'quadric: the planes leave nothing of it (planes: 1)');
      expectRefused(() => cut(ball, [above(0.5), below(0.4)]), 'quadric: the planes leave nothing of it (planes: 2)');
      expectRefused(() => cut(ball, [above(0.5), below(0.5)]), 'quadric: the solid is flat');
      expectRefused(() => cut(ball, [above(1)]), /flat|leave nothing/);
      expect(cut(ball, [above(0.5), below(0.5001)]).kind).toBe('quadric');
      expect(cut(ball, [above(0.999)]).kind).toBe('quadric');
    }
    expectRefused(() => cut(cone(), [{ normal: [0, 0, -1], distance: -1 }]), /flat|leave nothing/);
    // Only a line of the cylinder's side.
    expectRefused(() => cut(cylinder(), [{ normal: [-1, 0, 0], distance: -1 }]), /flat|leave nothing/);
  });
});

test('lengths that are not positive', () => {
  expectRefused(() => sphere({ radius: 0 }), 'sphere: the radius must be positive (0)');
  expectRefused(() => ellipsoid({ radii: [1, -1, 1] }), 'ellipsoid: the radius must be positive (-1)');
  expectRefused(() => ellipsoid({ radii: [1, 1] as never }), 'ellipsoid: there must be three radii (2)');
  expectRefused(() => cylinder({ height: Number.NaN }), 'cylinder: the height must be positive (NaN)');
  expectRefused(() => cylinder({ radius: 1, radii: [1, 2] }), 'cylinder: both radius (1) and radii (1, 2) are given');
  expectRefused(() => cone({ topRadius: -1 }), 'cone: the topRadius must be positive (-1)');
  expectRefused(() => frustum({ topRadius: 0 }), 'frustum: the topRadius must be positive (0)');
  expectRefused(() => paraboloid({ height: Infinity }), 'paraboloid: the height must be positive (Infinity)');
  expectRefused(
    () => hyperboloidOfOneSheet({ waistRadius: 1 }),
    'hyperboloid: the waistRadius (1) must be below the radius (1)',
  );
  expectRefused(() => hyperboloidOfTwoSheets({ tipDistance: 0 }), 'hyperboloid: the tipDistance must be positive (0)');
  expectRefused(() => hyperboloidOfTwoSheets({ sheets: 3 as never }), 'hyperboloid: there are one or two sheets (3)');
});
