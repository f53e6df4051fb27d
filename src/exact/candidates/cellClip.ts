/** Room for the corners of a polygon: a triangle cut by three slabs has nine at most. */
export const MOST_CORNERS = 12;

/**
 * Cuts a convex polygon, given by its corners' x y z, to the slab from `low` to `high` along an axis. Returns how many
 * corners are left.
 *
 * No edge is a bad case. The share t of an edge at which it is cut lies between 0 and 1, so the cut lies on the edge, and in
 * the slab's plane, but for a few roundings of the coordinates: 2^-50 of the largest. Who may not lose any of the polygon
 * grows the slab by more than that, and then what comes out: what is cut off lies beyond the slab as it was meant.
 */
export function cutToSlab(
  from: Float64Array,
  count: number,
  axis: number,
  low: number,
  high: number,
  to: Float64Array,
): number {
  let n = 0;
  for (let k = 0, p = 3 * count - 3; k < 3 * count; p = k, k += 3) {
    const a = from[p + axis];
    const b = from[k + axis];
    const rises = a < b;
    // Where the edge from p to k comes in, where it goes out, and its end.
    for (let side = 0; side < 2; side++) {
      const at = rises === (side === 0) ? low : high;
      if (rises ? !(a < at && at < b) : !(b < at && at < a)) continue;
      const t = (at - a) / (b - a);
      to[n] = from[p] + t * (from[k] - from[p]);
      to[n + 1] = from[p + 1] + t * (from[k + 1] - from[p + 1]);
      to[n + 2] = from[p + 2] + t * (from[k + 2] - from[p + 2]);
      n += 3;
    }
    if (low <= b && b <= high) {
      to[n] = from[k];
      to[n + 1] = from[k + 1];
      to[n + 2] = from[k + 2];
      n += 3;
    }
  }
  return n / 3;
}
