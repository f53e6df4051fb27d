import { addStretch, clearCrossings } from '../crossings.js';
import type { Capsule, Caster, Crossings } from '../surface.js';

export const SIDE = 0;
export const CAP_UP = 1;
export const CAP_DOWN = 2;

/**
 * The endless cylinder holds the capsule. Where a line enters the cylinder between the caps' middles, it enters the capsule. Where it
 * does so beyond one, it can get in through that one's ball alone. The same holds for leaving.
 */
export function capsuleCaster({ half, radius }: Capsule): Caster {
  function cast(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    to: number,
    out: Crossings,
  ): void {
    clearCrossings(out);
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ux = dx * inverse;
    const uy = dy * inverse;
    const uz = dz * inverse;
    // From the point nearest to the centre: a far origin must not cost digits in what follows.
    const shift = px * ux + py * uy + pz * uz;
    const qx = px - shift * ux;
    const qy = py - shift * uy;
    const qz = pz - shift * uz;
    const across = ux * ux + uy * uy;
    const turn = qx * uy - qy * ux;
    const room = across * radius * radius - turn * turn;
    if (room < 0) return;
    const middle = qz * uz; // −(qx ux + qy uy), since q is at right angles to u
    const reach = Math.sqrt(room);
    let s0 = (middle - reach) / across;
    let s1 = (middle + reach) / across;
    let z0 = qz + s0 * uz;
    let z1 = qz + s1 * uz;
    if (across === 0) {
      z0 = uz > 0 ? -Infinity : Infinity;
      z1 = -z0;
    }
    let patch0 = SIDE;
    let patch1 = SIDE;
    if (!(Math.abs(z0) <= half)) {
      const center = z0 > 0 ? half : -half;
      patch0 = z0 > 0 ? CAP_UP : CAP_DOWN;
      s0 = center * uz - ballReach(qx, qy, qz, ux, uy, uz, center, radius);
    }
    if (!(Math.abs(z1) <= half)) {
      const center = z1 > 0 ? half : -half;
      patch1 = z1 > 0 ? CAP_UP : CAP_DOWN;
      s1 = center * uz + ballReach(qx, qy, qz, ux, uy, uz, center, radius);
    }
    addStretch(out, (s0 - shift) * inverse, patch0, (s1 - shift) * inverse, patch1, from, to);
  }
  return { cast };
}

/** Half the length of a line in the ball about (0, 0, center); NaN where it misses. */
function ballReach(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  center: number,
  radius: number,
): number {
  // From the ball's middle to the point of the line nearest to it.
  const s = center * uz;
  const x = qx + s * ux;
  const y = qy + s * uy;
  const z = qz + s * uz - center;
  return Math.sqrt(radius * radius - (x * x + y * y + z * z));
}
