import { describe, expect, test } from 'vitest';
import { type Body, body } from '../../src/body.js';
import { multiply, rotation, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { dot, length, type Vec3 } from '../../src/math/vector.js';
import { box as boxMesh } from '../../src/mesh/shapes/box.js';
import { crop } from '../../src/view/crop.js';
import { collisionZone, defaultUp, thinnest } from '../../src/view/direction.js';
import { basis, type FitPairOptions, fitPair } from '../../src/view/fit.js';
import { pixelSize, screenFromWorld, type View } from '../../src/view/view.js';
import { box, boxBody, corners, pointBetween, randomBox, randomPose } from './boxBody.js';

const UNIT = box([0, 0, 0], [1, 1, 1]);

/** Where the near and the far plane lie along the view's direction. */
const depthsOf = ({ origin, direction, size }: View): [number, number] => {
  const near = dot(origin, direction);
  return [near, near + size[2]];
};

/** Where a body's box lies along a direction. */
const depthsAlong = ({ bounds, pose }: Body, direction: Vec3): [number, number] => {
  const depths = corners(bounds).map((corner) => dot(transformPoint(pose, corner), direction));
  return [Math.min(...depths), Math.max(...depths)];
};

function expectSameView(one: View, other: View): void {
  for (const part of ['origin', 'right', 'down', 'direction', 'size'] as const)
    for (let k = 0; k < 3; k++) expect(one[part][k], part).toBeCloseTo(other[part][k], 10);
  expect([one.columns, one.rows]).toEqual([other.columns, other.rows]);
}

/** Pairs whose boxes meet, in all kinds of poses, looked at along all kinds of directions. */
function* pairs(seed: number, count: number): Generator<{ a: Body; b: Body; options: FitPairOptions }> {
  const random = seeded(seed);
  for (let found = 0; found < count; ) {
    const [a, b] = [0, 1].map(() => boxBody(randomBox(random), randomPose(random, [0, 0, 0])));
    const direction = random() < 0.5 ? pointBetween(random, -1, 1) : undefined;
    const options = { direction, resolution: [20 + Math.floor(20 * random()), 30] } as const;
    if (!fitPair(a, b, options)) continue;
    found++;
    yield { a, b, options };
  }
}

describe('borderPx', () => {
  test('adds a frame of pixels around those of the view without it (seed 31)', () => {
    for (const { a, b, options } of pairs(31, 200))
      for (const borderPx of [1, 2, 5]) {
        const [columns, rows] = options.resolution as [number, number];
        const framed = fitPair(a, b, { ...options, borderPx })!;
        expect([framed.columns, framed.rows]).toEqual([columns, rows]);
        const inner = [columns - 2 * borderPx, rows - 2 * borderPx] as const;
        const plain = fitPair(a, b, { ...options, resolution: inner })!;
        for (const k of [0, 1]) expect(pixelSize(framed)[k] / pixelSize(plain)[k]).toBeCloseTo(1, 12);
        expectSameView(crop(framed, [borderPx, borderPx], inner, inner), plain);
      }
  });

  test('of 0 changes nothing', () => {
    const [a, b] = [boxBody(UNIT), boxBody(UNIT, translation(0.5, 0.25, 0))];
    expect(fitPair(a, b, { resolution: 8, borderPx: 0 })).toEqual(fitPair(a, b, { resolution: 8 }));
  });

  test('in exact numbers', () => {
    const [a, b] = [boxBody(UNIT), boxBody(box([0, 0, 0], [9, 9, 9]), translation(0.5, 0, 0))];
    // The zone is half deep along x, and 1 × 1 across.
    expect(fitPair(a, b, { resolution: [10, 6], borderPx: 1 })).toEqual({
      ...{ origin: [0.5, 1.125, 1.25], right: [0, -1, 0], down: [0, 0, -1], direction: [1, 0, 0] },
      ...{ size: [1.25, 1.5, 0.5], columns: 10, rows: 6 },
    });
  });

  test('too wide for the resolution, leaves a pixel for the zone in the middle', () => {
    const [a, b] = [boxBody(UNIT), boxBody(box([0, 0, 0], [9, 9, 9]), translation(0.5, 0, 0))];
    const plain = fitPair(a, b, { resolution: 1 })!;
    for (const [columns, rows] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [2, 7],
      [8, 3],
    ] as const) {
      // biome-ignore format: one line
      const view = fitPair(a, b, { resolution: [columns, rows], borderPx: 4 })!;
      expect([view.columns, view.rows]).toEqual([columns, rows]);
      expectSameView(crop(view, [(columns - 1) / 2, (rows - 1) / 2], [1, 1], [1, 1]), plain);
    }
  });
});

describe('depthMargin', () => {
  test('reaches so much farther at both ends, and no wider (seed 32)', () => {
    for (const { a, b, options } of pairs(32, 200)) {
      const plain = fitPair(a, b, options)!;
      const deep = fitPair(a, b, { ...options, depthMargin: 0.75 })!;
      const [near, far] = depthsOf(plain);
      expect(depthsOf(deep)).toEqual([expect.closeTo(near - 0.75, 10), expect.closeTo(far + 0.75, 10)]);
      for (const k of [0, 1]) expect(deep.size[k]).toBe(plain.size[k]);
      for (const axis of ['right', 'down'] as const)
        expect(dot(deep.origin, deep[axis])).toBeCloseTo(dot(plain.origin, plain[axis]), 10);
    }
  });

  test('gives boxes that touch room on both sides of where they do', () => {
    const [a, b] = [boxBody(UNIT), boxBody(UNIT, translation(1, 0.5, 0))];
    const view = fitPair(a, b, { resolution: 8, depthMargin: 0.25 })!;
    expect(view.direction).toEqual([1, 0, 0]);
    expect(depthsOf(view)).toEqual([0.75, 1.25]);
  });

  test('makes no pair of boxes that are apart', () => {
    const [a, b] = [boxBody(UNIT), boxBody(UNIT, translation(1.1, 0, 0))];
    expect(fitPair(a, b, { resolution: 8, depthMargin: 5, borderPx: 2, whole: [a, b] })).toBeUndefined();
  });
});

describe('whole', () => {
  test('reaches from end to end of the bodies named, and no farther (seed 33)', () => {
    for (const { a, b, options } of pairs(33, 200)) {
      const plain = fitPair(a, b, options)!;
      for (const whole of [[a], [b], [a, b], []]) {
        const deep = fitPair(a, b, { ...options, whole })!;
        const ends = [depthsOf(plain), ...whole.map((one) => depthsAlong(one, plain.direction))];
        const [near, far] = [Math.min(...ends.map(([n]) => n)), Math.max(...ends.map(([, f]) => f))];
        expect(depthsOf(deep)).toEqual([expect.closeTo(near, 10), expect.closeTo(far, 10)]);
        for (const k of [0, 1]) expect(deep.size[k]).toBe(plain.size[k]);
      }
    }
  });

  test('together with a margin and a border', () => {
    const [a, b] = [boxBody(UNIT), boxBody(box([0, 0, 0], [9, 9, 9]), translation(0.5, 0, 0))];
    const view = fitPair(a, b, { resolution: [10, 6], borderPx: 1, depthMargin: 2, whole: [b] })!;
    expect(depthsOf(view)).toEqual([-1.5, 11.5]);
    expect(view.size).toEqual([1.25, 1.5, 13]);
    expect([view.origin[1], view.origin[2]]).toEqual([1.125, 1.25]);
  });
});

describe('what is seen upright', () => {
  /** A plate, thin along its own x, y or z, and a block around it: the way through is the plate's own axis. */
  const platePair = (k: number, pose: Parameters<typeof boxBody>[1]) => {
    const size = [6, 6, 6].with(k, 0.25);
    const plate = boxBody(
      box(size.map((s) => -s / 2) as unknown as Vec3, size.map((s) => s / 2) as unknown as Vec3),
      pose,
    );
    return [plate, boxBody(box([-2, -2, -2], [2, 2, 2]))] as const;
  };

  test.each([0, 1, 2])('is an edge of the plate that is thin along its axis %i, in any pose (seed 34)', (k) => {
    const random = seeded(34);
    for (let round = 0; round < 100; round++) {
      const pose = randomRotation(random);
      const axis = (j: number): Vec3 => [pose[j], pose[4 + j], pose[8 + j]];
      const pair = platePair(k, pose);
      for (const [one, other] of [pair, pair.toReversed()]) {
        const { direction, up } = thinnest(collisionZone(one, other));
        expect(Math.abs(dot(direction, axis(k)))).toBeCloseTo(1, 12);
        const shares = [(k + 1) % 3, (k + 2) % 3].map((j) => dot(axis(j), defaultUp(direction)));
        // Of its two edges the one nearer to what is up by default, and upwards.
        expect(dot(up, defaultUp(direction))).toBeCloseTo(Math.max(...shares.map(Math.abs)), 12);
        expect(length(up)).toBeCloseTo(1, 12);
        expect(dot(up, direction)).toBeCloseTo(0, 12);
        // The view takes it: both sides of the picture run along edges.
        const { right, down } = fitPair(one, other, { resolution: 16 })!;
        expect(dot(down, up)).toBeCloseTo(-1, 12);
        for (const side of [right, down])
          expect(Math.max(...[0, 1, 2].map((j) => Math.abs(dot(side, axis(j)))))).toBeCloseTo(1, 12);
      }
    }
  });

  test('walls of a turned box fall on columns and rows', () => {
    const pose = multiply(rotation([0, 0, 1], 0.5), rotation([1, 0, 0], 0.3));
    const plate = body(boxMesh({ size: [4, 0.5, 4] }), { pose });
    const post = body(boxMesh({ size: [1, 4, 1.5] }), { pose });
    const view = fitPair(plate, post, { resolution: 32 })!;
    const { positions } = post.mesh;
    const seen = Array.from({ length: positions.length / 3 }, (_, v) =>
      transformPoint(multiply(screenFromWorld(view), pose), [
        positions[3 * v],
        positions[3 * v + 1],
        positions[3 * v + 2],
      ]),
    );
    for (const k of [0, 1])
      for (const p of seen) expect(Math.min(Math.abs(p[k]), Math.abs(p[k] - 32))).toBeLessThan(1e-9);
  });

  test('a sheared plate: both sides of the picture are square to the way through (seed 35)', () => {
    const random = seeded(35);
    for (let round = 0; round < 200; round++) {
      const [plate, block] = platePair(round % 3, randomPose(random, [0, 0, 0]));
      const { direction, up } = thinnest(collisionZone(plate, block));
      const { right, down } = fitPair(plate, block, { resolution: 16 })!;
      expect(dot(right, direction)).toBeCloseTo(0, 12);
      expect(dot(down, direction)).toBeCloseTo(0, 12);
      expect(dot(right, up)).toBeCloseTo(0, 12);
      expect(dot(up, defaultUp(direction))).toBeGreaterThanOrEqual(0);
    }
  });

  test('along the axes of the world it is what it is by default', () => {
    for (const k of [0, 1, 2]) {
      const { direction, up } = thinnest(collisionZone(...platePair(k, undefined)));
      expect(direction).toEqual([0, 0, 0].with(k, 1));
      expect(up).toEqual(defaultUp(direction));
    }
    expect(fitPair(...platePair(0, undefined), { resolution: 4 })!.down).toEqual([0, 0, -1]);
    expect(fitPair(...platePair(2, undefined), { resolution: 4 })!.down).toEqual([0, -1, 0]);
  });

  test('boxes that are apart have a way across their gap, and something upright', () => {
    const { direction, up } = thinnest(collisionZone(boxBody(UNIT), boxBody(UNIT, translation(0.5, 3, 0))));
    expect({ direction, up }).toEqual({ direction: [0, 1, 0], up: [0, 0, 1] });
  });

  test('another up, or a direction, is taken as given (seed 36)', () => {
    const random = seeded(36);
    for (let round = 0; round < 50; round++) {
      const [plate, block] = platePair(round % 3, randomRotation(random));
      const way = thinnest(collisionZone(plate, block)).direction;
      const up = pointBetween(random, -1, 1);
      const direction = pointBetween(random, -1, 1);
      const axesOf = (options: Partial<FitPairOptions>) => {
        const { right, down, direction } = fitPair(plate, block, { resolution: 8, ...options })!;
        return { right, down, direction };
      };
      expect(axesOf({ up })).toEqual(basis(way, up));
      expect(axesOf({ direction })).toEqual(basis(direction));
      expect(axesOf({ direction, up })).toEqual(basis(direction, up));
    }
  });
});
