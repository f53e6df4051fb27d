// Faces of many pixels, row by row: an edge cuts a row once, so a row's covered pixels are one run. The twin of
// src/machine/cpu/coverFace.ts, which says why it is right, for faces whose edge functions f64 holds exactly.
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
 * Appends the layers of one face whose vertices lie at `a`, `b`, `c`, its area being positive; there has to be room for them.
 * `x0`, `y0` is the first pixel of its box, `width` and `height` are one less than the box's.
 */
export function rasterizeLarge(
  a: usize,
  b: usize,
  c: usize,
  x0: i32,
  y0: i32,
  width: i32,
  height: i32,
  zLeft: f64,
  dzdx: f64,
  dzdy: f64,
  minZ: f64,
  maxZ: f64,
  before: usize,
  sign: i32,
): void {
  const ax = <f64>load<i32>(a, 24);
  const ay = <f64>load<i32>(a, 28);
  const bx = <f64>load<i32>(b, 24);
  const by = <f64>load<i32>(b, 28);
  const cx = <f64>load<i32>(c, 24);
  const cy = <f64>load<i32>(c, 28);
  const ya = load<f64>(a, 8);
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
        if (turned > 0) turnRun(before, pixel + (dzdx >= 0 ? k : k + n - turned), turned, sign);
        k = dzdx >= 0 ? k + turned : k + n - turned - kept;
        n = kept;
      }
      appendRun(pixel + k, k, n, z);
    }
    pixel += columns;
    eA += (cx - bx) * SUBPIXELS;
    eB += (ax - cx) * SUBPIXELS;
    eC += (bx - ax) * SUBPIXELS;
  }
}
