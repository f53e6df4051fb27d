import { sineAndCosineRanges } from './angleRanges.js';
import type { Program } from './program.js';
import {
  absoluteRange,
  addConstantRange,
  addRanges,
  divideRanges,
  fromConstantRange,
  maxRanges,
  minRanges,
  multiplyRanges,
  negateRange,
  rootRange,
  scaleRange,
  squareRange,
  subtractRanges,
} from './rangeArithmetic.js';
import {
  angleRange,
  arctangentRange,
  exponentialRange,
  hypotenuseRange,
  logarithmRange,
  realPowerRange,
  smoothMaxRange,
  smoothMinRange,
  tangentRange,
  wholePowerRange,
} from './rangeFunctions.js';
import { EPSILON, type Ranges, type Working } from './ranges.js';

/** Works out the ranges of all slots from those of slots 0, 1 and 2, which the caller has set. */
export function propagate(program: Program, ranges: Ranges): void {
  for (let i = 0; i < program.op.length; i++) propagateStep(program, ranges, i);
}

/** One instruction. */
export function propagateStep({ op, a, b, c, out }: Program, ranges: Ranges, i: number): void {
  const to = out[i];
  const p = a[i];
  const q = b[i];
  switch (op[i]) {
    case 0: // ADD
      addRanges(ranges, to, p, q);
      break;
    case 1: // SUB
      subtractRanges(ranges, to, p, q);
      break;
    case 2: // MUL
      multiplyRanges(ranges, to, p, q);
      break;
    case 3: // DIV
      divideRanges(ranges, to, p, q);
      break;
    case 4: // ADD_CONSTANT
      addConstantRange(ranges, to, p, c[i]);
      break;
    case 5: // FROM_CONSTANT
      fromConstantRange(ranges, to, p, c[i]);
      break;
    case 6: // SCALE
      scaleRange(ranges, to, p, c[i]);
      break;
    case 7: // NEG
      negateRange(ranges, to, p);
      break;
    case 8: // ABS
      absoluteRange(ranges, to, p);
      break;
    case 9: // SQUARE
      squareRange(ranges, to, p);
      break;
    case 10: // SQRT
      rootRange(ranges, to, p);
      break;
    case 11: // HYPOT
      hypotenuseRange(ranges, to, p, q);
      break;
    case 12: // MIN
      minRanges(ranges, to, p, q);
      break;
    case 13: // MAX
      maxRanges(ranges, to, p, q);
      break;
    case 14: // SMIN
      smoothMinRange(ranges, to, p, q, c[i]);
      break;
    case 15: // SMAX
      smoothMaxRange(ranges, to, p, q, c[i]);
      break;
    case 16: // SIN_COS
      sineAndCosineRanges(ranges, to, q, p);
      break;
    case 17: // TAN
      tangentRange(ranges, to, p);
      break;
    case 18: // EXP
      exponentialRange(ranges, to, p);
      break;
    case 19: // LOG
      logarithmRange(ranges, to, p);
      break;
    case 20: // ATAN
      arctangentRange(ranges, to, p);
      break;
    case 21: // ATAN2
      angleRange(ranges, to, p, q);
      break;
    case 22: // WHOLE_POWER
      wholePowerRange(ranges, to, p, c[i]);
      break;
    case 23: // REAL_POWER
      realPowerRange(ranges, to, p, c[i]);
      break;
  }
}

/** Slot `k` runs along a line: o + s d with s from s0 to s1. */
export function setLine(ranges: Ranges, k: number, o: number, d: number, s0: number, s1: number): void {
  const p = o + (d > 0 ? s0 : s1) * d;
  const q = o + (d > 0 ? s1 : s0) * d;
  const room = d === 0 ? 0 : (Math.abs(o) + Math.abs(p) + Math.abs(q)) * EPSILON;
  ranges.lo[k] = p - room;
  ranges.hi[k] = q + room;
  ranges.slopeLo[k] = d;
  ranges.slopeHi[k] = d;
}

/** The range of a formula over a box goes to the result's slot. Bounds may be infinite. */
export function propagateBox(
  { program, ranges }: Working,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { lo, hi, slopeLo, slopeHi } = ranges;
  lo[0] = x0;
  lo[1] = y0;
  lo[2] = z0;
  hi[0] = x1;
  hi[1] = y1;
  hi[2] = z1;
  // Nothing moves; the slopes of a box are not asked for.
  for (let k = 0; k < 3; k++) slopeLo[k] = slopeHi[k] = 0;
  propagate(program, ranges);
}
