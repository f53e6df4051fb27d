import { addStretch, clearCrossings } from '../crossings.js';
import type { Caster, Crossings, Superellipsoid } from '../surface.js';
import { BEND, gaugeAlong, SLOPE, VALUE } from './gauge.js';

const MOST_STEPS = 100;

const at = new Float64Array(3);

/**
 * The gauge is a norm, and so convex along a line: from outside, Newton's method never passes the crossing, and when the slope
 * turns before, there is none. It is made faster by trying the root of a quadratic with the same value, slope and bend as the gauge's
 * square, which is exact for an ellipsoid. What it tries may lie on either side: both keep the bracket small.
 */
export function superellipsoidCaster({ radii, exponents }: Superellipsoid): Caster {
  const [perX, perY, perZ] = [1 / radii[0], 1 / radii[1], 1 / radii[2]];
  const [pZ, pXY] = [2 / exponents[0], 2 / exponents[1]];
  // A last step of this size, in radii, leaves an error of its cube times p², below 1e-15. Where p < 2 the slope may jump.
  const lastStep = pXY < 2 || pZ < 2 ? 4e-15 : 1e-5 / Math.max(pXY, pZ);

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
    // In radii, where the parameter of the line is the same.
    const vx = dx * perX;
    const vy = dy * perY;
    const vz = dz * perZ;
    const inverse = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
    const ux = vx * inverse;
    const uy = vy * inverse;
    const uz = vz * inverse;
    const ox = px * perX;
    const oy = py * perY;
    const oz = pz * perZ;
    const shift = ox * ux + oy * uy + oz * uz;
    const qx = ox - shift * ux;
    const qy = oy - shift * uy;
    const qz = oz - shift * uz;
    let first = -2;
    let last = 2;
    if (ux !== 0) {
      const end = ux < 0 ? -1 : 1;
      first = Math.max(first, (-end - qx) / ux);
      last = Math.min(last, (end - qx) / ux);
    } else if (Math.abs(qx) >= 1) return;
    if (uy !== 0) {
      const end = uy < 0 ? -1 : 1;
      first = Math.max(first, (-end - qy) / uy);
      last = Math.min(last, (end - qy) / uy);
    } else if (Math.abs(qy) >= 1) return;
    if (uz !== 0) {
      const end = uz < 0 ? -1 : 1;
      first = Math.max(first, (-end - qz) / uz);
      last = Math.min(last, (end - qz) / uz);
    } else if (Math.abs(qz) >= 1) return;
    if (!(last > first)) return;

    const s0 = enter(qx, qy, qz, ux, uy, uz, pXY, pZ, first, last, lastStep);
    if (!(s0 < last)) return;
    const s1 = -enter(qx, qy, qz, -ux, -uy, -uz, pXY, pZ, -last, -s0, lastStep);
    addStretch(out, (s0 - shift) * inverse, 0, (s1 - shift) * inverse, 0, from, to);
  }
  return { cast };
}

/** Where the line gets in between `start` and `end`, both outside or on the surface; NaN where it misses. */
function enter(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  pXY: number,
  pZ: number,
  start: number,
  end: number,
  lastStep: number,
): number {
  let s = start;
  /** All before is outside: Newton's method got here. */
  let safe = start;
  let high = end;
  let isInAtHigh = false;
  for (let k = 0; k < MOST_STEPS; k++) {
    gaugeAlong(qx, qy, qz, ux, uy, uz, pXY, pZ, s, at);
    const value = at[VALUE];
    const slope = at[SLOPE];
    const excess = value - 1;
    if (excess >= 0) {
      if (slope < 0) safe = Math.max(safe, s - excess / slope);
      else if (s <= safe) return excess > 0 ? Number.NaN : s;
      else high = s;
    } else {
      high = s;
      isInAtHigh = true;
    }
    if (!(safe < high)) return isInAtHigh || safe === high ? high : Number.NaN;

    // Of the square: value² + 2 value slope δ + (slope² + value bend) δ² = 1.
    const half = value * slope;
    const bend = slope * slope + value * at[BEND];
    const room = half * half - bend * excess * (value + 1);
    // Its lesser root, whichever way of the two does not cancel.
    const next = s + (half < 0 ? (excess * (value + 1)) / (Math.sqrt(room) - half) : (-half - Math.sqrt(room)) / bend);
    if (next >= safe && next <= high) {
      if (Math.abs(next - s) <= lastStep) return next;
      s = next;
    } else if (excess >= 0) {
      // One order less than with the bend: a thousandth of the step is as good.
      if (Math.abs(safe - s) <= 1e-3 * lastStep) return safe;
      s = safe;
    } else {
      s = 0.5 * (safe + high);
      if (s <= safe || s >= high) return s;
    }
  }
  return s;
}
