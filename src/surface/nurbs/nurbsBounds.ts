import type { Box } from '../../math/box.js';
import type { BezierPatch } from './bezierPatch.js';
import { halveU, halveV } from './halve.js';

/** Boxes are no larger than this share of the solid's size around it, if so much work suffices. */
const SLACK = 1e-7;
const MOST_HALVINGS = 400;
/** Rounding in cutting and evaluating, in the largest coordinate. */
const ROUNDING = 1e-14;

/**
 * A box that has all of the surface in it, and hardly more: no point of a patch with positive weights lies beyond its
 * control points, and those of halves come nearer to it.
 */
export function nurbsBounds(patches: readonly BezierPatch[]): Box {
  const min: [number, number, number] = [0, 0, 0];
  const max: [number, number, number] = [0, 0, 0];
  const hull = hullOf(patches);
  const size = Math.hypot(hull.max[0] - hull.min[0], hull.max[1] - hull.min[1], hull.max[2] - hull.min[2]);
  for (const axis of [0, 1, 2]) {
    const margin = ROUNDING * Math.max(Math.abs(hull.min[axis]), Math.abs(hull.max[axis]));
    min[axis] = -farthest(patches, axis, -1, SLACK * size) - margin;
    max[axis] = farthest(patches, axis, 1, SLACK * size) + margin;
  }
  return { min, max };
}

/** Around all control points. */
export function hullOf(patches: readonly BezierPatch[]): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { pieces } of patches)
    for (const piece of pieces)
      for (let at = 0; at < piece.length; at += 4)
        for (let k = 0; k < 3; k++) {
          const x = piece[at + k] / piece[at + 3];
          if (x < min[k]) min[k] = x;
          if (x > max[k]) max[k] = x;
        }
  return { min, max };
}

interface Reach {
  readonly piece: Float64Array;
  readonly p: number;
  readonly q: number;
  /** How far its control points reach. */
  readonly far: number;
}

/** How far the surface reaches along an axis, or against it (`sign` -1): an upper bound. */
function farthest(patches: readonly BezierPatch[], axis: number, sign: number, slack: number): number {
  let known = -Infinity; // corners are on the surface
  const reachOf = (piece: Float64Array, p: number, q: number): Reach => {
    let far = -Infinity;
    for (let at = 0; at < piece.length; at += 4) far = Math.max(far, (sign * piece[at + axis]) / piece[at + 3]);
    for (const at of [0, 4 * p, 4 * q * (p + 1), piece.length - 4])
      known = Math.max(known, (sign * piece[at + axis]) / piece[at + 3]);
    return { piece, p, q, far };
  };
  let open = patches.flatMap(({ pieces, degree: [p, q] }) => pieces.map((piece) => reachOf(piece, p, q)));
  for (let step = 0; ; step++) {
    open = open.filter(({ far }) => far > known);
    if (open.length === 0) return known;
    let top = 0;
    for (let i = 1; i < open.length; i++) if (open[i].far > open[top].far) top = i;
    const { piece, p, q, far } = open[top];
    if (far - known <= slack || step === MOST_HALVINGS) return far;
    const low = new Float64Array(piece.length);
    const high = new Float64Array(piece.length);
    if (bendsMoreInU(piece, p, q, axis)) halveU(piece, p, q, low, high);
    else halveV(piece, p, q, low, high);
    open[top] = reachOf(low, p, q);
    open.push(reachOf(high, p, q));
  }
}

/** In which direction halving brings the control points nearer to the surface. */
function bendsMoreInU(piece: Float64Array, p: number, q: number, axis: number): boolean {
  const value = (i: number, j: number): number => {
    const at = 4 * (j * (p + 1) + i);
    return piece[at + axis] / piece[at + 3];
  };
  let u = 0;
  let v = 0;
  for (let j = 0; j <= q; j++)
    for (let i = 0; i <= p; i++) {
      const here = value(i, j);
      u = Math.max(u, Math.abs(here - (value(0, j) * (p - i) + value(p, j) * i) / p));
      v = Math.max(v, Math.abs(here - (value(i, 0) * (q - j) + value(i, q) * j) / q));
    }
  return u >= v;
}
