import { describe, expect, it } from 'vitest';
import { NONE, noEnds } from '../../src/exact/contact/contactKind.js';
import { triangleContact } from '../../src/exact/contact/triangleContact.js';
import { triangleDistance } from '../../src/exact/distance/triangleDistance.js';
import { transformPoint } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { between, pick, scaleBetween } from '../support/randomPose.js';
import { exactTriangleDistance } from './support/exactTriangleDistance.js';

type Triangle = number[];

const out = new Float64Array(6);

function distanceOf(a: Triangle, b: Triangle, limit?: number): number {
  return triangleDistance(Float64Array.from(a), 0, 3, 6, Float64Array.from(b), 0, 3, 6, out, limit);
}

/** The largest difference of two coordinates along one axis. */
function sizeOf(...triangles: Triangle[]): number {
  const along = (k: number) => triangles.flatMap((t) => [t[k], t[k + 3], t[k + 6]]);
  return Math.max(...[0, 1, 2].map((k) => Math.max(...along(k)) - Math.min(...along(k))));
}

const corner = (t: Triangle, k: number): number[] => t.slice(3 * k, 3 * k + 3);
const minus = (p: number[], q: number[]): number[] => p.map((c, k) => c - q[k]);
const cross = (p: number[], q: number[]): number[] => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** Triangles about the origin, of size 1 or so: any, needles, and such as are a segment or a point. */
function anyTriangle(random: Random): Triangle {
  const t = Array.from({ length: 9 }, () => between(random, -1, 1));
  const kind = pick(random, ['plain', 'plain', 'needle', 'segment', 'point', 'whole']);
  if (kind === 'whole') return t.map((c) => Math.round(3 * c));
  const thin = scaleBetween(random, 1e-17, 1);
  const share = random();
  for (let k = 0; k < 3; k++) {
    if (kind === 'needle') t[6 + k] = t[k] + share * (t[3 + k] - t[k]) + thin * between(random, -1, 1);
    if (kind === 'segment') t[6 + k] = t[k];
    if (kind === 'point') t[6 + k] = t[3 + k] = t[k];
  }
  return t;
}

/** Moves B so that one of its corners lies a little over a point of A, and none of them beneath A's plane. */
function justOver(a: Triangle, b: Triangle, random: Random): Triangle {
  const height = scaleBetween(random, 1e-13, 1);
  const weights = [random(), random(), random()];
  const sum = weights[0] + weights[1] + weights[2];
  const foot = [0, 1, 2].map((k) => (a[k] * weights[0] + a[3 + k] * weights[1] + a[6 + k] * weights[2]) / sum);
  const normal = cross(minus(corner(a, 1), corner(a, 0)), minus(corner(a, 2), corner(a, 0)));
  const length = Math.hypot(...normal);
  const up = length > 0 ? normal.map((c) => c / length) : [0, 0, 1];
  return b.map((_, i) => {
    const [p, k] = [Math.floor(i / 3), i % 3];
    const w = minus(corner(b, p), corner(b, 0));
    const below = Math.min(0, dot(w, up));
    return foot[k] + height * up[k] + w[k] - 2 * below * up[k];
  });
}

/** Moves B so that one of its edges nearly runs along one of A's, a little beside it. */
function alongEdge(a: Triangle, b: Triangle, random: Random): Triangle {
  const turn = scaleBetween(random, 1e-17, 1);
  const [from, to] = [corner(a, 0), corner(a, 1)];
  const aside = scaleBetween(random, 1e-13, 1);
  const away = [0, 1, 2].map(() => between(random, -1, 1));
  const start = from.map((c, k) => c + between(random, -0.5, 0.5) * (to[k] - c) + aside * away[k]);
  const end = start.map((c, k) => c + between(random, 0.5, 1.5) * (to[k] - from[k]) + turn * between(random, -1, 1));
  return [...start, ...end, ...minus(corner(b, 2), corner(b, 0)).map((c, k) => start[k] + c + 2 * away[k])];
}

const areMeeting = (a: Triangle, b: Triangle): boolean =>
  triangleContact(Float64Array.from(a), 0, 3, 6, Float64Array.from(b), 0, 3, 6, noEnds()) !== NONE;

/** How far a point is from a triangle, by whole numbers. */
const offFace = (p: number[], t: Triangle): number => exactTriangleDistance([...p, ...p, ...p], t).distance;

describe('the distance of two triangles', () => {
  const flat = [-1, 0, 0, 1, 0, 0, 0, 1, 0];

  it.each([
    ['two corners', [2, 0, 0, 4, 0, 0, 3, 1, 0], 1, [1, 0, 0, 2, 0, 0]],
    ['a corner and an edge', [-1, 2, 0, 1, 2, 0, 0, 3, 0], 1, [0, 1, 0, 0, 2, 0]],
    ['two edges side by side', [1, 1, 0, 3, 1, 0, 2, 2, 0], Math.SQRT1_2, [0.5, 0.5, 0, 1, 1, 0]],
    ['a corner and an edge across', [-1, 2, -0.5, 1, 2, -0.5, 0, 2, 1.5], 1, [0, 1, 0, 0, 2, 0]],
    ['a corner over a face', [0, 0.25, 0.5, 1, 0.25, 1.5, 0, 1.25, 1.5], 0.5, [0, 0.25, 0, 0, 0.25, 0.5]],
    ['a face over a corner', [3, 0, 2, -3, 3, 2, -3, -3, 2], 2, undefined],
    ['two edges across each other', [0, -1, 0.5, 0, 0.5, 0.5, 0, -0.5, 3], 0.5, undefined],
    ['two points', [0, 3, 4, 0, 3, 4, 0, 3, 4], Math.sqrt(20), [0, 1, 0, 0, 3, 4]],
    ['the same triangle', [-1, 0, 0, 1, 0, 0, 0, 1, 0], 0, undefined],
  ])('%s', (_, b, expected, points) => {
    expect(distanceOf(flat, b)).toBe(expected);
    if (points) expect([...out]).toEqual(points);
    expect(Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5])).toBe(expected);
    expect(distanceOf(b, flat)).toBe(expected);
  });

  it('crossing ones are at no distance but for rounding', () => {
    expect(distanceOf([-1, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0.3, -1, 0.1, 0.2, 1, 2, 0.4, 1])).toBeLessThan(1e-15);
    expect(distanceOf([-1, 0, 0, 1, 0, 0, 0, 1, 0], [-5, 0.3, -1, 5, 0.3, -1, 0, 0.3, 4])).toBeLessThan(1e-14);
  });

  it('beyond a limit nothing is told; at it, it is', () => {
    out.fill(7);
    expect(distanceOf(flat, [-1, 0, 3, 1, 0, 3, 0, 1, 3], 2.9)).toBe(Infinity);
    expect([...out]).toEqual([7, 7, 7, 7, 7, 7]);
    expect(distanceOf(flat, [-1, 0, 3, 1, 0, 3, 0, 1, 3], 3)).toBe(3);
  });
});

describe.each([
  ['anyhow', (_: Triangle, b: Triangle) => b],
  ['just over the face', justOver],
  ['nearly along an edge', alongEdge],
])('against whole numbers, %s', (name, place) => {
  for (let seed = 1; seed <= 3; seed++)
    it(`right to 2^-51 of the size (seed ${seed})`, () => {
      const random = seeded(seed);
      let compared = 0;
      for (let k = 0; k < 150; k++) {
        const a = anyTriangle(random);
        const b = place(a, anyTriangle(random), random);
        if (areMeeting(a, b)) continue;
        const found = distanceOf(a, b);
        const { errorOf } = exactTriangleDistance(a, b);
        const size = sizeOf(a, b);
        compared++;
        expect(errorOf(found) / size, `${name} ${k}: ${a} | ${b}`).toBeLessThanOrEqual(2 ** -51);
        // Whichever comes first.
        expect(errorOf(distanceOf(b, a)) / size, `${name} ${k}: ${b} | ${a}`).toBeLessThanOrEqual(2 ** -51);
      }
      expect(compared).toBeGreaterThan(100);
    });
});

describe('whatever the coordinates are', () => {
  it('the points lie on the triangles, as far apart as is told (seed 4)', () => {
    const random = seeded(4);
    for (let k = 0; k < 100; k++) {
      const a = anyTriangle(random);
      const b = anyTriangle(random).map((c, i) => c + (i % 3 === 0 ? 1 : 0));
      const distance = distanceOf(a, b);
      const [p, q] = [[...out.slice(0, 3)], [...out.slice(3)]];
      expect(Math.abs(Math.hypot(...minus(p, q)) - distance)).toBeLessThan(2 ** -49);
      expect(offFace(p, a)).toBeLessThan(2 ** -50);
      expect(offFace(q, b)).toBeLessThan(2 ** -50);
    }
  });

  it('scaled by any power of two: the same times that (seed 5)', () => {
    const random = seeded(5);
    for (let k = 0; k < 100; k++) {
      const [a, b] = [anyTriangle(random), anyTriangle(random)];
      // 26 bits, so that nothing is lost where numbers are denormal.
      const [p, q] = [a.map(Math.fround), b.map(Math.fround)];
      const distance = distanceOf(p, q);
      if (distance < 1e-9) continue;
      const points = [...out];
      for (const scale of [2 ** 20, 2 ** -20, 2 ** 99, 2 ** -99, 2 ** 110, 2 ** -110, 2 ** 500, 2 ** -500, 2 ** 1020]) {
        const scaled = (t: Triangle) => t.map((c) => c * scale);
        expect(distanceOf(scaled(p), scaled(q)) / scale / distance).toBeCloseTo(1, 12);
        for (let i = 0; i < 6; i++) expect(out[i] / scale).toBeCloseTo(points[i], 7);
      }
      const tiny = (t: Triangle) => t.map((c) => Math.round(2 ** 20 * c) * 2 ** -1070);
      const whole = (t: Triangle) => t.map((c) => Math.round(2 ** 20 * c));
      // The last bit that there is.
      expect(distanceOf(tiny(p), tiny(q)) / 2 ** -1074).toBeCloseTo(16 * distanceOf(whole(p), whole(q)), -0.4);
    }
  });

  it('far from the origin: by the differences of the coordinates as they are there (seed 6)', () => {
    const random = seeded(6);
    for (let k = 0; k < 100; k++) {
      const far = [1e6, -3e6, 2e7];
      const a = anyTriangle(random).map((c, i) => c + far[i % 3]);
      const b = anyTriangle(random).map((c, i) => c + far[i % 3] + (i % 3 === 1 ? 7 : 0));
      const { errorOf } = exactTriangleDistance(a, b);
      expect(errorOf(distanceOf(a, b)) / sizeOf(a, b)).toBeLessThanOrEqual(2 ** -51);
    }
  });

  it('turned and swapped: the same (seed 7)', () => {
    const random = seeded(7);
    for (let k = 0; k < 200; k++) {
      const a = anyTriangle(random);
      const b = anyTriangle(random).map((c, i) => c + (i % 3 === 2 ? 1.5 : 0));
      const distance = distanceOf(a, b);
      expect(distanceOf(b, a)).toBeCloseTo(distance, 14);
      const other = [...b.slice(3), ...b.slice(0, 3)];
      expect(distanceOf([...a.slice(6), ...a.slice(3, 6), ...a.slice(0, 3)], other)).toBeCloseTo(distance, 14);
      const turn = randomRotation(random);
      const turned = (t: Triangle) =>
        [0, 3, 6].flatMap((i) => transformPoint(turn, [t[i], t[i + 1], t[i + 2]] as const));
      expect(distanceOf(turned(a), turned(b))).toBeCloseTo(distance, 13);
    }
  });
});
