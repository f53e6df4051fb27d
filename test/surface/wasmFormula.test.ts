import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { evaluate } from '../../src/surface/formula/evaluator.js';
import { ARGUMENT_COUNTS, type Formula, type FormulaOp, pow, sub } from '../../src/surface/formula/formula.js';
import { propagate, setLine } from '../../src/surface/formula/propagate.js';
import { createWorking, type Working } from '../../src/surface/formula/ranges.js';
import { createWasmFormula, type WasmFormula } from '../../src/surface/formula/wasmFormula.js';

const OPS = Object.keys(ARGUMENT_COUNTS).filter((op) => !['x', 'y', 'z'].includes(op)) as FormulaOp[];
const LEAVES: readonly FormulaOp[] = ['x', 'y', 'z'];
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];

function randomFormula(random: Random, depth: number): Formula {
  if (depth === 0 || random() < 0.1) return random() < 0.3 ? 4 * random() - 2 : { op: pick(random, LEAVES), args: [] };
  const op = pick(random, OPS);
  const part = (): Formula => randomFormula(random, depth - 1);
  if (op === 'pow') return pow(part(), random() < 0.6 ? Math.floor(9 * random()) - 3 : 5 * random() - 1.5);
  if (op === 'smin' || op === 'smax') return { op, args: [part(), part(), 0.01 + random()] };
  return { op, args: Array.from({ length: ARGUMENT_COUNTS[op] }, part) };
}

interface Pair {
  readonly working: Working;
  readonly wasm: WasmFormula;
}

function pairOf(formula: Formula): Pair {
  const working = createWorking(formula);
  const wasm = createWasmFormula(working.program, { interpret: () => {}, repair: () => Number.NaN });
  if (!wasm) throw new Error('no WebAssembly here');
  return { working, wasm };
}

function place({ line }: WasmFormula, random: Random, size: number): void {
  for (let k = 0; k < 3; k++) {
    line[k] = size * (2 * random() - 1);
    line[3 + k] = random() < 0.2 ? 0 : size * (random() - 0.5);
  }
}

/** The interpreter's −lo, hi, −slopeLo, slopeHi. */
function interpreted({ working: { program, ranges }, wasm: { line } }: Pair, s0: number, s1: number): number[] {
  for (let k = 0; k < 3; k++) setLine(ranges, k, line[k], line[3 + k], s0, s1);
  propagate(program, ranges);
  const { result } = program;
  return [-ranges.lo[result], ranges.hi[result], -ranges.slopeLo[result], ranges.slopeHi[result]];
}

describe('a formula in WebAssembly', () => {
  test('has the values of the interpreter, to the last digit: 400 formulas of seed 31, 40 points each', () => {
    const random = seeded(31);
    let numbers = 0;
    for (let k = 0; k < 400; k++) {
      const formula = randomFormula(random, 1 + (k % 6));
      const { working, wasm } = pairOf(formula);
      for (let i = 0; i < 40; i++) {
        place(wasm, random, 10 ** (4 * random() - 1));
        const s = 2 * random() - 1;
        const [x, y, z, dx, dy, dz] = wasm.line;
        const wanted = evaluate(working.program, working.values, x + s * dx, y + s * dy, z + s * dz);
        const value = wasm.value(s);
        if (!Object.is(value, wanted)) expect.fail(`${value} for ${wanted} in ${JSON.stringify(formula)}`);
        if (!Number.isNaN(value)) numbers++;
      }
    }
    expect(numbers).toBeGreaterThan(10_000);
  });

  test('has the ranges of the interpreter, or leaves them to it: 700 formulas of seed 32, 8 stretches each', () => {
    const random = seeded(32);
    let known = 0;
    const states = [0, 0, 0];
    for (let k = 0; k < 700; k++) {
      const formula = randomFormula(random, 1 + (k % 6));
      const base = pairOf(formula);
      for (let i = 0; i < 8; i++) {
        place(base.wasm, random, 10 ** (3 * random() - 1));
        const s0 = 2 * random() - 1;
        const s1 = s0 + (random() < 0.1 ? 0 : 10 ** (-8 * random()));
        // Slopes are only worked out where the range holds 0: so the value in the middle is taken away. Numbers alone differ then.
        const value = base.wasm.value((s0 + s1) / 2);
        const pair = i % 4 === 0 || !Number.isFinite(value) ? base : pairOf(sub(formula, value));
        const wanted = interpreted(pair, s0, s1);
        if (wanted.every(Number.isFinite)) known++;
        const state = pair.wasm.ranges(s0, s1);
        states[state]++;
        const found = state === 0 ? [] : [...pair.wasm.range].slice(0, state === 2 ? 2 : 4);
        // 0 and −0 are the same bound.
        if (found.some((bound, n) => bound !== wanted[n]))
          expect.fail(
            `${found} for ${wanted} from ${s0} to ${s1} of ${[...base.wasm.line]} in ${JSON.stringify(formula)}`,
          );
        if (state === 2) expect(wanted[0] < 0 || wanted[1] < 0).toBe(true);
      }
    }
    // Not everything is left to the interpreter.
    expect(states[1]).toBeGreaterThan(2000);
    expect(states[2]).toBeGreaterThan(700);
    expect(states[1] + states[2]).toBeGreaterThan(0.9 * known);
  });
});
