// A face's three corners at once, one in each lane (the fourth repeats the third): one by one, their coordinates are more than
// there are registers (3.0 ms instead of 2.0 for the shallow contact of the bench, 6.6 instead of 5.8 for the deep one). The
// same results as in plainRasterizer.ts, which swaps b and c where the area is negative; here the edges are turned round.

const HALF: i32 = 128;
const UNITS = memory.data<f64>([1, -1], 16);
const HALVES = memory.data<f64>([0.5, 0.5], 16);

/** One lane in all lanes. */
// @ts-ignore: decorator
@inline
export function lane0(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 0, 0, 0, 0);
}

// @ts-ignore: decorator
@inline
export function lane1(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 1, 1, 1, 1);
}

// @ts-ignore: decorator
@inline
export function lane2(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 2, 2, 2, 2);
}

/** The first of two f64 in both lanes, and the second. */
// @ts-ignore: decorator
@inline
export function both0(v: v128): v128 {
  return v128.shuffle<i64>(v, v, 0, 0);
}

// @ts-ignore: decorator
@inline
export function both1(v: v128): v128 {
  return v128.shuffle<i64>(v, v, 1, 1);
}

/** Two f64, or two pairs, the other way round. */
// @ts-ignore: decorator
@inline
export function swapped(v: v128): v128 {
  return v128.shuffle<i64>(v, v, 1, 0);
}

/** Of a, b, c: b, c, a. */
// @ts-ignore: decorator
@inline
function rotated(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 1, 2, 0, 0);
}

/** The edges b → c, c → a, a → b along an axis. */
// @ts-ignore: decorator
@inline
export function alongEdges(v: v128): v128 {
  return i32x4.sub(v128.shuffle<i32>(v, v, 2, 0, 1, 1), rotated(v));
}

/** The doubled area in all lanes, from any two edges that follow each other; for faces below 2^15 subpixels across. */
// @ts-ignore: decorator
@inline
export function areasOf(dx: v128, dy: v128): v128 {
  return i32x4.sub(i32x4.mul(dx, rotated(dy)), i32x4.mul(dy, rotated(dx)));
}

/** Whole numbers, with the other sign where `mask` is -1 instead of 0. */
// @ts-ignore: decorator
@inline
export function negatedWhere(mask: v128, v: v128): v128 {
  return i32x4.sub(v128.xor(v, mask), mask);
}

/**
 * The three (edge functions / 256) at the centre of the pixel `first` (column, row); see edgeAt.ts. An edge may be turned
 * round and still be taken from the corner where it started: the function is the same from both its ends.
 */
// @ts-ignore: decorator
@inline
export function edgesAt(first: v128, x: v128, y: v128, dx: v128, dy: v128): v128 {
  const centre = i32x4.add(i32x4.shl(first, 8), i32x4.splat(HALF));
  const fromX = i32x4.sub(lane0(centre), rotated(x));
  const fromY = i32x4.sub(lane1(centre), rotated(y));
  // -1 where the border is another's: not where dy < 0, or dy = 0 and dx > 0.
  const others = i32x4.gt_s(i32x4.add(i32x4.shl(dy, 1), i32x4.gt_s(dx, i32x4.splat(0))), i32x4.splat(-1));
  return i32x4.shr_s(i32x4.add(i32x4.sub(i32x4.mul(dx, fromY), i32x4.mul(dy, fromX)), others), 8);
}

/**
 * By how much depth changes along x and along y. `a`, `b`, `c` are x and y of the corners, `za`, `zb`, `zc` their depths, two
 * alike each; `turned` is -1 where the area is negative, else 0. With b and c swapped, the determinant and both numerators have
 * the other sign and the same digits, since rounding knows no sign; so the slopes are the same (but for the sign of a 0, which
 * no depth shows: see depthsOf).
 */
// @ts-ignore: decorator
@inline
export function slopesOf(a: v128, b: v128, c: v128, za: v128, zb: v128, zc: v128, turned: v128): v128 {
  const u = f64x2.sub(b, a);
  const v = f64x2.sub(c, a);
  const uYX = swapped(u);
  const vYX = swapped(v);
  const terms = f64x2.mul(u, vYX);
  const det = f64x2.sub(both0(terms), both1(terms));
  const isSame = f64x2.gt(v128.xor(det, i64x2.shl(turned, 63)), f64x2.splat(0)); // the true face lies as the snapped one
  // uz vy − vz uy, and uz vx − vz ux, which is the numerator for y with the other sign.
  const numerators = f64x2.sub(f64x2.mul(f64x2.sub(zb, za), vYX), f64x2.mul(f64x2.sub(zc, za), uYX));
  return f64x2.mul(numerators, v128.and(f64x2.div(v128.load(UNITS), det), isSame));
}

/** x and y of a pixel's centre. */
// @ts-ignore: decorator
@inline
export function centreOf(pixel: v128): v128 {
  return f64x2.add(f64x2.convert_low_i32x4_s(pixel), v128.load(HALVES));
}
