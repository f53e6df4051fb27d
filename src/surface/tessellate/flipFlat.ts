import { collinear } from '../../mesh/orientation.js';
import { norm } from './norm.js';

/** Faces lower than this part of their longest edge are looked at more closely. */
const LOW = 1e-12;
const PASSES = 8;

/**
 * Does away with faces whose corners lie on one line: the longest edge goes, and the face beyond it is cut in two at the
 * corner that lies on that edge. The mesh stays where it is, and closed.
 */
export function flipFlat(at: Float64Array, corners: Int32Array, sides: Int32Array, count: number): void {
  let flat: number[] = [];
  for (let f = 0; f < count; f++) if (isFlat(at, corners, f)) flat.push(f);
  // Where several lie on one line, one may be in the way of another at first.
  for (let pass = 0; pass < PASSES && flat.length > 0; pass++)
    flat = flip(at, corners, sides, count, flat).filter((f) => isFlat(at, corners, f));
}

/** Flips faces, if it can, and says which ones there are to look at again. */
function flip(at: Float64Array, corners: Int32Array, sides: Int32Array, count: number, flat: number[]): number[] {
  const again = new Set(flat);
  for (const f of flat) {
    if (!isFlat(at, corners, f)) continue;
    const k = longest(at, corners, f);
    const a = corners[3 * f + k];
    const b = corners[3 * f + ((k + 1) % 3)];
    const c = corners[3 * f + ((k + 2) % 3)];
    const g = across(corners, count, a, b);
    if (g < 0) continue;
    const d = corners[3 * g] + corners[3 * g + 1] + corners[3 * g + 2] - a - b;
    // Another edge between these would become one of four faces.
    if (d === c || isEdge(corners, count, c, d)) continue;
    corners.set([a, d, c], 3 * f);
    corners.set([d, b, c], 3 * g);
    sides[f] = sides[g];
    again.add(g);
  }
  return [...again];
}

function isFlat(at: Float64Array, corners: Int32Array, f: number): boolean {
  const a = 3 * corners[3 * f];
  const b = 3 * corners[3 * f + 1];
  const c = 3 * corners[3 * f + 2];
  const ux = at[b] - at[a];
  const uy = at[b + 1] - at[a + 1];
  const uz = at[b + 2] - at[a + 2];
  const vx = at[c] - at[a];
  const vy = at[c + 1] - at[a + 1];
  const vz = at[c + 2] - at[a + 2];
  const area = norm(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  const square = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
  return area <= LOW * square && collinear(at, a / 3, b / 3, c / 3);
}

/** The corner at which the longest edge begins. */
function longest(at: Float64Array, corners: Int32Array, f: number): number {
  let found = 0;
  let most = -1;
  for (let k = 0; k < 3; k++) {
    const a = 3 * corners[3 * f + k];
    const b = 3 * corners[3 * f + ((k + 1) % 3)];
    const length = norm(at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]);
    if (length <= most) continue;
    most = length;
    found = k;
  }
  return found;
}

/** The one face that runs an edge from b to a; -1 where there is none, or there are several. Flat faces are few: all are searched. */
function across(corners: Int32Array, count: number, a: number, b: number): number {
  let found = -1;
  for (let g = 0; g < count; g++)
    for (let k = 0; k < 3; k++) {
      if (corners[3 * g + k] !== b || corners[3 * g + ((k + 1) % 3)] !== a) continue;
      if (found >= 0) return -1;
      found = g;
    }
  return found;
}

function isEdge(corners: Int32Array, count: number, c: number, d: number): boolean {
  for (let g = 0; g < count; g++) {
    let ends = 0;
    for (let k = 0; k < 3; k++) ends += Number(corners[3 * g + k] === c || corners[3 * g + k] === d);
    if (ends === 2) return true;
  }
  return false;
}
