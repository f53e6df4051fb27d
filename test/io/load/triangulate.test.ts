import { describe, expect, it } from 'vitest';
import { clipEars } from '../../../src/io/load/polygons/clipEars.js';
import { closePolygon, polygons } from '../../../src/io/load/polygons/polygons.js';
import { triangulate } from '../../../src/io/load/polygons/triangulate.js';
import { pushIndex } from '../../../src/io/load/text/numberList.js';
import { seeded } from '../../../src/math/random.js';
import { type Point, pinchedPolygon } from './support/pinchedPolygons.js';

/** Planes that a polygon is laid into: exact ones, so that a polygon without area stays one. */
const PLANES: Record<string, (p: Point) => number[]> = {
  'xy, from above': ([u, v]) => [u, v, 0],
  'xy, from below': ([u, v]) => [v, u, 3],
  'a slope': ([u, v]) => [u, v, 0.5 * u - 2 * v],
  'a steep slope, far from the origin': ([u, v]) => [1024 + v, 2048 + u, 8 * u],
};

/** The faces of one polygon, as triples of corners. */
function divide(points: readonly Point[], plane = PLANES['xy, from above']): number[][] {
  const faces = polygons();
  for (let k = 0; k < points.length; k++) pushIndex(faces.corners, k);
  closePolygon(faces, 1);
  const indices = triangulate(faces, points.flatMap(plane), () => new Error('too intricate'));
  return Array.from({ length: indices.length / 3 }, (_, f) => [...indices.subarray(3 * f, 3 * f + 3)]);
}

const doubleArea = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return sum + x * v - y * u;
  }, 0);

/** Twice the areas of the triangles, in the polygon's own plane. */
const areas = (points: readonly Point[], faces: number[][]): number[] =>
  faces.map((face) => doubleArea(face.map((k) => points[k])));

/**
 * The areas always add up to the polygon's: where none is negative, no two triangles overlap and none reaches outside.
 * And the rim must be the polygon's own sides.
 */
function expectDivided(points: readonly Point[], plane = PLANES['xy, from above']): void {
  const faces = divide(points, plane);
  expect(faces.length).toBe(points.length - 2);
  const found = areas(points, faces);
  expect(Math.min(...found)).toBeGreaterThan(0);
  expect(found.reduce((a, b) => a + b)).toBeCloseTo(doubleArea(points), 9);
  const sides = new Map<string, number>();
  for (const [a, b, c] of faces)
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      sides.set(`${p} ${q}`, (sides.get(`${p} ${q}`) ?? 0) + 1);
      sides.set(`${q} ${p}`, (sides.get(`${q} ${p}`) ?? 0) - 1);
    }
  const rim = [...sides].filter(([, count]) => count > 0).map(([side]) => side);
  expect(rim.sort()).toEqual(points.map((_, k) => `${k} ${(k + 1) % points.length}`).sort());
}

const L: Point[] = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
/** Teeth upwards: a fan folds over, and most corners are no ears at first. */
const COMB: Point[] = [
  [0, 0],
  [9, 0],
  ...Array.from({ length: 9 }, (_, k): Point => [8.5 - k, k % 2 ? 0.5 : 4]),
  [0, 0.25],
];
const SPIRAL: Point[] = [
  [0, 0],
  [7, 0],
  [7, 7],
  [1, 7],
  [1, 2],
  [5, 2],
  [5, 5],
  [3, 5],
  [3, 4],
  [4, 4],
  [4, 3],
  [2, 3],
  [2, 6],
  [6, 6],
  [6, 1],
  [0, 1],
];
/** A square with a square hole, reached over a bridge that is run both ways. */
const RING: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
  [1, 1],
  [1, 3],
  [3, 3],
  [3, 1],
  [1, 1],
];
/** Corners on straight sides: a fan around the first has triangles without area. */
const STRAIGHT: Point[] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 0],
  [3, 1],
  [3, 2],
  [1.5, 2],
  [0, 2],
  [0, 1],
];

describe.each(Object.entries(PLANES))('triangulate in %s', (_, plane) => {
  it.each([
    ['an L', L],
    ['a comb', COMB],
    ['a spiral', SPIRAL],
    ['corners on straight sides', STRAIGHT],
  ])('%s, from each corner on', (__, points) => {
    for (let k = 0; k < points.length; k++) expectDivided([...points.slice(k), ...points.slice(0, k)], plane);
  });

  it('a ring over a bridge', () => {
    for (let k = 0; k < RING.length; k++) {
      const points = [...RING.slice(k), ...RING.slice(0, k)];
      const found = areas(points, divide(points, plane));
      expect(Math.min(...found)).toBeGreaterThan(0);
      expect(found.reduce((a, b) => a + b)).toBe(2 * (16 - 4));
    }
  });

  it('300 random simple polygons of 4 to 40 corners (seed 11)', () => {
    const next = seeded(11);
    for (let i = 0; i < 300; i++) {
      const count = 4 + Math.floor(37 * next());
      // Around a point, one corner a direction, on whole numbers of 1/64 so that every plane holds them exactly.
      const points = Array.from({ length: count }, (__, k): Point => {
        const angle = ((k + 0.8 * next()) / count) * 2 * Math.PI;
        const radius = 20 + 980 * next();
        return [Math.round(64 * radius * Math.cos(angle)) / 64, Math.round(64 * radius * Math.sin(angle)) / 64];
      });
      expectDivided(points, plane);
    }
  });
});

describe('triangulate, polygons that touch themselves in a corner', () => {
  /** Areas that add up to the polygon's, none of them negative, from each corner on and both ways round. */
  function expectCovered(points: readonly Point[]): void {
    const area = doubleArea(points);
    for (let k = 0; k < points.length; k++) {
      const turned = [...points.slice(k), ...points.slice(0, k)];
      for (const way of [turned, turned.toReversed()]) {
        const found = areas(way, divide(way));
        expect(found).toHaveLength(points.length - 2);
        expect(found.reduce((sum, x) => sum + Math.abs(x), 0) / Math.abs(area)).toBeCloseTo(1, 9);
      }
    }
  }
  /** How often the polygon runs around a point, and how many triangles hold it. */
  const windings = (points: readonly Point[], [x, y]: Point): number =>
    points.reduce((sum, [ax, ay], i) => {
      const [bx, by] = points[(i + 1) % points.length];
      const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
      return sum + (ay <= y && by > y && side > 0 ? 1 : ay > y && by <= y && side < 0 ? -1 : 0);
    }, 0);

  it.each<[string, Point[], number]>([
    [
      'two lobes',
      [
        [0, 0],
        [3, 0],
        [3, 1],
        [0, 0],
        [1, 3],
        [0, 3],
      ],
      3,
    ],
    [
      'a hole at a corner',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
        [1, 2],
        [2, 2],
        [2, 1],
      ],
      14,
    ],
    [
      'lobes of no width',
      [
        [0, 0],
        [3, 0],
        [0, 0],
        [2, 2],
        [0, 0],
        [1, 3],
        [0, 3],
      ],
      1.5,
    ],
    [
      'a corner twice in a row',
      [
        [0, 0],
        [0, 0],
        [3, 0],
        [3, 1],
        [0, 0],
        [0, 0],
        [1, 3],
        [0, 3],
      ],
      3,
    ],
    [
      'a hole over a bridge with a bend',
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
        [0, 0],
        [3, 1],
        [4, 4],
        [4, 5],
        [5, 5],
        [5, 4],
        [4, 4],
        [3, 1],
      ],
      80,
    ],
    [
      'a lobe in the bay of another',
      [
        [0, 0],
        [3, 1],
        [3, 2],
        [0, 0],
        [1, 3],
        [-5, 3],
        [-5, -5],
        [5, -5],
        [4, 0],
      ],
      0,
    ],
  ])('%s', (_, points, area) => {
    if (area > 0) expect(doubleArea(points)).toBe(2 * area);
    expectCovered(points);
  });

  it('80 random ones, lobes on lobes and holes at the rim (seed 29)', () => {
    const next = seeded(29);
    for (let i = 0; i < 80; i++) {
      const points = pinchedPolygon(next);
      expectCovered(points);
      const triangles = divide(points).map((face) => face.map((k) => points[k]));
      for (let k = 0; k < 20; k++) {
        const p: Point = [1000 * (2 * next() - 1), 1000 * (2 * next() - 1)];
        const winding = windings(points, p);
        expect([0, 1]).toContain(winding);
        expect(triangles.reduce((sum, corners) => sum + Math.abs(windings(corners, p)), 0)).toBe(winding);
      }
    }
  });
});

it('triangulate makes a fan around the first corner of what is convex, as other readers do', () => {
  expect(
    divide([
      [0, 0],
      [2, 0],
      [3, 1],
      [2, 2],
      [0, 2],
    ]),
  ).toEqual([
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 4],
  ]);
});

it('triangulate leaves triangles alone, and divides what has no area or crosses itself into n - 2', () => {
  expect(
    divide([
      [0, 0],
      [0, 1],
      [1, 0],
    ]),
  ).toEqual([[0, 1, 2]]);
  expect(
    divide([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [1, 0],
    ]),
  ).toHaveLength(3);
  expect(
    divide([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
  ).toHaveLength(2);
  expect(
    divide([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]),
  ).toHaveLength(2);
  const star = Array.from(
    { length: 5 },
    (_, k): Point => [Math.cos(4 * k * 0.2 * Math.PI), Math.sin(4 * k * 0.2 * Math.PI)],
  );
  expect(divide(star)).toHaveLength(3);
});

it('triangulate divides a comb of 4,002 corners, and clipEars gives up where that costs more than it may', () => {
  const comb: Point[] = [
    [0, 0],
    [4001, 0],
    ...Array.from({ length: 4000 }, (_, k): Point => [4000 - k, k % 2 ? 1 : 1000]),
  ];
  expect(Math.min(...areas(comb, divide(comb)))).toBeGreaterThan(0);
  expect(clipEars(Float64Array.from(comb.flat()), 1e6, () => {})).toBeLessThan(0);
});

it('clipEars divides a bay of 30,000 corners, where few are ears at a time, at a tenth of what all pairs would cost', () => {
  const count = 30_000;
  const bay: Point[] = [
    [0.5, -10],
    ...Array.from({ length: count }, (_, k): Point => {
      const x = 1 - k / (count - 1);
      return [x, -x * (1 - x) * 1e-3];
    }),
  ];
  let [found, least, faceCount] = [0, Infinity, 0];
  const testsLeft = clipEars(Float64Array.from(bay.flat()), count ** 2 / 10, (a, b, c) => {
    const area = doubleArea([bay[a], bay[b], bay[c]]);
    found += area;
    least = Math.min(least, area);
    faceCount++;
  });
  expect(testsLeft).toBeGreaterThan(0);
  expect(faceCount).toBe(count - 1);
  expect(least).toBeGreaterThan(0);
  expect(found).toBeCloseTo(doubleArea(bay), 9);
});

it('clipEars counts what it does, so that no polygon takes longer than another of the same cost', () => {
  // Spikes to the middle: every triangle reaches over the boxes of all others.
  const spikes = Float64Array.from({ length: 2 * 6000 }, (_, i) => {
    const angle = (Math.floor(i / 2) / 6000) * 2 * Math.PI;
    return (Math.floor(i / 2) % 2 ? 1 : 0.01) * (i % 2 ? Math.sin(angle) : Math.cos(angle));
  });
  expect(clipEars(spikes, 1e6, () => {})).toBeLessThan(0);
});
