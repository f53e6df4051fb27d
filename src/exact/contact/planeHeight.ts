import { orient3d } from 'robust-predicates';
import type { Points } from './orientation.js';

/**
 * How far the point (x, y, z) lies behind the plane of the triangle (a, b, c), times twice the triangle's area: as `orient3d`,
 * whose sign alone can be relied on. Here the error is 2⁻⁹⁶ of the product of three edges, so a height is right to its last
 * bits however near to the plane the point is; in the plane it is 0. In numbers of twice the length (T. J. Dekker, "A
 * floating-point technique for extending the available precision", 1971); where plain ones do, in these.
 */
export function planeHeight(p: Points, a: number, b: number, c: number, x: number, y: number, z: number): number {
  const ax = difference(p[a], x);
  const axl = low;
  const ay = difference(p[a + 1], y);
  const ayl = low;
  const az = difference(p[a + 2], z);
  const azl = low;
  const bx = difference(p[b], x);
  const bxl = low;
  const by = difference(p[b + 1], y);
  const byl = low;
  const bz = difference(p[b + 2], z);
  const bzl = low;
  const cx = difference(p[c], x);
  const cxl = low;
  const cy = difference(p[c + 1], y);
  const cyl = low;
  const cz = difference(p[c + 2], z);
  const czl = low;

  const plain = az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay);
  const size =
    Math.abs(az) * (Math.abs(bx * cy) + Math.abs(cx * by)) +
    Math.abs(bz) * (Math.abs(cx * ay) + Math.abs(ax * cy)) +
    Math.abs(cz) * (Math.abs(ax * by) + Math.abs(bx * ay));
  // Then 2⁻⁴⁶ of it is rounding.
  if (Math.abs(plain) > size / 16) return plain;
  const [a1, a2, b1, b2, c1, c2] = [p[a + 1], p[a + 2], p[b + 1], p[b + 2], p[c + 1], p[c + 2]];
  if (orient3d(p[a], a1, a2, p[b], b1, b2, p[c], c1, c2, x, y, z) === 0) return 0;

  const bc = minor(bx, bxl, cy, cyl, cx, cxl, by, byl);
  const bcl = low;
  const ca = minor(cx, cxl, ay, ayl, ax, axl, cy, cyl);
  const cal = low;
  const ab = minor(ax, axl, by, byl, bx, bxl, ay, ayl);
  const abl = low;
  let height = product(az, azl, bc, bcl);
  let rest = low;
  const ofB = product(bz, bzl, ca, cal);
  height = sum(height, rest, ofB, low);
  rest = low;
  const ofC = product(cz, czl, ab, abl);
  return sum(height, rest, ofC, low);
}

/** What the last of these functions left over: to be added to what it returned. */
let low = 0;

function difference(a: number, b: number): number {
  const x = a - b;
  const v = a - x;
  low = a - (x + v) + (v - b);
  return x;
}

function sum(a: number, al: number, b: number, bl: number): number {
  const x = a + b;
  const v = x - a;
  const rest = a - (x - v) + (b - v) + al + bl;
  const y = x + rest;
  low = rest - (y - x);
  return y;
}

const SPLITTER = 2 ** 27 + 1;

function product(a: number, al: number, b: number, bl: number): number {
  const x = a * b;
  let t = SPLITTER * a;
  const ah = t - (t - a);
  t = SPLITTER * b;
  const bh = t - (t - b);
  const rest = (a - ah) * (b - bh) - (x - ah * bh - (a - ah) * bh - ah * (b - bh)) + (a * bl + al * b);
  const y = x + rest;
  low = rest - (y - x);
  return y;
}

/** The product of the first two less that of the others. */
function minor(a: number, al: number, b: number, bl: number, c: number, cl: number, d: number, dl: number): number {
  const one = product(a, al, b, bl);
  const onel = low;
  const other = product(c, cl, d, dl);
  return sum(one, onel, -other, -low);
}
