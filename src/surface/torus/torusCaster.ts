import { addStretch, clearCrossings } from '../crossings.js';
import type { Caster, Crossings, Torus } from '../surface.js';
import { turningPoints } from './turningPoints.js';

/** Of a root's position, in sizes of the torus. */
const TOLERANCE = 1e-15;
const MOST_STEPS = 80;

/**
 * Along a line, with s measured from the point nearest to the centre, a torus is a quartic without a cubic term (traced as a quartic
 * by Hanrahan 1983). Between the roots of its derivative it has one root at most, so that no two are stepped
 * over. The quartic itself is never evaluated: it loses digits. Its sign is that of (ρ − R)² + z² − r², with ρ the distance from
 * the axis, up to the inner sheet of a torus that meets itself, where only the latter tells what is inside.
 */
export function torusCaster({ radius: R, tubeRadius: r }: Torus): Caster {
  const outer = R + r;
  /** The ends of the stretches, and the function there. */
  const ends = new Float64Array(5);
  const values = new Float64Array(5);

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
    const shift = px * ux + py * uy + pz * uz;
    const qx = px - shift * ux;
    const qy = py - shift * uy;
    const qz = pz - shift * uz;
    const nearest = qx * qx + qy * qy + qz * qz;
    const reach2 = outer * outer - nearest;
    if (!(reach2 > 0)) return;

    // The ball around all of it and the slab |z| ≤ r hold it: at both ends the line is outside, whatever rounding says.
    let last = Math.sqrt(reach2);
    let first = -last;
    if (Math.abs(qz) + Math.abs(uz) * last > r) {
      if (uz === 0) return;
      const end = uz < 0 ? -r : r;
      first = Math.max(first, (-end - qz) / uz);
      last = Math.min(last, (end - qz) / uz);
      if (!(last > first)) return;
    }

    ends[0] = first;
    const p = nearest + (R - r) * outer - 2 * R * R * (ux * ux + uy * uy);
    const found = turningPoints(p, 2 * R * R * qz * uz, ends, 1);
    let count = 1;
    for (let k = 1; k <= found; k++) {
      const s = ends[k];
      if (s > first && s < last) ends[count++] = s;
    }
    ends[count] = last;
    values[0] = values[count] = Infinity;
    for (let k = 1; k < count; k++) {
      const x = qx + ends[k] * ux;
      const y = qy + ends[k] * uy;
      const z = qz + ends[k] * uz;
      const e = Math.sqrt(x * x + y * y) - R;
      values[k] = e * e + z * z - r * r;
    }

    let entry = 0;
    for (let k = 0; k < count; k++) {
      const enters = values[k + 1] < 0;
      if (values[k] < 0 === enters) continue;
      const s = root(qx, qy, qz, ux, uy, uz, R, r, ends[k], values[k], ends[k + 1], values[k + 1]);
      if (enters) entry = s;
      else addStretch(out, (entry - shift) * inverse, 0, (s - shift) * inverse, 0, from, to);
    }
  }
  return { cast };
}

/** The root between `low` and `high`, at which the function is as given; where it is infinite it is not known, and there is no turning point. */
function root(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  R: number,
  r: number,
  low: number,
  atLow: number,
  high: number,
  atHigh: number,
): number {
  const isInAtLow = atLow < 0;
  const tolerance = TOLERANCE * (R + r);
  let s = guess(qx, qy, qz, ux, uy, uz, R, r, low, atLow, high, atHigh);
  let before = high - low;
  for (let k = 0; k < MOST_STEPS; k++) {
    const x = qx + s * ux;
    const y = qy + s * uy;
    const z = qz + s * uz;
    const rho = Math.sqrt(x * x + y * y);
    const e = rho - R;
    const value = e * e + z * z - r * r;
    if (value < 0 === isInAtLow) low = s;
    else high = s;
    const slope = 2 * ((e * (x * ux + y * uy)) / rho + z * uz);
    const step = value / slope;
    const size = Math.abs(step);
    const next = s - step;
    if (next >= low && next <= high && 2 * size <= before) {
      // The next error is about step² / slope, and more near the axis, where the function bends more.
      if (size * size * (rho + R) <= tolerance * Math.abs(slope) * rho) return next;
      before = size;
      s = next;
    } else {
      before = 0.5 * (high - low);
      s = low + before;
      if (s <= low || s >= high) return s;
    }
  }
  return s;
}

/** A parabola about the turning point, or between two of them a cubic, roughly. */
function guess(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  R: number,
  r: number,
  low: number,
  atLow: number,
  high: number,
  atHigh: number,
): number {
  if (atLow !== Infinity && atHigh !== Infinity) {
    const part = atLow / (atLow - atHigh);
    const share = part < 0.5 ? Math.sqrt(0.5 * part) : 1 - Math.sqrt(0.5 - 0.5 * part);
    return low + (high - low) * share;
  }
  const end = atLow === Infinity ? low : high;
  const turn = atLow === Infinity ? high : low;
  const inside = atLow === Infinity ? atHigh : atLow;
  const x = qx + end * ux;
  const y = qy + end * uy;
  const z = qz + end * uz;
  const e = Math.sqrt(x * x + y * y) - R;
  const outside = Math.max(0, e * e + z * z - r * r);
  return turn + (end - turn) * Math.sqrt(inside / (inside - outside));
}
