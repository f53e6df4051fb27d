import { DEPTH_ERROR_SHARE, MIN_VIEW_SHARE } from '../constants.js';
import { transformBox } from '../math/affine.js';
import { type Box, EMPTY_BOX, extent, intersectBoxes, isEmpty, uniteBoxes } from '../math/box.js';
import type { Vec3 } from '../math/vector.js';
import { type BodyInFrame, outsideVoxels } from './outsideVoxels.js';
import {
  bitsBetween,
  boxOfVoxels,
  gridAround,
  intoGrid,
  MOST_VOXELS,
  noVoxels,
  type VoxelBits,
  type VoxelGrid,
} from './voxels.js';

export interface CommonRangeOptions {
  /** How many columns and rows of rays are to go through the range: how closely it is worth to be looked at follows from it. */
  readonly resolution: readonly [columns: number, rows: number];
  /** What rounding may do to coordinates in the frame. */
  readonly slack: Vec3;
  /** Bodies that miss each other by so much still touch. */
  readonly touching: number;
}

/** Along each axis a voxel for so many rays. Who asks for so few rays that voxels were fewer wants an answer soon: there they would take as long as the rays. */
const RAYS_PER_VOXEL = 8;
const FEWEST = 24;

/** A range is kept as it is unless its outline shrinks to less than this share; less depth alone brings no ray nearer to another. */
const WORTH = 0.7;

/** Faces are not looked at where vertices show that they would leave this share or more: that costs more than it would bring. */
const MIXED = 0.5;

/** So many vertices of each body are looked at for that. */
const SAMPLE = 2048;

/**
 * Bodies reach no farther than this out of a view that is made smaller, in pixels. What is farther out is drawn in slower ways: beyond 2^15 on a GPU,
 * beyond 2^16 on the CPU.
 */
const MOST_REACH_PX = 30_000;

/** No voxel is smaller than so many times what rounding and touching may do to its sides. */
const LEAST_REACHES = 4;

/**
 * The part of a range in which two closed bodies can have points in common: all in which they do, or touch. Empty where voxels show them
 * apart; the range itself where little would be gained. It is the same however often it is asked for. Of bodies that are no meshes nothing is known.
 * Exact answers rest on it, too: who is apart here is not asked about again.
 *
 * A body can fill only voxels that its faces meet, and such as cannot be reached from outside of it.
 */
export function commonRange(
  a: BodyInFrame,
  b: BodyInFrame,
  range: Box,
  { resolution, slack, touching }: CommonRangeOptions,
): Box {
  const count = Math.min(MOST_VOXELS, Math.floor(Math.min(...resolution) / RAYS_PER_VOXEL));
  const meshes = [a, b].filter(({ body }) => !body.surface);
  if (meshes.length === 0 || count < FEWEST) return range;
  const size = extent(range);
  const reach = each((k) => touching + slack[k] + DEPTH_ERROR_SHARE * size[k]);
  const grid = gridAround(
    range,
    count,
    each((k) => Math.max(LEAST_REACHES * reach[k], MIN_VIEW_SHARE * Math.max(...size, ...reach))),
  );
  if (meshes.length === 2 && areMixed(a, b, grid)) return range;
  const common = noVoxels(grid).fill(bitsBetween(0, count - 1));
  for (const mesh of meshes) {
    const outside = outsideVoxels(
      mesh,
      grid,
      each((k) => reach[k] / grid.size[k]),
    );
    for (let row = 0; row < common.length; row++) common[row] &= ~outside[row];
  }
  const { min, max } = boxOfVoxels(grid, common);
  const part = intersectBoxes({ min: each((k) => min[k] - reach[k]), max: each((k) => max[k] + reach[k]) }, range);
  if (isEmpty(part)) return EMPTY_BOX;
  const bodies = extent(uniteBoxes(boxIn(a), boxIn(b)));
  const seen = widened(
    part,
    range,
    each((k) => (k < 2 ? (bodies[k] * resolution[k]) / MOST_REACH_PX : 0)),
  );
  return outlineOf(seen) < WORTH * outlineOf(range) ? seen : range;
}

const boxIn = ({ body, frameFromBody }: BodyInFrame): Box => transformBox(frameFromBody, body.bounds);

/** A part of a range with sides no shorter than `least`, as far as the range goes. */
function widened({ min, max }: Box, range: Box, least: Vec3): Box {
  const from = each((k) => {
    const more = Math.max(0, least[k] - (max[k] - min[k])) / 2;
    return Math.max(range.min[k], Math.min(min[k] - more, range.max[k] - least[k]));
  });
  return { min: from, max: each((k) => Math.min(range.max[k], Math.max(max[k], from[k] + least[k]))) };
}

const each = (of: (k: number) => number): Vec3 => [of(0), of(1), of(2)];

/** The area across the view. */
const outlineOf = (box: Box): number => extent(box)[0] * extent(box)[1];

/** Whether voxels in which both bodies have vertices lie so far apart that little is to be gained. Some that no face uses may make it seem so. */
function areMixed(a: BodyInFrame, b: BodyInFrame, grid: VoxelGrid): boolean {
  const [both, others] = [a, b].map((placed) => sampled(placed, grid));
  for (let row = 0; row < both.length; row++) both[row] &= others[row];
  const box = boxOfVoxels(grid, both);
  const inner = grid.count - 2;
  return !isEmpty(box) && outlineOf(box) >= MIXED * (inner * grid.size[0]) * (inner * grid.size[1]);
}

/** The voxels of some vertices. */
function sampled({ body, frameFromBody }: BodyInFrame, grid: VoxelGrid): VoxelBits {
  const { positions } = body.mesh;
  const { count } = grid;
  const m = intoGrid(grid, frameFromBody);
  const bits = noVoxels(grid);
  const vertexCount = positions.length / 3;
  // Not a whole number: vertices often come in rows, and all samples might fall on the same few columns.
  const step = Math.max(1, vertexCount / SAMPLE);
  for (let at = 0; at < vertexCount; at += step) {
    const v = 3 * Math.floor(at);
    const px = positions[v];
    const py = positions[v + 1];
    const pz = positions[v + 2];
    const x = Math.floor(m[0] * px + m[1] * py + m[2] * pz + m[3]);
    const y = Math.floor(m[4] * px + m[5] * py + m[6] * pz + m[7]);
    const z = Math.floor(m[8] * px + m[9] * py + m[10] * pz + m[11]);
    if (x >= 0 && x < count && y >= 0 && y < count && z >= 0 && z < count) bits[z * count + y] |= 1 << x;
  }
  return bits;
}
