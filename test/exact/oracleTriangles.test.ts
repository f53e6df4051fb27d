import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/math/affine.js';
import { type Random, seeded } from '../../src/math/random.js';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import { toPoints, toWhole } from './support/bigVector.js';
import { classifyTriangles, type TriangleContact } from './support/classifyTriangles.js';
import { randomLatticeMap, whole, wholeVector } from './support/latticeMaps.js';
import { bigTrianglesMeet, trianglesMeet } from './support/trianglesMeet.js';

type Triangle = readonly Vec3[];

const triangle = (words: string): Triangle => {
  const [px, py, pz, qx, qy, qz, rx, ry, rz] = words.trim().split(/\s+/).map(Number);
  return [[px, py, pz], [qx, qy, qz], [rx, ry, rz]]; // biome-ignore format: one line
};

/** The class, and yes or no in small and in large numbers; `disagree` where the three do not fit together. */
function contactOf(a: Triangle, b: Triangle): TriangleContact | 'disagree' {
  const contact = classifyTriangles(a.flat(), b.flat());
  const points = toPoints(toWhole([...a, ...b].flat()).whole);
  const meet = [trianglesMeet(a.flat(), b.flat()), bigTrianglesMeet(points.slice(0, 3), points.slice(3))];
  return meet.every((yes) => yes === (contact !== 'none')) ? contact : 'disagree';
}

/** All orders of corners, and of the two. */
function everyWay(a: Triangle, b: Triangle): Set<string> {
  const orders = ([p, q, r]: Triangle) => [
    [p, q, r],
    [q, r, p],
    [r, p, q],
    [r, q, p],
  ];
  return new Set(orders(a).flatMap((p) => orders(b).flatMap((q) => [contactOf(p, q), contactOf(q, p)])));
}

const FLAT = '0 0 0  4 0 0  0 4 0';

const AGAINST_FLAT: readonly (readonly [TriangleContact, string, string])[] = [
  ['none', 'parallel, above', '0 0 1  4 0 1  0 4 1'],
  ['none', 'in its plane, beside', '3 3 0  5 3 0  3 5 0'],
  ['none', 'through its plane, beside', '3 3 -1  3 3 1  5 5 0'],
  ['none', 'through its plane, in its box', '3 2 -1  3 2 1  4 4 0'],
  ['point', 'corner on corner', '0 0 0  -1 0 1  0 -1 1'],
  ['point', 'corner on corner, in its plane', '0 0 0  -1 0 0  0 -1 0'],
  ['point', 'corner on an edge', '2 2 0  2 2 1  3 3 1'],
  ['point', 'corner on an edge, in its plane', '2 2 0  3 2 0  2 3 0'],
  ['point', 'corner inside', '1 1 0  1 1 1  2 1 1'],
  ['point', 'its corner inside the other', '-2 2 -1  2 -2 -1  0 0 3'],
  ['point', 'edge across an edge', '2 -1 -1  2 1 1  2 -3 1'],
  ['edge', 'the same edge', '0 0 0  4 0 0  0 0 4'],
  ['edge', 'the same edge, in its plane', '0 0 0  4 0 0  0 -4 0'],
  ['edge', 'part of an edge', '3 0 0  9 0 0  5 -1 3'],
  ['edge', 'part of an edge, in its plane', '3 0 0  9 0 0  5 -1 0'],
  ['edge', 'an edge inside', '1 1 0  2 1 0  1 1 4'],
  ['edge', 'an edge that reaches out', '1 1 0  9 1 0  1 1 4'],
  ['edge', 'an edge all across', '-9 1 0  9 1 0  1 1 4'],
  ['edge', 'its edge inside the other', '-2 0 -3  9 0 -3  -2 0 9'],
  ['edge', 'part of its edge, by a plane through it', '1 0 -1  2 0 -1  1 0 1'],
  ['crossing', 'all across', '-9 1 -5  9 1 -5  0 1 9'],
  ['crossing', 'a tip that sticks through', '1 1 -1  2 1 -1  1 1 1'],
  ['crossing', 'from an edge inwards', '1 1 -1  1 1 1  9 1 0'],
  ['crossing', 'from corner to corner of a quadrangle', '0 0 0  2 2 1  2 2 -1'],
  ['coplanar', 'itself', FLAT],
  ['coplanar', 'inside', '1 1 0  2 1 0  1 2 0'],
  ['coplanar', 'around', '-9 -9 0  30 -9 0  -9 30 0'],
  ['coplanar', 'across', '1 1 0  5 1 0  5 5 0'],
  ['none', 'a segment above', '1 1 1  2 1 1  1 1 1'],
  ['none', 'a segment in its plane', '3 3 0  4 4 0  5 5 0'],
  ['none', 'a segment in its plane and box', '4 1 0  3 2 0  1 4 0'],
  ['none', 'a segment that ends above', '1 1 1  1 1 3  1 1 2'],
  ['point', 'a segment through it', '1 1 -1  1 1 1  1 1 0'],
  ['point', 'a segment that ends on it', '1 1 0  1 1 1  1 1 0'],
  ['point', 'a segment through a corner, in its plane', '-1 4 0  1 4 0  3 4 0'],
  ['edge', 'a segment across, in its plane', '-1 1 0  9 1 0  2 1 0'],
  ['edge', 'a segment along an edge', '3 0 0  7 0 0  3 0 0'],
  ['none', 'a point above', '1 1 1  1 1 1  1 1 1'],
  ['none', 'a point in its plane', '3 3 0  3 3 0  3 3 0'],
  ['point', 'a point inside', '1 1 0  1 1 0  1 1 0'],
  ['point', 'a point on a corner', '0 4 0  0 4 0  0 4 0'],
];

const THIN: readonly (readonly [TriangleContact, string, string, string])[] = [
  ['none', 'skew segments', '0 0 0  2 0 0  1 0 0', '1 -1 1  1 1 1  1 0 1'],
  ['none', 'segments in one plane', '0 0 0  2 0 0  1 0 0', '1 1 0  1 2 0  1 3 0'],
  ['none', 'parallel segments', '0 0 0  2 2 2  1 1 1', '1 0 0  3 2 2  2 1 1'],
  ['none', 'segments in line', '0 0 0  2 2 2  1 1 1', '3 3 3  5 5 5  3 3 3'],
  ['point', 'segments that cross', '0 0 0  2 2 0  0 0 0', '2 0 0  0 2 0  2 0 0'],
  ['point', 'segments that meet at their ends', '0 0 0  2 2 2  1 1 1', '2 2 2  5 5 5  3 3 3'],
  ['edge', 'segments in line that overlap', '0 0 0  3 3 3  1 1 1', '2 2 2  5 5 5  2 2 2'],
  ['edge', 'a segment and itself', '0 0 0  3 1 2  0 0 0', '0 0 0  3 1 2  3 1 2'],
  ['none', 'a point beside a segment', '0 0 0  2 0 0  0 0 0', '1 1 0  1 1 0  1 1 0'],
  ['none', 'a point beyond a segment', '0 0 0  2 0 0  0 0 0', '3 0 0  3 0 0  3 0 0'],
  ['point', 'a point on a segment', '0 0 0  2 0 0  0 0 0', '1 0 0  1 0 0  1 0 0'],
  ['none', 'two points', '0 0 0  0 0 0  0 0 0', '0 0 1  0 0 1  0 0 1'],
  ['point', 'a point and itself', '1 2 3  1 2 3  1 2 3', '1 2 3  1 2 3  1 2 3'],
];

/** Half of them flat, few without area, all in a small range. */
function drawTriangle(random: Random, most: number): Triangle {
  const flat = random() < 0.5;
  return [0, 1, 2].map(() => {
    const [x, y, z] = wholeVector(random, 0, most);
    return [x, y, flat ? 0 : z];
  });
}

describe('oracle: triangles', () => {
  it.each(AGAINST_FLAT)('%s: %s', (contact, _, other) => {
    expect(everyWay(triangle(FLAT), triangle(other))).toEqual(new Set([contact]));
  });

  it.each(THIN)('%s: %s', (contact, _, one, other) => {
    expect(everyWay(triangle(one), triangle(other))).toEqual(new Set([contact]));
  });

  it('takes f64 as they are', () => {
    expect(toWhole([0.1, 5e-324, 1e300, -3, -0])).toEqual({
      whole: [BigInt(0.1 * 2 ** 60) << 1014n, 1n, BigInt(1e300) << 1074n, -3n << 1074n, 0n],
      unit: 2 ** -1074,
    });
    expect(toWhole([1.5, 3, -0.25])).toEqual({ whole: [6n, 12n, -1n], unit: 0.25 });
  });

  it('sees one bit', () => {
    const above = (z: number): Triangle => [[0.1, 0.1, z], [0.2, 0.1, z + 1], [0.1, 0.2, z + 1]]; // biome-ignore format: one line
    const base = (z: number): Triangle => [[0, 0, z], [1, 0, z], [0, 1, z]]; // biome-ignore format: one line
    expect(contactOf(base(0), above(0))).toBe('point');
    expect(contactOf(base(0), above(5e-324))).toBe('none');
    expect(contactOf(base(0), above(-5e-324))).toBe('crossing');
    expect(contactOf(base(0.3), above(0.1 + 0.2))).toBe('none');
    expect(contactOf(base(0.1 + 0.2), above(0.3))).toBe('crossing');
  });

  it('tells the same in any order and place: 3,000 pairs, seed 11', () => {
    const random = seeded(11);
    const faults: string[] = [];
    const drawn: Record<string, number> = {};
    for (let k = 0; k < 3000; k++) {
      const most = whole(random, 1, 5);
      const [a, b] = [drawTriangle(random, most), drawTriangle(random, most)];
      const contact = contactOf(a, b);
      drawn[contact] = (drawn[contact] ?? 0) + 1;
      const ways = new Set([contact, contactOf(b, a), contactOf([a[2], a[1], a[0]], [b[1], b[2], b[0]])]);
      for (const map of [randomLatticeMap(random), randomLatticeMap(random)]) {
        const [p, q] = [a, b].map((corners) => corners.map((point) => transformPoint(map, point)));
        ways.add(contactOf(p, q));
        // Beyond what plain numbers can hold, and between whole numbers.
        const far = ([x, y, z]: Vec3): Vec3 => [x * 2 ** 20 + 2 ** 40, y * 2 ** -20, z * 3];
        ways.add(contactOf(p.map(far), q.map(far)));
      }
      if (ways.size > 1 || ways.has('disagree')) faults.push(`${a.join('  ')} and ${b.join('  ')}: ${[...ways]}`);
    }
    expect(faults).toEqual([]);
    for (const contact of ['none', 'point', 'edge', 'crossing', 'coplanar'])
      expect(drawn[contact]).toBeGreaterThan(100);
  });

  it('finds what is there: a common point, 5,000 pairs, seed 12', () => {
    const random = seeded(12);
    for (let k = 0; k < 5000; k++) {
      const point = wholeVector(random, -3, 3);
      /** A triangle with its middle in the point; on a border of it where the middle is that of two corners. */
      const around = (): Triangle => {
        const [p, q] = [wholeVector(random, -5, 5), wholeVector(random, -5, 5)];
        if (random() < 0.3) return [p, subtract(scale(point, 2), p), q];
        return [p, q, subtract(scale(point, 3), add(p, q))];
      };
      expect(contactOf(around(), around())).not.toMatch(/none|disagree/);
    }
  });

  it('finds nothing where a plane lies between: 5,000 pairs, seed 13', () => {
    const random = seeded(13);
    for (let k = 0; k < 5000; k++) {
      const normal = cross(wholeVector(random, -3, 3), wholeVector(random, -3, 3));
      if (normal.every((x) => x === 0)) continue;
      const level = whole(random, -2, 2);
      /** Corners are pushed along the normal until they are beyond the plane; as little as whole steps allow. */
      const beyond = (side: number): Triangle =>
        [0, 1, 2].map(() => {
          let point = wholeVector(random, -3, 3);
          while (side * (dot(normal, point) - level) <= (side > 0 ? 0 : -1)) point = add(point, scale(normal, side));
          return point;
        });
      expect(contactOf(beyond(1), beyond(-1))).toBe('none');
    }
  });
});
