import type { Clipping } from './clipToBox.js';

/** The line o + s d: −1 and 1 are the ends of its stretch in the box. */
export interface LineInBox {
  ox: number;
  oy: number;
  oz: number;
  dx: number;
  dy: number;
  dz: number;
}

export const createLineInBox = (): LineInBox => ({ ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 });

/**
 * Puts a line in place and gives back half the length of its stretch. Measured from the middle of the stretch, points are as exact as the box's
 * own coordinates are, however far away the ray starts.
 */
export function placeLine(
  line: LineInBox,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  { t0, t1 }: Clipping,
): number {
  const half = (t1 - t0) / 2;
  const middle = t0 + half;
  line.ox = px + middle * dx;
  line.oy = py + middle * dy;
  line.oz = pz + middle * dz;
  line.dx = half * dx;
  line.dy = half * dy;
  line.dz = half * dz;
  return Math.hypot(line.dx, line.dy, line.dz);
}

/** The place along the ray that `s` stands for. */
export const rayPlace = ({ t0, t1 }: Clipping, s: number): number =>
  Math.min(Math.max(t0 + (t1 - t0) * (0.5 + 0.5 * s), t0), t1);
