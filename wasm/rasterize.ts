// Scan conversion, four pixels at a time; the twin of `rasterize` in src/machine/cpu/plainRasterizer.ts.
import { append4, appendLayer } from './append';
import { columns, endRow, firstRow, setStream, stream, streamEnd, vertices } from './memory';

const HALF: i32 = 128;
const SMALL: i32 = 1 << 15;
const SLACK: f64 = 1.0 / 1048576.0;

/** The lanes 0 … last of four, as bits. */
// @ts-expect-error: decorator
@inline
function firstLanes(last: i32): i32 {
  return last >= 3 ? 15 : (2 << last) - 1;
}

/** -1 in the lanes of four pixels that are not covered: an edge function below zero, or beyond the last column. */
// @ts-ignore: decorator
@inline
function outsideOf(eA: v128, eB: v128, eC: v128, lanes: v128, last: i32): v128 {
  return v128.or(i32x4.shr_s(v128.or(v128.or(eA, eB), eC), 31), i32x4.gt_s(lanes, i32x4.splat(last)));
}

// f64.min and f64.max of WebAssembly take care of NaN and -0, which costs several instructions; depths are neither.
// @ts-expect-error: decorator
@inline
function least(a: f64, b: f64): f64 {
  return select<f64>(a, b, a < b);
}

// @ts-expect-error: decorator
@inline
function most(a: f64, b: f64): f64 {
  return select<f64>(a, b, a > b);
}

/** One (edge function / 256) at a pixel centre; see plainRasterizer.ts. */
// @ts-expect-error: decorator
@inline
function edge(dx: i32, dy: i32, x: i32, y: i32): i32 {
  const own = dy < 0 || (dy == 0 && dx > 0) ? 0 : 1;
  return (dx * y - dy * x - own) >> 8;
}

// @ts-expect-error: decorator
@inline
function min3(a: i32, b: i32, c: i32): i32 {
  const ab = a < b ? a : b;
  return ab < c ? ab : c;
}

// @ts-expect-error: decorator
@inline
function max3(a: i32, b: i32, c: i32): i32 {
  const ab = a > b ? a : b;
  return ab > c ? ab : c;
}

let largeCount: i32 = 0;

/** How many faces the last call of `rasterize` left to others. */
export function largeFaces(): i32 {
  return largeCount;
}

/**
 * Appends the layers of the faces `from` to `faceCount` whose indices lie at `indices`, and returns the first that found no
 * room. Faces too large for 32-bit edge functions are not drawn: their numbers go to `large`.
 */
export function rasterize(
  indices: usize,
  from: i32,
  faceCount: i32,
  firstFace: i32,
  nameBase: u32,
  entrySign: i32,
  before: usize,
  large: usize,
): i32 {
  const lastColumn = columns - 1;
  const lastRow = endRow - 1;
  largeCount = 0;
  const lanes = i32x4(0, 1, 2, 3);
  for (let i = from; i < faceCount; i++) {
    const at = indices + <usize>(12 * i);
    const a = vertices + (<usize>load<u32>(at) << 5);
    let b = vertices + (<usize>load<u32>(at, 4) << 5);
    let c = vertices + (<usize>load<u32>(at, 8) << 5);
    const ax = load<i32>(a, 24);
    let bx = load<i32>(b, 24);
    let cx = load<i32>(c, 24);
    const minX = min3(ax, bx, cx);
    const maxX = max3(ax, bx, cx);
    const x0 = max((minX + HALF - 1) >> 8, 0);
    const x1 = min((maxX - HALF) >> 8, lastColumn);
    if (x0 > x1) continue;
    const ay = load<i32>(a, 28);
    let by = load<i32>(b, 28);
    let cy = load<i32>(c, 28);
    const minY = min3(ay, by, cy);
    const maxY = max3(ay, by, cy);
    const y0 = max((minY + HALF - 1) >> 8, firstRow);
    const y1 = min((maxY - HALF) >> 8, lastRow);
    if (y0 > y1) continue;
    const za = load<f64>(a, 16);
    let zb = load<f64>(b, 16);
    let zc = load<f64>(c, 16);
    const minZ = least(za, least(zb, zc));
    if (minZ > 1.0 + SLACK) continue;
    if (maxX - minX >= SMALL || maxY - minY >= SMALL) {
      store<i32>(large + (<usize>largeCount << 2), firstFace + i);
      largeCount++;
      continue;
    }
    if (stream + <usize>(((x1 - x0 + 4) * (y1 - y0 + 1) + 1) * 12) > streamEnd) return i;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area == 0) continue;
    let sign = -entrySign;
    if (area < 0) {
      sign = entrySign;
      const t = b;
      b = c;
      c = t;
      let s = bx;
      bx = cx;
      cx = s;
      s = by;
      by = cy;
      cy = s;
      const tz = zb;
      zb = zc;
      zc = tz;
    }
    const px = (x0 << 8) + HALF;
    const py = (y0 << 8) + HALF;
    const aby = by - ay;
    const abx = bx - ax;
    const bcy = cy - by;
    const bcx = cx - bx;
    const cay = ay - cy;
    const cax = ax - cx;
    let rowA = i32x4.sub(i32x4.splat(edge(bcx, bcy, px - bx, py - by)), i32x4.mul(i32x4.splat(bcy), lanes));
    let rowB = i32x4.sub(i32x4.splat(edge(cax, cay, px - cx, py - cy)), i32x4.mul(i32x4.splat(cay), lanes));
    let rowC = i32x4.sub(i32x4.splat(edge(abx, aby, px - ax, py - ay)), i32x4.mul(i32x4.splat(aby), lanes));
    const downA = i32x4.splat(bcx);
    const downB = i32x4.splat(cax);
    const downC = i32x4.splat(abx);
    const acrossA = i32x4.splat(bcy << 2);
    const acrossB = i32x4.splat(cay << 2);
    const acrossC = i32x4.splat(aby << 2);
    const width = x1 - x0;
    const maxZ = most(za, most(zb, zc));

    if (maxZ < -SLACK) {
      const signs = i32x4.splat(sign);
      for (let row = y0; row <= y1; row++) {
        let eA = rowA;
        let eB = rowB;
        let eC = rowC;
        const p = (row - firstRow) * columns + x0;
        for (let k = 0; k <= width; k += 4) {
          const outside = outsideOf(eA, eB, eC, lanes, width - k);
          const cell = before + (<usize>(p + k) << 2);
          v128.store(cell, i32x4.add(v128.load(cell), v128.andnot(signs, outside)));
          eA = i32x4.sub(eA, acrossA);
          eB = i32x4.sub(eB, acrossB);
          eC = i32x4.sub(eC, acrossC);
        }
        rowA = i32x4.add(rowA, downA);
        rowB = i32x4.add(rowB, downB);
        rowC = i32x4.add(rowC, downC);
      }
      continue;
    }

    const xa = load<f64>(a);
    const ya = load<f64>(a, 8);
    const ux = load<f64>(b) - xa;
    const uy = load<f64>(b, 8) - ya;
    const uz = zb - za;
    const vx = load<f64>(c) - xa;
    const vy = load<f64>(c, 8) - ya;
    const vz = zc - za;
    const det = ux * vy - uy * vx;
    const inv = det > 0 ? 1.0 / det : 0;
    const dzdx = (uz * vy - vz * uy) * inv;
    const dzdy = (vz * ux - uz * vx) * inv;
    const zLeft = za + dzdx * (<f64>x0 + 0.5 - xa);
    const name: u32 = nameBase + <u32>(firstFace + i) + (sign > 0 ? 0x80000000 : 0);
    if (minZ < -SLACK || maxZ > 1.0 + SLACK) {
      // Some of it may lie outside the depth range: pixel by pixel.
      for (let row = y0; row <= y1; row++) {
        let eA = rowA;
        let eB = rowB;
        let eC = rowC;
        for (let k = 0; k <= width; k += 4) {
          let covered = ~i32x4.bitmask(v128.or(v128.or(eA, eB), eC)) & firstLanes(width - k);
          while (covered) {
            const x = k + ctz(covered);
            covered &= covered - 1;
            const depth = least(most(zLeft + dzdy * (<f64>row + 0.5 - ya) + dzdx * <f64>x, minZ), maxZ);
            const pixel = (row - firstRow) * columns + x0 + x;
            if (depth < -SLACK) {
              const cell = before + (<usize>pixel << 2);
              store<i32>(cell, load<i32>(cell) + sign);
            } else if (depth <= 1.0 + SLACK) appendLayer(pixel, name, <f32>least(most(depth, 0), 1));
          }
          eA = i32x4.sub(eA, acrossA);
          eB = i32x4.sub(eB, acrossB);
          eC = i32x4.sub(eC, acrossC);
        }
        rowA = i32x4.add(rowA, downA);
        rowB = i32x4.add(rowB, downB);
        rowC = i32x4.add(rowC, downC);
      }
      continue;
    }
    const lowest = f64x2.splat(most(minZ, 0));
    const highest = f64x2.splat(most(least(maxZ, 1), 0));
    const across = f64x2.splat(dzdx);
    const words = i32x4.splat(name);
    let to = stream;
    for (let row = y0; row <= y1; row++) {
      let eA = rowA;
      let eB = rowB;
      let eC = rowC;
      const p = (row - firstRow) * columns + x0;
      const z = f64x2.splat(zLeft + dzdy * (<f64>row + 0.5 - ya));
      for (let k = 0; k <= width; k += 4) {
        const outside = outsideOf(eA, eB, eC, lanes, width - k);
        const first = <f64>k;
        const z01 = f64x2.add(z, f64x2.mul(across, f64x2(first, first + 1)));
        const z23 = f64x2.add(z, f64x2.mul(across, f64x2(first + 2, first + 3)));
        const d01 = f32x4.demote_f64x2_zero(f64x2.pmin(highest, f64x2.pmax(lowest, z01)));
        const d23 = f32x4.demote_f64x2_zero(f64x2.pmin(highest, f64x2.pmax(lowest, z23)));
        const pairs01 = v128.shuffle<i32>(words, d01, 0, 4, 1, 5);
        const pairs23 = v128.shuffle<i32>(words, d23, 0, 4, 1, 5);
        to = append4(to, p + k, outside, pairs01, pairs23);
        eA = i32x4.sub(eA, acrossA);
        eB = i32x4.sub(eB, acrossB);
        eC = i32x4.sub(eC, acrossC);
      }
      rowA = i32x4.add(rowA, downA);
      rowB = i32x4.add(rowB, downB);
      rowC = i32x4.add(rowC, downC);
    }
    setStream(to);
  }
  return faceCount;
}
