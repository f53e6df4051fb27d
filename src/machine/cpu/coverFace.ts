import { orient2d } from 'robust-predicates';
import { GUARD_PX, SUBPIXELS } from '../raster.js';
import type { Band } from './layerRasterizer.js';

/** Four f64 per vertex: x and y in pixels, depth, and what `projectVertices` keeps in the last. */
export interface ScreenVertices {
  readonly vertices: Float64Array;
}

/** Neighbours in one row that a face covers. */
export interface Run {
  /** The first one's column and row, and how many there are. */
  x: number;
  y: number;
  count: number;
  /** The k-th one's depth is `z + slope * (first + k)`, but not before `least` nor behind `most`; it may lie anywhere. */
  z: number;
  slope: number;
  first: number;
  least: number;
  most: number;
  /** 1 where rays enter, −1 where they leave. */
  sign: number;
}

export const depthAt = ({ z, slope, first, least, most }: Run, k: number): number => {
  // Snapping may cover a centre just outside the true face; there its plane overshoots.
  const plane = z + slope * (first + k);
  return plane < least ? least : plane > most ? most : plane;
};

/** Takes a run; it is good until the call ends. */
export type TakeRun = (run: Run) => void;

const HALF = SUBPIXELS / 2;
/** Up to here all edge functions are whole numbers below 2^52, and so exact in f64. */
const GUARD = GUARD_PX * SUBPIXELS;

/**
 * Tells which pixels of a band a face covers, for faces of any size, however far they reach: centres inside the triangle
 * of the snapped vertices, by the top-left rule. It is the rule of the fast loops (see plainRasterizer.ts), with the same
 * depths to the bit, but goes by rows: an edge cuts a row once, so a row's covered pixels are one run.
 *
 * Faces wholly behind `far` are left out. `cull` leaves out faces of that sign; 0 none.
 */
export function coverFace(
  { vertices }: ScreenVertices,
  a: number,
  second: number,
  third: number,
  { columns, firstRow, endRow }: Band,
  far: number,
  mirrored: boolean,
  cull: number,
  take: TakeRun,
): void {
  let b = second;
  let c = third;
  const ax = snap(vertices[4 * a]);
  let bx = snap(vertices[4 * b]);
  let cx = snap(vertices[4 * c]);
  const minX = Math.min(ax, bx, cx);
  const maxX = Math.max(ax, bx, cx);
  const x0 = Math.max(firstCentre(minX), 0);
  const x1 = Math.min(lastCentre(maxX), columns - 1);
  if (x0 > x1) return;
  const ay = snap(vertices[4 * a + 1]);
  let by = snap(vertices[4 * b + 1]);
  let cy = snap(vertices[4 * c + 1]);
  const minY = Math.min(ay, by, cy);
  const maxY = Math.max(ay, by, cy);
  const y0 = Math.max(firstCentre(minY), firstRow);
  const y1 = Math.min(lastCentre(maxY), endRow - 1);
  if (y0 > y1) return;
  const za = vertices[4 * a + 2];
  const minZ = Math.min(za, vertices[4 * b + 2], vertices[4 * c + 2]);
  if (minZ > far) return;
  const maxZ = Math.max(za, vertices[4 * b + 2], vertices[4 * c + 2]);

  const near = minX >= -GUARD && maxX <= GUARD && minY >= -GUARD && maxY <= GUARD;
  // Doubled area; negative where the outside is seen: y runs down, and the ray away from the eye.
  const area = near ? (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) : -orient2d(ax, ay, bx, by, cx, cy);
  if (area === 0) return;
  const sign = area < 0 !== mirrored ? 1 : -1;
  if (sign === cull) return;
  if (area < 0) {
    [b, c] = [c, b];
    [bx, cx] = [cx, bx];
    [by, cy] = [cy, by];
  }

  // Depth from the plane of the true, unsnapped vertices: faces in one plane get one depth, however they are cut.
  const xa = vertices[4 * a];
  const ya = vertices[4 * a + 1];
  const ux = vertices[4 * b] - xa;
  const uy = vertices[4 * b + 1] - ya;
  const uz = vertices[4 * b + 2] - za;
  const vx = vertices[4 * c] - xa;
  const vy = vertices[4 * c + 1] - ya;
  const vz = vertices[4 * c + 2] - za;
  const det = ux * vy - uy * vx;
  const inv = det > 0 ? 1 / det : 0;
  const dzdx = (uz * vy - vz * uy) * inv;
  const dzdy = (vz * ux - uz * vx) * inv;
  const zLeft = za + dzdx * (x0 + 0.5 - xa);

  const run: Run = { x: x0, y: y0, count: 0, z: zLeft, slope: dzdx, first: 0, least: minZ, most: maxZ, sign };

  // Edge functions at the row's pixel x0, and what they lose per pixel.
  const px = x0 * SUBPIXELS + HALF;
  const py = y0 * SUBPIXELS + HALF;
  let eA = edgeAt(cx - bx, cy - by, px - bx, py - by);
  let eB = edgeAt(ax - cx, ay - cy, px - cx, py - cy);
  let eC = edgeAt(bx - ax, by - ay, px - ax, py - ay);
  const lossA = (cy - by) * SUBPIXELS;
  const lossB = (ay - cy) * SUBPIXELS;
  const lossC = (by - ay) * SUBPIXELS;
  for (let y = y0; y <= y1; y++) {
    let from = 0;
    let to = x1 - x0;
    if (near) {
      if (lossA < 0) from = Math.max(from, Math.ceil(eA / lossA));
      else to = Math.min(to, lastInside(eA, lossA));
      if (lossB < 0) from = Math.max(from, Math.ceil(eB / lossB));
      else to = Math.min(to, lastInside(eB, lossB));
      if (lossC < 0) from = Math.max(from, Math.ceil(eC / lossC));
      else to = Math.min(to, lastInside(eC, lossC));
      eA += (cx - bx) * SUBPIXELS;
      eB += (ax - cx) * SUBPIXELS;
      eC += (bx - ax) * SUBPIXELS;
    } else {
      const row = y * SUBPIXELS + HALF;
      if (lossA < 0) from = cutFar(bx, by, cx, cy, px, row, from, to);
      else to = cutFar(bx, by, cx, cy, px, row, from, to);
      if (lossB < 0) from = cutFar(cx, cy, ax, ay, px, row, from, to);
      else to = cutFar(cx, cy, ax, ay, px, row, from, to);
      if (lossC < 0) from = cutFar(ax, ay, bx, by, px, row, from, to);
      else to = cutFar(ax, ay, bx, by, px, row, from, to);
    }
    if (from > to) continue;
    run.x = x0 + from;
    run.y = y;
    run.count = to - from + 1;
    run.z = zLeft + dzdy * (y + 0.5 - ya);
    run.first = from;
    take(run);
  }
}

const snap = (pixels: number): number => Math.floor(pixels * SUBPIXELS + 0.5);
/** The first centre at or right of x, the last at or left of it. */
const firstCentre = (x: number): number => Math.ceil((x - HALF) / SUBPIXELS);
const lastCentre = (x: number): number => Math.floor((x - HALF) / SUBPIXELS);

/** Whether the border itself belongs to the face: the top-left rule, for faces whose doubled area is positive. */
const ownsBorder = (dx: number, dy: number): boolean => dy < 0 || (dy === 0 && dx > 0);

/** The edge function of the edge (dx, dy) at (x, y) from its start, one less where the border is another's: inside it is ≥ 0. */
const edgeAt = (dx: number, dy: number, x: number, y: number): number => dx * y - dy * x - (ownsBorder(dx, dy) ? 0 : 1);

/**
 * The last k with e − k · loss ≥ 0. The quotient's rounding cannot carry it over a whole number: e and loss are whole,
 * loss is below 2^34, and so where the quotient is no larger than a frame it is whole or 2^-34 away from that.
 */
const lastInside = (e: number, loss: number): number =>
  loss > 0 ? Math.floor(e / loss) : e >= 0 ? Infinity : -Infinity;

/**
 * Where the edge p–q cuts the run from…to, with exact predicates for all numbers, by bisection: the new `from` for edges
 * that go up (they bound a row on the left), else the new `to`. `x` and `y` are the centre of the row's pixel 0.
 */
function cutFar(
  ...[px, py, qx, qy, x, y, from, to]: readonly [number, number, number, number, number, number, number, number]
): number {
  const own = ownsBorder(qx - px, qy - py);
  const inside = (k: number): boolean => {
    const side = -orient2d(px, py, qx, qy, x + k * SUBPIXELS, y);
    return side > 0 || (side === 0 && own);
  };
  // Along the row the edge goes from inside to outside, or the other way round for those that go up.
  const up = qy < py;
  let low = from - 1;
  let high = to + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (inside(middle) === up) high = middle;
    else low = middle;
  }
  return up ? high : low;
}
