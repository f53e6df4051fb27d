import { EPSILON, LOOSE, TINY } from './ranges.js';
import type { Code, Locals } from './wasmCode.js';
import * as w from './wasmCode.js';

/**
 * Intervals as pairs (−lo, hi), so that both bounds are rounded outwards by the same instruction (Lambov 2008): what is done to one number
 * in `rangeArithmetic` is done to both here. An operand that is used more than once has to be a local.
 */
export interface Keeper {
  /** Keeps a pair in a local. */
  pair(value: Code): Code;
  /** Keeps a number in a local. */
  number(value: Code): Code;
  /** Keeps a whole number in a local. */
  whole(value: Code): Code;
  /** A pair that is put anew later. */
  place(value: Code): Place;
  put(place: Place, value: Code): void;
  /** What is kept from here on is only done where the test holds, until `otherwise` or `end`. */
  begin(test: Code): void;
  otherwise(): void;
  end(): void;
}

/** The range of a slot and of its slope, as pairs (−lo, hi); each is a local. */
export interface Span {
  readonly value: Code;
  readonly slope: Code;
  /** Whether the slope may be infinite: the root has such a one at 0, and the angle where it jumps. */
  readonly isSteep: boolean;
}

/** What an instruction makes. Slopes are worked out after all values, where those alone do not tell enough. */
export interface NewSpan {
  readonly value: Code;
  slope(): Code;
}

export interface Place {
  readonly local: number;
  readonly get: Code;
}

export function createKeeper(locals: Locals): Keeper {
  const { body } = locals;
  return {
    pair: (value) => locals.keep(w.V128, value),
    number: (value) => locals.keep(w.F64, value),
    whole: (value) => locals.keep(w.I32, value),
    place(value) {
      const local = locals.take(w.V128);
      body.push(w.set(local, value));
      return { local, get: w.get(local) };
    },
    put({ local }, value) {
      body.push(w.set(local, value));
    },
    begin(test) {
      body.push(w.beginWhen(test));
    },
    otherwise() {
      body.push(w.OTHERWISE);
    },
    end() {
      body.push(w.END);
    },
  };
}

export const same = (value: number): Code => w.pairConstant(value, value);

/** (a, b) from (−a, b), and back. */
export const flipped = (a: Code): Code => w.pairXor(a, w.pairConstant(-0, 0));

/** As `lower` and `upper` do. */
export const widenSum = (keep: Keeper, value: Code): Code => {
  const v = keep.pair(value);
  return w.pairAdd(v, w.pairMul(w.pairAbs(v), same(EPSILON)));
};

const widenBy = (keep: Keeper, value: Code, room: number): Code => {
  const v = keep.pair(value);
  return w.pairAdd(v, w.pairAdd(w.pairMul(w.pairAbs(v), same(room)), same(TINY)));
};

/** As `below` and `above` do. */
export const widen = (keep: Keeper, value: Code): Code => widenBy(keep, value, EPSILON);
/** As `wellBelow` and `wellAbove` do. */
export const widenWell = (keep: Keeper, value: Code): Code => widenBy(keep, value, LOOSE);
/** As powers are widened. */
export const widenPower = (keep: Keeper, value: Code, exponent: number): Code =>
  widenBy(keep, value, (Math.abs(exponent) + 4) * 2 ** -51);

/** What is never below 0 is not to be said to be. */
export const notNegative = (value: Code): Code => w.pairMin(value, w.pairConstant(0, Infinity));

/** All products of two intervals, both finite. */
export const product = (keep: Keeper, a: Code, b: Code): Code =>
  extremes(keep, keep.pair(w.pairMul(a, b)), keep.pair(w.pairMul(a, w.swap(b))));

/** The same where bounds may be infinite: nothing times everything is nothing, as `times` says. */
export const productWithCare = (keep: Keeper, a: Code, b: Code): Code =>
  extremes(keep, keep.pair(times(keep, a, b)), keep.pair(times(keep, a, w.swap(b))));

/** Products with a slope, which may be infinite in some formulas. */
export const productWithSlope = (keep: Keeper, isSteep: boolean, a: Code, b: Code): Code =>
  isSteep ? productWithCare(keep, a, b) : product(keep, a, b);

export const times = (keep: Keeper, a: Code, b: Code): Code => {
  const p = keep.pair(w.pairMul(a, b));
  return w.pairAnd(p, w.pairEqual(p, p));
};

/** Of intervals (−a, b) and (−c, d): p is (a c, b d) and q is (−a d, −b c). */
function extremes(keep: Keeper, p: Code, q: Code): Code {
  const u = keep.pair(w.shuffle(q, p, 0, 2));
  const v = keep.pair(w.shuffle(q, p, 1, 3));
  const least = keep.pair(w.pairMin(u, v));
  return w.pairMax(w.pairMax(u, v), w.pairNeg(w.swap(least)));
}

/** The slope of g(a) from that of a, times all that g' can be, as `setSlope` does. */
export function slopeOf(keep: Keeper, { slope, isSteep }: Span, g: Code): Code {
  const moves = keep.pair(w.pairNotEqual(slope, same(0)));
  return w.pairAnd(widen(keep, productWithSlope(keep, isSteep, slope, g)), w.pairOr(moves, w.swap(moves)));
}

/** How near to 0 and how far from it an interval comes. */
export function nearAndFar(keep: Keeper, a: Code): Code {
  const s = keep.pair(w.swap(a));
  return w.shuffle(w.pairMax(w.pairNeg(w.pairMin(a, s)), same(0)), w.pairMax(a, s), 0, 3);
}

/** 1 / a, where 0 is not in it, as (−lo, hi). */
export const inverse = (keep: Keeper, a: Code): Code => widen(keep, w.pairDiv(same(-1), w.swap(a)));

/** The first or the second number of a mask, for both. */
export const firstOfMask = (mask: Code): Code => w.shuffle(mask, mask, 0, 0);
export const secondOfMask = (mask: Code): Code => w.shuffle(mask, mask, 1, 1);
