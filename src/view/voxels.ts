import type { Affine } from '../math/affine.js';
import { type Box, EMPTY_BOX } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';

/** A grid of `count` voxels along each axis, at most {@link MOST_VOXELS}. */
export interface VoxelGrid {
  readonly count: number;
  readonly from: Vec3;
  /** Of one voxel. */
  readonly size: Vec3;
}

/** Some of a grid's voxels: bit x of word `z * count + y`. */
export type VoxelBits = Int32Array;

/** Along an axis: as many as a word has bits. */
export const MOST_VOXELS = 32;

export const noVoxels = ({ count }: VoxelGrid): VoxelBits => new Int32Array(count * count);

/** The bits of the voxels from x0 to x1, both of them. */
export const bitsBetween = (x0: number, x1: number): number => (2 << x1) - (1 << x0);

/** The grid whose inner voxels hold a box, with one more around it; no voxel is smaller than `least`. */
export function gridAround({ min, max }: Box, count: number, least: Vec3): VoxelGrid {
  const along = (k: number): { from: number; size: number } => {
    const size = Math.max((max[k] - min[k]) / (count - 2), least[k]);
    return { from: (min[k] + max[k] - count * size) / 2, size };
  };
  const [x, y, z] = [0, 1, 2].map(along);
  return { count, from: [x.from, y.from, z.from], size: [x.size, y.size, z.size] };
}

/** The box around voxels. */
export function boxOfVoxels({ count, from, size }: VoxelGrid, bits: VoxelBits): Box {
  let x = 0;
  let [y0, z0, y1, z1] = [count, count, -1, -1];
  for (let z = 0, at = 0; z < count; z++)
    for (let y = 0; y < count; y++, at++) {
      if (bits[at] === 0) continue;
      x |= bits[at];
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
      z0 = Math.min(z0, z);
      z1 = z;
    }
  if (x === 0) return EMPTY_BOX;
  const at = (k: number, voxel: number): number => from[k] + voxel * size[k];
  const x0 = 31 - Math.clz32(x & -x);
  const x1 = 31 - Math.clz32(x);
  return { min: [at(0, x0), at(1, y0), at(2, z0)], max: [at(0, x1 + 1), at(1, y1 + 1), at(2, z1 + 1)] };
}

/** The map into a grid, in voxels, of what `map` puts into the grid's frame. */
export function intoGrid({ from, size }: VoxelGrid, map: Affine): Affine {
  const out = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) out[4 * k + c] = map[4 * k + c] / size[k];
    out[4 * k + 3] = (map[4 * k + 3] - from[k]) / size[k];
  }
  return out;
}
