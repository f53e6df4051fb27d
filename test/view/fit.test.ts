import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/body.js';
import { MIN_VIEW_SHARE, ROUNDING_SHARE } from '../../src/constants.js';
import { InputError } from '../../src/errors.js';
import {
  type Affine,
  invert,
  multiply,
  rotation,
  scaling,
  transformPoint,
  translation,
} from '../../src/math/affine.js';
import { EMPTY_BOX } from '../../src/math/box.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { scale, subtract, type Vec3 } from '../../src/math/vector.js';
import { chooseDirection } from '../../src/view/direction.js';
import { basis, fitPair, fitView } from '../../src/view/fit.js';
import { screenFromWorld, type View, worldFromScreen } from '../../src/view/view.js';
import { between, box, boxBody, corners, pointBetween, quarterTurn, randomBox, randomPose } from './boxBody.js';

const UNIT = box([0, 0, 0], [1, 1, 1]);
const axes: Vec3[] = [-3, -1, 1, 49].flatMap((l): Vec3[] => [
  [l, 0, 0],
  [0, l, 0],
  [0, 0, l],
]);

/** The box that a view along an axis looks through. */
function worldBox({ origin, right, down, direction, size }: View) {
  const far = [0, 1, 2].map((k) => origin[k] + right[k] * size[0] + down[k] * size[1] + direction[k] * size[2]);
  return {
    min: far.map((c, k) => Math.min(c, origin[k])),
    max: far.map((c, k) => Math.max(c, origin[k])),
  };
}

/** How far a point lies outside a view, in model units; at most 0 inside. */
function outside(view: View, p: Vec3): number {
  const from = subtract(p, view.origin);
  return Math.max(
    ...[view.right, view.down, view.direction].flatMap((axis, k) => {
      const along = axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2];
      return [-along, along - view.size[k]];
    }),
  );
}

const isIn = (body: Body, bodyFromWorld: Affine, p: Vec3): boolean => {
  const local = transformPoint(bodyFromWorld, p);
  return local.every((c, k) => c >= body.bounds.min[k] && c <= body.bounds.max[k]);
};

describe('basis', () => {
  test.each(axes)('along the axis (%d, %d, %d) is made of exact axes', (...direction) => {
    const { right, down, direction: along } = basis(direction);
    expect(along).toEqual(direction.map((c) => (c === 0 ? 0 : Math.sign(c))));
    for (const v of [right, down]) expect(v.map(Math.abs).sort()).toEqual([0, 0, 1]);
  });

  test('shows z up from the side and y up from above', () => {
    expect(basis([0, 1, 0])).toEqual({ right: [1, 0, 0], down: [0, 0, -1], direction: [0, 1, 0] });
    expect(basis([-1, 0, 0])).toEqual({ right: [0, 1, 0], down: [0, 0, -1], direction: [-1, 0, 0] });
    expect(basis([0, 0, -1])).toEqual({ right: [1, 0, 0], down: [0, -1, 0], direction: [0, 0, -1] });
  });

  test('takes another up', () => {
    expect(basis([0, 1, 0], [5, 3, 0])).toEqual({ right: [0, 0, -1], down: [-1, 0, 0], direction: [0, 1, 0] });
  });

  test('takes vectors of any length', () => {
    expect(basis([0, 0, 1e-300])).toEqual(basis([0, 0, 1e300]));
  });
});

describe('fitView', () => {
  test('is the box itself along an axis', () => {
    const view = fitView(box([1, 2, 3], [5, 4, 4]), { direction: [0, 0, -1], resolution: [512, 256] });
    expect(view).toEqual({
      ...{ origin: [1, 4, 4], right: [1, 0, 0], down: [0, -1, 0], direction: [0, 0, -1] },
      ...{ size: [4, 2, 1], columns: 512, rows: 256 },
    });
  });

  test('gives a flat box room, in proportion to its coordinates, around its middle', () => {
    const view = fitView(box([1000, -8, 3], [1000, 8, 3]), { direction: [0, 0, 1], resolution: 64 });
    const least = 1000 * MIN_VIEW_SHARE;
    expect(view.size).toEqual([least, 16, least]);
    expect(outside(view, [1000, 0, 3])).toBeCloseTo(-least / 2, 10);
    const atOrigin = fitView(box([0, 0, 0], [0, 0, 0]), { direction: [1, 0, 0], resolution: 1 });
    expect(atOrigin.size).toEqual([MIN_VIEW_SHARE, MIN_VIEW_SHARE, MIN_VIEW_SHARE]);
  });
});

describe('fitPair', () => {
  const SEED = 7001;
  const resolution = 64;

  test.each([
    ['near the origin', [0, 0, 0]],
    ['at 1e6', [1e6, -1e6, 1e6]],
  ] as [string, Vec3][])('holds every point of both oriented boxes, %s (seed 7001)', (_, at) => {
    const random = seeded(SEED);
    const magnitude = 12 + Math.max(...at);
    let pointCount = 0;
    let apartCount = 0;
    for (let round = 0; round < 4000; round++) {
      const a = boxBody(randomBox(random), randomPose(random, at));
      const b = boxBody(randomBox(random), randomPose(random, at));
      const direction = round % 2 ? pointBetween(random, -1, 1) : undefined;
      const view = fitPair(a, b, { direction, resolution });
      if (!view) apartCount++;
      const fromWorld = invert(b.pose);
      for (let k = 0; k < 60; k++) {
        const { min, max } = a.bounds;
        // A quarter of the coordinates on each side: the zone's own corners and edges come up, too.
        const share = () => Math.min(1, Math.max(0, between(random, -0.5, 1.5)));
        const at = [0, 1, 2].map((i) => min[i] + share() * (max[i] - min[i])) as unknown as Vec3;
        const p = transformPoint(a.pose, at);
        if (!isIn(b, fromWorld, p)) continue;
        pointCount++;
        expect(view, `round ${round}`).toBeDefined();
        expect(outside(view!, p), `round ${round}`).toBeLessThan(magnitude * ROUNDING_SHARE);
      }
    }
    expect(pointCount).toBeGreaterThan(5000);
    expect(apartCount).toBeGreaterThan(100);
  });

  test(`reaches no further than either oriented box (seed ${SEED})`, () => {
    const random = seeded(SEED);
    let count = 0;
    for (let round = 0; round < 1000; round++) {
      const pair = [0, 1].map(() => boxBody(randomBox(random), randomPose(random, [0, 0, 0])));
      const view = fitPair(pair[0], pair[1], { direction: pointBetween(random, -1, 1), resolution });
      if (!view) continue;
      count++;
      for (const { bounds, pose } of pair) {
        const seen = corners(bounds).map((c) => transformPoint(screenFromWorld(view), transformPoint(pose, c)));
        const far = [view.columns, view.rows, 1];
        for (let k = 0; k < 3; k++) {
          expect(Math.min(...seen.map((p) => p[k] / far[k]))).toBeLessThan(1e-9);
          expect(Math.max(...seen.map((p) => p[k] / far[k]))).toBeGreaterThan(1 - 1e-9);
        }
      }
    }
    expect(count).toBeGreaterThan(400);
  });

  test('is the intersection of the boxes, along its shortest axis, for axis-parallel poses', () => {
    const a = boxBody(box([0, 0, 0], [4, 4, 4]));
    const b = boxBody(box([0, 0, 0], [4, 4, 4]), translation(1, 3, 2));
    const view = fitPair(a, b, { resolution })!;
    expect(view.direction).toEqual([0, 1, 0]);
    expect(worldBox(view)).toEqual({ min: [1, 3, 2], max: [4, 4, 4] });
  });

  test('is as tight with mirrors, scales and quarter turns', () => {
    const a = boxBody(box([0, 0, 0], [1, 2, 4]), scaling(-4, 2, 1)); // [-4, 0] × [0, 4] × [0, 4]
    const turned = multiply(translation(0, 2, 1), quarterTurn());
    const b = boxBody(box([0, 0, 0], [4, 3, 2]), turned); // [-3, 0] × [2, 6] × [1, 3]
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      const view = fitPair(one, other, { resolution })!;
      expect(view.direction).toEqual([0, 1, 0]); // y and z are both 2 thick: y comes first
      const { min, max } = worldBox(view);
      [-3, 2, 1].forEach((c, k) => {
        expect(min[k]).toBeCloseTo(c, 12);
      });
      [0, 4, 3].forEach((c, k) => {
        expect(max[k]).toBeCloseTo(c, 12);
      });
    }
  });

  test('is tighter than the world boxes of turned bodies', () => {
    const turn = rotation([0, 0, 1], Math.PI / 4);
    const bar = box([-10, -1, -1], [10, 1, 1]);
    const a = boxBody(bar, turn);
    const b = boxBody(bar, multiply(translation(0, 0, 1.5), turn));
    const view = fitPair(a, b, { direction: [1, 1, 0], resolution: 64 })!;
    expect(view.size[0]).toBeCloseTo(2, 12);
    expect(view.size[1]).toBeCloseTo(0.5, 12);
    expect(view.size[2]).toBeCloseTo(20, 12);
    expect(fitPair(a, b, { resolution: 64 })!.direction).toEqual([0, 0, 1]);
  });

  test.each([
    ['a face', [1, 0, 0]],
    ['an edge', [1, -1, 0]],
    ['a corner', [1, 1, -1]],
  ] as [string, Vec3][])('gives boxes that share %s a view with room', (_, shift) => {
    for (const far of [0, 1e6]) {
      const a = boxBody(UNIT, translation(far, far, far));
      const b = boxBody(UNIT, translation(far + shift[0], far + shift[1], far + shift[2]));
      const view = fitPair(a, b, { resolution })!;
      expect(view.direction).toEqual([1, 0, 0]);
      expect(Math.min(...view.size)).toBeGreaterThanOrEqual((far + 1) * MIN_VIEW_SHARE);
      const shared = shift.map((c) => far + (c < 0 ? 0 : c > 0 ? 1 : 0.5));
      expect(outside(view, shared as unknown as Vec3)).toBeLessThan(0);
      for (const number of [...screenFromWorld(view), ...worldFromScreen(view)])
        expect(number).toSatisfy(Number.isFinite);
    }
  });

  test(`takes boxes that touch in turned poses to touch, and apart by a little more not (seed ${SEED})`, () => {
    const random = seeded(SEED);
    for (let round = 0; round < 500; round++) {
      const pose = multiply(translation(...pointBetween(random, -50, 50)), randomRotation(random));
      // B's frame is turned about the shared plane's normal, so that no coordinates coincide but along x.
      const beside = (gap: number) =>
        multiply(pose, multiply(translation(1 + gap, 0, 0), rotation([1, 0, 0], random() * 6)));
      const a = boxBody(UNIT, pose);
      expect(fitPair(a, boxBody(box([0, -1, -1], [1, 2, 2]), beside(0)), { resolution })).toBeDefined();
      expect(fitPair(a, boxBody(box([0, -1, -1], [1, 2, 2]), beside(1e-9)), { resolution })).toBeUndefined();
    }
  });

  test('is undefined where any frame shows the boxes apart', () => {
    const a = boxBody(UNIT);
    expect(fitPair(a, boxBody(UNIT, translation(1.001, 0, 0)), { resolution })).toBeUndefined();
    // The world boxes overlap at A's corner; only B's own frame shows the gap.
    const turned = multiply(translation(1.5, 1.5, 0), rotation([0, 0, 1], Math.PI / 4));
    const b = boxBody(box([-0.6, -0.6, 0], [0.6, 0.6, 1]), turned);
    expect(fitPair(a, b, { resolution })).toBeUndefined();
    expect(fitPair(b, a, { resolution })).toBeUndefined();
  });

  test('sees a flat body', () => {
    const plate = boxBody(box([-5, -5, 0.25], [5, 5, 0.25]));
    const view = fitPair(boxBody(UNIT), plate, { resolution })!;
    expect(view.direction).toEqual([0, 0, 1]);
    expect(view.size.slice(0, 2)).toEqual([1, 1]);
    expect(view.size[2]).toBeCloseTo(5 * MIN_VIEW_SHARE, 12);
    expect(outside(view, [0.5, 0.5, 0.25])).toBeLessThan(0);
  });
});

describe('chooseDirection', () => {
  test('follows a turned body where that is thinner', () => {
    const plate = boxBody(box([-5, -5, -0.1], [5, 5, 0.1]), rotation([1, 0, 0], 0.5));
    const direction = chooseDirection(boxBody(box([-2, -2, -2], [2, 2, 2])), plate);
    const normal = scale([0, -Math.sin(0.5), Math.cos(0.5)], -1);
    for (let k = 0; k < 3; k++) expect(direction[k]).toBeCloseTo(normal[k], 14);
  });

  test('is square to the wall of a sheared box', () => {
    const shear = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 0); // z grows by 2x
    const plate = boxBody(box([-5, -5, -0.1], [5, 5, 0.1]), shear);
    const direction = chooseDirection(plate, boxBody(box([-1, -1, -1], [1, 1, 1])));
    expect(direction[0]).toBeCloseTo(2 / Math.sqrt(5), 14);
    expect(direction[1]).toBe(0);
    expect(direction[2]).toBeCloseTo(-1 / Math.sqrt(5), 14);
  });

  test('prefers the world to equal axes of a body, x to y to z', () => {
    const cube = box([-1, -1, -1], [1, 1, 1]);
    expect(chooseDirection(boxBody(cube), boxBody(cube))).toEqual([1, 0, 0]);
    expect(chooseDirection(boxBody(cube, quarterTurn()), boxBody(cube, scaling(-1)))).toEqual([1, 0, 0]);
  });

  test('crosses the widest gap of bodies apart', () => {
    expect(chooseDirection(boxBody(UNIT), boxBody(UNIT, translation(0.5, 2, -9)))).toEqual([0, 0, 1]);
  });
});

describe('messages', () => {
  const resolution = 64;
  const direction: Vec3 = [1, 0, 0];
  test.each([
    [
      { direction: [0, 0, 0], resolution },
      'view: the direction is zero (0,0,0). Give a vector of any length but zero.',
    ],
    [{ direction: [0, NaN, 0], resolution }, 'view: the direction is not finite (0,NaN,0). Give three finite numbers.'],
    [{ direction, up: [0, 0, 0], resolution }, 'view: up is zero (0,0,0). Give a vector of any length but zero.'],
    [
      { direction, up: [-2, 0, 0], resolution },
      'view: up is parallel to the direction (-2,0,0 and 1,0,0). Give another up, or leave it out.',
    ],
    [
      { direction, resolution: 0 },
      'view: the resolution is not made of whole positive numbers (0 × 0). Give one number, or [columns, rows].',
    ],
    [
      { direction, resolution: [512, 1.5] },
      'view: the resolution is not made of whole positive numbers (512 × 1.5). Give one number, or [columns, rows].',
    ],
  ] as [Parameters<typeof fitView>[1], string][])('%j', (options, message) => {
    expect(() => fitView(UNIT, options)).toThrow(new InputError(message));
    expect(() => fitPair(boxBody(UNIT), boxBody(UNIT), options)).toThrow(new InputError(message));
    // A wrong call is wrong wherever the bodies stand.
    expect(() => fitPair(boxBody(UNIT), boxBody(UNIT, translation(9, 0, 0)), options)).toThrow(new InputError(message));
  });

  test('a box to fit must be one', () => {
    expect(() => fitView(EMPTY_BOX, { direction, resolution })).toThrow(
      new InputError(
        'view: the box is not finite (Infinity,Infinity,Infinity to -Infinity,-Infinity,-Infinity). Give the bounds of something.',
      ),
    );
    expect(() => fitView(box([0, 2, 0], [1, 1, 1]), { direction, resolution })).toThrow(
      new InputError('view: the box is empty (0,2,0 to 1,1,1). Give min below max on every axis.'),
    );
  });
});
