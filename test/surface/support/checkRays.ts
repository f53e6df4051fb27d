import { expect } from 'vitest';
import { seeded } from '../../../src/math/random.js';
import { scale, type Vec3 } from '../../../src/math/vector.js';
import { createCrossings } from '../../../src/surface/crossings.js';
import type { CastSubject } from './castSubject.js';
import { expectCrossings } from './expectCrossings.js';
import { type Ray, randomRay, tangentRay } from './randomRay.js';

/** All crossings of a ray's line, ascending. */
export type Oracle = (ray: Ray) => readonly number[];

/** Compares random rays at a convex solid with an oracle; some of them along an axis or in a plane of two. */
export function checkRandomRays(subject: CastSubject, oracle: Oracle, count: number, seed: number): void {
  const random = seeded(seed);
  const { min, max } = subject.surface.bounds;
  const aims = { min: scale(min, 1.1), max: scale(max, 1.1) };
  let hits = 0;
  for (let k = 0; k < count; k++) {
    const ray = [...randomRay(random, aims)];
    if (k % 10 === 0) ray[3 + (k % 3)] = 0;
    if (k % 20 === 0) ray[3 + ((k + 1) % 3)] = 0;
    const exact = oracle(ray as unknown as Ray);
    expectCrossings(subject, ray as unknown as Ray, exact);
    if (exact.length === 2) hits++;
  }
  expect(hits).toBeGreaterThan(count / 4);
  expect(hits).toBeLessThan(count);
}

/** Rays that touch a convex solid, up to a lift of `least` to 0.1 of the size, outwards and inwards. */
export function tangentRays(subject: CastSubject, count: number, seed: number, least: number): Ray[] {
  const random = seeded(seed);
  const gradient = new Float64Array(3);
  const found = createCrossings();
  return Array.from({ length: count }, () => {
    const [, , , dx, dy, dz] = randomRay(random, subject.surface.bounds);
    subject.caster.cast(0, 0, 0, dx, dy, dz, 0, Infinity, found);
    const point: Vec3 = [found.t[0] * dx, found.t[0] * dy, found.t[0] * dz];
    subject.side.gradient(...point, gradient);
    const lift = (random() < 0.5 ? -0.1 : 0.1) * subject.size * (10 * least) ** random();
    return tangentRay(random, point, [gradient[0], gradient[1], gradient[2]], lift, subject.size);
  });
}

/** Compares rays that touch, up to a lift of 1e-12 of the size, with an oracle. */
export function checkTangentRays(subject: CastSubject, oracle: Oracle, count: number, seed: number): void {
  for (const ray of tangentRays(subject, count, seed, 1e-12)) expectCrossings(subject, ray, oracle(ray));
}

/** The gradient is the slope of the value, at random points near the surface. */
export function checkGradient({ caster, side, size }: CastSubject, seed: number): void {
  const random = seeded(seed);
  const gradient = new Float64Array(3);
  const found = createCrossings();
  const e = 1e-6 * size;
  for (let k = 0; k < 200; k++) {
    const [, , , dx, dy, dz] = randomRay(random, { min: [-1, -1, -1], max: [1, 1, 1] });
    caster.cast(0, 0, 0, dx, dy, dz, 0, Infinity, found);
    const t = found.t[0];
    expect(Math.abs(side.value(t * dx, t * dy, t * dz))).toBeLessThan(1e-12 * Math.max(1, size));
    const s = t * (0.99 + 0.02 * random());
    const [x, y, z] = [s * dx, s * dy, s * dz];
    side.gradient(x, y, z, gradient);
    const slopes = [
      side.value(x + e, y, z) - side.value(x - e, y, z),
      side.value(x, y + e, z) - side.value(x, y - e, z),
      side.value(x, y, z + e) - side.value(x, y, z - e),
    ];
    for (const [axis, slope] of slopes.entries())
      expect(Math.abs(gradient[axis] - slope / (2 * e))).toBeLessThan(1e-4 * Math.hypot(...gradient));
  }
}

/** From inside, and cut short on either side. */
export function checkCut({ caster }: CastSubject, [px, py, pz, dx, dy, dz]: Ray): void {
  const found = createCrossings();
  const tell = (from: number, to: number) => {
    caster.cast(px, py, pz, dx, dy, dz, from, to, found);
    return [found.startsInside, ...found.t.subarray(0, found.count)];
  };
  const [isIn, t0, t1] = tell(-Infinity, Infinity) as [boolean, number, number];
  expect(isIn).toBe(false);
  const middle = 0.5 * (t0 + t1);
  expect(tell(t0, t1)).toEqual([false, t0, t1]);
  expect(tell(middle, Infinity)).toEqual([true, t1]);
  expect(tell(-Infinity, middle)).toEqual([false, t0]);
  expect(tell(0.5 * (t0 + middle), middle)).toEqual([true]);
  expect(tell(t1 + (t1 - t0), Infinity)).toEqual([false]);
  expect(tell(-Infinity, t0 - (t1 - t0))).toEqual([false]);
}
