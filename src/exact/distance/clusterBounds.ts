import type { FaceClusters } from './faceClusters.js';

/**
 * Numbers a cylinder has: its middle, the unit vector along its axis, its radius and half its height. The axis is the mean
 * normal, so the cylinder around a piece of surface is a flat disc, and those of two surfaces that face each other are as
 * far apart as these. Where the normals cancel, any axis will do.
 */
export const CYLINDER = 8;

/** By how much slabs and cylinders are made larger than computed, in a frame up to 1: some 2^-50 is lost to rounding. */
export const PAD = 2 ** -48;

/** What a difference of two sums of three products may lose, as a share of the larger one. */
export const ROUNDING = 2 ** -49;

/** Below this length, in a frame up to 1, the products that lead to a normal have lost digits. */
export const LEAST_NORMAL = 2 ** -400;

/** The box and the cylinder around the corners of a leaf. */
export function boundLeaf(clusters: FaceClusters, normals: Float64Array, node: number): void {
  const { corners, firstCorner, endCorner, boxes, cylinders } = clusters;
  const from = 3 * firstCorner[node];
  const to = 3 * endCorner[node];
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let k = from; k < to; k += 3) {
    const x = corners[k];
    const y = corners[k + 1];
    const z = corners[k + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const b = 6 * node;
  boxes[b] = x0;
  boxes[b + 1] = y0;
  boxes[b + 2] = z0;
  boxes[b + 3] = x1;
  boxes[b + 4] = y1;
  boxes[b + 5] = z1;
  beginCylinder(clusters, normals, node);
  const c = CYLINDER * node;
  const ox = cylinders[c];
  const oy = cylinders[c + 1];
  const oz = cylinders[c + 2];
  const nx = cylinders[c + 3];
  const ny = cylinders[c + 4];
  const nz = cylinders[c + 5];
  let low = Infinity;
  let high = -Infinity;
  let far = 0;
  let most = 0;
  for (let k = from; k < to; k += 3) {
    const wx = corners[k] - ox;
    const wy = corners[k + 1] - oy;
    const wz = corners[k + 2] - oz;
    const along = nx * wx + ny * wy + nz * wz;
    if (along < low) low = along;
    if (along > high) high = along;
    const square = wx * wx + wy * wy + wz * wz;
    if (square > most) most = square;
    const across = square - along * along;
    if (across > far) far = across;
  }
  endCylinder(cylinders, node, low, high, Math.sqrt(far + ROUNDING * most));
}

/** Puts a cylinder's middle into that of the box, and its axis along the normal. */
function beginCylinder({ boxes, cylinders }: FaceClusters, normals: Float64Array, node: number): void {
  const nx = normals[3 * node];
  const ny = normals[3 * node + 1];
  const nz = normals[3 * node + 2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const unit = length > LEAST_NORMAL ? 1 / length : 0;
  const b = 6 * node;
  const c = CYLINDER * node;
  cylinders[c] = (boxes[b] + boxes[b + 3]) / 2;
  cylinders[c + 1] = (boxes[b + 1] + boxes[b + 4]) / 2;
  cylinders[c + 2] = (boxes[b + 2] + boxes[b + 5]) / 2;
  cylinders[c + 3] = unit > 0 ? nx * unit : 1;
  cylinders[c + 4] = ny * unit;
  cylinders[c + 5] = nz * unit;
}

/** The cylinder reaches from `low` to `high` along its axis: its middle is moved there. */
function endCylinder(cylinders: Float64Array, node: number, low: number, high: number, radius: number): void {
  const c = CYLINDER * node;
  const middle = (low + high) / 2;
  cylinders[c] += middle * cylinders[c + 3];
  cylinders[c + 1] += middle * cylinders[c + 4];
  cylinders[c + 2] += middle * cylinders[c + 5];
  cylinders[c + 6] = radius + PAD;
  cylinders[c + 7] = (high - low) / 2 + PAD;
}

/** The box and the cylinder around those of the clusters in a cluster. */
export function boundParts(clusters: FaceClusters, normals: Float64Array, node: number): void {
  const { tree, boxes, cylinders } = clusters;
  const first = tree.child[node];
  const end = first + tree.childCount[node];
  const b = 6 * node;
  const m = 3 * node;
  for (let k = 0; k < 3; k++) {
    boxes[b + k] = Infinity;
    boxes[b + 3 + k] = -Infinity;
    for (let child = first; child < end; child++) {
      if (boxes[6 * child + k] < boxes[b + k]) boxes[b + k] = boxes[6 * child + k];
      if (boxes[6 * child + 3 + k] > boxes[b + 3 + k]) boxes[b + 3 + k] = boxes[6 * child + 3 + k];
      normals[m + k] += normals[3 * child + k];
    }
  }
  beginCylinder(clusters, normals, node);
  const c = CYLINDER * node;
  const nx = cylinders[c + 3];
  const ny = cylinders[c + 4];
  const nz = cylinders[c + 5];
  let low = Infinity;
  let high = -Infinity;
  let far = 0;
  for (let k = CYLINDER * first; k < CYLINDER * end; k += CYLINDER) {
    const wx = cylinders[k] - cylinders[c];
    const wy = cylinders[k + 1] - cylinders[c + 1];
    const wz = cylinders[k + 2] - cylinders[c + 2];
    const mx = cylinders[k + 3];
    const my = cylinders[k + 4];
    const mz = cylinders[k + 5];
    const sine = lengthAcross(mx, my, mz, nx, ny, nz);
    const along = nx * wx + ny * wy + nz * wz;
    const reach = cylinders[k + 7] * Math.abs(mx * nx + my * ny + mz * nz) + cylinders[k + 6] * sine;
    if (along - reach < low) low = along - reach;
    if (along + reach > high) high = along + reach;
    const aside = lengthAcross(wx, wy, wz, nx, ny, nz) + cylinders[k + 6] + cylinders[k + 7] * sine;
    if (aside > far) far = aside;
  }
  // The box may tell more than the cylinders together.
  const ex = (boxes[b + 3] - boxes[b]) / 2;
  const ey = (boxes[b + 4] - boxes[b + 1]) / 2;
  const ez = (boxes[b + 5] - boxes[b + 2]) / 2;
  const tall = ex * Math.abs(nx) + ey * Math.abs(ny) + ez * Math.abs(nz);
  const wide = Math.sqrt(ex * ex + ey * ey + ez * ez);
  endCylinder(cylinders, node, Math.max(low, -tall), Math.min(high, tall), Math.min(far, wide));
}

/** The length of a vector's part across a unit vector. */
function lengthAcross(wx: number, wy: number, wz: number, nx: number, ny: number, nz: number): number {
  const x = wy * nz - wz * ny;
  const y = wz * nx - wx * nz;
  const z = wx * ny - wy * nx;
  return Math.sqrt(x * x + y * y + z * z);
}
