// Faces of many pixels, row by row: an edge cuts a row once, so a row's covered pixels are one run. The twin of
// src/machine/cpu/coverFace.ts, which says why it is right, for faces whose edge functions f64 holds exactly.
import { slopesOf } from './corners';
import { keepDepths } from './face';
import { columns, firstRow } from './memory';
import { SLACK } from './rows';
import { appendRun, turnRun } from './runs';

const HALF: f64 = 128;
const SUBPIXELS: f64 = 256;

// The row's first and last pixel inside all edges so far, as whole numbers from the box's left.
let from: f64 = 0;
let to: f64 = 0;

// @ts-expect-error: decorator
@inline
function edgeAt(dx: f64, dy: f64, x: f64, y: f64): f64 {
  return dx * y - dy * x - (dy < 0 || (dy == 0 && dx > 0) ? 0 : 1);
}

/** Cuts the run by an edge, of value `e` at the box's left, that loses so much from pixel to pixel. */
// @ts-expect-error: decorator
@inline
function cut(e: f64, loss: f64): void {
  if (loss < 0) from = max(from, ceil(e / loss));
  else if (loss > 0) to = min(to, floor(e / loss));
  else if (e < 0) to = -1;
}

/** The doubled area of a face; see plainRasterizer.ts. */
function areaOf(a: usize, b: usize, c: usize): i64 {
  const ax = load<i32>(a, 24);
  const ay = load<i32>(a, 28);
  const ux = <i64>(load<i32>(b, 24) - ax);
  const uy = <i64>(load<i32>(b, 28) - ay);
  const vx = <i64>(load<i32>(c, 24) - ax);
  const vy = <i64>(load<i32>(c, 28) - ay);
  return ux * vy - vx * uy;
}

/** How many of a run's pixels lie before a depth, or also at it: those at its start where depths go up, else those at its end. */
function pixelsBelow(k: i32, n: i32, depth: f64, z: f64, slope: f64, minZ: f64, maxZ: f64, orAt: bool): i32 {
  const goesUp = slope >= 0;
  let low = -1;
  let high = n;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const here = min(max(z + slope * <f64>(k + middle), minZ), maxZ);
    const isBelow = orAt ? here <= depth : here < depth;
    if (isBelow == goesUp) low = middle;
    else high = middle;
  }
  return goesUp ? high : n - high;
}

/**
 * Appends the layers of one face whose vertices lie at `a`, `p`, `q`; there has to be room for them. `x0`, `y0` is the first
 * pixel of its box, `width` and `height` are one less than the box's, `exitName` is what its layers are called as exits.
 */
export function rasterizeLarge(
  a: usize,
  p: usize,
  q: usize,
  x0: i32,
  y0: i32,
  width: i32,
  height: i32,
  minZ: f64,
  maxZ: f64,
  before: usize,
  exitName: u32,
  entrySign: i32,
  fromBehind: bool,
): void {
  const area = areaOf(a, p, q);
  if (area == 0) return;
  const b = area < 0 ? q : p;
  const c = area < 0 ? p : q;
  const sign = area < 0 ? entrySign : -entrySign;
  const pa = v128.load(a);
  const za = v128.load64_splat(a, 16);
  const zb = v128.load64_splat(b, 16);
  const zc = v128.load64_splat(c, 16);
  const slopes = slopesOf(pa, v128.load(b), v128.load(c), za, zb, zc, i32x4.splat(0));
  const dzdx = f64x2.extract_lane(slopes, 0);
  const dzdy = f64x2.extract_lane(slopes, 1);
  const ya = f64x2.extract_lane(pa, 1);
  const zLeft = f64x2.extract_lane(za, 0) + dzdx * (<f64>x0 + 0.5 - f64x2.extract_lane(pa, 0));
  const name: u32 = exitName + (sign > 0 ? 0x80000000 : 0);
  keepDepths(name, f64x2.splat(minZ), f64x2.splat(maxZ), f64x2.splat(dzdx));

  const ax = <f64>load<i32>(a, 24);
  const ay = <f64>load<i32>(a, 28);
  const bx = <f64>load<i32>(b, 24);
  const by = <f64>load<i32>(b, 28);
  const cx = <f64>load<i32>(c, 24);
  const cy = <f64>load<i32>(c, 28);
  const px = <f64>x0 * SUBPIXELS + HALF;
  const py = <f64>y0 * SUBPIXELS + HALF;
  let eA = edgeAt(cx - bx, cy - by, px - bx, py - by);
  let eB = edgeAt(ax - cx, ay - cy, px - cx, py - cy);
  let eC = edgeAt(bx - ax, by - ay, px - ax, py - ay);
  let pixel = (y0 - firstRow) * columns + x0;
  const isWhole = minZ >= -SLACK && maxZ <= 1.0 + SLACK;
  for (let row = 0; row <= height; row++) {
    from = 0;
    to = <f64>width;
    cut(eA, (cy - by) * SUBPIXELS);
    cut(eB, (ay - cy) * SUBPIXELS);
    cut(eC, (by - ay) * SUBPIXELS);
    if (from <= to) {
      let k = <i32>from;
      let n = <i32>to - k + 1;
      const z = zLeft + dzdy * (<f64>(y0 + row) + 0.5 - ya);
      if (!isWhole) {
        // Depths go one way along a row: what lies before the near plane is at one end, what lies behind the far one at the other.
        const turned = pixelsBelow(k, n, -SLACK, z, dzdx, minZ, maxZ, false);
        const kept = pixelsBelow(k, n, 1.0 + SLACK, z, dzdx, minZ, maxZ, true) - turned;
        if (fromBehind) turnRun(before, pixel + (dzdx >= 0 ? k + turned : k), n - turned, -sign);
        else if (turned > 0) turnRun(before, pixel + (dzdx >= 0 ? k : k + n - turned), turned, sign);
        k = dzdx >= 0 ? k + turned : k + n - turned - kept;
        n = kept;
      } else if (fromBehind) turnRun(before, pixel + k, n, -sign);
      appendRun(pixel + k, k, n, z);
    }
    pixel += columns;
    eA += (cx - bx) * SUBPIXELS;
    eB += (ax - cx) * SUBPIXELS;
    eC += (bx - ax) * SUBPIXELS;
  }
}
