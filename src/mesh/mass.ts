import { boundsOf, center as centerOf } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';
import type { Mesh } from './mesh.js';

/** A symmetric 3×3 matrix, row by row. */
export type Symmetric3 = readonly [Vec3, Vec3, Vec3];

export interface MassProperties {
  /** Signed: negative where the faces look inwards. Of a mesh that is not closed, it depends on where the mesh stands. */
  readonly volume: number;
  readonly area: number;
  /** The centre of mass; the centre of the bounds where the volume is zero. */
  readonly center: Vec3;
  /** About the centre of mass, at density 1; has the sign of the volume. */
  readonly inertia: Symmetric3;
}

/**
 * Volume, area, centre of mass and inertia of the solid within a closed mesh, by D. Eberly, "Polyhedral Mass Properties
 * (Revisited)", 2002, which shortens B. Mirtich, "Fast and Accurate Computation of Polyhedral Mass Properties", 1996.
 * All sums run about the centre of the bounds, so that a part far from the origin loses no digits.
 */
export function massProperties(mesh: Mesh): MassProperties {
  const { positions, indices } = mesh;
  const [ox, oy, oz] = centerOf(boundsOf(positions));
  let area = 0;
  // The integrals of 1, x, y, z, x², y², z², xy, yz, zx over the solid, as in the paper.
  let one = 0;
  let [x, y, z] = [0, 0, 0];
  let [xx, yy, zz] = [0, 0, 0];
  let [xy, yz, zx] = [0, 0, 0];
  for (let f = 0; f < indices.length; f += 3) {
    const a = 3 * indices[f];
    const b = 3 * indices[f + 1];
    const c = 3 * indices[f + 2];
    const x0 = positions[a] - ox;
    const y0 = positions[a + 1] - oy;
    const z0 = positions[a + 2] - oz;
    const x1 = positions[b] - ox;
    const y1 = positions[b + 1] - oy;
    const z1 = positions[b + 2] - oz;
    const x2 = positions[c] - ox;
    const y2 = positions[c + 1] - oy;
    const z2 = positions[c + 2] - oz;

    const nx = (y1 - y0) * (z2 - z0) - (z1 - z0) * (y2 - y0);
    const ny = (z1 - z0) * (x2 - x0) - (x1 - x0) * (z2 - z0);
    const nz = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;

    const xs = x0 + x1;
    const ys = y0 + y1;
    const zs = z0 + z1;
    const xq = x0 * x0 + x1 * xs;
    const yq = y0 * y0 + y1 * ys;
    const zq = z0 * z0 + z1 * zs;
    const fx1 = xs + x2;
    const fy1 = ys + y2;
    const fz1 = zs + z2;
    const fx2 = xq + x2 * fx1;
    const fy2 = yq + y2 * fy1;
    const fz2 = zq + z2 * fz1;
    const fx3 = x0 * x0 * x0 + x1 * xq + x2 * fx2;
    const fy3 = y0 * y0 * y0 + y1 * yq + y2 * fy2;
    const fz3 = z0 * z0 * z0 + z1 * zq + z2 * fz2;

    one += nx * fx1;
    x += nx * fx2;
    y += ny * fy2;
    z += nz * fz2;
    xx += nx * fx3;
    yy += ny * fy3;
    zz += nz * fz3;
    xy += nx * (y0 * (fx2 + x0 * (fx1 + x0)) + y1 * (fx2 + x1 * (fx1 + x1)) + y2 * (fx2 + x2 * (fx1 + x2)));
    yz += ny * (z0 * (fy2 + y0 * (fy1 + y0)) + z1 * (fy2 + y1 * (fy1 + y1)) + z2 * (fy2 + y2 * (fy1 + y2)));
    zx += nz * (x0 * (fz2 + z0 * (fz1 + z0)) + x1 * (fz2 + z1 * (fz1 + z1)) + x2 * (fz2 + z2 * (fz1 + z2)));
  }
  const volume = one / 6;
  const [cx, cy, cz] = volume === 0 ? [0, 0, 0] : [x / 24 / volume, y / 24 / volume, z / 24 / volume];
  // Second moments about the centre of mass.
  const sxx = xx / 60 - volume * cx * cx;
  const syy = yy / 60 - volume * cy * cy;
  const szz = zz / 60 - volume * cz * cz;
  const sxy = xy / 120 - volume * cx * cy;
  const syz = yz / 120 - volume * cy * cz;
  const szx = zx / 120 - volume * cz * cx;
  return {
    volume,
    area,
    center: [ox + cx, oy + cy, oz + cz],
    inertia: [
      [syy + szz, -sxy, -szx],
      [-sxy, szz + sxx, -syz],
      [-szx, -syz, sxx + syy],
    ],
  };
}
