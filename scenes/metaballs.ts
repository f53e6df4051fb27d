import { type Body, body } from '../src/body.js';
import { translation } from '../src/math/affine.js';
import type { Vec3 } from '../src/math/vector.js';
import { box } from '../src/mesh/shapes/box.js';
import { add, exp, type Formula, mul, square, sub, x, y, z } from '../src/surface/formula/formula.js';
import { implicit } from '../src/surface/implicit/implicit.js';
import type { Implicit } from '../src/surface/surface.js';

/**
 * Gaussian blobs (Blinn 1982): inside where the sum of 2^(−|p − c|² / r²) is above ½, which a lone blob has at its radius. Two of them
 * part where their centres are 2√2 r from each other: then there is just ½ amid them.
 */
export function metaballs(centres: readonly Vec3[], radius: number): Implicit {
  const sharpness = Math.LN2 / (radius * radius);
  const blob = ([cx, cy, cz]: Vec3): Formula =>
    exp(mul(-sharpness, add(square(sub(x, cx)), square(sub(y, cy)), square(sub(z, cz)))));
  const [first, ...more] = centres.map(blob);
  const reach = 2.5 * radius;
  const bounds = {
    min: [0, 1, 2].map((k) => Math.min(...centres.map((c) => c[k])) - reach) as unknown as Vec3,
    max: [0, 1, 2].map((k) => Math.max(...centres.map((c) => c[k])) + reach) as unknown as Vec3,
  };
  return implicit({ f: sub(0.5, add(first, ...more)), bounds });
}

/** Drops that hang together, and then fall apart, above a floor: every formula has the same steps, so that a machine compiles it once. */
export interface FallingDrops {
  readonly drops: Body;
  /** A slab whose top is at {@link FLOOR}. */
  readonly floor: Body;
  /** Puts the drops where they are at a time from 0, when all hang together, to {@link FALL_END}, when each is alone. */
  fall(time: number): void;
}

export const DROP_COUNT = 4;
export const DROP_RADIUS = 0.5;
/** Along z, in units; times are in units of their own. */
const SPACING = 0.5;
const HALF_GRAVITY = 4;
export const FALL_END = 1.25;
/** By how much each drop falls later than the one below it. */
const DELAY = 0.15;
/** Low enough for the lowest drop to be alone when it arrives, but for a part in a million. */
export const FLOOR = -7;

/** Where the drops' centres are, all on the z axis, the highest first: each falls freely, sooner than the one above it. */
export const dropHeights = (time: number): number[] =>
  Array.from(
    { length: DROP_COUNT },
    (_, k) => -SPACING * k - HALF_GRAVITY * Math.max(0, time - DELAY * (DROP_COUNT - 1 - k)) ** 2,
  );

/**
 * The drops at a time. As all centres are on one line, the sum of blobs is 2^(−d² / r²) G(z) at the distance d from it, with G that on the
 * line: a solid of revolution, with d² = r² log₂(2 G(z)). It has as many pieces as G has stretches above ½.
 */
export const dropsAt = (time: number): Implicit =>
  metaballs(
    dropHeights(time).map((height): Vec3 => [0, 0, height]),
    DROP_RADIUS,
  );

/** When the lowest drop meets the floor, if it were alone. */
export const ARRIVAL = Math.sqrt((-SPACING * (DROP_COUNT - 1) - DROP_RADIUS - FLOOR) / HALF_GRAVITY);

/**
 * Drops that fall apart onto a floor.
 *
 * @example const { pairs } = await motion([drops, floor], { times, move: fall, timeTolerance: 1e-4 });
 */
export function fallingDrops(): FallingDrops {
  const drops = body(dropsAt(0), { name: 'drops' });
  const floor = body(box({ size: [4, 4, 1] }), { name: 'floor', pose: translation(0, 0, FLOOR - 0.5) });
  return { drops, floor, fall: (time) => drops.update(dropsAt(time)) };
}
