import { InputError } from '../errors.js';
import type { Box } from './box.js';
import type { Vec3 } from './vector.js';

/**
 * An affine map as the three upper rows of a 4×4 matrix, row-major:
 * `x' = m[0]x + m[1]y + m[2]z + m[3]`, and so on. Twelve numbers, all in f64.
 */
export type Affine = Readonly<Float64Array>;

export const identity = (): Affine => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
export const translation = (x: number, y: number, z: number): Affine =>
  Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
export const scaling = (x: number, y = x, z = x): Affine => Float64Array.of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0);

/** Rotation by `angle` radians about `axis` through the origin; how long the axis is does not matter. */
export function rotation(axis: Vec3, angle: number): Affine {
  const length = Math.hypot(...axis);
  if (!(length > 0 && length < Infinity))
    throw new InputError(`rotation: the axis has no direction (${axis}). Give a vector other than zero.`);
  const [x, y, z] = axis.map((v) => v / length);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const t = 1 - c;
  return Float64Array.of(
    ...[t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
    ...[t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
    ...[t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0],
  );
}

/** The map that applies `b` first, then `a`. */
export function multiply(a: Affine, b: Affine): Affine {
  const out = new Float64Array(12);
  for (let r = 0; r < 12; r += 4) {
    const a0 = a[r];
    const a1 = a[r + 1];
    const a2 = a[r + 2];
    for (let c = 0; c < 4; c++) out[r + c] = a0 * b[c] + a1 * b[4 + c] + a2 * b[8 + c];
    out[r + 3] += a[r + 3];
  }
  return out;
}

/** The determinant of the linear part: negative where the map mirrors. */
export const determinant = (m: Affine): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);

/**
 * By how much the map makes any length longer at most: its largest singular value, from the largest eigenvalue of the symmetric
 * matrix MᵀM, in closed form (O. K. Smith, 1961).
 */
export function greatestStretch(m: Affine): number {
  const dotColumns = (i: number, j: number): number => m[i] * m[j] + m[4 + i] * m[4 + j] + m[8 + i] * m[8 + j];
  const [xx, yy, zz] = [dotColumns(0, 0), dotColumns(1, 1), dotColumns(2, 2)];
  const [xy, xz, yz] = [dotColumns(0, 1), dotColumns(0, 2), dotColumns(1, 2)];
  const mean = (xx + yy + zz) / 3;
  const [a, b, c] = [xx - mean, yy - mean, zz - mean];
  const p = Math.sqrt((a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  if (!(p > 0)) return Math.sqrt(mean);
  const det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const turn = Math.acos(Math.min(1, Math.max(-1, det / (2 * p ** 3)))) / 3;
  return Math.sqrt(mean + 2 * p * Math.cos(turn));
}

/** The inverse map; the caller sees to it that the determinant is not zero. */
export function invert(m: Affine): Affine {
  const d = 1 / determinant(m);
  const i0 = (m[5] * m[10] - m[6] * m[9]) * d;
  const i1 = (m[2] * m[9] - m[1] * m[10]) * d;
  const i2 = (m[1] * m[6] - m[2] * m[5]) * d;
  const i4 = (m[6] * m[8] - m[4] * m[10]) * d;
  const i5 = (m[0] * m[10] - m[2] * m[8]) * d;
  const i6 = (m[2] * m[4] - m[0] * m[6]) * d;
  const i8 = (m[4] * m[9] - m[5] * m[8]) * d;
  const i9 = (m[1] * m[8] - m[0] * m[9]) * d;
  const i10 = (m[0] * m[5] - m[1] * m[4]) * d;
  const tx = m[3];
  const ty = m[7];
  const tz = m[11];
  const i3 = -(i0 * tx + i1 * ty + i2 * tz);
  const i7 = -(i4 * tx + i5 * ty + i6 * tz);
  const i11 = -(i8 * tx + i9 * ty + i10 * tz);
  return Float64Array.of(i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11);
}

export const transformPoint = (m: Affine, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
];

export const transformDirection = (m: Affine, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z,
  m[4] * x + m[5] * y + m[6] * z,
  m[8] * x + m[9] * y + m[10] * z,
];

/** The axis-parallel box around the image of `box`. */
export function transformBox(m: Affine, box: Box): Box {
  const [x0, y0, z0] = box.min;
  const [x1, y1, z1] = box.max;
  // The corner at which a row is least or greatest follows from the signs; sums are rounded monotonically.
  const least = (r: number): number =>
    m[r] * (m[r] < 0 ? x1 : x0) + m[r + 1] * (m[r + 1] < 0 ? y1 : y0) + m[r + 2] * (m[r + 2] < 0 ? z1 : z0) + m[r + 3];
  const greatest = (r: number): number =>
    m[r] * (m[r] < 0 ? x0 : x1) + m[r + 1] * (m[r + 1] < 0 ? y0 : y1) + m[r + 2] * (m[r + 2] < 0 ? z0 : z1) + m[r + 3];
  return { min: [least(0), least(4), least(8)], max: [greatest(0), greatest(4), greatest(8)] };
}
