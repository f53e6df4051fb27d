import { ROOM } from './angleRanges.js';
import { EPSILON } from './ranges.js';
import * as w from './wasmCode.js';
import { OWN } from './wasmMath.js';
import { type Keeper, type NewSpan, type Span, same, slopeOf } from './wasmPairs.js';

/** The spans of a sine and a cosine, as `sineAndCosineRanges` has them: what is done there to one is done to both at once here. */
export function angleSpans(keep: Keeper, a: Span, isSine: boolean, isCosine: boolean): NewSpan[] {
  const a0 = keep.number(w.neg(w.first(a.value)));
  const a1 = keep.number(w.second(a.value));
  const m = w.mul(w.constant(0.5), w.add(a0, a1));
  const size = w.mul(w.add(w.abs(a0), w.abs(a1)), w.constant(EPSILON));
  const r = keep.number(w.add(w.mul(w.constant(0.5), w.sub(a1, a0)), size));
  // Named by where they are in the pairs: of the sine, of the cosine.
  const lows = keep.place(same(-1));
  const highs = keep.place(same(1));
  keep.begin(w.less(r, w.constant(1.5)));
  const sinR = keep.place(same(0));
  const cosLo = keep.place(same(0));
  const cosHi = keep.place(same(0));
  const s = keep.number(w.mul(r, r));
  keep.begin(w.less(r, w.constant(1)));
  const shortSine = w.sub(r, w.mul(w.mul(r, s), w.sub(w.constant(1 / 6), w.mul(s, w.constant(1 / 120)))));
  keep.put(sinR, w.splat(shortSine));
  const inner = w.sub(w.constant(1 / 24), w.mul(s, w.constant(1 / 720)));
  const shortCosine = keep.number(w.sub(w.constant(1), w.mul(s, w.sub(w.constant(0.5), w.mul(s, inner)))));
  keep.put(cosLo, w.splat(shortCosine));
  const eighth = w.mul(w.mul(w.mul(w.mul(s, s), s), s), w.constant(1 / 40320));
  keep.put(cosHi, w.splat(w.add(shortCosine, eighth)));
  keep.otherwise();
  const long = keep.pair(w.call(OWN.sineAndCosine, r));
  keep.put(sinR, w.shuffle(long, long, 0, 0));
  keep.put(cosLo, w.shuffle(long, long, 1, 1));
  keep.put(cosHi, cosLo.get);
  keep.end();
  const middle = keep.pair(w.call(OWN.sineAndCosine, m));
  const sizes = keep.pair(w.pairAbs(middle));
  const others = keep.pair(w.swap(sizes));
  const reach = keep.pair(w.pairAdd(w.pairMul(others, sinR.get), same(ROOM)));
  const turns = w.pairAtMost(others, w.pairAdd(sinR.get, same(ROOM)));
  const near = keep.pair(w.pairMax(same(-1), w.pairSub(w.pairMul(sizes, cosLo.get), reach)));
  const most = w.pairMin(same(1), w.pairAdd(w.pairMul(sizes, cosHi.get), reach));
  const far = keep.pair(w.choose(same(1), most, turns));
  const isAbove = keep.pair(w.pairGreater(middle, same(0)));
  keep.put(lows, w.choose(near, w.pairNeg(far), isAbove));
  keep.put(highs, w.choose(far, w.pairNeg(near), isAbove));
  keep.end();
  const under = keep.pair(w.pairNeg(lows.get));
  const sine = keep.pair(w.shuffle(under, highs.get, 0, 2));
  const cosine = keep.pair(w.shuffle(under, highs.get, 1, 3));
  const spans: NewSpan[] = [];
  if (isSine) spans.push({ value: sine, slope: () => slopeOf(keep, a, cosine) });
  if (isCosine) spans.push({ value: cosine, slope: () => slopeOf(keep, a, keep.pair(w.swap(sine))) });
  return spans;
}
