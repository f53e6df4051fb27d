/** What both machines agree on when they cover: cells and slabs, which are regions, where pixels are samples. */
import { type Affine, multiply } from '../math/affine.js';
import type { Vec3 } from '../math/vector.js';
import { screenFromWorld, type View } from '../view/view.js';

/** How many slabs a cell's depth is cut into: the bits of one word. */
export const SLABS = 32;

/** The most cells across or down a tile: their numbers fit a byte. */
export const MOST_CELLS = 256;

/**
 * A face over this many cells or fewer is taken as its box; over more, its edges and its plane tell which cells it touches,
 * at some ten times the cost of a cell. wasm/touching.ts has the same number. Two bumpy spheres of 80,400 triangles deep in
 * each other, at 128 cells: 17,655 faces are kept; up to 16 cells, 17,682, in 2 % less time.
 */
export const FEW_CELLS = 9;

/** Cells across and down a view, and slabs of depth, all of size 1: coordinates are in cells and slabs. */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** By how much everything is grown before it is put into cells, on either side, in cells and slabs. */
  readonly pad: Vec3;
}

/** Cells of 2^shift × 2^shift pixels over a view, and faces grown by `reach` (in model units) before they are put into them. */
export function cellGrid({ columns, rows, size }: View, reach: Vec3, shift: number): CellGrid {
  const share = 2 ** -shift;
  return {
    columns: ((columns - 1) >> shift) + 1,
    rows: ((rows - 1) >> shift) + 1,
    pad: [
      ((reach[0] * columns) / size[0]) * share,
      ((reach[1] * rows) / size[1]) * share,
      (reach[2] * SLABS) / size[2],
    ],
  };
}

/** The map from a body's own coordinates to cells of 2^shift pixels, and to slabs. */
export function cellsFromBody(view: View, pose: Affine, shift: number): Affine {
  const map = multiply(screenFromWorld(view), pose).slice();
  const share = 2 ** -shift;
  for (let k = 0; k < 8; k++) map[k] *= share;
  for (let k = 8; k < 12; k++) map[k] *= SLABS;
  return map;
}

/** The least shift with which a view has no more than MOST_CELLS across and down. */
export function leastShift({ columns, rows }: View): number {
  let shift = 0;
  while ((Math.max(columns, rows) - 1) >> shift >= MOST_CELLS) shift++;
  return shift;
}
