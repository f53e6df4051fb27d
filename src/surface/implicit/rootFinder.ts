import type { Working } from '../formula/ranges.js';
import { MOST_INTERVALS, MOST_ROOTS, MOST_WAITING, SHORTEST } from '../formula/searchLimits.js';
import { createWasmFormula } from '../formula/wasmFormula.js';
import { type FormulaLine, propagateLine } from './formulaLine.js';
import { refineRoot } from './refineRoot.js';

/** Finds where a formula changes its sign on the line that has been placed. */
export interface RootFinder {
  /** Gives back how many places there are. */
  find(tolerance: number, pieces: number): number;
  /** Where the formula changes its sign, from −1 to 1. */
  readonly roots: Float64Array;
  /**
   * The formula at the line's start and at its end, how many stretches were left unsettled, and what the search has cost: intervals count as much
   * as three points, for about as much more time do they take.
   */
  readonly told: Float64Array;
}

export const createRootFinder = (working: Working, line: FormulaLine, gauge: number): RootFinder =>
  wasmRootFinder(working, line, gauge) ?? plainRootFinder(working, line, gauge);

/** The search in WebAssembly, with the same results as the plain one, to the last digit. Undefined where that may not be compiled. */
export function wasmRootFinder(working: Working, line: FormulaLine, gauge: number): RootFinder | undefined {
  const { program, ranges } = working;
  const wasm = createWasmFormula(program, {
    interpret(s0, s1) {
      propagateLine(working, line, s0, s1);
      const { range } = wasm!;
      range[0] = -ranges.lo[program.result];
      range[1] = ranges.hi[program.result];
      range[2] = -ranges.slopeLo[program.result];
      range[3] = ranges.slopeHi[program.result];
    },
    repair: (s) => line.at(s),
  });
  if (!wasm) return undefined;
  const { cast, line: place, roots, told } = wasm;
  return {
    ...{ roots, told },
    find(tolerance, pieces) {
      place[0] = line.ox;
      place[1] = line.oy;
      place[2] = line.oz;
      place[3] = line.dx;
      place[4] = line.dy;
      place[5] = line.dz;
      return cast(tolerance, gauge, pieces);
    },
  };
}

interface Search extends RootFinder {
  readonly working: Working;
  readonly line: FormulaLine;
  /** How large the formula's values are in the box, roughly. */
  readonly gauge: number;
  /** Right ends of the stretches that wait, and the formula there. */
  readonly ends: Float64Array;
  readonly values: Float64Array;
  /** Whether a stretch that waits has been seen to be clear. */
  readonly clear: Uint8Array;
  /** How far the formula has no zero from the ends of the stretch looked at last. */
  near: number;
  far: number;
}

export function plainRootFinder(working: Working, line: FormulaLine, gauge: number): RootFinder {
  const search: Search = {
    ...{ working, line, gauge, near: 0, far: 0 },
    ends: new Float64Array(MOST_WAITING),
    values: new Float64Array(MOST_WAITING),
    clear: new Uint8Array(MOST_WAITING),
    roots: new Float64Array(MOST_ROOTS),
    told: new Float64Array(4),
    find: (tolerance, pieces) => findRoots(search, tolerance, pieces),
  };
  return search;
}

function findRoots(search: Search, tolerance: number, pieces: number): number {
  const { line, ends, values, clear, roots, told } = search;
  let s0 = -1;
  let f0 = line.at(-1);
  told[0] = f0;
  told[2] = told[3] = 0;
  let count = 0;
  for (let k = pieces; k > 0; k--) push(search, count++, (2 * k) / pieces - 1, 0);
  let found = 0;
  let budget = MOST_INTERVALS;
  while (count > 0) {
    const s1 = ends[count - 1];
    const f1 = values[count - 1];
    let slope = 0;
    if (clear[count - 1] === 0) {
      if (budget-- > 0) slope = settle(search, s0, f0, s1, f1);
      else told[2]++;
    }
    if (slope < 0) {
      count = cut(search, s0, s1, count);
      continue;
    }
    if (f0 < 0 !== f1 < 0) roots[found++] = refineRoot(line, s0, f0, s1, f1, tolerance, slope);
    s0 = s1;
    f0 = f1;
    count--;
  }
  told[1] = f0;
  return found;
}

function push(search: Search, at: number, s: number, isClear: 0 | 1): void {
  const { ends, values, clear, line, told } = search;
  ends[at] = s;
  values[at] = line.at(s);
  clear[at] = isClear;
  told[3]++;
}

/** Cuts off what the ends of a stretch see to be clear, if that is much of it; else cuts it in two. Gives back how many stretches wait. */
function cut(search: Search, s0: number, s1: number, count: number): number {
  const { near, far } = search;
  const h = s1 - s0;
  if (!(near + far > 0.4 * h && near + far < h)) {
    push(search, count, 0.5 * (s0 + s1), 0);
    return count + 1;
  }
  let waiting = count;
  if (far > h / 16) {
    search.clear[count - 1] = 1;
    push(search, waiting++, s1 - far, 0);
  }
  if (near > h / 16) {
    push(search, waiting++, s0 + near, 1);
  }
  return waiting;
}

/**
 * Less than 0 where the stretch has to be cut in two. Else the signs at its ends tell all, and the formula changes at least as fast as the
 * answer says.
 */
function settle(search: Search, s0: number, f0: number, s1: number, f1: number): number {
  const { working, line, gauge } = search;
  const { program, ranges } = working;
  search.told[3] += 3;
  propagateLine(working, line, s0, s1);
  const { result } = program;
  const lo = ranges.lo[result];
  const hi = ranges.hi[result];
  if (lo > 0 || hi < 0) return 0;
  const a = ranges.slopeLo[result];
  const b = ranges.slopeHi[result];
  if (a >= 0) return a;
  if (b <= 0) return -b;
  const h = s1 - s0;
  // How deep it can dip between its ends, at these speeds at most (the linear boundary value form, Neumaier 1990).
  if (f0 < 0 === f1 < 0) {
    const away = f0 < 0 ? a * f0 - b * f1 : b * f0 - a * f1;
    if (away * (1 - 2 ** -40) + a * b * h > 0) return 0;
  }
  if (h < SHORTEST) return 0;
  search.near = (1 - 2 ** -40) * (f0 < 0 ? -f0 / b : f0 / -a);
  search.far = (1 - 2 ** -40) * (f1 < 0 ? f1 / a : f1 / b);
  const width = Math.min(hi - lo, Math.abs(f1 - f0) + (b - a) * h);
  return width < 1e-9 * gauge && width < 8 * roundingAt(search, 0.5 * (s0 + s1)) ? 0 : -1;
}

/** How far the formula's value may be off at a point, by rounding alone: as wide as its interval is there. */
function roundingAt({ working, line }: Search, s: number): number {
  propagateLine(working, line, s, s);
  return working.ranges.hi[working.program.result] - working.ranges.lo[working.program.result];
}
