// What the loops over a face's rows need to know of it, in memory: engines work out what does not change in a loop again in each
// turn, rather than keep it in a register that they are short of; a load costs less (6.7 ms instead of 7.4 for the deep
// contact of the bench).
import { lane0, lane1, lane2 } from './corners';

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

/** Keeps the three edges, whose functions at the first pixel, dx and dy are the lanes of `first`, `dx` and `dy`. */
// @ts-ignore: decorator
@inline
export function keepEdges(first: v128, dx: v128, dy: v128): void {
  keepEdge(0, lane0(first), lane0(dx), lane0(dy));
  keepEdge(16, lane1(first), lane1(dx), lane1(dy));
  keepEdge(32, lane2(first), lane2(dx), lane2(dy));
}

/** Keeps the first, second or third edge: ROW_A, DOWN_A and ACROSS_A, or those 16 or 32 bytes behind. */
// @ts-ignore: decorator
@inline
function keepEdge(place: usize, first: v128, dx: v128, dy: v128): void {
  v128.store(FACE + place, i32x4.sub(first, i32x4.mul(dy, v128.load(LANES))), ROW_A);
  v128.store(FACE + place, dx, DOWN_A);
  v128.store(FACE + place, i32x4.shl(dy, 2), ACROSS_A);
}

/**
 * Keeps its name, its depths at most and at least as far as they lie in the range, and its slope. Depths and slope are two f64
 * alike each.
 */
// @ts-ignore: decorator
@inline
export function keepDepths(name: u32, least: v128, most: v128, slope: v128): void {
  v128.store(FACE, i32x4.splat(name), NAMES);
  v128.store(FACE, asF32(f64x2.pmax(f64x2.splat(0), least)), LEAST_DEPTH);
  v128.store(FACE, asF32(f64x2.pmax(f64x2.splat(0), f64x2.pmin(v128.load(ONES), most))), MOST_DEPTH);
  v128.store(FACE, slope, SLOPE);
  v128.store(FACE, f64x2.mul(slope, v128.load(NUMBERS)), SLOPE_01);
  v128.store(FACE, f64x2.mul(slope, v128.load(NUMBERS, 16)), SLOPE_23);
}

/** The first of two f64 as four f32. */
// @ts-ignore: decorator
@inline
function asF32(depths: v128): v128 {
  return lane0(f32x4.demote_f64x2_zero(depths));
}

/**
 * Four depths as f32, clamped. Rounding keeps order, so that they may be clamped once they are rounded, to bounds that are. The
 * bounds come first: where a depth was rounded to -0, 0 is taken.
 */
// @ts-ignore: decorator
@inline
export function depthsOf(z01: v128, z23: v128): v128 {
  const d01 = f32x4.demote_f64x2_zero(z01);
  const d23 = f32x4.demote_f64x2_zero(z23);
  const depths = v128.shuffle<i32>(d01, d23, 0, 1, 4, 5);
  return f32x4.pmin(v128.load(FACE, MOST_DEPTH), f32x4.pmax(v128.load(FACE, LEAST_DEPTH), depths));
}
