import * as code from './opcodes.js';
import type { Program } from './program.js';
import { castCode, MEMORY_PAGES, ROOTS_AT, refineCode, settleCode, TABLE_AT, TOLD_AT } from './wasmCast.js';
import type { Code } from './wasmCode.js';
import * as w from './wasmCode.js';
import { exponentialCode, type HOST, type NumberTable, OWN, sineAndCosineCode } from './wasmMath.js';
import { RANGE_AT, rangesCode } from './wasmRanges.js';
import { LINE_AT, valueCode } from './wasmValue.js';

export interface FormulaHost {
  /** Puts the range from s0 to s1 and that of the slope into `range`, as the interpreter finds them. */
  interpret(s0: number, s1: number): void;
  /** The value at s where what was found is not a number; throws where it is indeed none. */
  repair(s: number): number;
}

/** A formula on a line, in WebAssembly. All formulas share one memory: what lies there is only good until the next call. */
export interface WasmFormula {
  /** The line: a point, then the direction. */
  readonly line: Float64Array;
  /** −lo, hi, −slopeLo, slopeHi of the result. */
  readonly range: Float64Array;
  readonly told: Float64Array;
  readonly roots: Float64Array;
  value(s: number): number;
  /** 1; 0 where it has to be interpreted; 2 where the value has no zero, and the slope was left out. */
  ranges(s0: number, s1: number): number;
  cast(tolerance: number, gauge: number, pieces: number): number;
}

/** Longer programs are interpreted: engines take long to compile them. */
const MOST_INSTRUCTIONS = 1000;

let common: Common | undefined;
const modules = new Map<string, WebAssembly.Module>();
/** The oldest go where there are more; they come back where they are needed. */
const MOST_MODULES = 256;

/** Undefined where the page's policy or the engine forbids it, in whatever words: the interpreter then serves. */
export function createWasmFormula(program: Program, host: FormulaHost): WasmFormula | undefined {
  if (program.op.length > MOST_INSTRUCTIONS) return undefined;
  try {
    common ??= createCommon();
    const { memory } = common;
    const constants = constantsOf(program);
    const { sin, cos, tan, exp, log, atan, atan2, pow, hypot } = Math;
    const instance = new WebAssembly.Instance(moduleOf(program, constants, common), {
      h: { sin, cos, tan, exp, log, atan, atan2, pow, hypot, ...host, memory },
      c: Object.fromEntries(constants.map(({ value }, k) => [k, value])),
    });
    const { value, ranges, cast } = instance.exports as unknown as Pick<WasmFormula, 'value' | 'ranges' | 'cast'>;
    const { buffer } = memory;
    return {
      ...{ value, ranges, cast },
      line: new Float64Array(buffer, LINE_AT, 6),
      range: new Float64Array(buffer, RANGE_AT, 4),
      told: new Float64Array(buffer, TOLD_AT, 4),
      roots: new Float64Array(buffer, ROOTS_AT),
    };
  } catch {
    return undefined;
  }
}

interface Constant {
  /** The slot that always holds it, or −1; the instruction that it belongs to, or −1. */
  readonly slot: number;
  readonly step: number;
  readonly value: number;
}

/** The numbers of a program: none of them is part of its module, but whole exponents, and the signs of factors. */
function constantsOf({ op, a, b, c, out, initial, result }: Program): Constant[] {
  const made = new Set([0, 1, 2, ...out]);
  for (let i = 0; i < op.length; i++) if (op[i] === code.SIN_COS) made.add(b[i]);
  const slots = new Set([...a, ...b, result].filter((slot) => slot >= 0 && !made.has(slot)));
  const constants: Constant[] = [...slots].map((slot) => ({ slot, step: -1, value: initial[slot] }));
  for (let i = 0; i < op.length; i++) if (!Object.is(c[i], 0)) constants.push({ slot: -1, step: i, value: c[i] });
  return constants;
}

function moduleOf(program: Program, constants: readonly Constant[], { functions }: Common): WebAssembly.Module {
  const { op, a, b, out, c, result } = program;
  // −0 is told apart from 0, which has no place among the numbers.
  const kindOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(Math.sign(value)));
  const fixed = Array.from(c, (value, i) => (op[i] === code.WHOLE_POWER ? String(value) : kindOf(value)));
  const key = [op.join(), a.join(), b.join(), out.join(), fixed.join(), result].join(';');
  let module = modules.get(key);
  if (!module) {
    module = new WebAssembly.Module(bytesOf(program, constants, functions));
    if (modules.size >= MOST_MODULES) modules.delete(modules.keys().next().value as string);
    modules.set(key, module);
  }
  return module;
}

const text = (name: string): Code => [w.unsigned(name.length), [...name].map((letter) => letter.charCodeAt(0))];
const section = (id: number, items: readonly Code[]): Code => {
  const bytes = w.flatten([w.unsigned(items.length), items]);
  return [id, w.unsigned(bytes.length), bytes];
};
const signature = (parameters: readonly number[], result: readonly number[]): Code => [
  ...[0x60, w.unsigned(parameters.length), parameters, w.unsigned(result.length), result],
];

/** Signatures, by their numbers in the module: of one number, of two, and so on. */
const f = w.F64;
const SIGNATURES: readonly Code[] = [
  signature([f], [f]),
  signature([f, f], [f]),
  signature([f, f], []),
  signature([f], [w.V128]),
  signature([w.V128], [w.V128]),
  signature([f, f], [w.I32]),
  signature([f, f, f, f, f, f], [f]),
  signature([f, f, f, f, f], [f]),
  signature([f, f, f], [w.I32]),
];
const HOST_SIGNATURES: Record<keyof typeof HOST, number> = {
  ...{ sin: 0, cos: 0, tan: 0, exp: 0, log: 0, atan: 0, atan2: 1, pow: 1, hypot: 1 },
  ...{ interpret: 2, repair: 0 },
};
const OWN_SIGNATURES: Record<keyof typeof OWN, number> = {
  ...{ sineAndCosine: 3, exponential: 4, value: 0, ranges: 5, refine: 6, settle: 7, cast: 8 },
};

/** What all modules have in common. */
interface Common {
  readonly functions: Record<Exclude<keyof typeof OWN, 'value' | 'ranges'>, Code>;
  readonly memory: WebAssembly.Memory;
}

function createCommon(): Common {
  const table: NumberTable = { numbers: [], at: TABLE_AT };
  const functions = {
    sineAndCosine: w.flatten(sineAndCosineCode(table)),
    exponential: w.flatten(exponentialCode(table)),
    refine: w.flatten(refineCode()),
    settle: w.flatten(settleCode()),
    cast: w.flatten(castCode()),
  };
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES });
  new Float64Array(memory.buffer, TABLE_AT).set(table.numbers);
  return { functions, memory };
}

function bytesOf(
  program: Program,
  constants: readonly Constant[],
  functionsInCommon: Common['functions'],
): Uint8Array<ArrayBuffer> {
  const ofSlot = new Map(constants.map(({ slot }, k) => [slot, w.getGlobal(k)]));
  const ofStep = new Map(constants.map(({ step }, k) => [step, w.getGlobal(k)]));
  const constantOf = (slot: number): Code | undefined => ofSlot.get(slot);
  const numberOf = (step: number): Code => ofStep.get(step) ?? w.constant(0);
  const functions: Record<keyof typeof OWN, Code> = {
    ...functionsInCommon,
    value: valueCode(program, constantOf, numberOf),
    ranges: rangesCode(program, constantOf, numberOf),
  };
  const own = Object.keys(OWN) as (keyof typeof OWN)[];
  const module: Code = [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, SIGNATURES),
    section(2, [
      ...Object.entries(HOST_SIGNATURES).map(([name, type]) => [text('h'), text(name), 0, type]),
      [text('h'), text('memory'), 2, 0, MEMORY_PAGES],
      ...constants.map((_, k) => [text('c'), text(String(k)), 3, w.F64, 0]),
    ]),
    section(
      3,
      own.map((name) => [OWN_SIGNATURES[name]]),
    ),
    section(
      7,
      (['value', 'ranges', 'cast'] as const).map((name) => [text(name), 0, OWN[name]]),
    ),
    section(
      10,
      own.map((name) => {
        const bytes = w.flatten([functions[name], w.END]);
        return [w.unsigned(bytes.length), bytes];
      }),
    ),
  ];
  return w.flatten(module);
}
