import type { Formula } from './formula.js';
import * as code from './opcodes.js';
import { type Tape, type TapeStep, tapeOf } from './tape.js';

/**
 * A tape made ready for the host: flat arrays, constants folded and put beside their instructions, parts that nobody needs left out.
 * Slots 0, 1 and 2 are x, y and z; then come constants, then results.
 */
export interface Program {
  readonly op: Uint8Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly out: Int32Array;
  /** The number that belongs to an instruction; 0 where none does. */
  readonly c: Float64Array;
  /** One number per slot: the constants, and 0 everywhere else. */
  readonly initial: Float64Array;
  readonly result: number;
}

interface Instruction {
  op: number;
  a: number;
  b: number;
  c: number;
  out: number;
}

export const compile = (formula: Formula): Program => compileTape(tapeOf(formula));

export function compileTape(tape: Tape): Program {
  const writer = createWriter();
  const slots: number[] = [];
  for (const step of tape.steps) slots.push(translate(tape, step, slots, writer));
  const result = slots[slots.length - 1];
  const kept = fuseAngles(withoutUnused(writer.instructions, result));
  return {
    op: Uint8Array.from(kept, (one) => one.op),
    a: Int32Array.from(kept, (one) => one.a),
    b: Int32Array.from(kept, (one) => one.b),
    out: Int32Array.from(kept, (one) => one.out),
    c: Float64Array.from(kept, (one) => one.c),
    initial: Float64Array.from(writer.initial),
    result,
  };
}

interface Writer {
  readonly instructions: Instruction[];
  readonly initial: number[];
  /** The slot of a number. */
  constant(value: number): number;
  /** What a slot always holds; undefined where it depends on the point. */
  known(slot: number): number | undefined;
  write(op: number, a: number, b?: number, c?: number): number;
}

function createWriter(): Writer {
  const instructions: Instruction[] = [];
  const initial = [0, 0, 0];
  const values = new Map<number, number>();
  const places = new Map<number, number>();
  return {
    instructions,
    initial,
    constant(value) {
      let slot = places.get(value);
      if (slot === undefined) {
        slot = initial.push(value) - 1;
        // A map takes −0 and 0 for the same, and 1 / −0 is not 1 / 0.
        if (value !== 0) places.set(value, slot);
        values.set(slot, value);
      }
      return slot;
    },
    known: (slot) => values.get(slot),
    write(op, a, b = -1, c = 0) {
      const out = initial.push(0) - 1;
      instructions.push({ op, a, b, c, out });
      return out;
    },
  };
}

function translate(tape: Tape, step: TapeStep, slots: readonly number[], writer: Writer): number {
  const { op } = step;
  if (op === 'x') return 0;
  if (op === 'y') return 1;
  if (op === 'z') return 2;
  const c = step.constant < 0 ? 0 : tape.constants[step.constant];
  if (op === 'constant') return writer.constant(c);
  const a = slots[step.a];
  const b = step.b < 0 ? -1 : slots[step.b];
  const ofA = writer.known(a);
  const ofB = b < 0 ? 0 : writer.known(b);
  if (ofA !== undefined && ofB !== undefined) {
    const value = fold(op, ofA, ofB, c);
    if (value !== undefined) return writer.constant(value);
  }
  switch (op) {
    case 'neg':
      return writer.write(code.NEG, a);
    case 'abs':
      return writer.write(code.ABS, a);
    case 'square':
      return writer.write(code.SQUARE, a);
    case 'sqrt':
      return writeRoot(tape, step.a, slots, writer);
    case 'exp':
      return writer.write(code.EXP, a);
    case 'log':
      return writer.write(code.LOG, a);
    case 'sin':
      return writer.write(code.SIN_COS, a);
    case 'cos': {
      const out = writer.write(code.SIN_COS, a);
      const last = writer.instructions[writer.instructions.length - 1];
      last.b = out;
      last.out = -1;
      return out;
    }
    case 'tan':
      return writer.write(code.TAN, a);
    case 'atan':
      return writer.write(code.ATAN, a);
    case 'add':
      if (ofA !== undefined) return writer.write(code.ADD_CONSTANT, b, -1, ofA);
      if (ofB !== undefined) return writer.write(code.ADD_CONSTANT, a, -1, ofB);
      return a === b ? writer.write(code.SCALE, a, -1, 2) : writer.write(code.ADD, a, b);
    case 'sub':
      if (ofA !== undefined) return writer.write(code.FROM_CONSTANT, b, -1, ofA);
      if (ofB !== undefined) return writer.write(code.ADD_CONSTANT, a, -1, -ofB);
      return writer.write(code.SUB, a, b);
    case 'mul':
      if (ofA !== undefined) return writer.write(code.SCALE, b, -1, ofA);
      if (ofB !== undefined) return writer.write(code.SCALE, a, -1, ofB);
      return a === b ? writer.write(code.SQUARE, a) : writer.write(code.MUL, a, b);
    case 'div':
      // A product is faster than a quotient, and differs from it by less than what intervals are widened by.
      if (ofB !== undefined && isOrdinary(ofB)) return writer.write(code.SCALE, a, -1, 1 / ofB);
      return writer.write(code.DIV, a, b);
    case 'min':
      return writer.write(code.MIN, a, b);
    case 'max':
      return writer.write(code.MAX, a, b);
    case 'atan2':
      return writer.write(code.ATAN2, a, b);
    case 'hypot':
      return writer.write(code.HYPOT, a, b);
    case 'smin':
      return writer.write(code.SMIN, a, b, c);
    case 'smax':
      return writer.write(code.SMAX, a, b, c);
    case 'pow':
      if (c === 0) return writer.constant(1);
      if (c === 1) return a;
      if (c === 2) return writer.write(code.SQUARE, a);
      return writer.write(Number.isInteger(c) ? code.WHOLE_POWER : code.REAL_POWER, a, -1, c);
  }
}

const isOrdinary = (value: number): boolean => Math.abs(value) > 1e-290 && Math.abs(value) < 1e290;

/** Only what is exact enough, and what is often written; everything else is worked out each time. */
function fold(op: TapeStep['op'], a: number, b: number, c: number): number | undefined {
  switch (op) {
    case 'neg':
      return -a;
    case 'abs':
      return Math.abs(a);
    case 'square':
      return a * a;
    case 'sqrt':
      return Math.sqrt(a);
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
    case 'pow':
      return Number.isInteger(c) ? a ** c : Math.max(a, 0) ** c;
    default:
      return undefined;
  }
}

/**
 * The root of a sum of squares is written as a hypotenuse: its slope is known to be bounded even where it is 0, and that spares the
 * search along rays much work near the middle of balls.
 */
function writeRoot(tape: Tape, at: number, slots: readonly number[], writer: Writer): number {
  const terms: number[] = [];
  if (!collectSquares(tape, at, slots, writer, terms)) return writer.write(code.SQRT, slots[at]);
  if (terms.length === 1) return writer.write(code.ABS, terms[0]);
  return terms.reduce((left, right) => writer.write(code.HYPOT, left, right));
}

function collectSquares(tape: Tape, at: number, slots: readonly number[], writer: Writer, terms: number[]): boolean {
  const open = [at];
  while (open.length > 0) {
    const place = open.pop() as number;
    const step = tape.steps[place];
    const value = writer.known(slots[place]);
    if (value !== undefined) {
      if (!(value >= 0)) return false;
      terms.push(writer.constant(Math.sqrt(value)));
    } else if (step.op === 'square' || (step.op === 'mul' && step.a === step.b)) terms.push(slots[step.a]);
    else if (step.op === 'pow' && tape.constants[step.constant] === 2) terms.push(slots[step.a]);
    else if (step.op === 'add') open.push(step.b, step.a);
    else return false;
  }
  return true;
}

function withoutUnused(instructions: readonly Instruction[], result: number): Instruction[] {
  const used = new Set([result]);
  const kept: Instruction[] = [];
  for (let i = instructions.length - 1; i >= 0; i--) {
    const one = instructions[i];
    const isAngle = one.op === code.SIN_COS;
    if (!used.has(one.out) && !(isAngle && used.has(one.b))) continue;
    used.add(one.a);
    if (!isAngle) used.add(one.b);
    kept.push(one);
  }
  return kept.reverse();
}

/** The sine and the cosine of the same angle cost little more than one of them, as far as intervals go. */
function fuseAngles(instructions: readonly Instruction[]): Instruction[] {
  const first = new Map<number, Instruction>();
  return instructions.filter((one) => {
    if (one.op !== code.SIN_COS) return true;
    const before = first.get(one.a);
    if (before === undefined) {
      first.set(one.a, one);
      return true;
    }
    if (one.out >= 0) before.out = one.out;
    if (one.b >= 0) before.b = one.b;
    return false;
  });
}
