import * as code from './opcodes.js';
import { EPSILON, TINY } from './ranges.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { HOST, OWN } from './wasmMath.js';
import {
  firstOfMask,
  flipped,
  inverse,
  type Keeper,
  type NewSpan,
  nearAndFar,
  notNegative,
  product,
  productWithSlope,
  type Span,
  same,
  secondOfMask,
  slopeOf,
  widen,
  widenPower,
  widenSum,
  widenWell,
} from './wasmPairs.js';
import { hypotenuseSpan, polarSpan, smoothSpan } from './wasmPlaneSteps.js';
import { powerCode } from './wasmValue.js';

/** One instruction, as `propagateStep` does it. Where that says that nothing is known, what comes out here is not a number. */
export function rangeStep(op: number, keep: Keeper, a: Span, b: Span, c: Code, number: number): NewSpan {
  const { value, slope } = a;
  switch (op) {
    case code.ADD:
      return {
        value: widenSum(keep, w.pairAdd(value, b.value)),
        slope: () => widenSum(keep, w.pairAdd(slope, b.slope)),
      };
    case code.SUB:
      return {
        value: widenSum(keep, w.pairAdd(value, w.swap(b.value))),
        slope: () => widenSum(keep, w.pairAdd(slope, w.swap(b.slope))),
      };
    case code.MUL:
      return multiplied(keep, a, b);
    case code.DIV:
      return divided(keep, a, b);
    case code.ADD_CONSTANT:
      return { value: widenSum(keep, w.pairAdd(value, flipped(w.splat(c)))), slope: () => slope };
    case code.FROM_CONSTANT:
      return { value: widenSum(keep, w.pairAdd(w.swap(value), flipped(w.splat(c)))), slope: () => w.swap(slope) };
    case code.SCALE: {
      // Its sign is part of what a module is for.
      if (number === 0) return { value: same(0), slope: () => same(0) };
      const size = keep.pair(w.splat(w.abs(c)));
      const of = (pair: Code): Code => widen(keep, w.pairMul(number > 0 ? pair : w.swap(pair), size));
      return { value: of(value), slope: () => of(slope) };
    }
    case code.NEG:
      return { value: w.swap(value), slope: () => w.swap(slope) };
    case code.ABS:
      return absolute(keep, a);
    case code.SQUARE: {
      const ends = keep.pair(nearAndFar(keep, value));
      const range = notNegative(widen(keep, flipped(w.pairMul(ends, ends))));
      return { value: range, slope: () => slopeOf(keep, a, keep.pair(w.pairAdd(value, value))) };
    }
    case code.SQRT:
      return root(keep, a);
    case code.HYPOT:
      return hypotenuseSpan(keep, a, b);
    case code.MIN: {
      // Which one is below the other throughout: the second one, the first one.
      const below = w.pairLess(value, w.pairNeg(w.swap(b.value)));
      const range = w.shuffle(w.pairMax(value, b.value), w.pairMin(value, b.value), 0, 3);
      return { value: range, slope: () => slopeOfEither(a, b, keep.pair(below)) };
    }
    case code.MAX: {
      const above = w.pairGreater(w.pairNeg(w.swap(value)), b.value);
      const range = w.shuffle(w.pairMin(value, b.value), w.pairMax(value, b.value), 0, 3);
      return { value: range, slope: () => slopeOfEither(a, b, keep.pair(above)) };
    }
    case code.SMIN:
    case code.SMAX:
      return smoothSpan(keep, a, b, c, op === code.SMAX);
    case code.TAN:
      return tangent(keep, a);
    case code.EXP: {
      const power = keep.pair(
        notNegative(widenWell(keep, flipped(w.call(OWN.exponential, keep.pair(flipped(value)))))),
      );
      return { value: power, slope: () => slopeOf(keep, a, power) };
    }
    case code.LOG: {
      const slopeAtEnds = (): Code => slopeOf(keep, a, keep.pair(inverse(keep, value)));
      return { value: widenWell(keep, flipped(ofEnds(HOST.log, value))), slope: slopeAtEnds };
    }
    case code.ATAN: {
      const slopeBetween = (): Code => {
        const ends = keep.pair(nearAndFar(keep, value));
        const g = keep.pair(w.pairDiv(same(1), w.pairAdd(same(1), w.pairMul(ends, ends))));
        return slopeOf(keep, a, keep.pair(widen(keep, flipped(w.swap(g)))));
      };
      return { value: widenWell(keep, flipped(ofEnds(HOST.atan, value))), slope: slopeBetween };
    }
    case code.ATAN2:
      return polarSpan(keep, a, b);
    case code.WHOLE_POWER:
      return wholePower(keep, a, number);
    case code.REAL_POWER:
      return realPower(keep, a, c);
    default:
      throw new Error(`formula: there is no instruction ${op}. Please report this.`);
  }
}

/** A function of the host at both ends. */
const ofEnds = (host: number, value: Code): Code =>
  w.withSecond(w.splat(w.call(host, w.neg(w.first(value)))), w.call(host, w.second(value)));

const NOT_A_NUMBER = same(Number.NaN);

function multiplied(keep: Keeper, a: Span, b: Span): NewSpan {
  return {
    value: widen(keep, product(keep, a.value, b.value)),
    // The rule of products: a' b + a b'.
    slope() {
      const m = keep.pair(productWithSlope(keep, a.isSteep, a.slope, b.value));
      const n = keep.pair(productWithSlope(keep, b.isSteep, b.slope, a.value));
      const room = w.pairAdd(w.pairMul(w.pairAdd(w.pairAbs(m), w.pairAbs(n)), same(EPSILON)), same(TINY));
      return w.pairAdd(w.pairAdd(m, n), room);
    },
  };
}

function divided(keep: Keeper, a: Span, b: Span): NewSpan {
  // Where 0 is in it, neither of −lo and hi is below 0.
  const signs = keep.pair(w.pairLess(b.value, same(0)));
  const isClear = w.pairOr(signs, w.swap(signs));
  const i = keep.pair(inverse(keep, b.value));
  const q = keep.pair(widen(keep, product(keep, a.value, i)));
  return {
    value: w.choose(q, NOT_A_NUMBER, isClear),
    slope() {
      const k = keep.pair(widen(keep, productWithSlope(keep, b.isSteep, q, b.slope)));
      const n = keep.pair(widen(keep, w.pairAdd(a.slope, w.swap(k))));
      return widen(keep, productWithSlope(keep, a.isSteep || b.isSteep, n, i));
    },
  };
}

function absolute(keep: Keeper, { value, slope }: Span): NewSpan {
  const signs = keep.pair(w.pairAtMost(value, same(0)));
  const isUp = keep.pair(firstOfMask(signs));
  const isDown = keep.pair(secondOfMask(signs));
  const between = w.pairAnd(w.pairMax(value, w.swap(value)), w.pairEqual(w.pairConstant(1, 0), same(0)));
  return {
    value: w.choose(value, w.choose(w.swap(value), between, isDown), isUp),
    slope() {
      const sizes = keep.pair(w.pairAbs(slope));
      const either = w.pairMax(sizes, w.swap(sizes));
      return w.choose(slope, w.choose(w.swap(slope), either, isDown), isUp);
    },
  };
}

function root(keep: Keeper, a: Span): NewSpan {
  const ends = w.pairMax(flipped(a.value), w.pairConstant(0, -Infinity));
  const range = keep.pair(widen(keep, flipped(w.pairSqrt(ends))));
  return {
    value: notNegative(range),
    slope() {
      const turned = keep.pair(w.swap(range));
      // At 0 it is upright.
      const isClear = keep.pair(w.pairLess(flipped(turned), same(0)));
      const steep = keep.pair(widen(keep, w.pairDiv(same(-0.5), turned)));
      const g = keep.pair(w.choose(steep, same(Infinity), isClear));
      return slopeOf(keep, { ...a, isSteep: true }, g);
    },
  };
}

/** The slope of the one that is always the result, else both. */
const slopeOfEither = (a: Span, b: Span, wins: Code): Code =>
  w.choose(a.slope, w.choose(b.slope, w.pairMax(a.slope, b.slope), firstOfMask(wins)), secondOfMask(wins));

function tangent(keep: Keeper, a: Span): NewSpan {
  const range = keep.pair(flipped(ofEnds(HOST.tan, a.value)));
  const width = w.add(w.second(a.value), w.first(a.value));
  const grows = w.atLeast(w.add(w.first(range), w.second(range)), w.constant(0));
  const isKnown = w.both(w.less(width, w.constant(3.14)), grows);
  return {
    value: w.select(widenWell(keep, range), NOT_A_NUMBER, isKnown),
    slope() {
      const ends = keep.pair(nearAndFar(keep, range));
      return slopeOf(keep, a, keep.pair(widenWell(keep, flipped(w.pairAdd(same(1), w.pairMul(ends, ends))))));
    },
  };
}

/** Positive exponents as people write them; the interpreter has the others. */
function wholePower(keep: Keeper, a: Span, exponent: number): NewSpan {
  if (exponent < 0 || exponent > 64) return { value: NOT_A_NUMBER, slope: () => same(0) };
  const ends = keep.pair(nearAndFar(keep, a.value));
  const power = (e: number): Code => {
    const isEven = e % 2 === 0;
    const raw = powerCode(isEven ? ends : a.value, e, w.pairMul, (part) => keep.pair(part));
    const range = widenPower(keep, isEven ? flipped(raw) : raw, e);
    return isEven ? notNegative(range) : range;
  };
  return {
    value: power(exponent),
    slope() {
      const below = keep.pair(power(exponent - 1));
      return slopeOf(keep, a, keep.pair(widen(keep, w.pairMul(same(exponent), below))));
    },
  };
}

function realPower(keep: Keeper, a: Span, c: Code): NewSpan {
  const a0 = keep.number(w.neg(w.first(a.value)));
  const a1 = keep.number(w.second(a.value));
  const ofBoth = (exponent: Code): Code =>
    keep.pair(w.withSecond(w.splat(w.call(HOST.pow, a0, exponent)), w.call(HOST.pow, a1, exponent)));
  /** The least and the most of two numbers, as (−lo, hi). */
  const inOrder = (pair: Code): Code => {
    const turned = keep.pair(w.swap(pair));
    return w.shuffle(w.pairNeg(w.pairMin(pair, turned)), w.pairMax(pair, turned), 0, 3);
  };
  const powers = notNegative(widenWell(keep, inOrder(ofBoth(c))));
  return {
    // A negative base stands still; that is left to the interpreter.
    value: w.select(powers, NOT_A_NUMBER, w.greater(a0, w.constant(0))),
    slope() {
      const slopes = keep.pair(w.pairMul(w.splat(c), ofBoth(w.sub(c, w.constant(1)))));
      return slopeOf(keep, a, keep.pair(widenWell(keep, inOrder(slopes))));
    },
  };
}
