import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { determinant, transformPoint } from '../../src/math/affine.js';
import { cross, dot, subtract } from '../../src/math/vector.js';
import { basis, fitView } from '../../src/view/fit.js';
import { pixelSize, screenFromWorld, worldFromScreen } from '../../src/view/view.js';
import { box, corners } from './boxBody.js';

const SEED = 20240;
const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate);
const direction = point.filter((d) => Math.hypot(...d) > 1e-3);
const pixels = fc.integer({ min: 1, max: 4096 });
const length = fc.double({ min: 0.01, max: 100, noNaN: true });
const anyView = fc
  .tuple(point, fc.tuple(length, length, length), direction, fc.tuple(pixels, pixels))
  .map(([min, size, direction, resolution]) => {
    const bounds = box(min, [min[0] + size[0], min[1] + size[1], min[2] + size[2]]);
    return { bounds, view: fitView(bounds, { direction, resolution }) };
  });

describe(`views (seed ${SEED})`, () => {
  test('world to screen to world is the identity', () => {
    fc.assert(
      fc.property(anyView, point, ({ view }, p) => {
        const back = transformPoint(worldFromScreen(view), transformPoint(screenFromWorld(view), p));
        for (let k = 0; k < 3; k++) expect(Math.abs(back[k] - p[k])).toBeLessThan(1e-10);
      }),
      { seed: SEED },
    );
  });

  test('screen to world to screen is the identity', () => {
    fc.assert(
      fc.property(anyView, point, ({ view }, s) => {
        const back = transformPoint(screenFromWorld(view), transformPoint(worldFromScreen(view), s));
        const perUnit = Math.max(...pixelSize(view).map((size) => 1 / size), 1 / view.size[2]);
        for (let k = 0; k < 3; k++) expect(Math.abs(back[k] - s[k])).toBeLessThan(1e-11 * (1 + 400 * perUnit));
      }),
      { seed: SEED },
    );
  });

  test('the origin is pixel (0, 0) on the near plane, and screen axes run right, down and along the rays', () => {
    fc.assert(
      fc.property(anyView, ({ view }) => {
        const { origin, right, down, direction, size, columns, rows } = view;
        const toWorld = worldFromScreen(view);
        expect(transformPoint(toWorld, [0, 0, 0])).toEqual(origin);
        const far = subtract(transformPoint(toWorld, [columns, rows, 1]), origin);
        expect(dot(far, right)).toBeCloseTo(size[0], 9);
        expect(dot(far, down)).toBeCloseTo(size[1], 9);
        expect(dot(far, direction)).toBeCloseTo(size[2], 9);
        expect(determinant(toWorld)).toBeGreaterThan(0);
      }),
      { seed: SEED },
    );
  });

  test('a fitted view holds the box, and each of its six sides touches it', () => {
    fc.assert(
      fc.property(anyView, ({ bounds, view }) => {
        const seen = corners(bounds).map((corner) => transformPoint(screenFromWorld(view), corner));
        const far = [view.columns, view.rows, 1];
        for (let k = 0; k < 3; k++) {
          const values = seen.map((p) => p[k] / far[k]);
          expect(Math.min(...values)).toBeCloseTo(0, 8);
          expect(Math.max(...values)).toBeCloseTo(1, 8);
        }
      }),
      { seed: SEED },
    );
  });

  test('right, down and direction are unit vectors at right angles, right-handed', () => {
    fc.assert(
      fc.property(direction, fc.option(direction, { nil: undefined }), (along, up) => {
        fc.pre(up === undefined || Math.hypot(...cross(along, up)) > 1e-5 * Math.hypot(...along) * Math.hypot(...up));
        const { right, down, direction } = basis(along, up);
        for (const v of [right, down, direction]) expect(Math.hypot(...v)).toBeCloseTo(1, 14);
        const made = cross(right, down);
        for (let k = 0; k < 3; k++) {
          expect(made[k]).toBeCloseTo(direction[k], 14);
          expect(direction[k]).toBeCloseTo(along[k] / Math.hypot(...along), 14);
        }
        if (up) expect(dot(down, up)).toBeLessThan(0);
      }),
      { seed: SEED },
    );
  });
});
