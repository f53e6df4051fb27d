import type { BodyState } from '../body.js';
import { blocksToDraw } from '../bodyBlocks.js';
import { type Affine, multiply } from '../math/affine.js';
import type { Box } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';
import { markFaces } from './markFaces.js';
import { bitsBetween, fromGrid, intoGrid, noVoxels, type VoxelBits, type VoxelGrid } from './voxels.js';

/** A body, and where it lies in the frame that is asked about. */
export interface BodyInFrame {
  readonly body: BodyState;
  readonly frameFromBody: Affine;
  readonly bodyFromFrame: Affine;
}

/**
 * Which voxels of a grid lie outside of a closed body, and no nearer to it than `reach` (in voxels, at most 1/4). Those are without faces, and can be
 * reached from beyond the body's box: from one voxel without faces to the next one no surface is crossed. Rounding does not matter for what is beyond the
 * box: a point inside the body, but so near to the box that it seems to be beyond, has a face as near, within reach, since a way out of the box
 * goes through one.
 */
export function outsideVoxels(
  { body, frameFromBody, bodyFromFrame }: BodyInFrame,
  grid: VoxelGrid,
  reach: Vec3,
): VoxelBits {
  const { count } = grid;
  const free = noVoxels(grid);
  markFaces(free, count, body.mesh, blocksToDraw(body), intoGrid(grid, frameFromBody), reach);
  for (let row = 0; row < free.length; row++) free[row] = ~free[row] & bitsBetween(0, count - 1);
  const outside = noVoxels(grid);
  beginBeyond(outside, free, count, body.bounds, multiply(bodyFromFrame, fromGrid(grid)));
  while (spread(outside, free, count, 1) || spread(outside, free, count, -1));
  return outside;
}

/** Takes the free voxels whose middle is beyond a box for outside. */
function beginBeyond(outside: VoxelBits, free: VoxelBits, count: number, { min, max }: Box, m: Affine): void {
  for (let z = 0, row = 0; z < count; z++)
    for (let y = 0; y < count; y++, row++) {
      // From x0 to x1 middles are inside.
      let x0 = 0;
      let x1 = count - 1;
      for (let k = 0; k < 3; k++) {
        const step = m[4 * k];
        const first = step / 2 + m[4 * k + 1] * (y + 1 / 2) + m[4 * k + 2] * (z + 1 / 2) + m[4 * k + 3];
        if (step === 0) {
          if (first < min[k] || first > max[k]) x1 = -1;
          continue;
        }
        const one = Math.ceil((step > 0 ? min[k] - first : max[k] - first) / step);
        const other = Math.floor((step > 0 ? max[k] - first : min[k] - first) / step);
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
