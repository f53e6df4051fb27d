// Scan conversion; the twin of `rasterize` in src/machine/cpu/plainRasterizer.ts.
import { COLUMNS, FACE, keepDepths, keepEdge } from './face';
import { rasterizeLarge } from './largeFace';
import { columns, endRow, firstRow, hasRoomFor, makeRoom, vertices } from './memory';
import { appendPixels, appendRows, SLACK, turnRows } from './rows';

const HALF: i32 = 128;
/** 32-bit edge functions hold faces below this many subpixels across. */
const SMALL: i32 = 1 << 15;
/** Faces of so many columns and more are drawn run by run, which takes less time from here on. */
const WIDE: i32 = 32;

/** One (edge function / 256) at a pixel centre; see plainRasterizer.ts. */
// @ts-expect-error: decorator
@inline
function edge(dx: i32, dy: i32, x: i32, y: i32): i32 {
  // 0 where dy < 0, or dy = 0 and dx > 0; 1 elsewhere. No branch: edges go every way.
  const own = 1 + (((dy << 1) - i32(dx > 0)) >> 31);
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

/**
 * Appends the layers of the faces `from` to `faceCount` whose indices lie at `indices`, and returns the first that found no
 * room. Wide faces are drawn run by run.
 */
export function rasterize(
  indices: usize,
  from: i32,
  faceCount: i32,
  firstFace: i32,
  nameBase: u32,
  entrySign: i32,
  before: usize,
): i32 {
  const lastColumn = columns - 1;
  const lastRow = endRow - 1;
  v128.store(FACE, i32x4.splat(columns), COLUMNS);
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
    // Two f64 alike each: engines choose the less of two scalars by a branch.
    const za2 = v128.load64_splat(a, 16);
    const zb2 = v128.load64_splat(b, 16);
    const zc2 = v128.load64_splat(c, 16);
    const min2 = f64x2.pmin(za2, f64x2.pmin(zb2, zc2));
    const max2 = f64x2.pmax(za2, f64x2.pmax(zb2, zc2));
    const minZ = f64x2.extract_lane(min2, 0);
    const maxZ = f64x2.extract_lane(max2, 0);
    if (minZ > 1.0 + SLACK) continue;
    const width = x1 - x0;
    const height = y1 - y0;
    const pixels = (width + 1) * (height + 1);
    const isLarge = width >= WIDE || maxX - minX >= SMALL || maxY - minY >= SMALL;
    // Four layers are written at a time, up to three of them behind the last one; runs leave a little room in each page.
    if (isLarge ? !hasRoomFor(pixels + (pixels >> 4)) : !makeRoom(pixels + 3)) return i;
    const area = <i64>(bx - ax) * <i64>(cy - ay) - <i64>(cx - ax) * <i64>(by - ay);
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
    }
    const pixel = (y0 - firstRow) * columns + x0;
    if (!isLarge) {
      const px = (x0 << 8) + HALF;
      const py = (y0 << 8) + HALF;
      keepEdge(0, edge(cx - bx, cy - by, px - bx, py - by), cx - bx, cy - by);
      keepEdge(16, edge(ax - cx, ay - cy, px - cx, py - cy), ax - cx, ay - cy);
      keepEdge(32, edge(bx - ax, by - ay, px - ax, py - ay), bx - ax, by - ay);
      if (maxZ < -SLACK) {
        turnRows(before, pixel, width, height, sign);
        continue;
      }
    }

    const xa = load<f64>(a);
    const ya = load<f64>(a, 8);
    const za = load<f64>(a, 16);
    const ux = load<f64>(b) - xa;
    const uy = load<f64>(b, 8) - ya;
    const uz = load<f64>(b, 16) - za;
    const vx = load<f64>(c) - xa;
    const vy = load<f64>(c, 8) - ya;
    const vz = load<f64>(c, 16) - za;
    const det = ux * vy - uy * vx;
    const inv = det > 0 ? 1.0 / det : 0;
    const dzdx = (uz * vy - vz * uy) * inv;
    const dzdy = (vz * ux - uz * vx) * inv;
    const zLeft = za + dzdx * (<f64>x0 + 0.5 - xa);
    const middle = <f64>y0 + 0.5;
    const name: u32 = nameBase + <u32>(firstFace + i) + (sign > 0 ? 0x80000000 : 0);
    if (isLarge) {
      keepDepths(name, min2, max2, dzdx);
      rasterizeLarge(a, b, c, x0, y0, width, height, zLeft, dzdx, dzdy, minZ, maxZ, before, sign);
    } else if (minZ < -SLACK || maxZ > 1.0 + SLACK || x1 == lastColumn) {
      appendPixels(before, pixel, width, height, middle, zLeft, dzdx, dzdy, ya, minZ, maxZ, name, sign);
    } else {
      keepDepths(name, min2, max2, dzdx);
      appendRows(pixel, width, height, middle, zLeft, dzdy, ya);
    }
  }
  return faceCount;
}
