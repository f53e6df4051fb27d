import type { CellEntries, CellExtent, Zone } from './cellEntries.js';

/** A cell is about so many times as long as faces are on average, along each axis. */
const CELL_SIZE = 1.5;

/** The most cells: so many per face, and so many in any case. */
const CELLS_PER_FACE = 8;
const CELLS_IN_ANY_CASE = 512;

/** Where boxes tell little, a zone is cut into 2^3 cells along each axis. */
const SURE_BITS = 3;

/**
 * A zone's extent along an axis makes so many steps, of the 512 that there are: not all, so that the middle of a zone, where
 * things like to be, is no border of cells.
 */
const STEPS = 440;
const STEP_BITS = 9;
export const LAST_STEP = 511;

/**
 * Steps along x, y and z go into one word. Between them is a bit that is set in one of two words before they are
 * subtracted: where it stays set, that difference is not negative. Six comparisons take two subtractions so.
 */
export const FIELD_BITS = STEP_BITS + 1;
export const STEP_SIGNS = (1 << STEP_BITS) | (1 << (STEP_BITS + FIELD_BITS)) | (1 << (STEP_BITS + 2 * FIELD_BITS));

/** A zone cut into steps, and cells of 2^shift steps, along x, y and z. */
export interface CellGrid {
  readonly zone: Zone;
  /** Steps per length, 0 where the zone is flat. */
  readonly scale: Float64Array;
  readonly shift: Int32Array;
  /** Cells along each axis, and all of them. */
  columns: number;
  rows: number;
  cells: number;
}

/** A grid over a zone for the faces of two sides: cells as large as faces are, or, to be sure, eight along each axis. */
export function chooseGrid(zone: Zone, a: CellExtent, b: CellExtent, faceCount: number, isSure: boolean): CellGrid {
  const scale = new Float64Array(3);
  const shift = new Int32Array(3);
  for (let k = 0; k < 3; k++) {
    const perLength = STEPS / (zone[k + 3] - zone[k]);
    scale[k] = perLength < 2 ** 500 ? perLength : 0;
    const cell = (CELL_SIZE * (a.sizes[k] + b.sizes[k]) * scale[k]) / faceCount;
    const bits = isSure ? STEP_BITS - SURE_BITS : Math.round(Math.log2(cell));
    shift[k] = scale[k] > 0 ? Math.max(0, Math.min(bits, STEP_BITS)) : STEP_BITS;
  }
  const grid = countCells({ zone: zone.slice(), scale, shift, columns: 1, rows: 1, cells: 1 });
  while (grid.cells > CELLS_PER_FACE * faceCount + CELLS_IN_ANY_CASE) {
    shift[shift.indexOf(Math.min(...shift))]++;
    countCells(grid);
  }
  return grid;
}

/** Makes cells twice as long along each axis. */
export function coarsen(grid: CellGrid): void {
  for (let k = 0; k < 3; k++) grid.shift[k] = Math.min(grid.shift[k] + 1, STEP_BITS);
  countCells(grid);
}

function countCells(grid: CellGrid): CellGrid {
  const { shift } = grid;
  grid.columns = (LAST_STEP >> shift[0]) + 1;
  grid.rows = (LAST_STEP >> shift[1]) + 1;
  grid.cells = grid.columns * grid.rows * ((LAST_STEP >> shift[2]) + 1);
  return grid;
}

/** The step of a coordinate. It never falls where x grows, rounding or not: boxes that share a point share a step. */
const stepAt = (x: number, origin: number, scale: number): number =>
  Math.max(0, Math.min((x - origin) * scale, LAST_STEP)) | 0;

/** Works out the entries' boxes in steps. */
export function toSteps({ boxes, lows, highs }: CellEntries, start: number, end: number, grid: CellGrid): void {
  const { zone, scale } = grid;
  const ox = zone[0];
  const oy = zone[1];
  const oz = zone[2];
  const sx = scale[0];
  const sy = scale[1];
  const sz = scale[2];
  for (let i = start, k = 6 * start; i < end; i++, k += 6) {
    lows[i] =
      stepAt(boxes[k], ox, sx) |
      (stepAt(boxes[k + 1], oy, sy) << FIELD_BITS) |
      (stepAt(boxes[k + 2], oz, sz) << (2 * FIELD_BITS));
    highs[i] =
      stepAt(boxes[k + 3], ox, sx) |
      (stepAt(boxes[k + 4], oy, sy) << FIELD_BITS) |
      (stepAt(boxes[k + 5], oz, sz) << (2 * FIELD_BITS));
  }
}

/** The region of a cell: all points of the zone whose steps are in it, and a little more, for rounding. */
export function regionOf({ zone, scale, shift, columns, rows }: CellGrid, cell: number, region: Zone): void {
  const row = Math.floor(cell / columns);
  const layer = Math.floor(row / rows);
  for (let k = 0; k < 3; k++) {
    const at = k === 0 ? cell - row * columns : k === 1 ? row - layer * rows : layer;
    const low = zone[k];
    const high = zone[k + 3];
    const pad = (Math.abs(low) + Math.abs(high)) * 2 ** -49;
    const isWhole = scale[k] === 0;
    region[k] = isWhole ? low : low + (at << shift[k]) / scale[k] - pad;
    region[k + 3] = isWhole ? high : Math.min(high, low + ((at + 1) << shift[k]) / scale[k] + pad);
  }
}
