import { orient3d } from 'robust-predicates';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { type Random, seeded } from '../../src/math/random.js';
import { convexHull } from '../../src/mesh/hull.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { faceCount, type Mesh, vertexCount } from '../../src/mesh/mesh.js';
import { cylinder } from '../../src/mesh/shapes/cylinder.js';
import { icoSphere, sphereVolume } from '../../src/mesh/shapes/sphere.js';

/** How many of the points lie strictly outside some face. */
function strays(hull: Mesh, points: ArrayLike<number>): number {
  const { positions: at, indices } = hull;
  let count = 0;
  for (let p = 0; p < points.length; p += 3)
    for (let f = 0; f < indices.length; f += 3) {
      const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
      const side = orient3d(
        at[a],
        at[a + 1],
        at[a + 2],
        at[b],
        at[b + 1],
        at[b + 2],
        at[c],
        at[c + 1],
        at[c + 2],
        points[p],
        points[p + 1],
        points[p + 2],
      );
      if (side < 0) {
        count++;
        break;
      }
    }
  return count;
}

/** Closed, of one piece, without holes or faces without area, and no point outside. */
function expectConvex(points: ArrayLike<number>): Mesh {
  const hull = convexHull(points);
  expect(strays(hull, points)).toBe(0);
  expect(inspect(hull)).toMatchObject({
    closed: true,
    nonManifoldEdgeCount: 0,
    degenerateFaces: [],
    eulerCharacteristic: 2,
    components: 1,
    unusedVertices: 0,
  });
  return hull;
}

function expectHull(points: ArrayLike<number>): Mesh {
  const hull = expectConvex(points);
  expect(massProperties(hull).volume).toBeGreaterThan(0);
  return hull;
}

const triples = (points: ArrayLike<number>): string[] =>
  Array.from({ length: points.length / 3 }, (_, i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]].join());
const cloud = (count: number, coordinate: () => number) => Float64Array.from({ length: 3 * count }, coordinate);
const lattice = (n: number) =>
  Float64Array.from({ length: 3 * n ** 3 }, (_, i) => Math.floor(Math.floor(i / 3) / n ** (i % 3)) % n);
function shuffled(points: Float64Array, random: Random): Float64Array {
  const out = points.slice();
  for (let i = out.length / 3 - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    for (let k = 0; k < 3; k++) [out[3 * i + k], out[3 * j + k]] = [out[3 * j + k], out[3 * i + k]];
  }
  return out;
}

describe('convexHull', () => {
  it('keeps a tetrahedron, and its number format', () => {
    const hull = expectHull(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
    expect(hull.positions).toBeInstanceOf(Float32Array);
    expect([vertexCount(hull), faceCount(hull)]).toEqual([4, 4]);
    expect(massProperties(hull).volume).toBeCloseTo(1 / 6, 15);
  });

  it.each([2, 3, 5, 9])('finds the eight corners of an integer lattice of %i³ points, shuffled, seed 5', (n) => {
    const hull = expectHull(shuffled(lattice(n), seeded(5)));
    expect([vertexCount(hull), faceCount(hull)]).toEqual([8, 12]);
    expect(massProperties(hull).volume).toBe((n - 1) ** 3);
  });

  it('drops points on faces and edges of an octahedron of lattice points', () => {
    const points: number[] = [];
    for (let x = -6; x <= 6; x++)
      for (let y = -6; y <= 6; y++)
        for (let z = -6; z <= 6; z++) if (Math.abs(x) + Math.abs(y) + Math.abs(z) <= 6) points.push(x, y, z);
    const hull = expectHull(shuffled(Float64Array.from(points), seeded(6)));
    expect([vertexCount(hull), faceCount(hull)]).toEqual([6, 8]);
    expect(massProperties(hull).volume).toBeCloseTo((4 / 3) * 6 ** 3, 10);
  });

  it('is the sphere mesh itself for the vertices of a sphere', () => {
    const ball = icoSphere({ subdivisions: 3 });
    const hull = expectHull(ball.positions);
    expect([vertexCount(hull), faceCount(hull)]).toEqual([vertexCount(ball), faceCount(ball)]);
    expect(massProperties(hull).volume).toBeCloseTo(massProperties(ball).volume, 12);
    expect(massProperties(convexHull(icoSphere({ subdivisions: 5 }).positions)).volume / sphereVolume(1)).toBeCloseTo(
      1,
      2,
    );
  });

  it('holds in 2000 clouds of small integers, whatever the order of the points, seeds 1 to 2000', () => {
    let flat = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const random = seeded(seed);
      const range = 2 + (seed % 4);
      const points = cloud(5 + (seed % 40), () => Math.floor(random() * range));
      let hull: Mesh;
      try {
        hull = expectHull(points);
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`seed ${seed}`, { cause: error });
        flat++;
        continue;
      }
      const again = convexHull(shuffled(points, random));
      expect(triples(again.positions).sort(), `seed ${seed}`).toEqual(triples(hull.positions).sort());
      expect(massProperties(again).volume).toBeCloseTo(massProperties(hull).volume, 10);
    }
    expect(flat).toBeLessThan(20);
  });

  it.each([1, 2, 3, 4])('agrees with three.js on a random cloud, seed %i', (seed) => {
    const random = seeded(seed);
    const points = cloud(400, random);
    const hull = expectHull(points);
    const other = new ConvexHull().setFromPoints(
      Array.from({ length: 400 }, (_, i) => new Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2])),
    );
    let volume = 0;
    for (const face of other.faces) {
      const [a, b, c] = [face.edge, face.edge.next, face.edge.prev].map((edge) => edge.head().point);
      volume += a.dot(b.clone().cross(c)) / 6;
    }
    expect(massProperties(hull).volume).toBeCloseTo(volume, 10);
    expect(faceCount(hull)).toBe(other.faces.length);
  });

  it('holds for points within rounding of a plane, seeds 1 to 200', () => {
    // The volume of such a hull is one of rounding errors, so its sign is beyond floating point.
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const points = cloud(60, random);
      for (let i = 0; i < points.length; i += 3)
        points[i + 2] = 0.1 * points[i] + 0.7 * points[i + 1] + 0.3 + (seed % 2 ? 0 : 1e-16 * Math.floor(3 * random()));
      expectConvex(points);
    }
  });

  it('ignores equal points, and does not mind being far from the origin', () => {
    const base = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(vertexCount(expectHull([...base, ...base, ...base]))).toBe(4);
    const random = seeded(9);
    expectHull(cloud(500, () => 1e6 + random()));
    expectHull(cloud(200, () => 3e38 * (random() - 0.5)));
  });

  it('takes 100,000 points in a ball, on a sphere, on a lattice, and on two circles, seed 7', () => {
    const random = seeded(7);
    const ball = cloud(100_000, () => random() + random() + random() - 1.5);
    const sphere = ball.slice();
    for (let i = 0; i < sphere.length; i += 3) {
      const length = Math.hypot(sphere[i], sphere[i + 1], sphere[i + 2]);
      for (let k = 0; k < 3; k++) sphere[i + k] /= length;
    }
    for (const points of [ball, sphere, shuffled(lattice(46), random), cylinder({ segments: 50_000 }).positions]) {
      const hull = convexHull(points);
      expect(inspect(hull)).toMatchObject({ closed: true, eulerCharacteristic: 2 });
    }
  });

  it('says why there is no hull', () => {
    const remedy = 'Give at least 4 that do not lie in one plane.';
    expect(() => convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0])).toThrow(`hull: there are too few points (3). ${remedy}`);
    expect(() => convexHull([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])).toThrow(
      `hull: the points have no volume (all 4 lie on one point). ${remedy}`,
    );
    expect(() => convexHull([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, -5, -5, -5])).toThrow(
      `hull: the points have no volume (all 5 lie on one line). ${remedy}`,
    );
    expect(() => convexHull([0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 2, 5, 3, 8])).toThrow(
      `hull: the points have no volume (all 5 lie on one plane). ${remedy}`,
    );
    expect(() => convexHull([0, 0, 0, 1, NaN, 0, 0, 1, 0, 0, 0, 1])).toThrow('vertex 1, y = NaN');
    expect(() => convexHull([])).toThrow(InputError);
  });
});
