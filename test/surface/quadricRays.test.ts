import { expect, test } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { cross, normalize, type Vec3 } from '../../src/math/vector.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { cone, frustum } from '../../src/surface/quadric/cone.js';
import { cylinder } from '../../src/surface/quadric/cylinder.js';
import { hyperboloidOfOneSheet, hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { cut, quadric } from '../../src/surface/quadric/quadric.js';
import { quadricKind } from '../../src/surface/quadric/quadricKind.js';
import { ellipsoid, sphere } from '../../src/surface/quadric/sphere.js';
import type { Quadric } from '../../src/surface/surface.js';
import { expectExact } from './support/expectQuadric.js';
import { type Ray, randomRay } from './support/randomRay.js';

const turned = quadric({
  matrix: [1.1, 0.7, -0.4, 0.3, -0.6, 0.2, 0.1, -0.3, 0.05, -0.5],
  planes: [
    { normal: [0.2, -0.1, 1], distance: 1.2 },
    { normal: [-0.3, 0.2, -1], distance: 0.9 },
  ],
});

const SOLIDS: Record<string, Quadric> = {
  sphere: sphere({ radius: 1.3 }),
  ellipsoid: ellipsoid({ radii: [3, 1.1, 0.7] }),
  'ellipsoid, 1000 : 1': ellipsoid({ radii: [1000, 1, 30] }),
  cylinder: cylinder({ radius: 0.7, height: 2.1 }),
  'cylinder with two radii': cylinder({ radii: [0.7, 1.9], height: 0.3 }),
  cone: cone({ radius: 1.2, height: 2.3 }),
  frustum: frustum({ bottomRadius: 0.4, topRadius: 1.1, height: 1.7 }),
  paraboloid: paraboloid({ radius: 0.9, height: 1.4 }),
  'hyperboloid of one sheet': hyperboloidOfOneSheet({ waistRadius: 0.3, radius: 1.1, height: 2 }),
  'hyperboloid of two sheets, one of them': hyperboloidOfTwoSheets({ radius: 0.8, height: 1.5, tipDistance: 0.2 }),
  'hyperboloid of two sheets, both': hyperboloidOfTwoSheets({ radius: 0.8, height: 1.5, tipDistance: 0.1, sheets: 2 }),
  'spherical segment': cut(sphere(), [
    { normal: [1, 2, 2], distance: 0.9 },
    { normal: [-1, -2, -2], distance: 0.6 },
  ]),
  'turned hyperboloid': turned,
};

/** A ray through a point, into a direction, from some way back. */
const through = (p: Vec3, d: Vec3, back: number): Ray => [
  p[0] - back * d[0],
  p[1] - back * d[1],
  p[2] - back * d[2],
  d[0],
  d[1],
  d[2],
];

const randomDirection = (random: Random): Vec3 => {
  for (;;) {
    const d: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    if (Math.hypot(...d) <= 1) return normalize(d);
  }
};

const found = createCrossings();
const gradient = new Float64Array(3);

/** Where a random ray meets the curved side; undefined if it does not. */
function pointOfSide(
  surface: Quadric,
  cast: ReturnType<typeof quadricKind.caster>['cast'],
  random: Random,
): Vec3 | undefined {
  const [px, py, pz, dx, dy, dz] = randomRay(random, surface.bounds);
  cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
  for (let k = 0; k < found.count; k++) {
    const t = found.t[k];
    if (found.patch[k] === 0) return [px + t * dx, py + t * dy, pz + t * dz];
  }
  return undefined;
}

/** Rays that touch the curved side, or pass it as near as 1e-16, 1e-12, 1e-8 or 1e-4 of the size. */
function* tangents(surface: Quadric, random: Random, count: number): Generator<Ray> {
  const { cast } = quadricKind.caster(surface);
  const [side] = quadricKind.sides(surface);
  while (count > 0) {
    const p = pointOfSide(surface, cast, random);
    if (!p) continue;
    side.gradient(...p, gradient);
    const n = normalize([gradient[0], gradient[1], gradient[2]]);
    const d = normalize(cross(n, randomDirection(random)));
    const shift = (random() < 0.5 ? -1 : 1) * 10 ** -(4 * Math.ceil(4 * random()));
    yield through([p[0] + shift * n[0], p[1] + shift * n[1], p[2] + shift * n[2]], d, 3 * random());
    count--;
  }
}

/** Rays along straight lines of the side of revolution, and near them; `at` gives a generator's two ends for an angle. */
function* generators(at: (angle: number) => readonly [Vec3, Vec3], random: Random, count: number): Generator<Ray> {
  for (; count > 0; count--) {
    const [p, q] = at(2 * Math.PI * random());
    const d: Vec3 = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const kind = Math.floor(4 * random());
    const shift = [0, 1e-9, 1e-5, -1e-5][kind];
    yield through([p[0] * (1 + shift), p[1] * (1 + shift), p[2]], d, 2 * random());
  }
}

/** Rays that lie in a plane of the solid, or 1e-7 of the size above or below it. */
function* inPlanes(surface: Quadric, random: Random, count: number): Generator<Ray> {
  const { min, max } = surface.bounds;
  for (; count > 0; count--) {
    const [nx, ny, nz, distance] = surface.planes[Math.floor(random() * surface.planes.length)];
    const p = min.map((x, k) => x + random() * (max[k] - x));
    const shift = [0, 1e-7, -1e-7][Math.floor(3 * random())] + distance - (nx * p[0] + ny * p[1] + nz * p[2]);
    const d = normalize(cross([nx, ny, nz], randomDirection(random)));
    yield through([p[0] + shift * nx, p[1] + shift * ny, p[2] + shift * nz], d, 3 * random());
  }
}

const on = (radius: number, angle: number, z: number): Vec3 => [radius * Math.cos(angle), radius * Math.sin(angle), z];

const GENERATORS: Record<string, (angle: number) => readonly [Vec3, Vec3]> = {
  cylinder: (angle) => [on(0.7, angle, -1.05), on(0.7, angle, 1.05)],
  cone: (angle) => [on(1.2, angle, -1.15), [0, 0, 1.15]],
  frustum: (angle) => [on(0.4, angle, -0.85), on(1.1, angle, 0.85)],
  // Skew lines: from the rim to the opposite rim, past the waist.
  'hyperboloid of one sheet': (angle) => {
    const twist = Math.acos(0.3 / 1.1);
    return [on(1.1, angle - twist, -1), on(1.1, angle + twist, 1)];
  },
};

test.each(Object.entries(SOLIDS))('%s: 10,000 rays (seed 7), 2,000 of them tangent or in planes', (_, surface) => {
  const random = seeded(7);
  const plain = Array.from({ length: 8000 }, () => randomRay(random, surface.bounds));
  const { hits, along, worst } = expectExact(surface, plain);
  expect(hits).toBeGreaterThan(2000);
  expect(along).toBe(0);
  expect(worst).toBeGreaterThan(0);
  // A quarter is so near that it cannot be told from touching.
  expect(expectExact(surface, tangents(surface, random, 1000)).along).toBeLessThan(400);
  if (surface.planes.length > 0) expect(expectExact(surface, inPlanes(surface, random, 1000)).along).toBeLessThan(500);
  else expect(expectExact(surface, tangents(surface, random, 1000)).along).toBeLessThan(400);
});

test.each(Object.entries(GENERATORS))(
  '%s: 1,000 rays along its straight lines and next to them (seed 8)',
  (name, at) => {
    const { along, hits } = expectExact(SOLIDS[name], generators(at, seeded(8), 1000));
    // Those on the line itself may be told either way; those 1e-9 and 1e-5 away may not.
    expect(along).toBeLessThan(300);
    expect(hits).toBeGreaterThan(200);
  },
);

test('cone: 1,000 rays through the apex (seed 9)', () => {
  const random = seeded(9);
  const apex: Vec3 = [0, 0, 1.15];
  const rays = Array.from({ length: 1000 }, () => through(apex, randomDirection(random), 3 * random()));
  rays.push([0, 0, 5, 0, 0, -1], [0, 0, -5, 0, 0, 2], [-3, 0, 1.15, 1, 0, 0]);
  expect(expectExact(SOLIDS.cone, rays).hits).toBeGreaterThan(100);
  const { cast } = quadricKind.caster(cone({ radius: 1, height: 2 }));
  cast(0, 0, 5, 0, 0, -1, 0, 10, found);
  expect([found.count, found.t[0], found.t[1], found.patch[1]]).toEqual([2, 4, 6, 2]);
});

test('a ray along an axis meets what it should, to the last bit', () => {
  const { cast } = quadricKind.caster(cylinder({ radius: 1, height: 2 }));
  cast(0.5, 0, -7, 0, 0, 2, -Infinity, Infinity, found);
  expect([found.count, found.t[0], found.t[1], found.patch[0], found.patch[1]]).toEqual([2, 3, 4, 2, 1]);
  cast(-5, 0, 0.25, 1, 0, 0, -Infinity, Infinity, found);
  expect([found.count, found.t[0], found.t[1], found.patch[0], found.patch[1]]).toEqual([2, 4, 6, 0, 0]);
  cast(0, 0, 1.5, 1, 0, 0, -Infinity, Infinity, found);
  expect(found.count).toBe(0);
  cast(0, 0, 0, 0, 0, 0, -1, 1, found);
  expect(found.count).toBe(0);
});

test('from and to leave out what is not between them, and say whether it starts inside (seed 10)', () => {
  const random = seeded(10);
  const all = createCrossings();
  for (const surface of [SOLIDS.sphere, SOLIDS['hyperboloid of two sheets, both'], turned]) {
    const { cast } = quadricKind.caster(surface);
    for (let k = 0; k < 2000; k++) {
      const [px, py, pz, dx, dy, dz] = randomRay(random, surface.bounds);
      cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, all);
      const t = Array.from(all.t.subarray(0, all.count));
      const reach = t.length > 0 ? t[t.length - 1] - t[0] : 1;
      const a = (t[0] ?? 0) + (2 * random() - 0.5) * reach;
      const b = a + random() * reach;
      cast(px, py, pz, dx, dy, dz, a, b, found);
      expect(Array.from(found.t.subarray(0, found.count))).toEqual(t.filter((x) => x >= a && x <= b));
      expect(found.startsInside).toBe(t.filter((x) => x < a).length % 2 === 1);
    }
  }
});
