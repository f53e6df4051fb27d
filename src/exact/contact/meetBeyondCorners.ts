import { type Axis, type Points, sideOfLine, sideOfPlane } from './orientation.js';

/**
 * Whether two faces of a mesh may have more in common than the corners that they share, and the edge between these. `false` is
 * certain; `true` is not. `corners` has three numbers a face, the same for corners in the same place; `f` and `g` are places
 * in it.
 *
 * Where the corners of one face lie beyond a plane, or on it and the other's too, only these are on the plane. Planes are
 * tried through each face, and through each edge along the axis that is nearest to the first face's normal: these part
 * faces in one plane, which take longest to compare exactly.
 */
export function mayMeetBeyondCorners(at: Points, corners: Uint32Array, f: number, g: number): boolean {
  const axis = nearestAxis(at, corners, f);
  if (isBeyondEdge(axis, at, corners, f, g) || isBeyondEdge(axis, at, corners, g, f)) return false;
  return !(isOnOneSide(at, corners, f, g) || isOnOneSide(at, corners, g, f));
}

/** Whether all of g but shared corners is on one side of the plane of f. */
function isOnOneSide(at: Points, corners: Uint32Array, f: number, g: number): boolean {
  const a = corners[f];
  const b = corners[f + 1];
  const c = corners[f + 2];
  let side = 0;
  for (let k = g; k < g + 3; k++) {
    const d = corners[k];
    if (d === a || d === b || d === c) continue;
    const next = sideOfPlane(at, 3 * a, 3 * b, 3 * c, at, 3 * d);
    if (next === 0 || next === -side) return false;
    side = next;
  }
  return side !== 0;
}

/** Whether, seen along an axis, all of g is beyond the line of an edge of f but for the corners of that edge. */
function isBeyondEdge(axis: Axis, at: Points, corners: Uint32Array, f: number, g: number): boolean {
  const inner = sideOfLine(axis, at, 3 * corners[f], 3 * corners[f + 1], at, 3 * corners[f + 2]);
  if (inner === 0) return false;
  for (let k = 0; k < 3; k++) {
    const from = corners[f + k];
    const to = corners[f + ((k + 1) % 3)];
    let beyond = 0;
    for (let n = g; n < g + 3; n++) {
      const d = corners[n];
      if (d !== from && d !== to && sideOfLine(axis, at, 3 * from, 3 * to, at, 3 * d) !== -inner) break;
      beyond++;
    }
    if (beyond === 3) return true;
  }
  return false;
}

/** The axis along which a face looks largest, as far as rounding tells: any will do. */
function nearestAxis(at: Points, corners: Uint32Array, f: number): Axis {
  const a = 3 * corners[f];
  const b = 3 * corners[f + 1];
  const c = 3 * corners[f + 2];
  const ux = at[b] - at[a];
  const uy = at[b + 1] - at[a + 1];
  const uz = at[b + 2] - at[a + 2];
  const vx = at[c] - at[a];
  const vy = at[c + 1] - at[a + 1];
  const vz = at[c + 2] - at[a + 2];
  const x = Math.abs(uy * vz - uz * vy);
  const y = Math.abs(uz * vx - ux * vz);
  const z = Math.abs(ux * vy - uy * vx);
  return z >= x && z >= y ? 2 : y >= x ? 1 : 0;
}
