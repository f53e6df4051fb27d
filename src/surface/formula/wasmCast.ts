import { MOST_INTERVALS, MOST_REFINE_STEPS, MOST_ROOTS, MOST_WAITING, SHORTEST } from './searchLimits.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { HOST, OWN } from './wasmMath.js';
import { RANGE_AT } from './wasmRanges.js';

/** Where things lie in memory: what the ends of a stretch see, */
const SEEN_AT = 96;
/** the formula at the line's start and end, how many stretches were left unsettled, and what the search has cost, */
export const TOLD_AT = 112;
/** stretches that wait: the right end of each, the formula there, and whether it is clear, */
const STACK_AT = 512;
const STRETCH = 24;
/** numbers of functions that all modules have, */
export const TABLE_AT = STACK_AT + STRETCH * MOST_WAITING;
/** and the places found. */
export const ROOTS_AT = TABLE_AT + 3072;
export const MEMORY_PAGES = Math.ceil((ROOTS_AT + 8 * MOST_ROOTS) / 65536);

const half = w.constant(0.5);
const one = w.constant(1);
const zero = w.constant(0);
const isBelow = (value: Code): Code => w.less(value, zero);

/** As `refineRoot`: of s0, f0, s1, f1, the tolerance and the slope. */
export function refineCode(): Code {
  const [s0, f0, s1, f1, tolerance, slope] = [0, 1, 2, 3, 4, 5].map(w.get);
  const locals = w.createLocals(6);
  const [a, fa, b, fb, c, fc, t, s, f, least, xi, phi] = Array.from({ length: 12 }, () => locals.take(w.F64));
  const step = locals.take(w.I32);
  const g = w.get;
  const chord = w.sub(g(s), w.div(w.mul(g(f), w.sub(g(s), g(a))), w.sub(g(f), g(fa))));
  const curve = w.add(
    w.mul(w.div(g(fa), w.sub(g(fb), g(fa))), w.div(g(fc), w.sub(g(fb), g(fc)))),
    w.mul(
      w.mul(w.div(w.sub(g(c), g(a)), w.sub(g(b), g(a))), w.div(g(fa), w.sub(g(fc), g(fa)))),
      w.div(g(fb), w.sub(g(fc), g(fb))),
    ),
  );
  const isSteep = w.greater(slope, zero);
  const isSafe = w.both(
    w.less(w.mul(g(phi), g(phi)), g(xi)),
    w.less(w.mul(w.sub(one, g(phi)), w.sub(one, g(phi))), w.sub(one, g(xi))),
  );
  return [
    locals.declare(),
    w.when(isSteep, [w.when(w.equal(f0, zero), w.giveBack(s0)), w.when(w.equal(f1, zero), w.giveBack(s1))]),
    [w.set(b, s0), w.set(fb, f0), w.set(a, s1), w.set(fa, f1)],
    w.set(t, w.div(f1, w.sub(f1, f0))),
    w.block(
      w.loop([
        w.jumpIf(1, w.isZero(w.sub32(w.whole(MOST_REFINE_STEPS), g(step)))),
        w.set(step, w.addWhole(g(step), w.whole(1))),
        w.set(least, w.div(w.mul(half, tolerance), w.abs(w.sub(g(b), g(a))))),
        w.jumpIf(1, w.isZero(w.less(g(least), half))),
        w.when(
          w.atLeast(g(t), g(least)),
          w.when(w.greater(g(t), w.sub(one, g(least))), w.set(t, w.sub(one, g(least)))),
          w.set(t, w.select(g(least), half, w.equal(g(t), g(t)))),
        ),
        w.set(s, w.add(g(a), w.mul(g(t), w.sub(g(b), g(a))))),
        w.set(f, w.call(OWN.value, g(s))),
        w.when(isSteep, [
          w.when(w.equal(g(f), zero), w.giveBack(g(s))),
          w.when(w.atMost(w.abs(g(f)), w.mul(slope, tolerance)), w.giveBack(w.min(w.max(chord, s0), s1))),
        ]),
        w.when(
          w.differ(isBelow(g(f)), isBelow(g(fa))),
          [w.set(c, g(b)), w.set(fc, g(fb)), w.set(b, g(a)), w.set(fb, g(fa))],
          [w.set(c, g(a)), w.set(fc, g(fa))],
        ),
        [w.set(a, g(s)), w.set(fa, g(f))],
        w.set(xi, w.div(w.sub(g(a), g(b)), w.sub(g(c), g(b)))),
        w.set(phi, w.div(w.sub(g(fa), g(fb)), w.sub(g(fc), g(fb)))),
        w.set(t, w.when(isSafe, curve, half, w.F64)),
        w.jump(0),
      ]),
    ),
    w.select(g(a), g(b), w.less(w.abs(g(fa)), w.abs(g(fb)))),
  ];
}

const ranges = (s0: Code, s1: Code): Code =>
  w.when(w.isZero(w.call(OWN.ranges, s0, s1)), w.call(HOST.interpret, s0, s1));

/** As `settle`: of s0, f0, s1, f1 and the gauge. */
export function settleCode(): Code {
  const [s0, f0, s1, f1, gauge] = [0, 1, 2, 3, 4].map(w.get);
  const locals = w.createLocals(5);
  const [lo, hi, a, b, h, width] = Array.from({ length: 6 }, () => locals.take(w.F64));
  const g = w.get;
  const nearly = w.constant(1 - 2 ** -40);
  const away = w.when(
    isBelow(f0),
    w.sub(w.mul(g(a), f0), w.mul(g(b), f1)),
    w.sub(w.mul(g(b), f0), w.mul(g(a), f1)),
    w.F64,
  );
  const dips = w.add(w.mul(away, nearly), w.mul(w.mul(g(a), g(b)), g(h)));
  const middle = w.mul(half, w.add(s0, s1));
  const near = w.when(isBelow(f0), w.div(w.neg(f0), g(b)), w.div(f0, w.neg(g(a))), w.F64);
  const far = w.when(isBelow(f1), w.div(f1, g(a)), w.div(f1, g(b)), w.F64);
  const spread = w.add(w.abs(w.sub(f1, f0)), w.mul(w.sub(g(b), g(a)), g(h)));
  const stored = w.add(w.load(RANGE_AT + 8), w.load(RANGE_AT));
  return [
    locals.declare(),
    ranges(s0, s1),
    [w.set(lo, w.neg(w.load(RANGE_AT))), w.set(hi, w.load(RANGE_AT + 8))],
    w.when(w.either(w.greater(g(lo), zero), w.less(g(hi), zero)), w.giveBack(zero)),
    [w.set(a, w.neg(w.load(RANGE_AT + 16))), w.set(b, w.load(RANGE_AT + 24))],
    w.when(w.atLeast(g(a), zero), w.giveBack(g(a))),
    w.when(w.atMost(g(b), zero), w.giveBack(w.neg(g(b)))),
    w.set(h, w.sub(s1, s0)),
    w.when(w.isZero(w.differ(isBelow(f0), isBelow(f1))), w.when(w.greater(dips, zero), w.giveBack(zero))),
    w.when(w.less(g(h), w.constant(SHORTEST)), w.giveBack(zero)),
    w.store(SEEN_AT, w.mul(nearly, near)),
    w.store(SEEN_AT + 8, w.mul(nearly, far)),
    w.set(width, w.min(w.sub(g(hi), g(lo)), spread)),
    w.when(w.less(g(width), w.mul(w.constant(1e-9), gauge)), [
      ranges(middle, middle),
      w.when(w.less(g(width), w.mul(w.constant(8), stored)), w.giveBack(zero)),
    ]),
    w.constant(-1),
  ];
}

/**
 * As `findRoots`: of the tolerance, the gauge, and into how many pieces the line is cut from the start. Gives back how many places were
 * found.
 */
export function castCode(): Code {
  const [tolerance, gauge, pieces] = [0, 1, 2].map(w.get);
  const locals = w.createLocals(3);
  const [s0, f0, s1, f1, slope, near, far, h, k] = Array.from({ length: 9 }, () => locals.take(w.F64));
  const cost = locals.take(w.F64);
  const unsettled = locals.take(w.F64);
  const budget = locals.take(w.I32);
  /** Where the next stretch goes, and the next place. */
  const top = locals.take(w.I32);
  const found = locals.take(w.I32);
  const g = w.get;
  const push = (s: Code, isClear: number): Code => [
    w.storeAt(g(top), 0, s),
    w.storeAt(g(top), 8, w.call(OWN.value, w.loadAt(g(top), 0))),
    w.storeAt(g(top), 16, w.constant(isClear)),
    w.set(top, w.addWhole(g(top), w.whole(STRETCH))),
    w.set(cost, w.add(g(cost), one)),
  ];
  /** Of the stretch on top, before what is pushed next. */
  const back = w.addWhole(g(top), w.whole(-STRETCH));
  const seen = w.add(g(near), g(far));
  const cut = [
    [w.set(near, w.load(SEEN_AT)), w.set(far, w.load(SEEN_AT + 8)), w.set(h, w.sub(g(s1), g(s0)))],
    w.when(
      w.both(w.greater(seen, w.mul(w.constant(0.4), g(h))), w.less(seen, g(h))),
      [
        w.when(w.greater(g(far), w.div(g(h), w.constant(16))), [
          w.storeAt(back, 16, one),
          push(w.sub(g(s1), g(far)), 0),
        ]),
        w.when(w.greater(g(near), w.div(g(h), w.constant(16))), push(w.add(g(s0), g(near)), 1)),
      ],
      push(w.mul(half, w.add(g(s0), g(s1))), 0),
    ),
  ];
  const settled = [
    w.when(w.differ(isBelow(g(f0)), isBelow(g(f1))), [
      w.storeAt(g(found), 0, w.call(OWN.refine, g(s0), g(f0), g(s1), g(f1), tolerance, g(slope))),
      w.set(found, w.addWhole(g(found), w.whole(8))),
    ]),
    [w.set(s0, g(s1)), w.set(f0, g(f1))],
    w.set(top, back),
  ];
  return [
    locals.declare(),
    [w.set(top, w.whole(STACK_AT)), w.set(found, w.whole(ROOTS_AT)), w.set(budget, w.whole(MOST_INTERVALS))],
    w.set(s0, w.constant(-1)),
    w.set(f0, w.call(OWN.value, g(s0))),
    w.store(TOLD_AT, g(f0)),
    w.set(k, pieces),
    w.loop([
      push(w.sub(w.div(w.mul(w.constant(2), g(k)), pieces), one), 0),
      w.set(k, w.sub(g(k), one)),
      w.jumpIf(0, w.greater(g(k), zero)),
    ]),
    w.loop([
      [w.set(s1, w.loadAt(back, 0)), w.set(f1, w.loadAt(back, 8)), w.set(slope, zero)],
      w.when(
        w.equal(w.loadAt(back, 16), zero),
        w.when(
          g(budget),
          [
            w.set(budget, w.addWhole(g(budget), w.whole(-1))),
            w.set(cost, w.add(g(cost), w.constant(3))),
            w.set(slope, w.call(OWN.settle, g(s0), g(f0), g(s1), g(f1), gauge)),
          ],
          w.set(unsettled, w.add(g(unsettled), one)),
        ),
      ),
      w.when(isBelow(g(slope)), cut, settled),
      w.jumpIf(0, w.sub32(g(top), w.whole(STACK_AT))),
    ]),
    w.store(TOLD_AT + 8, g(f0)),
    w.store(TOLD_AT + 16, g(unsettled)),
    w.store(TOLD_AT + 24, g(cost)),
    w.shiftRight(w.addWhole(g(found), w.whole(-ROOTS_AT)), w.whole(3)),
  ];
}
