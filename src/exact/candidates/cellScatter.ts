import { coverCells } from './cellCover.js';
import type { CellEntries, CellSide } from './cellEntries.js';
import { type CellGrid, FIELD_BITS, LAST_STEP } from './cellGrid.js';

/** A face over this many cells or fewer is taken as its box; over more, {@link coverCells} tells which of them it touches. */
const FEW_CELLS = 12;

/**
 * Three bits of a reference: the cell is the first of the face's cells along x, y and z. Two boxes share a box of cells; in
 * the first of these, and in no other, each bit is set for the one or for the other. So a pair is met once.
 */
export const FIRST_BITS = 3;
export const FIRST_ALL = 7;

/** Which cells the entries of a region lie in. */
export interface CellRefs {
  /** Cells times eight, and the bits of {@link FIRST_ALL}: all of them, where the cells are no box. */
  refs: Int32Array;
  /** Where the references of an entry end. */
  ends: Int32Array;
  /** How many entries of B, and of A, lie in a cell: side by side. */
  counts: Int32Array;
  /** The cells that hold entries of both, from `firstShared` to `endShared`. */
  shared: Int32Array;
  endShared: number;
}

/**
 * Puts the entries of a side into cells, and counts: B into all cells that it touches, then A into those where B is.
 * The references start at `at`. Returns where they end, or -1 where they would be more than `limit`.
 */
export function scatter(
  { ids, lows, highs }: CellEntries,
  start: number,
  end: number,
  side: CellSide,
  isA: boolean,
  grid: CellGrid,
  out: CellRefs,
  firstCount: number,
  at: number,
  limit: number,
): number {
  const { columns, rows, shift } = grid;
  const shiftX = shift[0];
  const shiftY = shift[1];
  const shiftZ = shift[2];
  const { refs, ends, counts, shared } = out;
  let { endShared } = out;
  for (let i = start; i < end; i++) {
    const low = lows[i];
    const high = highs[i];
    const x0 = (low & LAST_STEP) >> shiftX;
    const x1 = (high & LAST_STEP) >> shiftX;
    const y0 = ((low >> FIELD_BITS) & LAST_STEP) >> shiftY;
    const y1 = ((high >> FIELD_BITS) & LAST_STEP) >> shiftY;
    const z0 = (low >> (2 * FIELD_BITS)) >> shiftZ;
    const z1 = (high >> (2 * FIELD_BITS)) >> shiftZ;
    const cells = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    if (cells > FEW_CELLS) {
      const covered = coverCells(side, ids[i], grid, x0, x1, y0, y1, z0, z1, refs, at, limit);
      if (covered < 0) return -1;
      for (let k = at; k < covered; k++) {
        const cell = refs[k];
        const own = firstCount + 2 * cell + (isA ? 1 : 0);
        if (isA && counts[own - 1] === 0) continue;
        if (isA && counts[own] === 0) shared[endShared++] = cell;
        counts[own]++;
        refs[at++] = (cell << FIRST_BITS) | FIRST_ALL;
      }
      ends[i] = at;
      continue;
    }
    if (at + cells > limit) return -1;
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++) {
        const firsts = (z === z0 ? 4 : 0) | (y === y0 ? 2 : 0);
        const row = (z * rows + y) * columns;
        for (let x = x0; x <= x1; x++) {
          const own = firstCount + 2 * (row + x) + (isA ? 1 : 0);
          if (isA && counts[own - 1] === 0) continue;
          if (isA && counts[own] === 0) shared[endShared++] = row + x;
          counts[own]++;
          refs[at++] = ((row + x) << FIRST_BITS) | firsts | (x === x0 ? 1 : 0);
        }
      }
    ends[i] = at;
  }
  out.endShared = endShared;
  return at;
}
