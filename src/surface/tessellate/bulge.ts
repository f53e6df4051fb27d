import type { Side } from '../surface.js';
import { norm } from './norm.js';
import type { Points } from './points.js';

/** Corners of a face whose normals agree better than this (their cosine) have no tip above them that its edges do not show. */
const TURNED = 0.7;

const n = new Float64Array(9);
const corner = new Int32Array(3);

/**
 * How far a side bulges beyond a face: a face across a needle or a rim lies near the side all over, while the side goes on
 * far beyond it. Between two points it cannot bulge farther than where their tangents meet, nor above a face than where
 * three tangent planes do, if it bends one way only; whether it gets there is then looked up. A parabola bulges half as
 * far. Beyond `goal`, `out` is a place on the side, or almost, that is so far away.
 */
export function bulge(
  points: Points,
  side: Side,
  k: number,
  a: number,
  b: number,
  c: number,
  goal: number,
  out: Float64Array,
): number {
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  for (let i = 0; i < 3; i++) normalAt(points, side, k, corner[i], 3 * i);
  let most = 0;
  for (let i = 0; i < 3 && most <= goal; i++) {
    const j = i === 2 ? 0 : i + 1;
    most = Math.max(most, beyondEdge(points.at, side, i, j, goal, out));
  }
  if (most <= goal && Math.min(dot(0, 3), dot(3, 6), dot(6, 0)) < TURNED)
    most = Math.max(most, beyondFace(points.at, side, goal, out));
  return most;
}

const dot = (i: number, j: number): number => n[i] * n[j] + n[i + 1] * n[j + 1] + n[i + 2] * n[j + 2];

const gradient = new Float64Array(3);

/** Remembered with the point for its first side: most have only that. Not numbers where there is no normal. */
function normalAt(points: Points, side: Side, k: number, p: number, o: number): void {
  const { at, normals } = points;
  const isFirst = points.sides[3 * p] === k;
  if (isFirst && normals[3 * p] !== Infinity) {
    for (let i = 0; i < 3; i++) n[o + i] = normals[3 * p + i];
    return;
  }
  side.gradient(at[3 * p], at[3 * p + 1], at[3 * p + 2], gradient);
  const length = norm(gradient[0], gradient[1], gradient[2]);
  for (let i = 0; i < 3; i++) n[o + i] = length > 0 && length < Infinity ? gradient[i] / length : NaN;
  if (isFirst) for (let i = 0; i < 3; i++) normals[3 * p + i] = n[o + i];
}

function beyondEdge(at: Float64Array, side: Side, i: number, j: number, goal: number, out: Float64Array): number {
  const p = 3 * corner[i];
  const q = 3 * corner[j];
  const dx = at[q] - at[p];
  const dy = at[q + 1] - at[p + 1];
  const dz = at[q + 2] - at[p + 2];
  const length = norm(dx, dy, dz);
  const a = (n[3 * i] * dx + n[3 * i + 1] * dy + n[3 * i + 2] * dz) / length;
  const b = -(n[3 * j] * dx + n[3 * j + 1] * dy + n[3 * j + 2] * dz) / length;
  if (!(a * b > 0)) return 0;
  const sinA = Math.min(1, Math.abs(a));
  const sinB = Math.min(1, Math.abs(b));
  const cosA = Math.sqrt(1 - sinA * sinA);
  const cosB = Math.sqrt(1 - sinB * sinB);
  const height = (length * sinA * sinB) / (sinA * cosB + cosA * sinB);
  if (height <= goal) return height / 2;
  // From where the tangents meet, down to the edge: across it, halfway between the normals, outwards if it bends outwards.
  const s = (height * cosA) / sinA / length || 0;
  const along = (a - b) / length;
  const isConvex = a < 0;
  const sign = isConvex ? 1 : -1;
  const wx = sign * (n[3 * i] + n[3 * j] - along * dx);
  const wy = sign * (n[3 * i + 1] + n[3 * j + 1] - along * dy);
  const wz = sign * (n[3 * i + 2] + n[3 * j + 2] - along * dz);
  return seek(side, at[p] + s * dx, at[p + 1] + s * dy, at[p + 2] + s * dz, wx, wy, wz, height, isConvex, goal, out);
}

function beyondFace(at: Float64Array, side: Side, goal: number, out: Float64Array): number {
  const mx = middle(at, 0);
  const my = middle(at, 1);
  const mz = middle(at, 2);
  // Cramer's rule, about the middle.
  const cx = n[4] * n[8] - n[5] * n[7];
  const cy = n[5] * n[6] - n[3] * n[8];
  const cz = n[3] * n[7] - n[4] * n[6];
  const ex = n[7] * n[2] - n[8] * n[1];
  const ey = n[8] * n[0] - n[6] * n[2];
  const ez = n[6] * n[1] - n[7] * n[0];
  const fx = n[1] * n[5] - n[2] * n[4];
  const fy = n[2] * n[3] - n[0] * n[5];
  const fz = n[0] * n[4] - n[1] * n[3];
  const det = n[0] * cx + n[1] * cy + n[2] * cz;
  const d0 = height(at, 0, mx, my, mz);
  const d1 = height(at, 1, mx, my, mz);
  const d2 = height(at, 2, mx, my, mz);
  const wx = (d0 * cx + d1 * ex + d2 * fx) / det;
  const wy = (d0 * cy + d1 * ey + d2 * fy) / det;
  const wz = (d0 * cz + d1 * ez + d2 * fz) / det;
  const length = norm(wx, wy, wz);
  if (!(length > goal && length < Infinity)) return 0;
  return seek(side, mx, my, mz, wx, wy, wz, length, d0 > 0, goal, out);
}

const middle = (at: Float64Array, k: number): number =>
  (at[3 * corner[0] + k] + at[3 * corner[1] + k] + at[3 * corner[2] + k]) / 3;

/** How far a point lies behind the tangent plane of a corner. */
const height = (at: Float64Array, i: number, x: number, y: number, z: number): number =>
  n[3 * i] * (at[3 * corner[i]] - x) +
  n[3 * i + 1] * (at[3 * corner[i] + 1] - y) +
  n[3 * i + 2] * (at[3 * corner[i] + 2] - z);

/** How far the side goes on along a direction: at once over if not beyond `goal`, else by halving. */
function seek(
  side: Side,
  x: number,
  y: number,
  z: number,
  wx: number,
  wy: number,
  wz: number,
  most: number,
  isConvex: boolean,
  goal: number,
  out: Float64Array,
): number {
  const length = norm(wx, wy, wz);
  if (!(length > 0)) return Math.min(most / 2, goal);
  const dx = wx / length;
  const dy = wy / length;
  const dz = wz / length;
  const goesOn = (t: number): boolean => side.value(x + t * dx, y + t * dy, z + t * dz) <= 0 === isConvex;
  if (!goesOn(goal)) return Math.min(most / 2, goal);
  let low = goal;
  let high = Math.min(most, FARTHEST * goal);
  if (goesOn(high)) low = high;
  else
    for (let k = 0; k < 12; k++) {
      const t = (low + high) / 2;
      if (goesOn(t)) low = t;
      else high = t;
    }
  out[0] = x + low * dx;
  out[1] = y + low * dy;
  out[2] = z + low * dz;
  return low;
}

/** Beyond that many goals there is nothing to be sought: tangents may meet at infinity. */
const FARTHEST = 1e4;
