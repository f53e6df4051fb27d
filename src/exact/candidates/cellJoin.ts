import {
  type CellExtent,
  type CellSide,
  cellEntries,
  keepInZone,
  putFaces,
  putParts,
  type Zone,
} from './cellEntries.js';
import { type CellGrid, chooseGrid, coarsen, regionOf, STEP_SIGNS, toSteps } from './cellGrid.js';
import { type CellRefs, FIRST_ALL, FIRST_BITS, scatter } from './cellScatter.js';

/** Takes pairs by the places of their faces in the two lists, side by side. A pair may come more than once. */
export type TakePairs = (pairs: Int32Array, count: number) => void;

/** How many pairs are handed over at once. */
const BATCH = 1024;

/** What was done, to tell that it stays in proportion. */
export interface CellWork {
  /** How many regions were looked at: the zone, and crowded cells. */
  regions: number;
  /** How often a face was put into a cell. */
  references: number;
  /** How often two faces were compared. */
  comparisons: number;
}

/** How long it takes to put faces into cells, measured in comparisons of two faces. */
export interface CellCosts {
  /** For a face, with all that it brings along: up to so many comparisons per face, all are compared with all. */
  readonly perFace: number;
  /** For each cell that it lies in. */
  readonly perReference: number;
}

export const CELL_COSTS: CellCosts = { perFace: 24, perReference: 6 };

/** How often faces may lie in cells, on average, and all in any case: where it is more, cells are made larger. */
const REFERENCES_PER_FACE = 8;
const REFERENCES_PER_FACE_TO_BE_SURE = 32;
const REFERENCES_IN_ANY_CASE = 1024;

/**
 * A detailed part among huge faces lies in one cell of a grid, and in one cell of that: no grid halves the comparisons until
 * cells are as small as the part. So down to this depth a grid will do that adds no more than this share to them. Cells are
 * then as small as f64 can tell, and it comes to 2.7 times as many comparisons at worst.
 */
const NARROWING_DEPTH = 16;
const NARROWING_SHARE = 1 / 16;

/**
 * The pairs of faces, one of each side, whose boxes meet, and some of them not, where their parts in no cell do.
 *
 * Faces go into the cells of a grid over the zone where both sides are; in each cell those of A are compared with those of
 * B. Crowded cells get a grid of their own, for the parts of faces that lie in them, and so on. A grid is used only where
 * it halves the comparisons, or a few times in smaller and smaller cells where it does not add to them; else all are
 * compared with all. So it comes to an end, and never takes much longer than comparing all with all.
 */
export function cellJoin(sideA: CellSide, sideB: CellSide, take: TakePairs, costs = CELL_COSTS): CellWork {
  const { perFace, perReference } = costs;
  const work: CellWork = { regions: 0, references: 0, comparisons: 0 };
  const faceCount = sideA.faces.length + sideB.faces.length;
  // Stacks: a region puts its own on top, and takes it off again.
  const entries = cellEntries(Math.min(faceCount, 2 ** 16));
  const out: CellRefs = { refs: ints(0), ends: ints(0), counts: ints(0), shared: ints(0), endShared: 0 };
  // Lists of cells: entries times eight and the bits of the reference; their boxes in steps.
  let list = ints(0);
  let listLows = ints(0);
  let listHighs = ints(0);
  let crowded = new Uint8Array(0);
  const zone: Zone = new Float64Array(6);
  const extentA: CellExtent = { zone: new Float64Array(6), sizes: new Float64Array(3) };
  const extentB: CellExtent = { zone: new Float64Array(6), sizes: new Float64Array(3) };
  const pairs = ints(2 * BATCH);
  let pairCount = 0;

  boundsOf(sideA, extentA.zone);
  boundsOf(sideB, extentB.zone);
  meet();
  const endA = putFaces(entries, 0, sideA, zone);
  const endB = putFaces(entries, endA, sideB, zone);
  join(0, endA, endB, 0, 0, 0, 0);
  take(pairs, pairCount);
  return work;

  /** Whether it may pay to put faces into cells. */
  function isCrowded(inA: number, inB: number): boolean {
    return inA * inB > perFace * (inA + inB);
  }

  /** The zone where both sides are. */
  function meet(): void {
    for (let k = 0; k < 3; k++) {
      zone[k] = Math.max(extentA.zone[k], extentB.zone[k]);
      zone[k + 3] = Math.min(extentA.zone[k + 3], extentB.zone[k + 3]);
    }
  }

  /** Joins the entries of A from `a0` to `b0` with those of B from there to `b1`, in the zone. */
  function join(
    a0: number,
    b0: number,
    b1: number,
    firstInList: number,
    firstCount: number,
    firstShared: number,
    depth: number,
  ): void {
    work.regions++;
    let a1 = b0;
    for (let round = 0; round < 2; round++) {
      a1 = keepInZone(entries, a0, a1, zone, extentA);
      b1 = keepInZone(entries, b0, b1, zone, extentB);
      meet();
    }
    const countA = a1 - a0;
    const countB = b1 - b0;
    let grid: CellGrid | undefined;
    if (isCrowded(countA, countB)) {
      const most = countA * countB;
      const mostToBeSure = most * (depth < NARROWING_DEPTH ? 1 + NARROWING_SHARE : 0.5);
      grid = toCells(a0, a1, b0, b1, firstCount, firstShared, false, 0.5 * most);
      grid ??= toCells(a0, a1, b0, b1, firstCount, firstShared, true, mostToBeSure);
    }
    if (!grid) {
      compareAll(a0, a1, b0, b1);
      return;
    }

    const { endShared } = out;
    const refsB = out.ends[b1 - 1];
    const endOfList = firstInList + out.ends[a1 - 1];
    list = roomIn(list, firstInList, endOfList);
    listLows = roomIn(listLows, firstInList, endOfList);
    listHighs = roomIn(listHighs, firstInList, endOfList);
    const hasCrowded = layOut(grid.cells, firstCount, firstShared, firstInList, firstInList + refsB);
    fill(b0, b1, 0, firstCount, hasCrowded);
    fill(a0, a1, refsB, firstCount + 1, hasCrowded);

    let startB = firstInList;
    let startA = firstInList + refsB;
    for (let i = firstShared; i < endShared; i++) {
      const cell = out.shared[i];
      const endB = out.counts[firstCount + 2 * cell];
      const endA = out.counts[firstCount + 2 * cell + 1];
      if (isCrowded(endA - startA, endB - startB)) {
        regionOf(grid, cell, zone);
        const middle = putParts(entries, b1, sideA, list, startA, endA, zone);
        const end = putParts(entries, middle, sideB, list, startB, endB, zone);
        join(b1, middle, end, endOfList, firstCount + 2 * grid.cells, endShared, depth + 1);
      } else compareLists(startA, endA, startB, endB);
      startB = endB;
      startA = endA;
    }
  }

  /** Puts entries into cells, and returns the grid where there is no more to do then than so many comparisons. */
  function toCells(
    a0: number,
    a1: number,
    b0: number,
    b1: number,
    firstCount: number,
    firstShared: number,
    isSure: boolean,
    mostComparisons: number,
  ): CellGrid | undefined {
    const count = a1 - a0 + b1 - b0;
    const most = isSure ? REFERENCES_PER_FACE_TO_BE_SURE : REFERENCES_PER_FACE;
    const limit = most * count + REFERENCES_IN_ANY_CASE;
    out.refs = roomIn(out.refs, 0, limit);
    out.ends = roomIn(out.ends, 0, b1);
    const grid = chooseGrid(zone, extentA, extentB, count, isSure);
    toSteps(entries, a0, a1, grid);
    toSteps(entries, b0, b1, grid);
    for (; grid.cells > 1; coarsen(grid)) {
      out.counts = roomIn(out.counts, firstCount, firstCount + 2 * grid.cells);
      out.counts.fill(0, firstCount, firstCount + 2 * grid.cells);
      out.shared = roomIn(out.shared, firstShared, firstShared + grid.cells);
      out.endShared = firstShared;
      const refsB = scatter(entries, b0, b1, sideB, false, grid, out, firstCount, 0, limit);
      if (refsB < 0) continue;
      const refs = scatter(entries, a0, a1, sideA, true, grid, out, firstCount, refsB, limit);
      if (refs < 0) continue;
      work.references += refs;
      let comparisons = perReference * refs;
      for (let i = firstShared; i < out.endShared; i++) {
        const c = firstCount + 2 * out.shared[i];
        comparisons += out.counts[c] * out.counts[c + 1];
      }
      return comparisons <= mostComparisons ? grid : undefined;
    }
    return undefined;
  }

  /** Turns the counts of the shared cells into where their lists start. Marks the crowded ones, and says whether there are. */
  function layOut(cells: number, firstCount: number, firstShared: number, startB: number, startA: number): boolean {
    const { counts, shared, endShared } = out;
    if (crowded.length < cells) crowded = new Uint8Array(cells);
    let hasCrowded = false;
    for (let i = firstShared; i < endShared; i++) {
      const c = firstCount + 2 * shared[i];
      const inB = counts[c];
      const inA = counts[c + 1];
      counts[c] = startB;
      counts[c + 1] = startA;
      startB += inB;
      startA += inA;
      if (!isCrowded(inA, inB)) continue;
      if (!hasCrowded) crowded.fill(0, 0, cells);
      hasCrowded = true;
      crowded[shared[i]] = 1;
    }
    return hasCrowded;
  }

  /**
   * Writes entries into the lists of shared cells: `first` is the side's first count. A face that lies in a crowded cell, too,
   * is taken as if its cells were no box: in that cell only its part there is looked at, so that the cell that a pair is
   * left to may not find it.
   */
  function fill(start: number, end: number, ref: number, first: number, hasCrowded: boolean): void {
    const { refs, ends, counts } = out;
    const { lows, highs } = entries;
    const to = list;
    const toLows = listLows;
    const toHighs = listHighs;
    const marks = crowded;
    const isA = first % 2 === 1;
    for (let i = start; i < end; i++) {
      const last = ends[i];
      let bits = 0;
      if (hasCrowded) for (let k = ref; k < last; k++) if (marks[refs[k] >> FIRST_BITS] === 1) bits = FIRST_ALL;
      for (; ref < last; ref++) {
        const c = first + 2 * (refs[ref] >> FIRST_BITS);
        if (!isA && counts[c + 1] === 0) continue; // none of A is there
        const at = counts[c]++;
        to[at] = (i << FIRST_BITS) | (refs[ref] & FIRST_ALL) | bits;
        toLows[at] = lows[i];
        toHighs[at] = highs[i] | STEP_SIGNS;
      }
    }
  }

  function compareLists(a0: number, a1: number, b0: number, b1: number): void {
    const { ids, boxes } = entries;
    const at = list;
    const lows = listLows;
    const highs = listHighs;
    work.comparisons += (a1 - a0) * (b1 - b0);
    let n = pairCount;
    for (let i = a0; i < a1; i++) {
      const bits = at[i];
      const low = lows[i];
      const high = highs[i];
      for (let j = b0; j < b1; j++) {
        if (((highs[j] - low) & (high - lows[j]) & STEP_SIGNS) !== STEP_SIGNS) continue;
        if (((bits | at[j]) & FIRST_ALL) !== FIRST_ALL) continue;
        const a = bits >> FIRST_BITS;
        const b = at[j] >> FIRST_BITS;
        const k = 6 * a;
        const m = 6 * b;
        if (boxes[m] > boxes[k + 3] || boxes[m + 3] < boxes[k]) continue;
        if (boxes[m + 1] > boxes[k + 4] || boxes[m + 4] < boxes[k + 1]) continue;
        if (boxes[m + 2] > boxes[k + 5] || boxes[m + 5] < boxes[k + 2]) continue;
        pairs[2 * n] = ids[a];
        pairs[2 * n + 1] = ids[b];
        if (++n < BATCH) continue;
        take(pairs, n);
        n = 0;
      }
    }
    pairCount = n;
  }

  function compareAll(a0: number, a1: number, b0: number, b1: number): void {
    const { ids, boxes } = entries;
    work.comparisons += (a1 - a0) * (b1 - b0);
    let n = pairCount;
    for (let i = a0; i < a1; i++) {
      const x0 = boxes[6 * i];
      const y0 = boxes[6 * i + 1];
      const z0 = boxes[6 * i + 2];
      const x1 = boxes[6 * i + 3];
      const y1 = boxes[6 * i + 4];
      const z1 = boxes[6 * i + 5];
      for (let j = b0, k = 6 * b0; j < b1; j++, k += 6) {
        if (boxes[k] > x1 || boxes[k + 3] < x0 || boxes[k + 1] > y1 || boxes[k + 4] < y0) continue;
        if (boxes[k + 2] > z1 || boxes[k + 5] < z0) continue;
        pairs[2 * n] = ids[i];
        pairs[2 * n + 1] = ids[j];
        if (++n < BATCH) continue;
        take(pairs, n);
        n = 0;
      }
    }
    pairCount = n;
  }
}

/** Around a side's mesh, grown. */
function boundsOf({ mesh: { bounds }, reach }: CellSide, zone: Zone): void {
  for (let k = 0; k < 3; k++) {
    zone[k] = bounds.min[k] - reach;
    zone[k + 3] = bounds.max[k] + reach;
  }
}

const ints = (length: number): Int32Array => new Int32Array(length);

/** An array that is long enough, with what is in use of it. The first time there is no more room than needed. */
function roomIn(array: Int32Array, used: number, length: number): Int32Array {
  if (length <= array.length) return array;
  const larger = ints(array.length === 0 ? length : 2 * length);
  larger.set(array.subarray(0, used));
  return larger;
}
