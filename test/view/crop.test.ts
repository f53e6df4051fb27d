import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { multiply, rotation, transformPoint, translation } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { crop } from '../../src/view/crop.js';
import { fitView } from '../../src/view/fit.js';
import { isInView } from '../../src/view/isInView.js';
import { pixelSize, screenFromWorld, type View, worldFromScreen } from '../../src/view/view.js';
import { between, box, boxBody, pointBetween, randomBox, randomPose } from './boxBody.js';

/** Looks down y: across x with pixels 2 wide, down z with pixels 0.5 high, 4 deep. */
const view: View = fitView(box([10, 20, 30], [42, 24, 38]), { direction: [0, 1, 0], resolution: [16, 16] });

describe('crop', () => {
  test('all of a view is the view', () => {
    expect(crop(view, [0, 0], [16, 16], [16, 16])).toEqual(view);
  });

  test('a part along the axes', () => {
    const part = crop(view, [3, 4], [5, 6], [50, 12]);
    expect(part).toEqual({ ...view, origin: [16, 20, 36], size: [10, 3, 4], columns: 50, rows: 12 });
    expect(pixelSize(part)).toEqual([0.2, 0.25]);
  });

  test('what lies beside a view is there for the asking', () => {
    expect(crop(view, [-1, -2], [18, 20], [18, 20])).toMatchObject({ origin: [8, 20, 39], size: [36, 10, 4] });
  });

  test('its pixels lie where they lay, at the same depth (seed 21)', () => {
    const random = seeded(21);
    for (let round = 0; round < 500; round++) {
      const whole = fitView(randomBox(random), {
        direction: pointBetween(random, -1, 1),
        resolution: [1 + Math.floor(40 * random()), 1 + Math.floor(40 * random())],
      });
      const [x, y] = [between(random, -5, 40), between(random, -5, 40)];
      const [width, height] = [between(random, 0.1, 30), between(random, 0.1, 30)];
      const [columns, rows] = [1 + Math.floor(40 * random()), 1 + Math.floor(40 * random())];
      const part = crop(whole, [x, y], [width, height], [columns, rows]);
      expect([part.columns, part.rows]).toEqual([columns, rows]);
      for (let k = 0; k < 5; k++) {
        const [u, v, depth] = [random(), random(), random()];
        const here = transformPoint(worldFromScreen(part), [u * columns, v * rows, depth]);
        const there = transformPoint(worldFromScreen(whole), [x + u * width, y + v * height, depth]);
        for (let i = 0; i < 3; i++) expect(here[i]).toBeCloseTo(there[i], 11);
      }
    }
  });

  test('a part of a part is a part', () => {
    const part = crop(crop(view, [2, 3], [8, 8], [32, 16]), [4, 2], [16, 8], [7, 9]);
    const once = crop(view, [3, 4], [4, 4], [7, 9]);
    expect(part).toEqual(once);
  });
});

describe('isInView', () => {
  /** A box that leaves these margins to the sides of the view, in model units: left, right, up, down, near and far. */
  const withMargins = ([left, right, up, down, near, far]: readonly number[]) =>
    boxBody(box([10 + left, 20 + near, 30 + down], [42 - right, 24 - far, 38 - up]));
  const sides = ['left', 'right', 'up', 'down', 'near', 'far'].map((name, k) => [name, k] as const);

  test('a body that fills the view is in it', () => {
    expect(isInView(view, withMargins([0, 0, 0, 0, 0, 0]), 0, 0)).toBe(true);
    expect(isInView(view, withMargins([2, 2, 0.5, 0.5, 0, 0]), 1, 0)).toBe(true);
  });

  test.each(sides)('not one that sticks out %s, but by the slack', (_, side) => {
    const out = withMargins([0, 0, 0, 0, 0, 0].with(side, -0.125));
    expect(isInView(view, out, 0, 0)).toBe(false);
    expect(isInView(view, out, 0, 0.12)).toBe(false);
    expect(isInView(view, out, 0, 0.13)).toBe(true);
  });

  test.each(sides.slice(0, 4))(
    'nor one in the border %s, which is in pixels; the slack is in model units',
    (_, side) => {
      const border = side < 2 ? 6 : 1.5;
      const roomy = [7, 7, 2, 2, 0, 0];
      expect(isInView(view, withMargins(roomy), 3, 0)).toBe(true);
      expect(isInView(view, withMargins(roomy.with(side, border)), 3, 0)).toBe(true);
      const near = withMargins(roomy.with(side, border - 0.125));
      expect(isInView(view, near, 3, 0)).toBe(false);
      expect(isInView(view, near, 3, 0.12)).toBe(false);
      expect(isInView(view, near, 3, 0.13)).toBe(true);
    },
  );

  test('depth has no border', () => {
    expect(isInView(view, withMargins([8, 8, 2, 2, 0, 0]), 3, 0)).toBe(true);
  });

  test('it is the body that counts, not its box', () => {
    const ball = body(icoSphere({ radius: 2 }), {
      pose: multiply(translation(26, 22, 34), rotation([0.6, 0, 0.8], 0.7)),
    });
    expect(isInView(view, ball, 0, 1e-6)).toBe(true);
    expect(isInView(view, body(icoSphere({ radius: 2.01 }), { pose: ball.pose }), 0, 1e-6)).toBe(false);
  });

  test('as every vertex on its own tells (seed 22)', () => {
    const random = seeded(22);
    const seen = { true: 0, false: 0 };
    for (let round = 0; round < 2000; round++) {
      const shown = fitView(box([-6, -6, -6], [6, 6, 6]), {
        direction: pointBetween(random, -1, 1),
        resolution: [1 + Math.floor(20 * random()), 1 + Math.floor(20 * random())],
      });
      const one = boxBody(randomBox(random), randomPose(random, pointBetween(random, -5, 5)));
      const borderPx = Math.floor((Math.min(shown.columns, shown.rows) / 3) * random());
      const { positions } = one.mesh;
      const far: Vec3 = [shown.columns, shown.rows, 1];
      const truth = Array.from({ length: positions.length / 3 }, (_, v) =>
        transformPoint(multiply(screenFromWorld(shown), one.pose), [
          positions[3 * v],
          positions[3 * v + 1],
          positions[3 * v + 2],
        ]),
      ).every((p) => p.every((c, k) => c >= (k < 2 ? borderPx : 0) && c <= far[k] - (k < 2 ? borderPx : 0)));
      seen[`${truth}`]++;
      expect(isInView(shown, one, borderPx, 0)).toBe(truth);
    }
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(200);
  });
});
