// The pixels of one face, row by row and four at a time, in the three ways that a face can lie in the depth range. The face is
// the one kept in face.ts; `pixel` is the first one of its box within the band, `width` and `height` are one less than the box's.
import { append4, appendLayer } from './append';
import {
  ACROSS_A,
  ACROSS_B,
  ACROSS_C,
  COLUMNS,
  DOWN_A,
  DOWN_B,
  DOWN_C,
  depthsOf,
  FACE,
  LANES,
  NAMES,
  ONES,
  ROW_A,
  ROW_B,
  ROW_C,
  SLOPE,
  SLOPE_01,
  SLOPE_23,
} from './face';
import { columns, counts, next, pairsFrom, setNext } from './memory';
import { least, most } from './order';
import { firstLanes } from './runs';

export const SLACK: f64 = 1.0 / 1048576.0;

/** -1 in the lanes of four pixels that are covered: no edge function is below zero. */
// @ts-expect-error: decorator
@inline
function coveredBy(eA: v128, eB: v128, eC: v128): v128 {
  return i32x4.gt_s(v128.or(v128.or(eA, eB), eC), i32x4.splat(-1));
}

/** It does not reach over the last column, so that only pixels of its box are covered: the windings there change. */
// @ts-expect-error: decorator
@inline
export function turnRows(before: usize, pixel: i32, width: i32, height: i32, signs: v128): void {
  let rowA = v128.load(FACE, ROW_A);
  let rowB = v128.load(FACE, ROW_B);
  let rowC = v128.load(FACE, ROW_C);
  let cells = before + (<usize>pixel << 2);
  for (let row = 0; row <= height; row++) {
    let eA = rowA;
    let eB = rowB;
    let eC = rowC;
    let cell = cells;
    for (let x = 0; x <= width; x += 4) {
      v128.store(cell, i32x4.add(v128.load(cell), v128.and(signs, coveredBy(eA, eB, eC))));
      cell += 16;
      eA = i32x4.sub(eA, v128.load(FACE, ACROSS_A));
      eB = i32x4.sub(eB, v128.load(FACE, ACROSS_B));
      eC = i32x4.sub(eC, v128.load(FACE, ACROSS_C));
    }
    cells += <usize>columns << 2;
    rowA = i32x4.add(rowA, v128.load(FACE, DOWN_A));
    rowB = i32x4.add(rowB, v128.load(FACE, DOWN_B));
    rowC = i32x4.add(rowC, v128.load(FACE, DOWN_C));
  }
}

/** The depth in a row's column 0. All are two f64 alike. */
// @ts-expect-error: decorator
@inline
function depthAt(middle: v128, zLeft: v128, dzdy: v128, ya: v128): v128 {
  return f64x2.add(zLeft, f64x2.mul(dzdy, f64x2.sub(middle, ya)));
}

/**
 * All of it lies in the depth range, and it does not reach over the last column: every covered pixel gets a layer. Its depth is
 * `zLeft` + `dzdy` × (the row's middle − `ya`) + its slope × the column within the face.
 */
// @ts-expect-error: decorator
@inline
export function appendRows(pixel: i32, width: i32, height: i32, firstMiddle: v128, zLeft: v128, dzdy: v128, ya: v128): void {
  let rowA = v128.load(FACE, ROW_A);
  let rowB = v128.load(FACE, ROW_B);
  let rowC = v128.load(FACE, ROW_C);
  let pixels = i32x4.splat(pixel);
  let count = counts + (<usize>pixel << 2);
  let middle = firstMiddle;
  let at = next;
  let pair = pairsFrom() + (next << 1);
  for (let row = 0; row <= height; row++) {
    const z = depthAt(middle, zLeft, dzdy, ya);
    const z01 = f64x2.add(z, v128.load(FACE, SLOPE_01));
    const z23 = f64x2.add(z, v128.load(FACE, SLOPE_23));
    const covered = coveredBy(rowA, rowB, rowC);
    const n = append4(at, pair, count, pixels, covered, v128.load(FACE, NAMES), depthsOf(z01, z23));
    at += <usize>n << 2;
    pair += <usize>n << 3;
    if (width >= 4) {
      let eA = rowA;
      let eB = rowB;
      let eC = rowC;
      for (let x = 4; x <= width; x += 4) {
        eA = i32x4.sub(eA, v128.load(FACE, ACROSS_A));
        eB = i32x4.sub(eB, v128.load(FACE, ACROSS_B));
        eC = i32x4.sub(eC, v128.load(FACE, ACROSS_C));
        const k = i32x4.add(i32x4.splat(x), v128.load(LANES));
        const k01 = f64x2.convert_low_i32x4_s(k);
        const k23 = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(k, k, 2, 3, 2, 3));
        const z01 = f64x2.add(z, f64x2.mul(v128.load(FACE, SLOPE), k01));
        const z23 = f64x2.add(z, f64x2.mul(v128.load(FACE, SLOPE), k23));
        const covered = coveredBy(eA, eB, eC);
        const others = i32x4.add(pixels, i32x4.splat(x));
        const countAt = count + (<usize>x << 2);
        const n = append4(at, pair, countAt, others, covered, v128.load(FACE, NAMES), depthsOf(z01, z23));
        at += <usize>n << 2;
        pair += <usize>n << 3;
      }
    }
    middle = f64x2.add(middle, v128.load(ONES));
    pixels = i32x4.add(pixels, v128.load(FACE, COLUMNS));
    count += <usize>columns << 2;
    rowA = i32x4.add(rowA, v128.load(FACE, DOWN_A));
    rowB = i32x4.add(rowB, v128.load(FACE, DOWN_B));
    rowC = i32x4.add(rowC, v128.load(FACE, DOWN_C));
  }
  setNext(at);
}

/** Some of it may lie outside the depth range or beyond the last column: pixel by pixel. */
// @ts-expect-error: decorator
@inline
export function appendPixels(
  before: usize,
  pixel: i32,
  width: i32,
  height: i32,
  firstMiddle: v128,
  zLeft: v128,
  dzdx: f64,
  dzdy: v128,
  ya: v128,
  minZ: f64,
  maxZ: f64,
  name: u32,
  sign: i32,
  fromBehind: bool,
): void {
  let rowA = v128.load(FACE, ROW_A);
  let rowB = v128.load(FACE, ROW_B);
  let rowC = v128.load(FACE, ROW_C);
  let middle = firstMiddle;
  for (let row = 0; row <= height; row++) {
    let eA = rowA;
    let eB = rowB;
    let eC = rowC;
    const z = f64x2.extract_lane(depthAt(middle, zLeft, dzdy, ya), 0);
    for (let first = 0; first <= width; first += 4) {
      let covered = i32x4.bitmask(v128.and(coveredBy(eA, eB, eC), firstLanes(width - first)));
      while (covered) {
        const x = first + ctz(covered);
        covered &= covered - 1;
        const depth = least(most(z + dzdx * <f64>x, minZ), maxZ);
        const place = pixel + row * columns + x;
        if (depth < -SLACK != fromBehind) {
          const cell = before + (<usize>place << 2);
          store<i32>(cell, load<i32>(cell) + (fromBehind ? -sign : sign));
        }
        if (depth >= -SLACK && depth <= 1.0 + SLACK) appendLayer(place, name, <f32>least(most(depth, 0), 1));
      }
      eA = i32x4.sub(eA, v128.load(FACE, ACROSS_A));
      eB = i32x4.sub(eB, v128.load(FACE, ACROSS_B));
      eC = i32x4.sub(eC, v128.load(FACE, ACROSS_C));
    }
    middle = f64x2.add(middle, v128.load(ONES));
    rowA = i32x4.add(rowA, v128.load(FACE, DOWN_A));
    rowB = i32x4.add(rowB, v128.load(FACE, DOWN_B));
    rowC = i32x4.add(rowC, v128.load(FACE, DOWN_C));
  }
}
