import type { WorldMesh } from '../worldMesh.js';

/**
 * Corners and planes of faces, each worked out when it is first asked for, in this order: so faces that are compared with
 * each other lie near each other.
 */
export interface CellPlanes {
  readonly mesh: WorldMesh;
  readonly faces: Uint32Array;
  readonly reach: number;
  /** Where the record of a face starts, by its place in the list; 0: not made yet. */
  readonly starts: Int32Array;
  records: Float64Array;
  end: number;
}

/** The normal, what its doubt is measured by, the size of the face, and how much reach makes along the normal. */
const RECORD = 8;
const TERMS = 3;
const SIZE = 4;
const REACH = 5;

export const cellPlanes = (mesh: WorldMesh, faces: Uint32Array, reach: number): CellPlanes => ({
  mesh,
  faces,
  reach,
  starts: new Int32Array(faces.length),
  records: new Float64Array(RECORD * Math.min(faces.length + 1, 2 ** 16)),
  end: RECORD,
});

/** Makes the record of a face. Returns where it starts. */
export function makePlane(planes: CellPlanes, place: number): number {
  const { mesh, faces, reach, starts, end } = planes;
  const { positions, indices } = mesh;
  if (end === planes.records.length) {
    const { records } = planes;
    planes.records = new Float64Array(2 * end);
    planes.records.set(records);
  }
  planes.end += RECORD;
  starts[place] = end;
  const f = 3 * faces[place];
  const p = 3 * indices[f];
  const q = 3 * indices[f + 1];
  const r = 3 * indices[f + 2];
  const ux = positions[q] - positions[p];
  const uy = positions[q + 1] - positions[p + 1];
  const uz = positions[q + 2] - positions[p + 2];
  const vx = positions[r] - positions[p];
  const vy = positions[r + 1] - positions[p + 1];
  const vz = positions[r + 2] - positions[p + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const termsX = Math.abs(uy * vz) + Math.abs(uz * vy);
  const termsY = Math.abs(uz * vx) + Math.abs(ux * vz);
  const termsZ = Math.abs(ux * vy) + Math.abs(uy * vx);
  const terms = termsX + termsY + termsZ;
  // No two corners are farther apart along any axis.
  const size = 2 * Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz), Math.abs(vx), Math.abs(vy), Math.abs(vz));
  const out = planes.records;
  out[end] = nx;
  out[end + 1] = ny;
  out[end + 2] = nz;
  // Below this products vanish, and bounds do not hold: nothing is beyond such a face.
  out[end + TERMS] = terms * size > 2 ** -900 ? terms : Infinity;
  out[end + SIZE] = size;
  out[end + REACH] = reach > 0 ? reach * Math.sqrt(nx * nx + ny * ny + nz * nz) * (1 + DOUBT) : 0;
  return end;
}

/**
 * Whether a face lies beyond the plane of another on either side, by more than reach, for certain. Their boxes come as near
 * as reach.
 *
 * A corner's height over the plane is n · (corner - p). Each difference, product and sum is off by 2^-53 of itself at most:
 * the differences of n by two such shares of its terms, n's products and sums by two, the corner's differences, the last
 * product and the sums by four. Together that is less than 2^-49 of |terms of n| · |corner - p|, and no corner is farther
 * from p along an axis than both faces are long, and the reach. By the same share n is wrong where reach is measured along
 * it. An infinite or undefined bound or height tells nothing.
 */
export function isBeyond(planes: CellPlanes, i: number, others: CellPlanes, j: number): boolean {
  const { positions, indices } = planes.mesh;
  const { positions: at, indices: corners } = others.mesh;
  const { records } = planes;
  const plane = planes.starts[i];
  const nx = records[plane];
  const ny = records[plane + 1];
  const nz = records[plane + 2];
  const size = records[plane + SIZE] + others.records[others.starts[j] + SIZE] + 2 * planes.reach;
  const bound = records[plane + TERMS] * size * DOUBT + records[plane + REACH];
  const o = 3 * indices[3 * planes.faces[i]];
  const x = positions[o];
  const y = positions[o + 1];
  const z = positions[o + 2];
  const f = 3 * others.faces[j];
  const p = 3 * corners[f];
  const q = 3 * corners[f + 1];
  const r = 3 * corners[f + 2];
  const a = (at[p] - x) * nx + (at[p + 1] - y) * ny + (at[p + 2] - z) * nz;
  const b = (at[q] - x) * nx + (at[q + 1] - y) * ny + (at[q + 2] - z) * nz;
  const c = (at[r] - x) * nx + (at[r + 1] - y) * ny + (at[r + 2] - z) * nz;
  return (a > bound && b > bound && c > bound) || (a < -bound && b < -bound && c < -bound);
}

const DOUBT = 2 ** -49;
