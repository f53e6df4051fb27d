import * as code from './opcodes.js';
import type { Program } from './program.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { HOST, OWN } from './wasmMath.js';

/** Where the line's numbers lie in memory: the point at s = 0, then the direction. */
export const LINE_AT = 0;

/** The formula's value at a place s of the line, step by step as `evaluate` does. */
export function valueCode(
  program: Program,
  constantOf: (slot: number) => Code | undefined,
  ofStep: (i: number) => Code,
): Code {
  const locals = w.createLocals(1);
  const slots = new Map<number, Code>();
  const keep = (value: Code): Code => locals.keep(w.F64, value);
  for (let k = 0; k < 3; k++)
    slots.set(k, keep(w.add(w.load(LINE_AT + 8 * k), w.mul(w.get(0), w.load(LINE_AT + 24 + 8 * k)))));
  const at = (slot: number): Code => slots.get(slot) ?? (constantOf(slot) as Code);
  for (let i = 0; i < program.op.length; i++) {
    const a = at(program.a[i]);
    const to = program.out[i];
    const other = program.b[i];
    if (program.op[i] === code.SIN_COS) {
      const pair = locals.keep(w.V128, w.call(OWN.sineAndCosine, a));
      if (to >= 0) slots.set(to, w.first(pair));
      if (other >= 0) slots.set(other, w.second(pair));
    } else {
      const b = other >= 0 ? at(other) : a;
      slots.set(to, keep(stepCode(program.op[i], a, b, ofStep(i), program.c[i], keep)));
    }
  }
  const value = keep(at(program.result));
  // What is not a number is looked at again by the host, which tells why.
  return [locals.declare(), locals.body, w.when(w.equal(value, value), value, w.call(HOST.repair, w.get(0)), w.F64)];
}

function stepCode(op: number, a: Code, b: Code, c: Code, number: number, keep: (value: Code) => Code): Code {
  switch (op) {
    case code.ADD:
      return w.add(a, b);
    case code.SUB:
      return w.sub(a, b);
    case code.MUL:
      return w.mul(a, b);
    case code.DIV:
      return w.div(a, b);
    case code.ADD_CONSTANT:
      return w.add(a, c);
    case code.FROM_CONSTANT:
      return w.sub(c, a);
    case code.SCALE:
      return w.mul(a, c);
    case code.NEG:
      return w.neg(a);
    case code.ABS:
      return w.abs(a);
    case code.SQUARE:
      return w.mul(a, a);
    case code.SQRT:
      return w.sqrt(a);
    case code.HYPOT: {
      const sum = keep(w.add(w.mul(a, a), w.mul(b, b)));
      const isOrdinary = w.both(w.greater(sum, w.constant(1e-280)), w.less(sum, w.constant(1e300)));
      return w.when(isOrdinary, w.sqrt(sum), w.call(HOST.hypot, a, b), w.F64);
    }
    case code.MIN:
      return w.min(a, b);
    case code.MAX:
      return w.max(a, b);
    case code.SMIN:
      return smoothMin(a, b, c, keep);
    case code.SMAX:
      return w.neg(smoothMin(keep(w.neg(a)), keep(w.neg(b)), c, keep));
    case code.TAN:
      return w.call(HOST.tan, a);
    case code.EXP:
      return w.first(w.call(OWN.exponential, w.splat(a)));
    case code.LOG:
      return w.call(HOST.log, a);
    case code.ATAN:
      return w.call(HOST.atan, a);
    case code.ATAN2:
      return w.call(HOST.atan2, a, b);
    case code.WHOLE_POWER:
      return wholePower(a, number, c, keep);
    case code.REAL_POWER:
      return w.call(HOST.pow, w.max(a, w.constant(0)), c);
    default:
      throw new Error(`formula: there is no instruction ${op}. Please report this.`);
  }
}

function smoothMin(a: Code, b: Code, radius: Code, keep: (value: Code) => Code): Code {
  const h = keep(w.div(w.max(w.sub(radius, w.abs(w.sub(a, b))), w.constant(0)), radius));
  return w.sub(w.min(a, b), w.mul(w.mul(w.mul(w.constant(0.25), radius), h), h));
}

/** The same products in the same order as those of `wholePower`. */
function wholePower(base: Code, exponent: number, c: Code, keep: (value: Code) => Code): Code {
  if (Math.abs(exponent) > 64) return w.call(HOST.pow, base, c);
  const product = powerCode(base, Math.abs(exponent), w.mul, keep);
  return exponent < 0 ? w.div(w.constant(1), product) : product;
}

/** A power from 1 to 64, of numbers or of pairs. */
export function powerCode(
  base: Code,
  exponent: number,
  multiply: (a: Code, b: Code) => Code,
  keep: (value: Code) => Code,
): Code {
  let power = base;
  let product: Code | undefined;
  for (let left = exponent; left > 0; left >>= 1) {
    if (left & 1) product = product === undefined ? power : keep(multiply(product, power));
    if (left > 1) power = keep(multiply(power, power));
  }
  return product as Code;
}
