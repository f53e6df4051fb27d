import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { CYLINDER } from '../../src/exact/distance/clusterBounds.js';
import { commonFrame } from '../../src/exact/distance/commonFrame.js';
import { faceClusters, SLAB } from '../../src/exact/distance/faceClusters.js';
import { faceDistance } from '../../src/exact/distance/faceDistance.js';
import { nearerThan } from '../../src/exact/distance/nearerThan.js';
import { distanceError, type NearestFaces, nearestFaces } from '../../src/exact/distance/nearestFaces.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { type Affine, identity, multiply, rotation, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { cone } from '../../src/mesh/shapes/cone.js';
import { icoSphere, uvSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { torusKnot } from '../../src/mesh/shapes/torusKnot.js';
import { surfaceDistance, surfaceOf } from '../support/bvhOracle.js';
import { between, pick, scaleBetween } from '../support/randomPose.js';
import { exactTriangleDistance } from './support/exactTriangleDistance.js';

const SHAPES: readonly Mesh[] = [
  box({ segments: 3 }),
  icoSphere({ subdivisions: 2 }),
  uvSphere({ segments: 16, rings: 9 }),
  torus({ radius: 1, tubeRadius: 0.2, segments: 20, sides: 8 }),
  torusKnot({ segments: 40, sides: 5 }),
  bumpySphere({ segments: 12 }),
  cone({ segments: 20 }),
];

/** Faces anywhere in a unit cube, of very different sizes, some of them without area. */
function soup(random: Random, count: number): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < count; k++) {
    const size = scaleBetween(random, 1e-5, 0.5);
    const middle = [random(), random(), random()];
    const corners = [0, 1, 2].map(() => middle.map((c) => c + size * between(random, -1, 1)));
    const kind = pick(random, ['plain', 'plain', 'plain', 'segment', 'point']);
    positions.push(...corners[0], ...corners[kind === 'point' ? 0 : 1], ...corners[kind === 'plain' ? 2 : 0]);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

const placed = (shape: Mesh, pose: Affine = identity()): WorldMesh => worldMesh(body(shape, { pose }));

const faceCount = ({ indices }: WorldMesh): number => indices.length / 3;

/** Every face against every face. */
function leastDistance(a: WorldMesh, b: WorldMesh): number {
  const points = new Float64Array(6);
  let least = Infinity;
  for (let f = 0; f < faceCount(a); f++)
    for (let g = 0; g < faceCount(b); g++) least = Math.min(least, faceDistance(a, f, b, g, points));
  return least;
}

const corners = ({ positions, indices }: WorldMesh, face: number): number[] =>
  [0, 1, 2].flatMap((k) => [...positions.subarray(3 * indices[3 * face + k], 3 * indices[3 * face + k] + 3)]);

/** The points lie on the faces named, and are as far apart as is told. */
function expectWitness(
  a: WorldMesh,
  b: WorldMesh,
  { a: f, b: g, distance, points: [p, q], error }: NearestFaces,
): void {
  const magnitude = Math.max(...[a, b].flatMap(({ bounds: { min, max } }) => [...min, ...max].map(Math.abs)));
  const rounding = 2 ** -50 * magnitude;
  expect(Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - distance)).toBeLessThanOrEqual(rounding);
  const off = (point: Vec3, mesh: WorldMesh, face: number): number =>
    exactTriangleDistance([...point, ...point, ...point], corners(mesh, face)).distance;
  expect(off(p, a, f)).toBeLessThanOrEqual(rounding);
  expect(off(q, b, g)).toBeLessThanOrEqual(rounding);
  expect(error).toBe(distanceError(a, b));
}

/** A random rotation, then a shift of this length in a random direction. */
function away(random: Random, by: number): Affine {
  const [x, y, z] = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
  const length = Math.hypot(x, y, z) || 1;
  return multiply(translation((by * x) / length, (by * y) / length, (by * z) / length), randomRotation(random));
}

describe('the nearest faces', () => {
  for (let seed = 1; seed <= 6; seed++)
    it(`of shapes, as every face against every face tells (seed ${seed})`, () => {
      const random = seeded(seed);
      for (let k = 0; k < 5; k++) {
        const a = placed(pick(random, SHAPES), randomRotation(random));
        const b = placed(pick(random, SHAPES), away(random, scaleBetween(random, 1.5, 100)));
        const found = nearestFaces(a, b)!;
        const least = leastDistance(a, b);
        expect(Math.abs(found.distance - least), `${k}`).toBeLessThanOrEqual(found.error);
        expectWitness(a, b, found);
        const swapped = nearestFaces(b, a)!;
        expect(Math.abs(swapped.distance - least), `${k}`).toBeLessThanOrEqual(found.error);
      }
    });

  for (let seed = 7; seed <= 10; seed++)
    it(`of faces of all sizes and without area, likewise (seed ${seed})`, () => {
      const random = seeded(seed);
      for (const by of [0.5, 1.2, 2, 30]) {
        const a = placed(soup(random, 250), randomRotation(random));
        const b = placed(soup(random, 250), away(random, by));
        const found = nearestFaces(a, b)!;
        expect(Math.abs(found.distance - leastDistance(a, b)), `${by}`).toBeLessThanOrEqual(found.error);
        expectWitness(a, b, found);
      }
    });

  it('of a ball in a shell, all around nearly as near (seed 11)', () => {
    const random = seeded(11);
    const ball = uvSphere({ segments: 24, rings: 14 });
    for (const [shell, scale] of [
      [ball, 1.1],
      [ball, 3],
      [icoSphere({ subdivisions: 2 }), 1.2],
      [uvSphere({ segments: 30, rings: 11 }), 2],
    ] as const) {
      const turn = shell === ball ? identity() : randomRotation(random);
      const [a, b] = [placed(ball), placed(shell, multiply(turn, scaling(scale)))];
      for (const [p, q] of [
        [a, b],
        [b, a],
      ] as const) {
        const found = nearestFaces(p, q)!;
        expect(Math.abs(found.distance - leastDistance(p, q))).toBeLessThanOrEqual(found.error);
        expectWitness(p, q, found);
      }
    }
  });

  it('of plates side by side, straight and aslant', () => {
    const plate = box({ size: [2, 2, 0.125], segments: 8 });
    for (const turn of [identity(), rotation([0.36, 0.48, 0.8], 0.7)]) {
      const [a, b] = [placed(plate, turn), placed(plate, multiply(turn, translation(0.3, 0.2, 0.5)))];
      const found = nearestFaces(a, b)!;
      expect(Math.abs(found.distance - 0.375)).toBeLessThanOrEqual(found.error);
      expectWitness(a, b, found);
    }
  });

  it('of one huge face and many small ones', () => {
    const huge = placed({
      positions: Float64Array.of(-5e4, -5e4, 3, 6e4, -4e4, 3, 0, 7e4, 3),
      indices: Uint32Array.of(0, 1, 2),
    });
    // The poles are corners.
    const ball = placed(uvSphere({ segments: 100, rings: 60 }));
    for (const found of [nearestFaces(huge, ball)!, nearestFaces(ball, huge)!])
      expect(Math.abs(found.distance - 2)).toBeLessThanOrEqual(found.error);
  });

  it('of crowds of faces that share a middle, or a place (seed 12)', () => {
    const random = seeded(12);
    const crowd = (count: number, x: number): WorldMesh => {
      const positions: number[] = [];
      for (let k = 0; k < count; k++) {
        const [u, v] = [between(random, -1, 1), between(random, -1, 1)];
        // Two corners on either side of the middle: every box has it there; and the same face, time and again.
        positions.push(...(k % 2 ? [x - u, -v, -1, x + u, v, 1, x - u, -v, 1] : [x, 0, 0, x, 0.5, 0, x, 0, 0.5]));
      }
      return placed({
        positions: Float64Array.from(positions),
        indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
      });
    };
    const [a, b] = [crowd(300, 0), crowd(300, 4)];
    const found = nearestFaces(a, b)!;
    expect(Math.abs(found.distance - leastDistance(a, b))).toBeLessThanOrEqual(found.error);
  });

  it('of clusters of tiny faces far apart in one body (seed 13)', () => {
    const random = seeded(13);
    const dust = (x: number): Mesh => {
      const parts = Array.from({ length: 6 }, () => [
        between(random, -1, 1),
        between(random, -1, 1),
        between(random, -1, 1),
      ]);
      const positions = parts.flatMap((at) =>
        [...soup(random, 60).positions].map((c, i) => 1e-7 * c + at[i % 3] + (i % 3 === 0 ? x : 0)),
      );
      return {
        positions: Float64Array.from(positions),
        indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
      };
    };
    for (const x of [0.5, 1, 10]) {
      const [a, b] = [placed(dust(0)), placed(dust(x))];
      const found = nearestFaces(a, b)!;
      expect(Math.abs(found.distance - leastDistance(a, b))).toBeLessThanOrEqual(found.error);
    }
  });

  it('vertices that no face uses do not count', () => {
    const shape = icoSphere({ subdivisions: 1 });
    const more = (x: number): Mesh => ({
      positions: Float64Array.of(...shape.positions, x, 0, 0, 5, 5, 5),
      indices: shape.indices,
    });
    const [a, b] = [placed(more(1.5)), placed(more(-1.5), translation(3, 0.1, 0.2))];
    const expected = leastDistance(placed(shape), placed(shape, translation(3, 0.1, 0.2)));
    expect(nearestFaces(a, b)!.distance).toBe(expected);
  });

  it('where surfaces cross, at no distance but for rounding', () => {
    for (const by of [0, 0.3, 1.2, 1.9]) {
      const a = placed(icoSphere({ subdivisions: 3 }));
      const found = nearestFaces(a, placed(torusKnot(), translation(by, 0.01, 0.02)))!;
      expect(found.distance).toBeLessThanOrEqual(found.error);
    }
  });
});

describe('clusters of faces', () => {
  it('each face is in one leaf, and every cluster holds its faces (seed 23)', () => {
    const random = seeded(23);
    for (const shape of [...SHAPES, soup(random, 500)]) {
      const { a } = commonFrame(placed(shape, randomRotation(random)), placed(box(), translation(9, 0, 0)));
      const all = Uint32Array.from({ length: a.indices.length / 3 }, (_, f) => f);
      const { tree, faces, boxes, cylinders, slabs } = faceClusters(a, all);
      expect([...faces].sort((p, q) => p - q)).toEqual([...all]);
      const leaves = [...tree.childCount.subarray(0, tree.count).keys()].filter((node) => tree.childCount[node] === 0);
      expect(leaves.reduce((sum, node) => sum + tree.to[node] - tree.from[node], 0)).toBe(all.length);
      const lost = new Set<string>();
      for (let node = 0; node < tree.count; node++) {
        const [x, y, z, nx, ny, nz, radius, half] = cylinders.subarray(CYLINDER * node);
        if (Math.abs(Math.hypot(nx, ny, nz) - 1) > 2 ** -50) lost.add('unit axis');
        for (let i = tree.from[node]; i < tree.to[node]; i++)
          for (let n = 0; n < 3; n++) {
            const p = a.positions.subarray(3 * a.indices[3 * faces[i] + n], 3 * a.indices[3 * faces[i] + n] + 3);
            if (!p.every((c, k) => c >= boxes[6 * node + k] && c <= boxes[6 * node + 3 + k])) lost.add('box');
            const [u, v, w] = [p[0] - x, p[1] - y, p[2] - z];
            if (Math.abs(nx * u + ny * v + nz * w) > half) lost.add('height');
            if (Math.hypot(v * nz - w * ny, w * nx - u * nz, u * ny - v * nx) > radius) lost.add('radius');
            const [mx, my, mz, low, high] = slabs.subarray(SLAB * i);
            const at = mx * p[0] + my * p[1] + mz * p[2];
            if (!(at >= low && at <= high)) lost.add('slab');
          }
      }
      expect([...lost]).toEqual([]);
    }
  });
});

describe('with a limit', () => {
  const [a, b] = [placed(box({ segments: 4 })), placed(box({ segments: 4 }), translation(2.5, 0, 0))];

  it('at it they are found, beyond it they are not', () => {
    expect(nearestFaces(a, b, 1.5)!.distance).toBe(1.5);
    expect(nearestFaces(a, b, 1e9)!.distance).toBe(1.5);
    for (const limit of [0, 1, 1.4999999999]) expect(nearestFaces(a, b, limit)).toBeUndefined();
    expect(nearestFaces(a, a, 0)!.distance).toBe(0);
  });

  it('whose boxes meet, likewise (seed 14)', () => {
    const random = seeded(14);
    for (let k = 0; k < 10; k++) {
      const ring = placed(torus({ radius: 1.5, tubeRadius: 0.2 }), randomRotation(random));
      const ball = placed(icoSphere(), away(random, 0.1));
      const { distance, error } = nearestFaces(ring, ball)!;
      expect(nearestFaces(ring, ball, distance)!.distance).toBeCloseTo(distance, 12);
      expect(nearestFaces(ring, ball, distance - 2 * error)).toBeUndefined();
      expect(nearestFaces(ring, ball, distance / 2)).toBeUndefined();
    }
  });
});

describe('wherever they are', () => {
  for (const scale of [1e-6, 1, 1e6, 2 ** 300, 2 ** -295])
    it(`scaled by ${scale.toPrecision(3)} (seed 15)`, () => {
      const random = seeded(15);
      for (let k = 0; k < 3; k++) {
        const [shapeA, shapeB] = [pick(random, SHAPES), pick(random, SHAPES)];
        const [poseA, poseB] = [randomRotation(random), away(random, between(random, 3, 5))];
        const { distance } = nearestFaces(placed(shapeA, poseA), placed(shapeB, poseB))!;
        const larger = scaling(scale);
        const [a, b] = [
          placed(scaled(shapeA, scale), poseA),
          placed(scaled(shapeB, scale), multiply(larger, multiply(poseB, scaling(1 / scale)))),
        ];
        const found = nearestFaces(a, b)!;
        expect(found.distance / scale).toBeCloseTo(distance, 5);
        expect(Math.abs(found.distance - leastDistance(a, b))).toBeLessThanOrEqual(found.error);
      }
    });

  it('moved and turned together: the same distance, far from the origin, too (seed 16)', () => {
    const random = seeded(16);
    for (let k = 0; k < 20; k++) {
      const [shapeA, shapeB] = [pick(random, SHAPES), pick(random, SHAPES)];
      const [poseA, poseB] = [randomRotation(random), away(random, between(random, 3, 5))];
      const { distance } = nearestFaces(placed(shapeA, poseA), placed(shapeB, poseB))!;
      const far = pick(random, [1, 1e3, 1e6]);
      const motion = away(random, far);
      const moved = nearestFaces(placed(shapeA, multiply(motion, poseA)), placed(shapeB, multiply(motion, poseB)))!;
      expect(Math.abs(moved.distance - distance)).toBeLessThan(1e-15 * far + 1e-13);
    }
  });
});

describe('against three-mesh-bvh', () => {
  for (let seed = 17; seed <= 18; seed++)
    it(`the same distance (seed ${seed})`, () => {
      const random = seeded(seed);
      const [fine, knot, bumps] = [
        icoSphere({ subdivisions: 4 }),
        torusKnot({ segments: 120, sides: 12 }),
        bumpySphere({ segments: 40 }),
      ];
      for (let k = 0; k < 4; k++) {
        const a = placed(pick(random, [fine, knot, bumps]), randomRotation(random));
        const b = placed(pick(random, [fine, knot, bumps]), away(random, between(random, 2.6, 6)));
        // It works in f64, but its frames are rounded.
        expect(nearestFaces(a, b)!.distance).toBeCloseTo(surfaceDistance(surfaceOf(a), surfaceOf(b)), 9);
      }
    });
});

describe('all faces nearer than a limit', () => {
  for (let seed = 19; seed <= 22; seed++)
    it(`as every face against every face tells (seed ${seed})`, () => {
      const random = seeded(seed);
      const points = new Float64Array(6);
      for (let k = 0; k < 3; k++) {
        const [shapeA, shapeB] =
          seed % 2 ? [soup(random, 120), soup(random, 90)] : [pick(random, SHAPES), pick(random, SHAPES)];
        const [a, b] = [placed(shapeA, randomRotation(random)), placed(shapeB, away(random, between(random, 0.5, 3)))];
        for (const limit of [0, 0.05, 0.7, 10]) {
          const found = nearerThan(a, b, limit);
          const expected: string[] = [];
          for (let f = 0; f < faceCount(a); f++)
            for (let g = 0; g < faceCount(b); g++) {
              const distance = faceDistance(a, f, b, g, points, limit);
              if (distance <= limit) expected.push(`${f} ${g} ${distance} ${points}`);
            }
          const told = Array.from(
            found.a,
            (f, i) => `${f} ${found.b[i]} ${found.distance[i]} ${found.points.subarray(6 * i, 6 * i + 6)}`,
          );
          expect(told).toEqual(expected);
        }
      }
    });

  it('none where all are farther', () => {
    const { a, b, distance, points } = nearerThan(placed(box()), placed(box(), translation(3, 0, 0)), 1.9);
    expect([a.length, b.length, distance.length, points.length]).toEqual([0, 0, 0, 0]);
  });
});

function scaled({ positions, indices }: Mesh, by: number): Mesh {
  return { positions: Float64Array.from(positions, (c) => c * by), indices };
}
