// What the loops over a face's rows need to know of it, in memory: engines work out what does not change in a loop again in each
// turn, rather than keep it in a register that they are short of; a load costs less (6.7 ms instead of 7.4 for the deep
// contact of the bench).

/** A v128 each, at these places behind FACE. */
export const ROW_A: usize = 0; // the edge functions at the first four pixels
export const ROW_B: usize = 16;
export const ROW_C: usize = 32;
export const DOWN_A: usize = 48; // by what they change from row to row
export const DOWN_B: usize = 64;
export const DOWN_C: usize = 80;
export const ACROSS_A: usize = 96; // by what they fall from four pixels to the next four
export const ACROSS_B: usize = 112;
export const ACROSS_C: usize = 128;
export const NAMES: usize = 144;
export const LEAST_DEPTH: usize = 160;
export const MOST_DEPTH: usize = 176;
export const SLOPE: usize = 192; // depth from pixel to pixel
export const SLOPE_01: usize = 208; // as far as the first four pixels
export const SLOPE_23: usize = 224;
export const COLUMNS: usize = 240; // not of the face: the pixels of a row
export const FACE = memory.data(256, 16);

// Constants, for the same reason.
export const LANES = memory.data<i32>([0, 1, 2, 3], 16);
export const ONES = memory.data<f64>([1, 1], 16);
const NUMBERS = memory.data<f64>([0, 1, 2, 3], 16);

/** Keeps the first, second or third edge: ROW_A, DOWN_A and ACROSS_A, or those 16 or 32 bytes behind. */
// @ts-ignore: decorator
@inline
export function keepEdge(place: usize, first: i32, dx: i32, dy: i32): void {
  v128.store(FACE + place, i32x4.sub(i32x4.splat(first), i32x4.mul(i32x4.splat(dy), v128.load(LANES))), ROW_A);
  v128.store(FACE + place, i32x4.splat(dx), DOWN_A);
  v128.store(FACE + place, i32x4.splat(dy << 2), ACROSS_A);
}

/** Keeps its name, its depths at most and at least (two f64 alike) as far as they lie in the range, and its slope. */
// @ts-ignore: decorator
@inline
export function keepDepths(name: u32, least: v128, most: v128, slope: f64): void {
  v128.store(FACE, i32x4.splat(name), NAMES);
  v128.store(FACE, f64x2.pmax(f64x2.splat(0), least), LEAST_DEPTH);
  v128.store(FACE, f64x2.pmax(f64x2.splat(0), f64x2.pmin(v128.load(ONES), most)), MOST_DEPTH);
  const slopes = f64x2.splat(slope);
  v128.store(FACE, slopes, SLOPE);
  v128.store(FACE, f64x2.mul(slopes, v128.load(NUMBERS)), SLOPE_01);
  v128.store(FACE, f64x2.mul(slopes, v128.load(NUMBERS, 16)), SLOPE_23);
}

/** Four depths as f32, clamped. */
// @ts-ignore: decorator
@inline
export function depthsOf(z01: v128, z23: v128): v128 {
  const low = v128.load(FACE, LEAST_DEPTH);
  const high = v128.load(FACE, MOST_DEPTH);
  const d01 = f32x4.demote_f64x2_zero(f64x2.pmin(high, f64x2.pmax(low, z01)));
  const d23 = f32x4.demote_f64x2_zero(f64x2.pmin(high, f64x2.pmax(low, z23)));
  return v128.shuffle<i32>(d01, d23, 0, 1, 4, 5);
}
