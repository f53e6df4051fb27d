// Scan conversion; the twin of `rasterize` in src/machine/cpu/plainRasterizer.ts.
import { alongEdges, areasOf, both0, both1, centreOf, edgesAt, negatedWhere, slopesOf, swapped } from './corners';
import { COLUMNS, FACE, keepDepths, keepEdges } from './face';
import { rasterizeLarge } from './largeFace';
import { columns, FIRST, firstRow, hasRoomFor, LAST, makeRoom, vertices } from './memory';
import { appendPixels, appendRows, SLACK, turnRows } from './rows';

const HALF: i32 = 128;
/** 32-bit edge functions hold faces below this many subpixels across. */
const SMALL: i32 = 1 << 15;
/** Faces of so many columns and more are drawn run by run, which takes less time from here on. */
const WIDE: i32 = 32;

/**
 * Appends the layers of the faces `from` to `faceCount` whose indices lie at `indices`, and returns the first that found no
 * room. Wide faces are drawn run by run. `fromBehind`: see LayerSource.
 */
export function rasterize(
  indices: usize,
  from: i32,
  faceCount: i32,
  firstFace: i32,
  nameBase: u32,
  entrySign: i32,
  before: usize,
  fromBehind: bool,
): i32 {
  const lastColumn = columns - 1;
  v128.store(FACE, i32x4.splat(columns), COLUMNS);
  for (let i = from; i < faceCount; i++) {
    const at = indices + <usize>(12 * i);
    const a = vertices + (<usize>load<u32>(at) << 5);
    const b = vertices + (<usize>load<u32>(at, 4) << 5);
    const c = vertices + (<usize>load<u32>(at, 8) << 5);
    // Depths first: many faces lie behind the view. Two f64 alike each: engines choose the less of two scalars by a branch.
    const za = v128.load64_splat(a, 16);
    const zb = v128.load64_splat(b, 16);
    const zc = v128.load64_splat(c, 16);
    const leastZ = f64x2.pmin(za, f64x2.pmin(zb, zc));
    const mostZ = f64x2.pmax(za, f64x2.pmax(zb, zc));
    const minZ = f64x2.extract_lane(leastZ, 0);
    const maxZ = f64x2.extract_lane(mostZ, 0);
    if (fromBehind ? maxZ < -SLACK : minZ > 1.0 + SLACK) continue;

    // The box: columns and rows in turn, twice.
    const ab = v128.load64_lane(b, v128.load64_zero(a, 24), 1, 24);
    const cc = v128.load64_splat(c, 24);
    const lows = i32x4.min_s(ab, cc);
    const highs = i32x4.max_s(ab, cc);
    const low = i32x4.min_s(lows, swapped(lows));
    const high = i32x4.max_s(highs, swapped(highs));
    const first = i32x4.max_s(i32x4.shr_s(i32x4.add(low, i32x4.splat(HALF - 1)), 8), v128.load(FIRST));
    const last = i32x4.min_s(i32x4.shr_s(i32x4.sub(high, i32x4.splat(HALF)), 8), v128.load(LAST));
    if (i32x4.bitmask(i32x4.gt_s(first, last))) continue;
    const size = i32x4.sub(last, first);
    const width = i32x4.extract_lane(size, 0);
    const height = i32x4.extract_lane(size, 1);
    const x0 = i32x4.extract_lane(first, 0);
    const y0 = i32x4.extract_lane(first, 1);
    const pixels = (width + 1) * (height + 1);
    const exitName = nameBase + <u32>(firstFace + i);
    if (width >= WIDE || i32x4.bitmask(i32x4.gt_s(i32x4.sub(high, low), i32x4.splat(SMALL - 1)))) {
      // Runs leave a little room in each page.
      if (!hasRoomFor(pixels + (pixels >> 4))) return i;
      rasterizeLarge(a, b, c, x0, y0, width, height, minZ, maxZ, before, exitName, entrySign, fromBehind);
      continue;
    }

    const x = v128.shuffle<i32>(ab, cc, 0, 2, 4, 6);
    const y = v128.shuffle<i32>(ab, cc, 1, 3, 5, 7);
    const alongX = alongEdges(x);
    const alongY = alongEdges(y);
    const areas = areasOf(alongX, alongY);
    if (i32x4.extract_lane(areas, 0) == 0) continue;
    const turned = i32x4.shr_s(areas, 31);
    const dx = negatedWhere(turned, alongX);
    const dy = negatedWhere(turned, alongY);
    keepEdges(edgesAt(first, x, y, dx, dy), dx, dy);
    const signs = negatedWhere(turned, i32x4.splat(-entrySign));
    const pixel = (y0 - firstRow) * columns + x0;
    // Then nothing beyond the box is covered, and four pixels at a time need not be cut to its width.
    const endsInside = x0 + width < lastColumn;
    if ((fromBehind ? minZ > 1.0 + SLACK : maxZ < -SLACK) && endsInside) {
      turnRows(before, pixel, width, height, fromBehind ? i32x4.neg(signs) : signs);
      continue;
    }

    // Four layers are written at a time, up to three of them behind the last one.
    if (!makeRoom(pixels + 3)) return i;
    const pa = v128.load(a);
    const slopes = slopesOf(pa, v128.load(b), v128.load(c), za, zb, zc, turned);
    const centre = centreOf(first);
    const zLeft = f64x2.add(za, both0(f64x2.mul(slopes, f64x2.sub(centre, pa))));
    const dzdy = both1(slopes);
    const middle = both1(centre);
    const ya = both1(pa);
    const sign = i32x4.extract_lane(signs, 0);
    const name: u32 = exitName + (sign > 0 ? 0x80000000 : 0);
    if (minZ < -SLACK || maxZ > 1.0 + SLACK || !endsInside) {
      const dzdx = f64x2.extract_lane(slopes, 0);
      appendPixels(before, pixel, width, height, middle, zLeft, dzdx, dzdy, ya, minZ, maxZ, name, sign, fromBehind);
    } else {
      if (fromBehind) turnRows(before, pixel, width, height, i32x4.neg(signs));
      keepDepths(name, leastZ, mostZ, both0(slopes));
      appendRows(pixel, width, height, middle, zLeft, dzdy, ya);
    }
  }
  return faceCount;
}
