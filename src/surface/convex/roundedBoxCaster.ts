import { addStretch, clearCrossings } from '../crossings.js';
import type { Caster, Crossings, RoundedBox } from '../surface.js';
import { ROUNDED_BOX_PATCH_OF } from './roundedBoxPatches.js';

const MOST_STEPS = 60;
/** Of the squared distance, in squared radii: at seams two places may take turns, and there a last step of Newton's method will do. */
const NEAR = 1e-15;

/** The place where {@link enter} has ended, as a number in base 3. */
const place = new Int32Array(1);

/**
 * The squared distance from the inner box is convex along a line, and quadratic as long as the line stays beyond the same ends of
 * the box. From outside, the quadratic's root is the crossing if it is in the same place. If not, a step of Newton's method, which
 * never passes the crossing, leads nearer.
 */
export function roundedBoxCaster({ inner: [bx, by, bz], radius }: RoundedBox): Caster {
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
    let first = -Infinity;
    let last = Infinity;
    if (ux !== 0) {
      const end = ux < 0 ? -bx - radius : bx + radius;
      first = Math.max(first, (-end - qx) / ux);
      last = Math.min(last, (end - qx) / ux);
    } else if (Math.abs(qx) > bx + radius) return;
    if (uy !== 0) {
      const end = uy < 0 ? -by - radius : by + radius;
      first = Math.max(first, (-end - qy) / uy);
      last = Math.min(last, (end - qy) / uy);
    } else if (Math.abs(qy) > by + radius) return;
    if (uz !== 0) {
      const end = uz < 0 ? -bz - radius : bz + radius;
      first = Math.max(first, (-end - qz) / uz);
      last = Math.min(last, (end - qz) / uz);
    } else if (Math.abs(qz) > bz + radius) return;
    if (!(last > first)) return;

    const s0 = enter(qx, qy, qz, ux, uy, uz, bx, by, bz, radius, first);
    if (!(s0 < last)) return;
    const patch0 = ROUNDED_BOX_PATCH_OF[place[0]];
    const s1 = -enter(qx, qy, qz, -ux, -uy, -uz, bx, by, bz, radius, -last);
    const patch1 = ROUNDED_BOX_PATCH_OF[place[0]];
    addStretch(out, (s0 - shift) * inverse, patch0, (s1 - shift) * inverse, patch1, from, to);
  }
  return { cast };
}

/** Where the line gets in, from a start outside; NaN where it misses. */
function enter(
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
  bx: number,
  by: number,
  bz: number,
  radius: number,
  start: number,
): number {
  const enough = NEAR * radius * radius;
  let s = start;
  /** Where Newton's method would have gone, as long as a quadratic's root is tried. */
  let safe = start;
  let tried = -1;
  for (let k = 0; k < MOST_STEPS; k++) {
    const x = qx + s * ux;
    const y = qy + s * uy;
    const z = qz + s * uz;
    const ex = x > bx ? x - bx : x < -bx ? x + bx : 0;
    const ey = y > by ? y - by : y < -by ? y + by : 0;
    const ez = z > bz ? z - bz : z < -bz ? z + bz : 0;
    const here = 13 + Math.sign(ex) + 3 * Math.sign(ey) + 9 * Math.sign(ez);
    place[0] = here;
    if (here === tried) return s;
    const c = ex * ex + ey * ey + ez * ez - radius * radius;
    const slope = ex * ux + ey * uy + ez * uz;
    if (tried >= 0 && (c < 0 || slope >= 0)) {
      // The quadratic of another place led too far.
      tried = -1;
      s = safe;
      continue;
    }
    if (!(slope < 0)) return Number.NaN;
    const newton = s - c / (2 * slope);
    if (Math.abs(c) <= enough) return newton;
    const bend = (ex !== 0 ? ux * ux : 0) + (ey !== 0 ? uy * uy : 0) + (ez !== 0 ? uz * uz : 0);
    const room = slope * slope - bend * c;
    tried = room >= 0 ? here : -1;
    safe = newton;
    s = room >= 0 ? s + c / (Math.sqrt(room) - slope) : newton;
  }
  return s;
}
