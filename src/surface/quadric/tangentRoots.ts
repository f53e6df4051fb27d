import { longSum } from './longSum.js';

/** Where a form is ≤ 0 along a line: from `first` to `last`, or, if not `isBetween`, before the first and behind the last. */
export interface Below {
  first: number;
  last: number;
  isBetween: boolean;
}

/**
 * Where a ray that nearly touches a quadric, or nearly runs along it, is inside. What decides are small differences of large numbers, so
 * they are worked out with twice the digits, from the numbers given: crossings 1e-9 of the size apart are told from none. Rays are
 * seldom so near that this is needed; it may take its time.
 */
export function tangentRoots(
  f: readonly number[],
  [x, y, z]: readonly [number, number, number],
  [u, v, w]: readonly [number, number, number],
  out: Below,
): void {
  const [xx, yy, zz, xy, xz, yz, bx, by, bz, one] = f;
  // biome-ignore format: a t² + b t + c
  const [a, a0] = longSum([[xx, u, u], [yy, v, v], [zz, w, w], [xy, u, v], [xz, u, w], [yz, v, w]]);
  // biome-ignore format: a line per kind of term
  const [b, b0] = longSum([
    [2 * xx, x, u], [2 * yy, y, v], [2 * zz, z, w],
    [xy, x, v], [xy, y, u], [xz, x, w], [xz, z, u], [yz, y, w], [yz, z, v],
    [bx, u], [by, v], [bz, w],
  ]);
  // biome-ignore format: a line per kind of term
  const [c, c0] = longSum([
    [xx, x, x], [yy, y, y], [zz, z, z], [xy, x, y], [xz, x, z], [yz, y, z],
    [bx, x], [by, y], [bz, z], [one],
  ]);
  // biome-ignore format: b² − 4 a c
  const [discriminant] = longSum([[b, b], [2 * b, b0], [-4 * a, c], [-4 * a, c0], [-4 * a0, c]]);
  out.isBetween = a > 0 || (a === 0 && (b !== 0 || c > 0));
  if (!(discriminant > 0)) {
    // All of it is inside, or nothing.
    out.first = out.isBetween ? Infinity : 0;
    out.last = out.isBetween ? -Infinity : 0;
    return;
  }
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  const near = c / q;
  // Of a straight line there is but one root; it is inside before it if it rises.
  const far = a === 0 ? (b > 0 ? -Infinity : Infinity) : q / a;
  out.first = Math.min(near, far);
  out.last = Math.max(near, far);
}
