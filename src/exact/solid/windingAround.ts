import { NONE, noEnds } from '../contact/contactKind.js';
import { type Axis, type Points, sideOfLine, sideOfPlane } from '../contact/orientation.js';
import { triangleContact } from '../contact/triangleContact.js';
import type { WorldMesh } from '../worldMesh.js';

/** Faces of a surface. */
export type Faces = Pick<WorldMesh, 'positions' | 'indices'>;

/** The axis along which the ray goes: up z. */
const UP: Axis = 2;

/**
 * How often a closed surface winds around a point that does not lie on it: 0 outside, 1 inside, −1 inside a surface that is
 * inside out. Exact.
 *
 * A ray goes up from the point; faces above it count by the way they wind around it, seen along the ray. An edge counts
 * where it passes the point on one side, by a rule that is half open and the same from both its faces: so a ray through an
 * edge or a corner, or along a wall, is as good as any other. It is the ray moved aside by less than anything.
 *
 * `q` and `c` name the point, as the place of its x among flat coordinates.
 */
export function windingAround({ positions: p, indices }: Faces, q: Points, c: number): number {
  const x = q[c];
  const y = q[c + 1];
  const z = q[c + 2];
  let winding = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const i = 3 * indices[k];
    const j = 3 * indices[k + 1];
    const l = 3 * indices[k + 2];
    // Below the point, or beside it.
    if (p[i + 2] < z && p[j + 2] < z && p[l + 2] < z) continue;
    const aboveI = p[i + 1] > y;
    const aboveJ = p[j + 1] > y;
    const aboveL = p[l + 1] > y;
    if (aboveI === aboveJ && aboveJ === aboveL) continue;
    if (p[i] < x && p[j] < x && p[l] < x) continue;
    if (p[i] > x && p[j] > x && p[l] > x) continue;
    const around =
      passes(p, i, j, aboveI, aboveJ, q, c) +
      passes(p, j, l, aboveJ, aboveL, q, c) +
      passes(p, l, i, aboveL, aboveI, q, c);
    if (around === 0) continue;
    // The point lies below the face where it is behind one that is seen from above, or before one that is seen from below.
    if (sideOfPlane(p, i, j, l, q, c) * around < 0) winding += around;
  }
  return winding;
}

/** 1 where an edge goes up in y with the point on its left, −1 where it goes down with the point on its right. */
function passes(p: Points, a: number, b: number, isAboveA: boolean, isAboveB: boolean, q: Points, c: number): number {
  if (isAboveA === isAboveB) return 0;
  const side = sideOfLine(UP, p, a, b, q, c);
  if (isAboveB) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}

/** Whether a point that does not lie on a closed surface lies within it. */
export function isWithin(mesh: WorldMesh, points: Points, at: number): boolean {
  const { min, max } = mesh.bounds;
  for (let k = 0; k < 3; k++) if (points[at + k] < min[k] || points[at + k] > max[k]) return false;
  return windingAround(mesh, points, at) !== 0;
}

/** Whether a point lies on a surface. Exact. */
export function isOn({ positions: p, indices }: Faces, q: Points, c: number): boolean {
  const x = q[c];
  const y = q[c + 1];
  const z = q[c + 2];
  for (let side = 0; side < indices.length; side += 3) {
    const i = 3 * indices[side];
    const j = 3 * indices[side + 1];
    const k = 3 * indices[side + 2];
    // Most faces lie beside the point along some axis.
    if (p[i] < x ? p[j] < x && p[k] < x : p[i] > x && p[j] > x && p[k] > x) continue;
    if (p[i + 1] < y ? p[j + 1] < y && p[k + 1] < y : p[i + 1] > y && p[j + 1] > y && p[k + 1] > y) continue;
    if (p[i + 2] < z ? p[j + 2] < z && p[k + 2] < z : p[i + 2] > z && p[j + 2] > z && p[k + 2] > z) continue;
    if (triangleContact(p, i, j, k, q, c, c, c, ENDS) !== NONE) return true;
  }
  return false;
}

const ENDS = noEnds();
