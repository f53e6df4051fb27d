import { type Affine, invert } from '../../math/affine.js';
import type { Box } from '../../math/box.js';

/**
 * One body seen from the frame of another, the ground. World coordinates are rounded, so what the map shows is not quite
 * where the surfaces are that exact answers speak of: seen from the ground, these lie within `slack` of it.
 */
export interface RelativeMap {
  /** From the mover's frame to the ground's; taken as it is, in f64. */
  readonly map: Affine;
  /** Takes normals of the mover to normals on the ground: nine numbers, row by row. Their lengths change. */
  readonly normals: Float64Array;
  /** By how much the map stretches a length at most. */
  readonly stretch: number;
  /** By how much a vertex of the mover and one of the ground, as rounded, may be off against each other. */
  readonly slack: number;
  /** What rounding may do to a distance that is worked out in the ground's frame. */
  readonly rounding: number;
}

/** More than f64 loses in six operations: 2^-50. */
const OPERATIONS = 2 ** -50;

/** What is lost to rounding in some thirty operations on coordinates, as a share of the largest: less than 2^-47. */
export const ROUNDING = 2 ** -46;

/** How `mover` stands to `ground`, and how far that is to be trusted. */
export function relativeMap(ground: Affine, mover: Affine, groundBox: Box, moverBox: Box): RelativeMap {
  const z = invert(ground);
  const map = new Float64Array(12);
  const tx = mover[3] - ground[3];
  const ty = mover[7] - ground[7];
  const tz = mover[11] - ground[11];
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 3; c++) map[r + c] = z[r] * mover[c] + z[r + 1] * mover[4 + c] + z[r + 2] * mover[8 + c];
    map[r + 3] = z[r] * tx + z[r + 1] * ty + z[r + 2] * tz;
  }
  const px = reachOf(moverBox, 0);
  const py = reachOf(moverBox, 1);
  const pz = reachOf(moverBox, 2);
  const qx = reachOf(groundBox, 0);
  const qy = reachOf(groundBox, 1);
  const qz = reachOf(groundBox, 2);
  let off = 0;
  let most = Math.max(qx, qy, qz);
  for (let r = 0; r < 12; r += 4) {
    const f0 = ground[r];
    const f1 = ground[r + 1];
    const f2 = ground[r + 2];
    // World coordinates of both bodies: the terms of a row, and what is lost to rounding them.
    let terms = Math.abs(f0) * qx + Math.abs(f1) * qy + Math.abs(f2) * qz + 2 * Math.abs(ground[r + 3]);
    let residue = 0;
    for (let c = 0; c < 4; c++) {
      const reach = c === 0 ? px : c === 1 ? py : c === 2 ? pz : 1;
      const through = f0 * map[c] + f1 * map[4 + c] + f2 * map[8 + c];
      const size = Math.abs(f0 * map[c]) + Math.abs(f1 * map[4 + c]) + Math.abs(f2 * map[8 + c]);
      const is = c < 3 ? mover[r + c] : mover[r + 3] - ground[r + 3];
      residue += Math.abs(through - is) * reach;
      terms += (size + Math.abs(mover[r + c])) * reach;
    }
    off = Math.max(off, residue + 2 * OPERATIONS * terms);
    most = Math.max(
      most,
      Math.abs(map[r]) * px + Math.abs(map[r + 1]) * py + Math.abs(map[r + 2]) * pz + Math.abs(map[r + 3]),
    );
  }
  // A length is at most √3 times the largest coordinate.
  const inverse = inverseNorm(ground, z);
  const i = invert(map);
  return {
    map,
    normals: Float64Array.of(i[0], i[4], i[8], i[1], i[5], i[9], i[2], i[6], i[10]),
    stretch: stretchOf(map[0], map[1], map[2], map[4], map[5], map[6], map[8], map[9], map[10]),
    slack: 2 * inverse * off,
    rounding: ROUNDING * 2 * most,
  };
}

/**
 * By how much the inverse of a pose makes the largest coordinate larger, at most; infinite where the inverse as computed, Z,
 * is none: ‖F⁻¹‖ ≤ ‖Z‖ / (1 − ‖FZ − 1‖).
 */
export function inverseNorm(f: Affine, z: Affine): number {
  let norm = 0;
  for (let r = 0; r < 12; r += 4) norm = Math.max(norm, Math.abs(z[r]) + Math.abs(z[r + 1]) + Math.abs(z[r + 2]));
  const error = inverseError(f, z);
  return error < 0.5 ? (1.01 * norm) / (1 - error) : Infinity;
}

/** How far the product of a pose and its inverse is from 1, at most: the largest sum of a row. */
function inverseError(f: Affine, z: Affine): number {
  let error = 0;
  for (let r = 0; r < 12; r += 4) {
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const x = f[r] * z[c];
      const y = f[r + 1] * z[4 + c];
      const w = f[r + 2] * z[8 + c];
      sum += Math.abs(x + y + w - (4 * c === r ? 1 : 0)) + OPERATIONS * (Math.abs(x) + Math.abs(y) + Math.abs(w) + 1);
    }
    error = Math.max(error, sum);
  }
  return error;
}

/** By how much a pose stretches lengths at least. */
export function leastStretch(pose: Affine): number {
  const z = invert(pose);
  const error = 2 * inverseError(pose, z);
  return error < 0.5 ? (1 - error) / stretchOf(z[0], z[1], z[2], z[4], z[5], z[6], z[8], z[9], z[10]) : 0;
}

const reachOf = ({ min, max }: Box, axis: 0 | 1 | 2): number => Math.max(Math.abs(min[axis]), Math.abs(max[axis]));

/**
 * No less than the largest singular value s of a matrix M, and that of a rotation but for rounding. MᵀM has the squares of
 * the singular values for its own, so s² is no more than a row's sum, and s⁸ no more than the sum of squares in (MᵀM)².
 */
function stretchOf(
  m0: number,
  m1: number,
  m2: number,
  m3: number,
  m4: number,
  m5: number,
  m6: number,
  m7: number,
  m8: number,
): number {
  const g00 = m0 * m0 + m3 * m3 + m6 * m6;
  const g11 = m1 * m1 + m4 * m4 + m7 * m7;
  const g22 = m2 * m2 + m5 * m5 + m8 * m8;
  const g01 = m0 * m1 + m3 * m4 + m6 * m7;
  const g02 = m0 * m2 + m3 * m5 + m6 * m8;
  const g12 = m1 * m2 + m4 * m5 + m7 * m8;
  const trace = g00 + g11 + g22;
  if (!(trace > 2 ** -200)) return Math.sqrt(trace) + 2 ** -90;
  const a = g00 / trace;
  const b = g11 / trace;
  const c = g22 / trace;
  const d = g01 / trace;
  const e = g02 / trace;
  const f = g12 / trace;
  const row = Math.max(a + Math.abs(d) + Math.abs(e), b + Math.abs(d) + Math.abs(f), c + Math.abs(e) + Math.abs(f));
  const h00 = a * a + d * d + e * e;
  const h11 = b * b + d * d + f * f;
  const h22 = c * c + e * e + f * f;
  const h01 = d * (a + b) + e * f;
  const h02 = e * (a + c) + d * f;
  const h12 = f * (b + c) + d * e;
  const squares = h00 * h00 + h11 * h11 + h22 * h22 + 2 * (h01 * h01 + h02 * h02 + h12 * h12);
  return Math.sqrt(trace * Math.min(row, Math.sqrt(Math.sqrt(squares)))) * (1 + OPERATIONS);
}

/** What a body's points lie in, in its own frame: a box, and a ball about the middle of it. */
export interface Reach {
  readonly bounds: Box;
  readonly radius: number;
}

/**
 * By how far any point of a body moves from one map to another, at most. A point's way depends on it linearly, so that of a
 * corner of the box is the longest; for round bodies the ball tells more. On the straight way from there to here no point
 * is farther from either end than that.
 */
export function motionBound(from: Affine, to: Affine, { bounds: { min, max }, radius }: Reach): number {
  const d0 = to[0] - from[0];
  const d1 = to[1] - from[1];
  const d2 = to[2] - from[2];
  const d3 = to[3] - from[3];
  const d4 = to[4] - from[4];
  const d5 = to[5] - from[5];
  const d6 = to[6] - from[6];
  const d7 = to[7] - from[7];
  const d8 = to[8] - from[8];
  const d9 = to[9] - from[9];
  const d10 = to[10] - from[10];
  const d11 = to[11] - from[11];
  const px = Math.max(Math.abs(min[0]), Math.abs(max[0]));
  const py = Math.max(Math.abs(min[1]), Math.abs(max[1]));
  const pz = Math.max(Math.abs(min[2]), Math.abs(max[2]));
  const terms =
    px * (Math.abs(d0) + Math.abs(d4) + Math.abs(d8)) +
    py * (Math.abs(d1) + Math.abs(d5) + Math.abs(d9)) +
    pz * (Math.abs(d2) + Math.abs(d6) + Math.abs(d10)) +
    (Math.abs(d3) + Math.abs(d7) + Math.abs(d11));
  let corner = 0;
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? max[0] : min[0];
    const y = k & 2 ? max[1] : min[1];
    const z = k & 4 ? max[2] : min[2];
    corner = Math.max(
      corner,
      length(d0 * x + d1 * y + d2 * z + d3, d4 * x + d5 * y + d6 * z + d7, d8 * x + d9 * y + d10 * z + d11),
    );
  }
  const x = min[0] / 2 + max[0] / 2;
  const y = min[1] / 2 + max[1] / 2;
  const z = min[2] / 2 + max[2] / 2;
  const middle = length(d0 * x + d1 * y + d2 * z + d3, d4 * x + d5 * y + d6 * z + d7, d8 * x + d9 * y + d10 * z + d11);
  const ball = middle + radius * stretchOf(d0, d1, d2, d4, d5, d6, d8, d9, d10);
  return Math.min(corner, ball) * (1 + OPERATIONS) + 2 * OPERATIONS * terms;
}

const length = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);
