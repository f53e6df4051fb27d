import type { Mesh } from '../../../src/mesh/mesh.js';

/** How far a point is from a mesh, triangle by triangle. */
export function meshDistance({ positions, indices }: Mesh, x: number, y: number, z: number): number {
  let least = Infinity;
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
    least = Math.min(least, squareToTriangle(positions, a, b, c, x, y, z));
  }
  return Math.sqrt(least);
}

/** Within the triangle's prism the distance from its plane, else from the nearest of its sides. */
function squareToTriangle(p: ArrayLike<number>, a: number, b: number, c: number, x: number, y: number, z: number) {
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [wx, wy, wz] = [x - p[a], y - p[a + 1], z - p[a + 2]];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const area = uu * vv - uv * uv;
  if (area > 0) {
    const s = (wu * vv - wv * uv) / area;
    const t = (wv * uu - wu * uv) / area;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      const [dx, dy, dz] = [wx - s * ux - t * vx, wy - s * uy - t * vy, wz - s * uz - t * vz];
      return dx * dx + dy * dy + dz * dz;
    }
  }
  return Math.min(toSegment(p, a, b, x, y, z), toSegment(p, b, c, x, y, z), toSegment(p, c, a, x, y, z));
}

function toSegment(p: ArrayLike<number>, a: number, b: number, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [wx, wy, wz] = [x - p[a], y - p[a + 1], z - p[a + 2]];
  const uu = ux * ux + uy * uy + uz * uz;
  const t = uu > 0 ? Math.min(1, Math.max(0, (wx * ux + wy * uy + wz * uz) / uu)) : 0;
  const [dx, dy, dz] = [wx - t * ux, wy - t * uy, wz - t * uz];
  return dx * dx + dy * dy + dz * dz;
}
