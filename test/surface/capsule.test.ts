import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { boundsOf } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { capsule as capsuleMesh, capsuleVolume } from '../../src/mesh/shapes/capsule.js';
import { capsuleKind } from '../../src/surface/convex/capsuleKind.js';
import { capsule } from '../../src/surface/convex/capsuleSurface.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { describeGpu } from '../support/gpu.js';
import { castSubject } from './support/castSubject.js';
import { checkCut, checkGradient, checkRandomRays, checkTangentRays, tangentRays } from './support/checkRays.js';
import { exactRounding } from './support/exactRounding.js';
import { expectCrossings } from './support/expectCrossings.js';
import { expectOnGpu } from './support/expectOnGpu.js';
import { gridVolume } from './support/gridVolume.js';
import { type Ray, randomRay } from './support/randomRay.js';

const pill = (radius: number, height: number) => castSubject(capsuleKind, capsule({ radius, height }));

const SHAPES = [
  ['a pill', 1, 2, 6000],
  ['a needle', 0.01, 5, 2000],
  ['all but a ball', 1, 1e-6, 2000],
] as const;

describe('capsule', () => {
  for (const [name, radius, height, count] of SHAPES) {
    const oracle = (ray: Ray) => exactRounding([0, 0, height / 2], radius, ray);
    test(`${name} (${radius}, ${height}) is met by ${count} random rays of seed 1 where its exact parts are`, () => {
      checkRandomRays(pill(radius, height), oracle, count, 1);
    });
    test(`rays that all but touch ${name} (${radius}, ${height}), of seed 2, cross as often as its exact parts say`, () => {
      checkTangentRays(pill(radius, height), oracle, 500, 2);
    });
  }

  test('rays along the axis, in it, beside it and across the seams', () => {
    const subject = pill(1, 2);
    const cases: readonly (readonly [Ray, readonly number[], readonly number[]])[] = [
      [
        [0, 0, -9, 0, 0, 1],
        [7, 11],
        [2, 1],
      ],
      [
        [0, 0, 9, 0, 0, -2],
        [3.5, 5.5],
        [1, 2],
      ],
      [
        [0.6, 0, -9, 0, 0, 1],
        [7.2, 10.8],
        [2, 1],
      ],
      [[1.5, 0, -9, 0, 0, 1], [], []],
      [
        [-4, 0, 1, 1, 0, 0],
        [3, 5],
        [0, 0],
      ],
      [
        [-4, 0, 1.6, 1, 0, 0],
        [3.2, 4.8],
        [1, 1],
      ],
      [[0, -4, 2, 0, 1, 0], [], []],
      [[0, -4, 2.1, 0, 1, 0], [], []],
    ];
    const found = createCrossings();
    for (const [ray, exact, patches] of cases) {
      expectCrossings(subject, ray, exact);
      subject.caster.cast(...ray, -Infinity, Infinity, found);
      if (exact.length > 0) expect(Array.from(found.patch.subarray(0, found.count))).toEqual(patches);
    }
    // In the side: it touches from seam to seam.
    subject.caster.cast(1, 0, -9, 0, 0, 1, -Infinity, Infinity, found);
    expect([[], [8, 10]]).toContainEqual(Array.from(found.t.subarray(0, found.count)));
    checkCut(subject, [-4, 0.1, 3, 3, 0.2, -2]);
  });

  test('tells the patches of the points that it meets, on random rays of seed 3', () => {
    const { surface, caster, side } = pill(0.5, 1);
    const random = seeded(3);
    const found = createCrossings();
    const seen = new Set<number>();
    for (let k = 0; k < 500; k++) {
      const [px, py, pz, dx, dy, dz] = randomRay(random, surface.bounds);
      caster.cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
      for (let n = 0; n < found.count; n++) {
        const t = found.t[n];
        expect(found.patch[n]).toBe(side.patchAt(px + t * dx, py + t * dy, pz + t * dz));
        seen.add(found.patch[n]);
      }
    }
    expect(seen.size).toBe(surface.patches.length);
  });

  test('has its volume in closed form', () => {
    for (const axis of [0, 2] as const)
      expect(Math.abs(gridVolume(pill(0.7, 1.3), axis, 150) / capsuleVolume(0.7, 1.3) - 1)).toBeLessThan(1e-3);
  });

  test('is where the mesh of the same options is', () => {
    const options = { radius: 0.7, height: 1.3 };
    const { positions } = capsuleMesh(options);
    const [side] = capsuleKind.sides(capsule(options));
    for (let k = 0; k < positions.length; k += 3)
      expect(Math.abs(side.value(positions[k], positions[k + 1], positions[k + 2]))).toBeLessThan(1e-6);
    const { min, max } = capsule(options).bounds;
    const mesh = boundsOf(positions);
    for (const axis of [0, 1, 2]) {
      expect(mesh.min[axis]).toBeCloseTo(min[axis], 6);
      expect(mesh.max[axis]).toBeCloseTo(max[axis], 6);
    }
  });

  test('its gradient is that of its distance, at random points of seed 4', () => checkGradient(pill(0.5, 2), 4));

  test('refuses what is no length', () => {
    for (const [options, text] of [
      [{ radius: 0 }, 'capsule: the radius must be positive (0). Give a finite length above 0.'],
      [{ height: -2 }, 'capsule: the height must be positive (-2). Give a finite length above 0.'],
      [{ height: NaN }, 'capsule: the height must be positive (NaN). Give a finite length above 0.'],
    ] as const)
      expect(() => capsule(options)).toThrow(new InputError(text));
  });
});

/** Of rays that all but touch, in sizes: two crossings with less between them are too near to each other for f32. */
const LEAST_LIFT = 1e-6;

describeGpu('capsule on the GPU', () => {
  for (const [name, radius, height] of SHAPES)
    test(`meets ${name} (${radius}, ${height}) where the host does, on 3000 random rays of seed 5 and 500 of seed 6 that all but touch`, async () => {
      const subject = pill(radius, height);
      const random = seeded(5);
      const rays = Array.from({ length: 3000 }, () => randomRay(random, subject.surface.bounds));
      rays.push(...tangentRays(subject, 500, 6, LEAST_LIFT));
      rays.push([0, 0, -5, 0, 0, 1], [0.5 * radius, 0, 5, 0, 0, -1], [-5, 0, 0, 1, 0, 0]);
      expect(await expectOnGpu(subject, rays)).toBeLessThan(1e-6);
    });
});
