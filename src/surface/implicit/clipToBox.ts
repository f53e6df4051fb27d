import type { Box } from '../../math/box.js';

/** The stretch of a line that is inside a box, and where it is asked about. */
export interface Clipping {
  t0: number;
  t1: number;
  /** The patch of the side by which the line comes in and leaves: 1 to 6 for −x, +x, −y, +y, −z, +z; 0 where it starts or ends inside. */
  patch0: number;
  patch1: number;
}

export const createClipping = (): Clipping => ({ t0: 0, t1: 0, patch0: 0, patch1: 0 });

/** Whether any of the line between `from` and `to` is in the box. */
export function clipToBox(
  { min, max }: Box,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  from: number,
  to: number,
  out: Clipping,
): boolean {
  out.t0 = -Infinity;
  out.t1 = Infinity;
  out.patch0 = out.patch1 = 0;
  if (!clipAxis(min[0], max[0], px, dx, 1, out)) return false;
  if (!clipAxis(min[1], max[1], py, dy, 3, out)) return false;
  if (!clipAxis(min[2], max[2], pz, dz, 5, out)) return false;
  if (out.t0 < from) {
    out.t0 = from;
    out.patch0 = 0;
  }
  if (out.t1 > to) {
    out.t1 = to;
    out.patch1 = 0;
  }
  return out.t0 <= out.t1;
}

function clipAxis(min: number, max: number, p: number, d: number, lowPatch: number, out: Clipping): boolean {
  if (d === 0) return p >= min && p <= max;
  const low = (min - p) / d;
  const high = (max - p) / d;
  const near = d > 0 ? low : high;
  const far = d > 0 ? high : low;
  if (near > out.t0) {
    out.t0 = near;
    out.patch0 = d > 0 ? lowPatch : lowPatch + 1;
  }
  if (far < out.t1) {
    out.t1 = far;
    out.patch1 = d > 0 ? lowPatch + 1 : lowPatch;
  }
  return out.t0 <= out.t1;
}
