import type { Box } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';
import type { IsOutside } from '../surface.js';

/** Sides come as near to the solid as this share of the box, as far as the work allowed goes. */
const NEARNESS = 1 / 100;
const MOST_TESTS = 3000;
/** Each pass brings a box that is much too large to within a few percent of its size, so a few passes serve. */
const MOST_PASSES = 30;

/**
 * The box as close around the solid as `isOutside` can show, and never cut into it: a side stays exactly where it is unless all beyond
 * its new place is shown to be outside. Undefined where the box has been shown to be empty.
 */
export function tightenBox(box: Box, isOutside: IsOutside): Box | undefined {
  let { min, max } = box;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    let gain = 0;
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const place = reach({ min, max }, axis, side % 2 === 1, isOutside);
      if (place === undefined) return undefined;
      const size = max[axis] - min[axis];
      const moved = Math.abs(place - (side % 2 === 1 ? max : min)[axis]);
      if (size > 0) gain = Math.max(gain, moved / size);
      if (side % 2 === 1) max = withAxis(max, axis, place);
      else min = withAxis(min, axis, place);
    }
    if (gain < NEARNESS / 2) break;
  }
  return { min, max };
}

const withAxis = (of: Vec3, axis: number, value: number): Vec3 => [
  axis === 0 ? value : of[0],
  axis === 1 ? value : of[1],
  axis === 2 ? value : of[2],
];

interface Cell {
  readonly box: Float64Array;
  /** How far out it reaches, the farthest first; of those that reach as far, the smallest. */
  readonly order: number;
  readonly volume: number;
}

/** How far the solid may reach to one side: cells are cut in two, the outermost first, until one is small and cannot be ruled out. */
function reach({ min, max }: Box, axis: number, isUp: boolean, isOutside: IsOutside): number | undefined {
  const sizes = [0, 1, 2].map((k) => max[k] - min[k]);
  const cells = createHeap();
  let tests = 0;
  const consider = (box: Float64Array): void => {
    tests++;
    if (isOutside(box[0], box[1], box[2], box[3], box[4], box[5])) return;
    const volume = (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]);
    cells.push({ box, order: isUp ? -box[3 + axis] : box[axis], volume });
  };
  consider(Float64Array.of(...min, ...max));
  for (;;) {
    const cell = cells.pop();
    if (!cell) return undefined;
    const place = cell.box[isUp ? 3 + axis : axis];
    const cut = longestAxis(cell.box, sizes, axis);
    if (tests > MOST_TESTS || cut < 0) return place;
    const middle = (cell.box[cut] + cell.box[3 + cut]) / 2;
    const low = cell.box.slice();
    const high = cell.box.slice();
    low[3 + cut] = middle;
    high[cut] = middle;
    consider(low);
    consider(high);
  }
}

/**
 * The axis to cut along; −1 where the cell is small along all. The one that is searched comes first by far: of a flat side, thin slices are
 * ruled out as wide as they are.
 */
function longestAxis(box: Float64Array, sizes: readonly number[], searched: number): number {
  let longest = -1;
  let most = 0;
  for (let k = 0; k < 3; k++) {
    const share = sizes[k] > 0 ? (box[3 + k] - box[k]) / sizes[k] : 0;
    const weight = k === searched ? 8 * share : share;
    if (share > NEARNESS * 1.001 && weight > most) {
      most = weight;
      longest = k;
    }
  }
  return longest;
}

const isBefore = (a: Cell, b: Cell): boolean => a.order < b.order || (a.order === b.order && a.volume < b.volume);

/** A binary heap: the first cell in order comes out first. */
function createHeap(): { push(cell: Cell): void; pop(): Cell | undefined } {
  const cells: Cell[] = [];
  return {
    push(cell) {
      let at = cells.push(cell) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!isBefore(cell, cells[parent])) break;
        cells[at] = cells[parent];
        at = parent;
      }
      cells[at] = cell;
    },
    pop() {
      const first = cells[0];
      const last = cells.pop();
      if (cells.length === 0 || last === undefined) return first;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= cells.length) break;
        if (child + 1 < cells.length && isBefore(cells[child + 1], cells[child])) child++;
        if (!isBefore(cells[child], last)) break;
        cells[at] = cells[child];
        at = child;
      }
      cells[at] = last;
      return first;
    },
  };
}
