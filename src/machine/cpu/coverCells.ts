import { type CellGrid, SLABS } from '../cells.js';

/** The bits of the slabs from z0 to z1, two whole numbers from 0 to 31. */
export const slabBits = (z0: number, z1: number): number => (-1 << z0) & (-1 >>> (SLABS - 1 - z1));

/** Takes a cell that a face touches, and the slabs in which it does. Returns whether that is enough. */
export type TakeCell = (cell: number, bits: number) => boolean;

/**
 * Which cells and slabs a triangle touches, among the columns x0…x1 and the rows y0…y1: for triangles much larger than a
 * cell, whose boxes would tell little. Returns whether `take` had enough.
 *
 * It is conservative. A cell is passed over only where the triangle, grown by the pad, lies beyond one of its own sides:
 * an edge function (twice the area of an edge and a point) is greatest in that corner of the grown cell which lies farthest
 * inside, and there it is negative. The slabs are those of the triangle's plane over the grown cell, grown by the pad, and
 * within the triangle's own depths. The pad is larger than the rounding of coordinates by a factor of 2^12, and so larger
 * than that of edge functions, which are coordinates times an edge; of the plane, which is a quotient, it is told apart.
 *
 * `at`: the corners, in cells and slabs: x y z, x y z, x y z.
 */
export function coverCells(
  at: Float64Array,
  { columns, pad: [padX, padY, padZ] }: CellGrid,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  take: TakeCell,
): boolean {
  const ax = at[0];
  const ay = at[1];
  const az = at[2];
  const bx = at[3];
  const by = at[4];
  const ux = bx - ax;
  const uy = by - ay;
  const uz = at[5] - az;
  const vx = at[6] - ax;
  const vy = at[7] - ay;
  const vz = at[8] - az;
  const wx = at[6] - bx;
  const wy = at[7] - by;
  const nearest = Math.min(az, at[5], at[8]) - padZ;
  const farthest = Math.max(az, at[5], at[8]) + padZ;

  // Doubled area, positive or negative by the way round. Where rounding may have decided on that, both ways are tried.
  const area = ux * vy - uy * vx;
  const areaTerms = Math.abs(ux * vy) + Math.abs(uy * vx);
  const side = area < 0 ? -1 : 1;
  const isSure = Math.abs(area) > areaTerms * AREA_ROUNDING;
  const halfX = 0.5 + padX;
  const halfY = 0.5 + padY;
  const roomU = Math.abs(ux) * halfY + Math.abs(uy) * halfX;
  const roomV = Math.abs(vx) * halfY + Math.abs(vy) * halfX;
  const roomW = Math.abs(wx) * halfY + Math.abs(wy) * halfX;

  // The plane: depth per cell across and down, and what rounding may do to a depth over these cells.
  const dzdx = (uz * vy - vz * uy) / area;
  const dzdy = (vz * ux - uz * vx) / area;
  const farX = Math.max(Math.abs(x0 - ax), Math.abs(x1 + 1 - ax));
  const farY = Math.max(Math.abs(y0 - ay), Math.abs(y1 + 1 - ay));
  const doubtX = (Math.abs(uz * vy) + Math.abs(vz * uy) + Math.abs(dzdx) * areaTerms) * farX;
  const doubtY = (Math.abs(vz * ux) + Math.abs(uz * vx) + Math.abs(dzdy) * areaTerms) * farY;
  const doubt = (PLANE_ROUNDING * (doubtX + doubtY)) / Math.abs(area);
  const thick = Math.abs(dzdx) * halfX + Math.abs(dzdy) * halfY + padZ + doubt;
  // Seen edge-on a face has no plane (the sum is infinite, or no number), or one that tells less than its own depths.
  const hasPlane = isSure && thick < farthest - nearest;

  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - ax;
      const dy = y + 0.5 - ay;
      const eU = ux * dy - uy * dx;
      const eV = vy * dx - vx * dy;
      const eW = wx * (y + 0.5 - by) - wy * (x + 0.5 - bx);
      if (side * eU < -roomU || side * eV < -roomV || side * eW < -roomW)
        if (isSure || -side * eU < -roomU || -side * eV < -roomV || -side * eW < -roomW) continue;
      const z = az + dzdx * dx + dzdy * dy;
      const near = hasPlane ? Math.max(z - thick, nearest) : nearest;
      const far = hasPlane ? Math.min(z + thick, farthest) : farthest;
      if (near > far || far < -padZ || near > SLABS + padZ) continue;
      if (take(y * columns + x, slabBits(slabAt(near), slabAt(far)))) return true;
    }
  return false;
}

/** An area below this share of its terms may have the wrong sign: three roundings of 2^-53 each, and room. */
const AREA_ROUNDING = 2 ** -49;

/** What a few roundings do to a plane's depth, as a share of the terms that go into it. */
const PLANE_ROUNDING = 2 ** -49;

const slabAt = (z: number): number => Math.max(0, Math.min(z, SLABS - 1)) | 0;
