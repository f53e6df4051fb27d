import type { Box } from '../../math/box.js';
import { center, extent } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';

/**
 * A body's own integer grid: a point is `origin + step * q` with whole q below 2^30, so that differences fit an i32. That is
 * finer than f32 over the whole body, differences are exact, and integers mean the same on every device.
 */
export interface Lattice {
  readonly origin: Vec3;
  /** A power of two. */
  readonly step: number;
}

const MOST = 2 ** 30;

/** A step is at most 1.01 of the size over 2^30; rounding moves a point by up to half of it along each axis. */
export const LATTICE_ERROR = 2 ** -30;

export function latticeFor(bounds: Box): Lattice {
  const half = Math.max(...extent(bounds)) / 2;
  // One power more than needed, since the origin below is rounded.
  const step = half > 0 ? 2 ** Math.ceil(Math.log2((half * 1.01) / MOST)) : 2 ** -60;
  // An origin on the grid keeps coordinates exact that were on it, such as f32 ones of a body near the origin.
  const coarse = step * 2 ** 16;
  const [x, y, z] = center(bounds);
  const snap = (v: number) => (Math.abs(v) < coarse * 2 ** 36 ? Math.round(v / coarse) * coarse : v);
  return { origin: [snap(x), snap(y), snap(z)], step };
}

/** The positions on the lattice. */
export function toLattice(positions: ArrayLike<number>, { origin, step }: Lattice): Int32Array<ArrayBuffer> {
  const out = new Int32Array(positions.length);
  const [ox, oy, oz] = origin;
  const inverse = 1 / step;
  for (let i = 0; i < positions.length; i += 3) {
    out[i] = Math.round((positions[i] - ox) * inverse);
    out[i + 1] = Math.round((positions[i + 1] - oy) * inverse);
    out[i + 2] = Math.round((positions[i + 2] - oz) * inverse);
  }
  return out;
}
