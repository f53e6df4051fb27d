import { propagateStep } from '../formula/propagate.js';
import { createRanges, type Ranges, type Working } from '../formula/ranges.js';

/** How far out the cones start, as powers of two: the nearest that serves is taken. */
const STARTS = [0, 10, 20, 40];
/** Along each edge of a cube's side. */
const CELLS = 4;
const DEEPEST = 4;

/**
 * How far from the origin a formula's inside reaches along any axis at most, by looking along cones: λ (u, v, w), with (u, v, w) in a cell of a
 * cube's side and λ from some number to infinity. Along them many a part only grows, x − y between u and v that differ, say, where x and y
 * alone could be anything: so turned boxes, too, are shown to end. Undefined where it cannot be shown.
 */
export function boundByCones(working: Working): number | undefined {
  const start = createRanges(working.program);
  for (const exponent of STARTS) if (isOutsideAll(working, start, 2 ** exponent)) return 2 ** exponent;
  return undefined;
}

function isOutsideAll(working: Working, start: Ranges, reach: number): boolean {
  for (let side = 0; side < 6; side++)
    for (let i = 0; i < CELLS; i++)
      for (let j = 0; j < CELLS; j++) {
        const [u, v] = [(2 * i) / CELLS - 1, (2 * j) / CELLS - 1];
        if (!isOutsideCone(working, start, reach, side, u, v, 2 / CELLS, 0)) return false;
      }
  return true;
}

function isOutsideCone(
  working: Working,
  start: Ranges,
  reach: number,
  side: number,
  u: number,
  v: number,
  size: number,
  depth: number,
): boolean {
  const { program, ranges } = working;
  const axis = side >> 1;
  const up = side % 2 === 1 ? 1 : -1;
  setCone(ranges, start, axis, up, up, reach);
  setCone(ranges, start, (axis + 1) % 3, u, u + size, reach);
  setCone(ranges, start, (axis + 2) % 3, v, v + size, reach);
  propagateCone(working, start);
  if (ranges.lo[program.result] > 0) return true;
  if (depth === DEEPEST) return false;
  const half = size / 2;
  for (let k = 0; k < 4; k++) {
    const [p, q] = [u + (k & 1 ? half : 0), v + (k & 2 ? half : 0)];
    if (!isOutsideCone(working, start, reach, side, p, q, half, depth + 1)) return false;
  }
  return true;
}

/** The directions are fractions of powers of two, and so is the reach: all of this is exact. */
function setCone(ranges: Ranges, start: Ranges, k: number, d0: number, d1: number, reach: number): void {
  start.lo[k] = reach * d0;
  start.hi[k] = reach * d1;
  ranges.slopeLo[k] = start.slopeLo[k] = d0;
  ranges.slopeHi[k] = start.slopeHi[k] = d1;
  ranges.lo[k] = d0 < 0 ? -Infinity : reach * d0;
  ranges.hi[k] = d1 > 0 ? Infinity : reach * d1;
}

/** Every slot is where it was at the start of the cone, or beyond in the direction of its slope. */
function propagateCone({ program, ranges }: Working, start: Ranges): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  const { op, out, b } = program;
  for (let i = 0; i < op.length; i++) {
    propagateStep(program, start, i);
    propagateStep(program, ranges, i);
    for (const to of [out[i], b[i]]) {
      // The second place is a result of sines and cosines alone; of others it is what they read, and is bounded already.
      if (to < 0) continue;
      if (slopeLo[to] >= 0 && !(lo[to] >= start.lo[to])) lo[to] = start.lo[to];
      if (slopeHi[to] <= 0 && !(hi[to] <= start.hi[to])) hi[to] = start.hi[to];
    }
  }
}
