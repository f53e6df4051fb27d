import type { Formula } from './formula.js';
import { compile, type Program } from './program.js';

/**
 * An interval per slot of a program, and an interval of its slope along a line (Moore 1966): everything that the formula can come to
 * between the bounds of x, y and z, and every speed at which it can change there, rounded outwards. Where a bound is not a number,
 * nothing is known. A slope is bounded only where the slot has no jump.
 */
export interface Ranges {
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  readonly slopeLo: Float64Array;
  readonly slopeHi: Float64Array;
}

export function createRanges(program: Program): Ranges {
  const lo = program.initial.slice();
  return {
    lo,
    hi: lo.slice(),
    slopeLo: new Float64Array(lo.length),
    slopeHi: new Float64Array(lo.length),
  };
}

/** A formula's program, with room for its values and its ranges. */
export interface Working {
  readonly program: Program;
  readonly values: Float64Array;
  readonly ranges: Ranges;
}

export function createWorking(formula: Formula): Working {
  const program = compile(formula);
  return { program, values: program.initial.slice(), ranges: createRanges(program) };
}

/** More than what the arithmetic operations are off by, relatively: they are rounded to the nearest, which is half of 2^−52. */
export const EPSILON = 2 ** -51;

/** More than what Math's functions are off by: less than one unit in the last place each in the engines we know. */
export const LOOSE = 2 ** -50;

/** Beneath this, products lose digits that a relative error does not cover. */
export const TINY = 1e-300;

export const below = (value: number): number => value - (Math.abs(value) * EPSILON + TINY);
export const above = (value: number): number => value + (Math.abs(value) * EPSILON + TINY);
export const wellBelow = (value: number): number => value - (Math.abs(value) * LOOSE + TINY);
export const wellAbove = (value: number): number => value + (Math.abs(value) * LOOSE + TINY);

/** Nothing times everything is nothing: an infinite bound stands for all the numbers before it. */
export const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

/** Puts the slope of g(a): the slope of a, times all that g' can be. */
export function setSlope(ranges: Ranges, to: number, a: number, gLo: number, gHi: number): void {
  const { slopeLo, slopeHi } = ranges;
  const s0 = slopeLo[a];
  const s1 = slopeHi[a];
  if (s0 === 0 && s1 === 0) {
    // Standing still: so does g, unless it has a jump, and then its bounds are infinite and it is told elsewhere.
    slopeLo[to] = 0;
    slopeHi[to] = 0;
    return;
  }
  let p = s0 * gLo;
  let q = s0 * gHi;
  let r = s1 * gLo;
  let s = s1 * gHi;
  let lo = Math.min(p, q, r, s);
  if (Number.isNaN(lo)) {
    p = times(s0, gLo);
    q = times(s0, gHi);
    r = times(s1, gLo);
    s = times(s1, gHi);
    lo = Math.min(p, q, r, s);
  }
  slopeLo[to] = below(lo);
  slopeHi[to] = above(Math.max(p, q, r, s));
}

/** Where there may be a jump, or a pole, nothing is known. */
export function setUnknown(ranges: Ranges, to: number): void {
  ranges.lo[to] = -Infinity;
  ranges.hi[to] = Infinity;
  setUnknownSlope(ranges, to);
}

export function setUnknownSlope(ranges: Ranges, to: number): void {
  ranges.slopeLo[to] = -Infinity;
  ranges.slopeHi[to] = Infinity;
}
