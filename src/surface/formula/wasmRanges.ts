import * as code from './opcodes.js';
import type { Program } from './program.js';
import { EPSILON } from './ranges.js';
import { angleSpans } from './wasmAngles.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { createKeeper, flipped, type Keeper, type Span, same } from './wasmPairs.js';
import { rangeStep } from './wasmRangeSteps.js';
import { LINE_AT } from './wasmValue.js';

/** Where the result's range goes in memory, and that of its slope: −lo, hi, −slopeLo, slopeHi. */
export const RANGE_AT = 48;

/**
 * The range of the formula and of its slope from s0 to s1, step by step as `propagate` does. Gives back 1; 0 where something is infinite or
 * not a number, which is left to the interpreter; 2 where the value has no zero, and nobody asks for the slope. Only slopes may be infinite here.
 */
export function rangesCode(
  program: Program,
  constantOf: (slot: number) => Code | undefined,
  ofStep: (i: number) => Code,
): Code {
  const locals = w.createLocals(2);
  const keep = createKeeper(locals);
  const spans = new Map<number, Span>();
  const none = keep.pair(same(0));
  // Anything that is not finite makes the sum so; slopes that may be infinite are only looked at for what is not a number.
  const sum = locals.take(w.V128);
  const faults = locals.take(w.V128);
  const count = (value: Code): number => locals.body.push(w.set(sum, w.pairAdd(w.get(sum), value)));
  for (let k = 0; k < 3; k++) spans.set(k, lineSpan(keep, k));
  const at = (slot: number): Span => {
    let span = spans.get(slot);
    if (span === undefined) {
      span = { value: keep.pair(flipped(w.splat(constantOf(slot) as Code))), slope: none, isSteep: false };
      spans.set(slot, span);
      // Numbers that are worked out beforehand may have left the range of numbers.
      count(span.value);
    }
    return span;
  };
  const slopes: (() => void)[] = [];
  for (let i = 0; i < program.op.length; i++) {
    const a = at(program.a[i]);
    const isAngle = program.op[i] === code.SIN_COS;
    const b = !isAngle && program.b[i] >= 0 ? at(program.b[i]) : a;
    const isSteep = a.isSteep || b.isSteep || program.op[i] === code.SQRT || program.op[i] === code.ATAN2;
    const slots = isAngle ? [program.out[i], program.b[i]].filter((slot) => slot >= 0) : [program.out[i]];
    const made = isAngle
      ? angleSpans(keep, a, program.out[i] >= 0, program.b[i] >= 0)
      : [rangeStep(program.op[i], keep, a, b, ofStep(i), program.c[i])];
    for (const [k, slot] of slots.entries()) {
      const value = keep.pair(made[k].value);
      count(value);
      const local = locals.take(w.V128);
      const slope = w.get(local);
      spans.set(slot, { value, slope, isSteep });
      slopes.push(() => {
        locals.body.push(w.set(local, made[k].slope()));
        if (isSteep) locals.body.push(w.set(faults, w.pairOr(w.get(faults), w.pairNotEqual(slope, slope))));
        else count(slope);
      });
    }
  }
  const { value, slope } = at(program.result);
  const rest = w.pairSub(w.get(sum), w.get(sum));
  const isFaulty = (): Code => {
    const left = keep.pair(rest);
    return w.anyTrue(w.pairOr(w.get(faults), w.pairNotEqual(left, left)));
  };
  locals.body.push(w.storePair(RANGE_AT, value));
  locals.body.push(w.when(isFaulty(), w.giveBack(w.whole(0))));
  locals.body.push(w.when(w.anyTrue(w.pairLess(value, same(0))), w.giveBack(w.whole(2))));
  for (const write of slopes) write();
  locals.body.push(w.storePair(RANGE_AT + 16, slope));
  const isKnown = w.isZero(isFaulty());
  return [locals.declare(), locals.body, isKnown];
}

/** As `setLine` does. */
function lineSpan(keep: Keeper, k: number): Span {
  const o = keep.number(w.load(LINE_AT + 8 * k));
  const d = keep.number(w.load(LINE_AT + 24 + 8 * k));
  const dd = keep.pair(w.splat(d));
  const ends = keep.pair(w.withSecond(w.splat(w.get(0)), w.get(1)));
  const inOrder = w.choose(ends, w.swap(ends), w.pairGreater(dd, same(0)));
  const places = keep.pair(w.pairAdd(w.splat(o), w.pairMul(inOrder, dd)));
  const size = w.add(w.add(w.abs(o), w.abs(w.first(places))), w.abs(w.second(places)));
  const room = w.pairAnd(w.splat(w.mul(size, w.constant(EPSILON))), w.pairNotEqual(dd, same(0)));
  return { value: keep.pair(w.pairAdd(flipped(places), room)), slope: keep.pair(flipped(dd)), isSteep: false };
}
