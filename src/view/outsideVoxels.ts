import type { BodyState } from '../body.js';
import { blocksToDraw } from '../bodyBlocks.js';
import { type Affine, transformPoint } from '../math/affine.js';
import type { Box } from '../math/box.js';
import { cross, dot, type Vec3 } from '../math/vector.js';
import { markFaces } from './markFaces.js';
import { bitsBetween, intoGrid, noVoxels, type VoxelBits, type VoxelGrid } from './voxels.js';

/** A body, and where it lies in the frame that is asked about. */
export interface BodyInFrame {
  readonly body: BodyState;
  readonly frameFromBody: Affine;
}

/**
 * Which voxels of a grid lie outside of a closed body, and no nearer to it than `reach` (in voxels). Those are without faces, and can be
 * reached from beyond the body's box: from one voxel without faces to the next one no surface is crossed.
 *
 * Rounding does not matter for what is beyond the box: a point inside the body that seems to be beyond is nearer to where the body ends than half a
 * voxel, so the voxel around it has a face.
 */
export function outsideVoxels({ body, frameFromBody }: BodyInFrame, grid: VoxelGrid, reach: Vec3): VoxelBits {
  const { count } = grid;
  const gridFromBody = intoGrid(grid, frameFromBody);
  const free = noVoxels(grid);
  markFaces(free, count, body.mesh, blocksToDraw(body), gridFromBody, reach);
  for (let row = 0; row < free.length; row++) free[row] = ~free[row] & bitsBetween(0, count - 1);
  const outside = noVoxels(grid);
  beginBeyond(outside, free, count, slabsAround(body.bounds, gridFromBody));
  while (spread(outside, free, count, 1) || spread(outside, free, count, -1));
  return outside;
}

/** All between two parallel planes: from ≤ normal · point ≤ to. */
interface Slab {
  readonly normal: Vec3;
  readonly from: number;
  readonly to: number;
}

/**
 * The three slabs that a posed box is common to. They hold its corners whatever rounding does to their normals, so nearly flat poses do no harm, as an
 * inverse would.
 */
function slabsAround({ min, max }: Box, m: Affine): Slab[] {
  const corners = Array.from({ length: 8 }, (_, k) =>
    transformPoint(m, [k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]]),
  );
  const edges = [0, 1, 2].map((k) => scaledToOne([m[k], m[4 + k], m[8 + k]]));
  return [0, 1, 2].map((k) => {
    const normal = cross(edges[(k + 1) % 3], edges[(k + 2) % 3]);
    const places = corners.map((corner) => dot(normal, corner));
    return { normal, from: Math.min(...places), to: Math.max(...places) };
  });
}

/** So that products of very short vectors do not vanish. Of one that is 0 all components are NaN, and no point is beyond. */
function scaledToOne([x, y, z]: Vec3): Vec3 {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  return [x / largest, y / largest, z / largest];
}

/** Takes the free voxels whose middle is beyond a slab for outside. */
function beginBeyond(outside: VoxelBits, free: VoxelBits, count: number, slabs: readonly Slab[]): void {
  for (let z = 0, row = 0; z < count; z++)
    for (let y = 0; y < count; y++, row++) {
      // From x0 to x1 middles are inside.
      let x0 = 0;
      let x1 = count - 1;
      for (const { normal, from, to } of slabs) {
        const step = normal[0];
        const first = step / 2 + normal[1] * (y + 1 / 2) + normal[2] * (z + 1 / 2);
        if (step === 0) {
          if (first < from || first > to) x1 = -1;
          continue;
        }
        const one = Math.ceil((step > 0 ? from - first : to - first) / step);
        const other = Math.floor((step > 0 ? to - first : from - first) / step);
        if (one > x0) x0 = one;
        if (other < x1) x1 = other;
      }
      outside[row] = free[row] & (x0 > x1 ? -1 : ~bitsBetween(x0, x1));
    }
}

/** Goes on to free voxels beside those outside, in one pass upwards or downwards; whether there were any. */
function spread(outside: VoxelBits, free: VoxelBits, count: number, way: 1 | -1): boolean {
  const last = count - 1;
  let found = false;
  for (let n = 0, row = way > 0 ? 0 : outside.length - 1; n < outside.length; n++, row += way) {
    const y = row % count;
    let bits = outside[row];
    if (y > 0) bits |= outside[row - 1];
    if (y < last) bits |= outside[row + 1];
    if (row >= count) bits |= outside[row - count];
    if (row + count < outside.length) bits |= outside[row + count];
    bits &= free[row];
    for (let before = 0; before !== bits; ) {
      before = bits;
      bits |= ((bits << 1) | (bits >>> 1)) & free[row];
    }
    if (bits === outside[row]) continue;
    outside[row] = bits;
    found = true;
  }
  return found;
}
