/** Steps along the longest axis: ten bits for each axis. */
const BITS = 10;

/**
 * The order of points along Hilbert's curve: the places of flat x y z, sorted. Points that follow each other lie together,
 * wherever the sequence is cut. Keys after J. Skilling, "Programming the Hilbert curve", 2004.
 */
export function hilbertOrder(points: Float64Array): Uint32Array {
  const count = points.length / 3;
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const size = Math.max(x1 - x0, y1 - y0, z1 - z0);
  const steps = size > 0 && size < Infinity ? (2 ** BITS - 1) / size : 0;
  const keys = new Uint32Array(count);
  for (let i = 0, k = 0; i < count; i++, k += 3)
    keys[i] = hilbertKey((points[k] - x0) * steps, (points[k + 1] - y0) * steps, (points[k + 2] - z0) * steps);
  return sortedPlaces(keys);
}

/** How far along the curve a cell of the grid is. */
function hilbertKey(column: number, row: number, layer: number): number {
  let x = column | 0;
  let y = row | 0;
  let z = layer | 0;
  for (let q = 1 << (BITS - 1); q > 1; q >>= 1) {
    const p = q - 1;
    if (x & q) x ^= p;
    if (y & q) x ^= p;
    else {
      const t = (x ^ y) & p;
      x ^= t;
      y ^= t;
    }
    if (z & q) x ^= p;
    else {
      const t = (x ^ z) & p;
      x ^= t;
      z ^= t;
    }
  }
  y ^= x;
  z ^= y;
  let t = 0;
  for (let q = 1 << (BITS - 1); q > 1; q >>= 1) if (z & q) t ^= q - 1;
  return (spread(x ^ t) << 2) | (spread(y ^ t) << 1) | spread(z ^ t);
}

/** Ten bits, two places between each and the next. */
function spread(value: number): number {
  let v = value & 1023;
  v = (v | (v << 16)) & 0x30000ff;
  v = (v | (v << 8)) & 0x300f00f;
  v = (v | (v << 4)) & 0x30c30c3;
  return (v | (v << 2)) & 0x9249249;
}

/** Two counting sorts by fifteen bits. */
function sortedPlaces(keys: Uint32Array): Uint32Array {
  const count = keys.length;
  let order: Uint32Array | undefined;
  for (let shift = 0; shift < 3 * BITS; shift += 15) {
    const starts = new Uint32Array(32769);
    for (let i = 0; i < count; i++) starts[((keys[i] >>> shift) & 32767) + 1]++;
    for (let d = 0; d < 32768; d++) starts[d + 1] += starts[d];
    const next = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const place = order ? order[i] : i;
      next[starts[(keys[place] >>> shift) & 32767]++] = place;
    }
    order = next;
  }
  return order!;
}
