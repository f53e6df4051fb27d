import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.js';
import { seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { functionKind } from '../../src/surface/implicit/functionKind.js';
import { type FunctionSolidOptions, functionSolid } from '../../src/surface/implicit/functionSolid.js';
import type { PointFunction } from '../../src/surface/implicit/functionValue.js';
import type { CastSubject } from './support/castSubject.js';
import { csgCrossings } from './support/csgCrossings.js';
import { minus, plus, polynomial, square } from './support/exactPolynomial.js';
import { expectCrossings } from './support/expectCrossings.js';
import { gridVolume } from './support/gridVolume.js';
import { type Ray, randomRay, tangentRay } from './support/randomRay.js';
import { realRoots } from './support/realRoots.js';

const box = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] }) as const;

function solid(f: PointFunction, lipschitz: number, half = 1.5): CastSubject {
  const surface = functionSolid({ f, lipschitz, bounds: box(half) });
  const { min, max } = surface.bounds;
  return {
    surface,
    caster: functionKind.caster(surface),
    side: functionKind.sides(surface)[0],
    program: { wgsl: '', parameters: [] },
    size: Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
  };
}

const ball: PointFunction = (x, y, z) => Math.hypot(x, y, z) - 1;
const found = createCrossings();

/** Where a line meets a ball about the origin, without rounding. */
function ballRoots([px, py, pz, dx, dy, dz]: Ray, r: number): number[] {
  const [x2, y2, z2] = [polynomial([px, dx]), polynomial([py, dy]), polynomial([pz, dz])].map(square);
  return realRoots(minus(plus(plus(x2, y2), z2), square(polynomial([r]))))
    .filter(({ multiplicity }) => multiplicity === 1)
    .map(({ t }) => t);
}

describe('a solid by a function', () => {
  test('a ball is met by 4000 random rays of seed 31 where the exact one is', () => {
    const subject = solid(ball, 1);
    const random = seeded(31);
    for (let k = 0; k < 4000; k++) {
      const ray = randomRay(random, subject.surface.bounds);
      expectCrossings(subject, ray, ballRoots(ray, 1));
    }
  });

  test('a shell of 1e-3, with a bound that is three times too large, by 3000 rays of seed 32', () => {
    const subject = solid((x, y, z) => Math.abs(ball(x, y, z)) - 2 ** -11, 3);
    const random = seeded(32);
    for (let k = 0; k < 3000; k++) {
      const ray = randomRay(random, subject.surface.bounds);
      const roots = [1 - 2 ** -11, 1 + 2 ** -11].flatMap((r) => ballRoots(ray, r));
      expectCrossings(
        subject,
        ray,
        roots.sort((a, b) => a - b),
      );
    }
  });

  test('a box less a ball by 2500 rays of seed 33, and rays that nearly touch the ball by 500 (seed 34)', () => {
    const f: PointFunction = (x, y, z) =>
      Math.max(Math.abs(x) - 1, Math.abs(y) - 0.75, Math.abs(z) - 0.5, 0.6875 - Math.hypot(x, y, z));
    const subject = solid(f, 1);
    const exact = (ray: Ray): number[] => {
      const walls = [1, 0.75, 0.5].flatMap((half, axis) => [-half, half].map((w) => (w - ray[axis]) / ray[3 + axis]));
      const isInside = (t: number): boolean => f(ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]) < 0;
      return csgCrossings([...walls, ...ballRoots(ray, 0.6875)], isInside);
    };
    const random = seeded(33);
    for (let k = 0; k < 2500; k++) {
      const ray = randomRay(random, subject.surface.bounds);
      expectCrossings(subject, ray, exact(ray));
    }
    const other = seeded(34);
    for (let k = 0; k < 500; k++) {
      const u = 2 * Math.PI * other();
      const normal: Vec3 = [Math.cos(u), Math.sin(u), 0];
      const lift = (other() < 0.5 ? -1 : 1) * 10 ** (-2 - 3 * other());
      const ray = tangentRay(other, [0.6875 * normal[0], 0.6875 * normal[1], 0], normal, lift, subject.size);
      expectCrossings(subject, ray, exact(ray));
    }
  });

  test('its volume is that of a ball, and of a ball cut by its box', () => {
    expect(Math.abs(gridVolume(solid(ball, 1), 0, 64) / ((4 / 3) * Math.PI) - 1)).toBeLessThan(4e-3);
    // The cap of height 0.5 is cut off on all six sides, and these caps do not meet.
    const caps = 6 * ((Math.PI * 0.2 ** 2 * (3 - 0.2)) / 3);
    expect(Math.abs(gridVolume(solid(ball, 1, 0.8), 1, 64) / ((4 / 3) * Math.PI - caps) - 1)).toBeLessThan(4e-3);
  });

  test('is closed by its bounds, which come close where it does not reach them', () => {
    const surface = functionSolid({ f: ball, lipschitz: 1, bounds: { min: [-0.5, -4, -4], max: [4, 4, 4] } });
    const { min, max } = surface.bounds;
    expect(min[0]).toBe(-0.5);
    for (const reach of [max[0], -min[1], max[1], -min[2], max[2]]) {
      expect(reach).toBeGreaterThanOrEqual(1);
      expect(reach).toBeLessThan(1.1);
    }
    functionKind.caster(surface).cast(-3, 0, 0, 1, 0, 0, 0, 9, found);
    expect(Array.from(found.t.subarray(0, found.count))).toEqual([2.5, expect.closeTo(4, 12)]);
    expect(Array.from(found.patch.subarray(0, found.count))).toEqual([1, 0]);
    functionKind.caster(surface).cast(0, 0, 0, 0, 1, 0, 0, 0.5, found);
    expect(found).toMatchObject({ count: 0, startsInside: true });
  });

  test('its gradient is the slope of the function (seed 35)', () => {
    const f: PointFunction = (x, y, z) => Math.sin(2 * x) + y * z - 0.5;
    const side = functionKind.sides(functionSolid({ f, lipschitz: 5, bounds: box(1) }))[0];
    const out = new Float64Array(3);
    const random = seeded(35);
    for (let k = 0; k < 100; k++) {
      const [x, y, z] = [2 * random() - 1, 2 * random() - 1, k % 10 === 0 ? 1 : 2 * random() - 1];
      side.gradient(x, y, z, out);
      for (const [axis, slope] of [2 * Math.cos(2 * x), z, y].entries()) expect(out[axis]).toBeCloseTo(slope, 7);
    }
  });

  test('a ray along a wall ends, and says what it could not settle', () => {
    const subject = solid((x, y, z) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) - 1, 1);
    subject.caster.cast(1, 0.25, -3, 0, 0, 1, 0, 9, found);
    expect(found.count % 2).toBe(0);
    expect(found.unsettled).toBeGreaterThan(0);
  });
});

describe('a solid by a function that is none', () => {
  const refuse = (options: Partial<FunctionSolidOptions>, message: RegExp): void => {
    const all = { f: ball, lipschitz: 1, bounds: box(1.5), ...options };
    expect(() => functionSolid(all)).toThrow(InputError);
    expect(() => functionSolid(all)).toThrow(message);
  };

  test('has no number, no bound or no bounds', () => {
    refuse({ f: () => Number.NaN }, /f returned NaN at \(-1\.5, -1\.5, -1\.5\)/);
    refuse({ f: (() => 'a') as unknown as PointFunction }, /no number but string at/);
    refuse({ f: 3 as unknown as PointFunction }, /f is no function \(number\)/);
    for (const lipschitz of [0, -1, Number.NaN, Infinity])
      refuse({ lipschitz }, /lipschitz must be positive and finite/);
    refuse({ bounds: { min: [0, 0, 0], max: [1, 0, 1] } }, /bounds are empty \(0 to 0 along y\)/);
  });

  test('is empty', () => {
    refuse({ bounds: { min: [2, 2, 2], max: [3, 3, 3] } }, /the solid is empty/);
    refuse({ f: (x, y, z) => Math.abs(ball(x, y, z)) }, /seems to be empty/);
  });

  test('is steeper than it says: both points are named', () => {
    refuse(
      { f: (x, y, z) => 4 * ball(x, y, z) },
      /faster than its lipschitz bound \(1\): it is .* at \(.*\) and .* at \(.*\)/,
    );
    // A jump that only a ray meets.
    const f: PointFunction = (x, y, z) => (Math.hypot(x - 0.3, y, z) < 1e-4 ? 1 : ball(x, y, z));
    const caster = functionKind.caster(functionSolid({ f, lipschitz: 1, bounds: box(1.5) }));
    expect(() => caster.cast(0.3, 0, 0, 1, 0, 0, 0, 3, found)).toThrow(/faster than its lipschitz bound/);
  });
});
