import { expect } from 'vitest';
import { createCrossings } from '../../../src/surface/crossings.js';
import { type CastSubject, steepness, withoutClosePairs } from './castSubject.js';
import type { Ray } from './randomRay.js';

/** Pairs of crossings nearer to each other than this, in sizes, count as a touch: the dip between them is below an f64's last digit. */
const TOUCH = 1e-7;

const found = createCrossings();

/**
 * Casts one ray from minus to plus infinity and compares with the exact crossings: as many, except for touches, and each within
 * 1e-11 of the solid's size, where the ray is not nearly tangent. Gives back how far they are off, in sizes.
 */
export function expectCrossings(subject: CastSubject, ray: Ray, exact: readonly number[]): number {
  const { caster, size } = subject;
  const [px, py, pz, dx, dy, dz] = ray;
  caster.cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, found);
  const length = Math.hypot(dx, dy, dz);
  const told = Array.from(found.t.subarray(0, found.count));
  const apart = (TOUCH * size) / length;
  const [a, b] = [withoutClosePairs(told, apart), withoutClosePairs(exact, apart)];
  if (a.length !== b.length || found.startsInside || found.unsettled > 0)
    expect.fail(`ray ${ray.join(', ')}: crossings ${told} instead of ${exact}`);
  let worst = 0;
  for (const [k, t] of b.entries()) {
    if (steepness(subject, ray, t) < 1e-3) continue;
    worst = Math.max(worst, (Math.abs(a[k] - t) * length) / size);
  }
  if (!(worst <= 1e-11)) expect.fail(`ray ${ray.join(', ')}: crossings ${told} instead of ${exact}, off by ${worst}`);
  return worst;
}
