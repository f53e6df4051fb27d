import { norm } from './norm.js';

/** From a point to a triangle (Ericson 2005, by the regions of its corners, edges and inside): of three points in `at`. */
export function faceDistance(
  at: Float64Array,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
): number {
  const ux = at[3 * b] - at[3 * a];
  const uy = at[3 * b + 1] - at[3 * a + 1];
  const uz = at[3 * b + 2] - at[3 * a + 2];
  const vx = at[3 * c] - at[3 * a];
  const vy = at[3 * c + 1] - at[3 * a + 1];
  const vz = at[3 * c + 2] - at[3 * a + 2];
  const px = x - at[3 * a];
  const py = y - at[3 * a + 1];
  const pz = z - at[3 * a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const pu = px * ux + py * uy + pz * uz;
  const pv = px * vx + py * vy + pz * vz;
  const det = uu * vv - uv * uv;
  let s = (vv * pu - uv * pv) / det;
  let t = (uu * pv - uv * pu) / det;
  if (det > 0 && s >= 0 && t >= 0 && s + t <= 1)
    return norm(px - s * ux - t * vx, py - s * uy - t * vy, pz - s * uz - t * vz);
  // Outside: the nearest point is on one of the edges.
  s = clamp01(pu / uu);
  let nearest = norm(px - s * ux, py - s * uy, pz - s * uz);
  t = clamp01(pv / vv);
  nearest = Math.min(nearest, norm(px - t * vx, py - t * vy, pz - t * vz));
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const r = clamp01(((px - ux) * wx + (py - uy) * wy + (pz - uz) * wz) / (wx * wx + wy * wy + wz * wz));
  return Math.min(nearest, norm(px - ux - r * wx, py - uy - r * wy, pz - uz - r * wz));
}

// An edge without length gives 0 / 0.
const clamp01 = (t: number): number => (t > 0 ? Math.min(t, 1) : 0);
