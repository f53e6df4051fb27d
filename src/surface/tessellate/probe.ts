import { norm } from './norm.js';
import type { Tetrahedra } from './tetrahedra.js';

const gradient = new Float64Array(3);

/**
 * How far beyond the border to look for the other sign, in radii of the tetrahedron: thin parts are found by small
 * steps.
 */
const BEYOND = [1e-7, 1e-5, 1e-3, 0.03, 0.2];

/**
 * Looks for a border that the corners of a tetrahedron do not show: a part, or a gap, thinner than it. From the middle,
 * Newton's steps go to where the side is zero, if that is near, and a little farther. True where the sign there is
 * another than at the corners; the place is in `out`.
 */
export function probe(tets: Tetrahedra, t: number, i: number, out: Float64Array): boolean {
  const { at, corners, sides, values } = tets;
  const side = sides[i];
  let cx = 0;
  let cy = 0;
  let cz = 0;
  for (let k = 0; k < 4; k++) {
    const c = 3 * corners[4 * t + k];
    cx += at[c] / 4;
    cy += at[c + 1] / 4;
    cz += at[c + 2] / 4;
  }
  let radius = 0;
  for (let k = 0; k < 4; k++) {
    const c = 3 * corners[4 * t + k];
    radius = Math.max(radius, norm(at[c] - cx, at[c + 1] - cy, at[c + 2] - cz));
  }
  let x = cx;
  let y = cy;
  let z = cz;
  let value = side.value(x, y, z);
  const isOutside = values[sides.length * corners[4 * t] + i] > 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let k = 0; k < 8; k++) {
    if (value > 0 !== isOutside) break;
    side.gradient(x, y, z, gradient);
    const length = norm(gradient[0], gradient[1], gradient[2]);
    const step = value / length;
    // The border of a square, as of a distance, is twice as far as a step says.
    if (!(Math.abs(step) < 2 * radius)) return false;
    const towards = isOutside ? -1 : 1;
    dx = (towards * gradient[0]) / length;
    dy = (towards * gradient[1]) / length;
    dz = (towards * gradient[2]) / length;
    x += dx * Math.abs(step);
    y += dy * Math.abs(step);
    z += dz * Math.abs(step);
    if (!(norm(x - cx, y - cy, z - cz) <= radius)) return false;
    value = side.value(x, y, z);
    if (Math.abs(step) < 1e-9 * radius) break;
  }
  if (value > 0 === isOutside) {
    let isFound = false;
    for (let k = 0; k < BEYOND.length && !isFound; k++) {
      const s = BEYOND[k] * radius;
      isFound = side.value(x + s * dx, y + s * dy, z + s * dz) > 0 !== isOutside;
    }
    if (!isFound) return false;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return isWithin(tets, t, x, y, z);
}

/** Whether a point lies in a tetrahedron. */
function isWithin(tets: Tetrahedra, t: number, x: number, y: number, z: number): boolean {
  const { at, corners } = tets;
  const whole = volume(at, corners, t, -1, x, y, z);
  for (let k = 0; k < 4; k++) if (volume(at, corners, t, k, x, y, z) / whole < -1e-6) return false;
  return true;
}

const p = new Float64Array(12);

/** Of the tetrahedron, or of that with the point in place of one corner. */
function volume(at: Float64Array, corners: Int32Array, t: number, k: number, x: number, y: number, z: number): number {
  for (let c = 0; c < 4; c++)
    for (let i = 0; i < 3; i++)
      p[3 * c + i] = c === k ? (i === 0 ? x : i === 1 ? y : z) : at[3 * corners[4 * t + c] + i];
  const ax = p[3] - p[0];
  const ay = p[4] - p[1];
  const az = p[5] - p[2];
  const bx = p[6] - p[0];
  const by = p[7] - p[1];
  const bz = p[8] - p[2];
  const cx = p[9] - p[0];
  const cy = p[10] - p[1];
  const cz = p[11] - p[2];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}
