import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { roundedBoxKind } from '../../src/surface/convex/roundedBoxKind.js';
import { roundedBox } from '../../src/surface/convex/roundedBoxSurface.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { describeGpu } from '../support/gpu.js';
import { castSubject } from './support/castSubject.js';
import { checkCut, checkGradient, checkRandomRays, checkTangentRays, tangentRays } from './support/checkRays.js';
import { exactRounding } from './support/exactRounding.js';
import { expectCrossings } from './support/expectCrossings.js';
import { expectOnGpu } from './support/expectOnGpu.js';
import { gridVolume } from './support/gridVolume.js';
import { type Ray, randomRay } from './support/randomRay.js';

const pebble = (size: Vec3, radius: number) => castSubject(roundedBoxKind, roundedBox({ size, radius }));

const SHAPES = [
  ['a pebble', [3, 2, 1.5], 0.5, 5000],
  ['a sharp box', [1, 2, 3], 0.001, 2000],
  ['a thin plate', [4, 3, 0.01], 0.005, 1500],
  ['a ball', [2, 2, 2], 1, 1500],
] as const;

describe('rounded box', () => {
  for (const [name, size, radius, count] of SHAPES) {
    const { inner } = roundedBox({ size, radius });
    const oracle = (ray: Ray) => exactRounding(inner, radius, ray);
    test(`${name} (${size}, ${radius}) is met by ${count} random rays of seed 1 where its exact parts are`, () => {
      checkRandomRays(pebble(size, radius), oracle, count, 1);
    });
    test(`rays that all but touch ${name} (${size}, ${radius}), of seed 2, cross as often as its exact parts say`, () => {
      checkTangentRays(pebble(size, radius), oracle, 500, 2);
    });
  }

  test('rays along the axes, along faces and through corners', () => {
    const subject = pebble([4, 2, 2], 0.5);
    const diagonal = 1.5 + 0.5 / Math.sqrt(3);
    const cases: readonly (readonly [Ray, readonly number[]])[] = [
      [
        [-9, 0, 0, 1, 0, 0],
        [7, 11],
      ],
      [
        [-9, 0.5, -0.5, 1, 0, 0],
        [7, 11],
      ],
      [
        [-9, 0.8, 0, 1, 0, 0],
        [7.1, 10.9],
      ],
      [
        [0, 9, 0, 0, -3, 0],
        [8 / 3, 10 / 3],
      ],
      // Along x up to the least number there is.
      [
        [-9, 0.5, 0.8, 1, 0, -5e-324],
        [7.1, 10.9],
      ],
      // Along an edge of the box that was rounded away, and all but in a face.
      [[-9, 1, 1, 1, 0, 0], []],
      [[-9, 0, 1 + 1e-12, 1, 1e-3, 0], []],
      // To the middle of a corner's ball, and through a face's border.
      [[1.5 - 4, 0.5 - 4, 0.5 - 4, 1, 1, 1], exactRounding([1.5, 0.5, 0.5], 0.5, [-2.5, -3.5, -3.5, 1, 1, 1])],
    ];
    for (const [ray, exact] of cases) expectCrossings(subject, ray, exact);
    const found = createCrossings();
    const ball = pebble([4, 4, 4], 0.5);
    ball.caster.cast(0, 0, 0, 1, 1, 1, 0, 9, found);
    expect(found.t[0]).toBeCloseTo(diagonal, 14);
    expect(ball.surface.patches[found.patch[0]]).toBe('corner +x +y +z');
    // In a face: it touches from seam to seam, up to what touching at right angles to a rounding is worth.
    subject.caster.cast(-9, 1, 0, 1, 0, 0, -Infinity, Infinity, found);
    expect([0, 2]).toContain(found.count);
    if (found.count === 2) expect(found.t[1] - found.t[0]).toBeCloseTo(3, 7);
    checkCut(subject, [-4, 0.1, 3, 4, 0.2, -2.9]);
  });

  test('tells the patches of the points that it meets, on random rays of seed 3', () => {
    const { surface, caster, side } = pebble([3, 2, 1.5], 0.5);
    const random = seeded(3);
    const found = createCrossings();
    const seen = new Set<number>();
    for (let k = 0; k < 2000; k++) {
      const [px, py, pz, dx, dy, dz] = randomRay(random, surface.bounds);
      caster.cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
      for (let n = 0; n < found.count; n++) {
        const t = found.t[n];
        const p = [px + t * dx, py + t * dy, pz + t * dz];
        expect(found.patch[n]).toBe(side.patchAt(p[0], p[1], p[2]));
        // The name says where it is.
        const signs = p.flatMap((x, axis) =>
          Math.abs(x) <= surface.bounds.max[axis] - 0.5 ? [] : [`${x < 0 ? '-' : '+'}${'xyz'[axis]}`],
        );
        expect(surface.patches[found.patch[n]].split(' ').slice(1)).toEqual(signs);
        seen.add(found.patch[n]);
      }
    }
    expect(seen.size).toBe(26);
    expect(new Set(surface.patches).size).toBe(26);
  });

  test("has Steiner's volume: box, slabs on its faces, quarter cylinders and a ball", () => {
    const [x, y, z, r] = [2, 1, 0.5, 0.25];
    const volume =
      x * y * z + 2 * r * (x * y + y * z + z * x) + Math.PI * r * r * (x + y + z) + (4 / 3) * Math.PI * r ** 3;
    for (const axis of [0, 1, 2] as const) {
      const measured = gridVolume(pebble([x + 2 * r, y + 2 * r, z + 2 * r], r), axis, 150);
      expect(Math.abs(measured / volume - 1)).toBeLessThan(5e-4);
    }
  });

  test('its gradient is that of its distance, at random points of seed 4', () =>
    checkGradient(pebble([3, 2, 1.5], 0.5), 4));

  test('refuses a radius that does not fit, and takes one that just does', () => {
    for (const [options, text] of [
      [{ size: 0 }, 'roundedBox: the size along x must be positive (0). Give a finite length above 0.'],
      [{ radius: 0 }, 'roundedBox: the radius must be positive (0). Give a finite length above 0.'],
      [
        { size: [3, 1, 2], radius: 0.6 },
        'roundedBox: the radius is more than half the least size (radius 0.6, size 1). Give a radius of at most 0.5.',
      ],
    ] as const)
      expect(() => roundedBox(options)).toThrow(new InputError(text));
    expect(roundedBox({ size: [3, 1, 2], radius: 0.5 }).inner).toEqual([1, 0, 0.5]);
  });
});

/** Of rays that all but touch, in sizes: two crossings with less between them are too near to each other for f32. */
const LEAST_LIFT = 1e-6;

describeGpu('rounded box on the GPU', () => {
  for (const [name, size, radius] of SHAPES)
    test(`meets ${name} (${size}, ${radius}) where the host does, on 3000 random rays of seed 5 and 500 of seed 6 that all but touch`, async () => {
      const subject = pebble(size, radius);
      const random = seeded(5);
      const rays = Array.from({ length: 3000 }, () => randomRay(random, subject.surface.bounds));
      rays.push(...tangentRays(subject, 500, 6, LEAST_LIFT));
      rays.push([0, 0, -5, 0, 0, 1], [0.2, 5, 0, 0, -1, 0], [-5, 0, 0, 1, 0, 0]);
      expect(await expectOnGpu(subject, rays)).toBeLessThan(1e-6);
    });
});
