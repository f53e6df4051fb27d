import { LOOSE, TINY } from './ranges.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { HOST } from './wasmMath.js';
import {
  flipped,
  type Keeper,
  type NewSpan,
  nearAndFar,
  notNegative,
  product,
  productWithSlope,
  type Span,
  same,
  times,
  widen,
  widenWell,
} from './wasmPairs.js';

/** Math.hypot is the interpreter's, where squares leave the range of numbers; but of nothing it is nothing. */
const isOrdinary = (sum: Code, sizes: Code): Code =>
  w.allTrue(
    w.pairAnd(w.pairOr(w.pairGreater(sum, same(1e-280)), w.pairEqual(sizes, same(0))), w.pairLess(sum, same(1e300))),
  );

/** As `hypotenuseRange` has it. */
export function hypotenuseSpan(keep: Keeper, a: Span, b: Span): NewSpan {
  const endsOfA = keep.pair(nearAndFar(keep, a.value));
  const endsOfB = keep.pair(nearAndFar(keep, b.value));
  const sums = keep.pair(w.pairAdd(w.pairMul(endsOfA, endsOfA), w.pairMul(endsOfB, endsOfB)));
  const range = keep.pair(widenWell(keep, flipped(w.pairSqrt(sums))));
  const isKnown = isOrdinary(sums, w.pairAdd(endsOfA, endsOfB));
  return {
    value: w.select(notNegative(range), same(Number.NaN), isKnown),
    slope: () => slopeOfHypotenuse(keep, a, b, range),
  };
}

function slopeOfHypotenuse(keep: Keeper, a: Span, b: Span, range: Code): Code {
  const speeds = keep.pair(w.shuffle(nearAndFar(keep, a.slope), nearAndFar(keep, b.slope), 1, 3));
  const squares = keep.pair(w.pairMul(speeds, speeds));
  const square = keep.pair(w.pairAdd(squares, w.swap(squares)));
  const most = keep.pair(widenWell(keep, w.pairSqrt(square)));
  const slope = keep.place(most);
  keep.begin(w.less(w.first(range), w.constant(0)));
  // The cosine and the sine of the direction, as far as it can turn.
  const turn = keep.pair(widenWell(keep, w.pairDiv(same(-1), w.swap(range))));
  const fewest = keep.pair(w.pairNeg(w.shuffle(turn, turn, 0, 0)));
  const largest = keep.pair(w.shuffle(turn, turn, 1, 1));
  const part = ({ value, slope: along }: Span): Code => {
    const factor = w.choose(largest, fewest, w.pairGreater(value, same(0)));
    const unit = keep.pair(w.pairMin(same(1), widen(keep, w.pairMul(value, factor))));
    return product(keep, unit, along);
  };
  const room = w.pairMul(most, same(2 ** -49));
  keep.put(slope, w.pairMin(most, w.pairAdd(w.pairAdd(part(a), part(b)), room)));
  keep.end();
  const isKnown = isOrdinary(square, w.pairAdd(speeds, w.swap(speeds)));
  return w.select(slope.get, same(Number.NaN), isKnown);
}

/** The smooth minimum or maximum, as `smoothMinRange` and `smoothMaxRange` have them. */
export function smoothSpan(keep: Keeper, a: Span, b: Span, radius: Code, isMax: boolean): NewSpan {
  // The maximum is that of the negatives, turned round: −lo and −hi.
  const turned = isMax ? w.pairConstant(0, -0) : w.pairConstant(-0, 0);
  const p = keep.pair(w.pairXor(a.value, turned));
  const q = keep.pair(w.pairXor(b.value, turned));
  const k = keep.pair(w.splat(radius));
  const apart = w.pairAbs(w.pairSub(p, q));
  const h = keep.pair(w.pairDiv(w.pairMax(w.pairSub(k, apart), same(0)), k));
  const blend = w.pairMul(w.pairMul(w.pairMul(same(0.25), k), h), h);
  const raw = keep.pair(w.pairXor(w.pairSub(w.pairMin(p, q), blend), turned));
  const value = w.pairAdd(raw, w.pairMul(w.pairAdd(w.pairAbs(raw), k), same(2 ** -50)));
  return { value, slope: () => slopeOfBlend(keep, a, b, keep.pair(w.pairSub(p, w.swap(q))), k, isMax) };
}

function slopeOfBlend(keep: Keeper, a: Span, b: Span, differences: Code, k: Code, isMax: boolean): Code {
  // How much of it follows the first: between these.
  const inner = w.pairSub(same(0.5), w.pairDiv(differences, w.pairMul(same(2), k)));
  const shares = keep.pair(w.pairMin(same(1), w.pairMax(same(0), inner)));
  const [mostAt, fewestAt] = isMax ? [1, 0] : [0, 1];
  const f = keep.pair(w.pairMax(same(0), w.pairSub(w.shuffle(shares, shares, fewestAt, fewestAt), same(2 ** -50))));
  const m = keep.pair(w.pairMin(same(1), w.pairAdd(w.shuffle(shares, shares, mostAt, mostAt), same(2 ** -50))));
  const mixed = (share: Code): Code =>
    w.pairAdd(times(keep, share, a.slope), times(keep, keep.pair(w.pairSub(same(1), share)), b.slope));
  const extreme = w.pairMax(mixed(f), mixed(m));
  const sizesOfA = keep.pair(w.pairAbs(a.slope));
  const sizesOfB = keep.pair(w.pairAbs(b.slope));
  const low = w.add(w.first(sizesOfA), w.first(sizesOfB));
  const sizes = w.add(w.add(low, w.second(sizesOfA)), w.second(sizesOfB));
  const room = keep.number(w.mul(sizes, w.constant(2 ** -51)));
  const isKnown = w.less(room, w.constant(Infinity));
  return w.select(w.pairAdd(extreme, w.splat(room)), same(Infinity), isKnown);
}

/** The angle of a box as seen from the origin, as `angleRange` has it. */
export function polarSpan(keep: Keeper, a: Span, b: Span): NewSpan {
  const value = keep.place(same(Math.PI + (Math.PI * LOOSE + TINY)));
  const isUpOrDown = w.anyTrue(w.pairLess(a.value, same(0)));
  const isOff = keep.whole(w.either(isUpOrDown, w.less(w.first(b.value), w.constant(0))));
  keep.begin(isOff);
  const y0 = keep.number(w.neg(w.first(a.value)));
  const y1 = keep.number(w.second(a.value));
  const x0 = keep.number(w.neg(w.first(b.value)));
  const x1 = keep.number(w.second(b.value));
  // Only two corners can be outermost, by the signs.
  const isPositive = (place: Code): Code => w.greater(place, w.constant(0));
  const isRight = keep.whole(isPositive(x0));
  const isAbove = keep.whole(isPositive(y0));
  const choice = (right: Code, above: Code, under: Code): Code =>
    w.select(right, w.select(above, under, isAbove), isRight);
  const mostY = choice(y1, y0, w.select(y1, y0, isPositive(x1)));
  const mostX = choice(w.select(x0, x1, isPositive(y1)), x0, x1);
  const leastY = choice(y0, w.select(y0, y1, isPositive(x1)), y1);
  const leastX = choice(w.select(x1, x0, isPositive(y0)), x1, x0);
  const least = w.call(HOST.atan2, leastY, leastX);
  keep.put(value, widenWell(keep, w.withSecond(w.splat(w.neg(least)), w.call(HOST.atan2, mostY, mostX))));
  keep.end();
  return { value: value.get, slope: () => slopeOfPolar(keep, a, b, isOff) };
}

/** (x y' − y x') / (x² + y²) */
function slopeOfPolar(keep: Keeper, a: Span, b: Span, isOff: Code): Code {
  const slope = keep.place(same(Infinity));
  keep.begin(isOff);
  const up = keep.pair(widen(keep, productWithSlope(keep, a.isSteep, b.value, a.slope)));
  const down = keep.pair(widen(keep, productWithSlope(keep, b.isSteep, a.value, b.slope)));
  const top = keep.pair(widen(keep, w.pairAdd(up, w.swap(down))));
  const endsOfX = keep.pair(nearAndFar(keep, b.value));
  const endsOfY = keep.pair(nearAndFar(keep, a.value));
  const sums = w.pairAdd(w.pairMul(endsOfX, endsOfX), w.pairMul(endsOfY, endsOfY));
  const squares = keep.pair(flipped(widen(keep, flipped(sums))));
  const nearest = keep.pair(w.shuffle(squares, squares, 0, 0));
  const divisor = w.choose(nearest, w.shuffle(squares, squares, 1, 1), w.pairGreater(top, same(0)));
  const steep = widen(keep, w.pairDiv(top, divisor));
  keep.put(slope, w.choose(steep, same(Infinity), w.pairGreater(nearest, same(0))));
  keep.end();
  return slope.get;
}
