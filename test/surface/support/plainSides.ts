import type { Box } from '../../../src/math/box.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import type { Side } from '../../../src/surface/surface.js';

/** Coefficients of xx, yy, zz, xy, xz, yz, x, y, z and 1. */
export const quadricSide = (q: readonly number[], patch = 0): Side => ({
  isFlat: false,
  value: (x, y, z) =>
    q[0] * x * x +
    q[1] * y * y +
    q[2] * z * z +
    q[3] * x * y +
    q[4] * x * z +
    q[5] * y * z +
    q[6] * x +
    q[7] * y +
    q[8] * z +
    q[9],
  gradient(x, y, z, out) {
    out[0] = 2 * q[0] * x + q[3] * y + q[4] * z + q[6];
    out[1] = 2 * q[1] * y + q[3] * x + q[5] * z + q[7];
    out[2] = 2 * q[2] * z + q[4] * x + q[5] * y + q[8];
  },
  patchAt: () => patch,
});

export function planeSide(normal: readonly number[], distance: number, patch: number): Side {
  const length = Math.hypot(...normal);
  const [nx, ny, nz] = normal.map((n) => n / length);
  return {
    isFlat: true,
    value: (x, y, z) => nx * x + ny * y + nz * z - distance,
    gradient(_x, _y, _z, out) {
      out[0] = nx;
      out[1] = ny;
      out[2] = nz;
    },
    patchAt: () => patch,
  };
}

/** By central differences. */
export const functionSide = (f: (x: number, y: number, z: number) => number, patch = 0): Side => ({
  isFlat: false,
  value: f,
  gradient(x, y, z, out) {
    const h = 1e-6;
    out[0] = (f(x + h, y, z) - f(x - h, y, z)) / (2 * h);
    out[1] = (f(x, y + h, z) - f(x, y - h, z)) / (2 * h);
    out[2] = (f(x, y, z + h) - f(x, y, z - h)) / (2 * h);
  },
  patchAt: () => patch,
});

/** Patches 1 to 6. */
export const cubeSides = (half: number): Side[] =>
  [0, 1, 2, 3, 4, 5].map((k) =>
    planeSide(
      [0, 1, 2].map((i) => (i === k >> 1 ? (k % 2) * 2 - 1 : 0)),
      half,
      k + 1,
    ),
  );

export const boundsTo = (x: number, y = x, z = x): Box => ({ min: [-x, -y, -z], max: [x, y, z] });

/** The signed distance from a side, by the first step of Newton's. */
export function stepTo(side: Side, x: number, y: number, z: number): number {
  const gradient = new Float64Array(3);
  side.gradient(x, y, z, gradient);
  return side.value(x, y, z) / Math.hypot(...gradient);
}

export function areaOf({ positions: p, indices }: Mesh): number {
  let area = 0;
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}
