import { expect } from 'vitest';
import { createCrossings } from '../../../src/surface/crossings.js';
import { quadricKind } from '../../../src/surface/quadric/quadricKind.js';
import type { Quadric } from '../../../src/surface/surface.js';
import { type ExactCrossing, quadricOracle } from './quadricOracle.js';
import type { Ray } from './randomRay.js';

/** Pairs nearer than this, in sizes, count as a touch. */
const TOUCH = 1e-9;

export interface Compared {
  /** How many rays met the solid. */
  hits: number;
  /** How many ran along its border, so that only their sanity was asked for. */
  along: number;
  /** The worst place of a crossing that was not nearly tangent, in sizes. */
  worst: number;
}

/**
 * Casts rays and compares with the exact crossings: as many, on the same patches, each within 1e-11 of the solid's size where the ray
 * is not nearly tangent there.
 */
export function expectExact(surface: Quadric, rays: Iterable<Ray>): Compared {
  const oracle = quadricOracle(surface);
  const { cast } = quadricKind.caster(surface);
  const sides = quadricKind.sides(surface);
  const out = createCrossings();
  const gradient = new Float64Array(3);
  const { min, max } = surface.bounds;
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const compared: Compared = { hits: 0, along: 0, worst: 0 };
  for (const ray of rays) {
    const [px, py, pz, dx, dy, dz] = ray;
    cast(px, py, pz, dx, dy, dz, -Infinity, Infinity, out);
    const length = Math.hypot(dx, dy, dz);
    const told = Array.from({ length: out.count }, (_, k) => ({ t: out.t[k], patch: out.patch[k] }));
    const say = (what: string): string => `ray ${ray.join(', ')}: ${what}; ${JSON.stringify(told)}`;
    if (out.startsInside || out.unsettled > 0 || out.count % 2 > 0) expect.fail(say('starts inside'));
    for (const [k, { t }] of told.entries()) {
      if (!(k === 0 || t > told[k - 1].t)) expect.fail(say('not ascending'));
      for (const [axis, at] of [px + t * dx, py + t * dy, pz + t * dz].entries())
        if (!(at > min[axis] - 1e-7 * size && at < max[axis] + 1e-7 * size)) expect.fail(say('outside of the bounds'));
    }
    const { crossings, isAlong } = oracle(ray);
    if (crossings.length > 0) compared.hits++;
    if (isAlong) {
      compared.along++;
      continue;
    }
    const apart = (TOUCH * size) / length;
    const [a, b] = [withoutClosePairs(told, apart), withoutClosePairs(crossings, apart)];
    if (a.length !== b.length) expect.fail(say(`instead of ${JSON.stringify(crossings)}`));
    for (const [k, { t, patch }] of b.entries()) {
      sides[patch].gradient(px + t * dx, py + t * dy, pz + t * dz, gradient);
      const [x, y, z] = gradient;
      const steepness = Math.abs(x * dx + y * dy + z * dz) / (Math.hypot(x, y, z) * length);
      // Towards a cone's apex every direction is nearly tangent: the form itself is nearly flat there.
      const isSingular = patch === 0 && Math.hypot(x, y, z) * size < 1e-3;
      if (!(steepness > 1e-3) || isSingular) continue;
      compared.worst = Math.max(compared.worst, (Math.abs(a[k].t - t) * length) / size);
      if (compared.worst > 1e-11) expect.fail(say(`off by ${compared.worst} from ${JSON.stringify(crossings)}`));
      // Where two sides meet, either may be told.
      const at = [px + t * dx, py + t * dy, pz + t * dz] as const;
      if (a[k].patch !== patch && Math.abs(sides[a[k].patch].value(...at)) > 1e-11)
        expect.fail(say(`other patch than ${JSON.stringify(crossings)}`));
    }
  }
  return compared;
}

function withoutClosePairs(all: readonly ExactCrossing[], apart: number): ExactCrossing[] {
  const left: ExactCrossing[] = [];
  for (const one of all) {
    if (left.length > 0 && one.t - left[left.length - 1].t < apart) left.pop();
    else left.push(one);
  }
  return left;
}
