import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { createEvaluator } from '../../src/surface/formula/evaluator.js';
import {
  ARGUMENT_COUNTS,
  abs,
  atan2,
  div,
  exp,
  type Formula,
  type FormulaOp,
  hypot,
  log,
  max,
  mul,
  pow,
  sin,
  sqrt,
  square,
  sub,
  tan,
  x,
  y,
} from '../../src/surface/formula/formula.js';
import { propagate, propagateBox, setLine } from '../../src/surface/formula/propagate.js';
import { createWorking } from '../../src/surface/formula/ranges.js';
import { evaluate } from './support/evaluate.js';

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

describe('ranges of formulas', () => {
  test('hold every value and every slope along a line: 3000 formulas of seed 5', () => {
    const random = seeded(5);
    let values = 0;
    let slopes = 0;
    for (let k = 0; k < 3000; k++) {
      const formula = randomFormula(random, 1 + (k % 5));
      const { program, ranges } = createWorking(formula);
      const o = [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
      const d = [2 * random() - 1, 2 * random() - 1, k % 4 === 0 ? 0 : 2 * random() - 1];
      const s0 = 2 * random() - 1;
      const width = k % 7 === 0 ? 0 : 10 ** (-9 * random());
      for (let axis = 0; axis < 3; axis++) setLine(ranges, axis, o[axis], d[axis], s0, s0 + width);
      propagate(program, ranges);
      const [lo, hi] = [ranges.lo[program.result], ranges.hi[program.result]];
      const [low, high] = [ranges.slopeLo[program.result], ranges.slopeHi[program.result]];
      for (let i = 0; i <= 10; i++) {
        const at = evaluate(formula, o, d, s0 + (width * i) / 10);
        if (Number.isNaN(at.v)) continue;
        // A bound that is not a number says that nothing is known; then it does not exclude either.
        if (at.v < lo || at.v > hi) expect.fail(`${JSON.stringify(formula)}: ${at.v} is not from ${lo} to ${hi}`);
        if (lo > -Infinity && hi < Infinity) values++;
        // The oracle's slope is rounded, too.
        const room = 1e-10 * Math.abs(at.d);
        if (at.d + room < low || at.d - room > high)
          expect.fail(`${JSON.stringify(formula)}: the slope ${at.d} is not from ${low} to ${high}`);
        if (low > -Infinity && high < Infinity) slopes++;
      }
    }
    expect(values).toBeGreaterThan(15000);
    expect(slopes).toBeGreaterThan(12000);
  });

  test('hold every change between two points: where a slope is bounded, there is no jump (seed 6)', () => {
    const random = seeded(6);
    let compared = 0;
    for (let k = 0; k < 3000; k++) {
      const formula = randomFormula(random, 1 + (k % 4));
      const { program, ranges } = createWorking(formula);
      const o = [random() - 0.5, random() - 0.5, random() - 0.5];
      const d = [random() - 0.5, random() - 0.5, random() - 0.5];
      for (let axis = 0; axis < 3; axis++) setLine(ranges, axis, o[axis], d[axis], -1, 1);
      propagate(program, ranges);
      const [low, high] = [ranges.slopeLo[program.result], ranges.slopeHi[program.result]];
      if (!(high - low < Infinity)) continue;
      for (let i = 0; i < 10; i++) {
        const [s, t] = [2 * random() - 1, 2 * random() - 1].sort((a, b) => a - b);
        const [f, g] = [evaluate(formula, o, d, s).v, evaluate(formula, o, d, t).v];
        if (!Number.isFinite(f) || !Number.isFinite(g)) continue;
        const room = 1e-12 * (Math.abs(f) + Math.abs(g) + 1);
        if (g - f < low * (t - s) - room || g - f > high * (t - s) + room)
          expect.fail(`${JSON.stringify(formula)}: from ${f} to ${g} within ${t - s}, slopes ${low} to ${high}`);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(8000);
  });

  test('hold every value in a box: 2000 formulas of seed 7, 20 points each', () => {
    const random = seeded(7);
    for (let k = 0; k < 2000; k++) {
      const formula = randomFormula(random, 1 + (k % 5));
      const working = createWorking(formula);
      const min = [0, 0, 0].map(() => 10 * random() - 5);
      const size = [0, 0, 0].map(() => 10 ** (1 - 6 * random()));
      propagateBox(working, min[0], min[1], min[2], min[0] + size[0], min[1] + size[1], min[2] + size[2]);
      const [lo, hi] = [working.ranges.lo[working.program.result], working.ranges.hi[working.program.result]];
      for (let i = 0; i < 20; i++) {
        const p = min.map((m, axis) => m + (i < 8 ? (i >> axis) & 1 : random()) * size[axis]);
        const { v } = evaluate(formula, p, [0, 0, 0], 0);
        if (v < lo || v > hi) expect.fail(`${JSON.stringify(formula)}: ${v} is not from ${lo} to ${hi}`);
      }
    }
  });

  const over = (formula: Formula, x0: number, x1: number, y0 = 0, y1 = 0): [number, number] => {
    const working = createWorking(formula);
    propagateBox(working, x0, y0, 0, x1, y1, 0);
    return [working.ranges.lo[working.program.result], working.ranges.hi[working.program.result]];
  };
  const expectRange = ([lo, hi]: [number, number], low: number, high: number): void => {
    expect(lo).toBeLessThanOrEqual(low);
    expect(hi).toBeGreaterThanOrEqual(high);
    expect(lo).toBeCloseTo(low, 3);
    expect(hi).toBeCloseTo(high, 3);
  };

  test('are tight for single operations', () => {
    expectRange(over(square(x), -1, 3), 0, 9);
    expectRange(over(mul(x, x), -1, 3), 0, 9);
    expectRange(over(abs(x), -4, 3), 0, 4);
    expectRange(over(pow(x, 3), -2, 1), -8, 1);
    expectRange(over(pow(x, -2), 0.5, 2), 0.25, 4);
    expectRange(over(pow(x, 1.5), -2, 4), 0, 8);
    expectRange(over(sin(x), 0.5, 2), Math.sin(0.5), 1);
    expectRange(over(sin(x), 3.2, 6), -1, Math.max(Math.sin(3.2), Math.sin(6)));
    expectRange(over(tan(x), 1.7, 4.6), Math.tan(1.7), Math.tan(4.6));
    expectRange(over(hypot(x, y), -3, 1, 4, 5), 4, Math.hypot(3, 5));
    expectRange(over(sqrt(sub(square(x), 1)), 0, 2), 0, Math.sqrt(3));
    expectRange(over(atan2(y, x), -1, 1, 1, 2), Math.atan2(1, 1), Math.atan2(1, -1));
    expectRange(over(max(x, y), -1, 1, 0, 3), 0, 3);
    expectRange(over(div(1, x), -4, -2), -0.5, -0.25);
  });

  test('may be infinite', () => {
    expectRange(over(div(1, square(x)), 10, Infinity), 0, 0.01);
    expectRange(over(exp(mul(-1, square(x))), 2, Infinity), 0, Math.exp(-4));
    expect(over(square(x), -Infinity, 2)[1]).toBe(Infinity);
    expect(over(mul(x, y), 0, Infinity, 1, Infinity)[0]).toBeCloseTo(0, 12);
    expect(over(log(x), 0, 1)[0]).toBe(-Infinity);
    expect(over(div(1, x), -1, 1)).toEqual([-Infinity, Infinity]);
    expect(over(tan(x), 1, 2)).toEqual([-Infinity, Infinity]);
    expect(over(sin(x), -Infinity, Infinity)).toEqual([-1, 1]);
  });

  test('say nothing where there is no value', () => {
    const [lo, hi] = over(sqrt(sub(x, 5)), 0, 1);
    expect(lo > 0 || hi < 0).toBe(false);
  });
});

describe('values of formulas', () => {
  test('and gradients are those of the tree: 3000 formulas of seed 8', () => {
    const random = seeded(8);
    const gradient = new Float64Array(3);
    let compared = 0;
    for (let k = 0; k < 3000; k++) {
      const formula = randomFormula(random, 1 + (k % 5));
      const evaluator = createEvaluator(formula);
      const p = [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
      const by = [0, 1, 2].map((axis) =>
        evaluate(
          formula,
          p,
          [0, 1, 2].map((other) => (other === axis ? 1 : 0)),
          0,
        ),
      );
      const value = evaluator.gradient(p[0], p[1], p[2], gradient);
      expect(evaluator.value(p[0], p[1], p[2])).toEqual(value);
      if (!Number.isFinite(by[0].v)) {
        if (Number.isNaN(by[0].v) !== Number.isNaN(value)) expect.fail(`${JSON.stringify(formula)}: ${value}`);
        continue;
      }
      if (by.some(({ d }) => !(Math.abs(d) < 1e6))) continue;
      if (!(Math.abs(value - by[0].v) <= 1e-9 * (1 + Math.abs(value))))
        expect.fail(`${JSON.stringify(formula)}: ${value} instead of ${by[0].v}`);
      const size = 1 + Math.hypot(...by.map(({ d }) => d));
      for (let axis = 0; axis < 3; axis++)
        if (!(Math.abs(gradient[axis] - by[axis].d) <= 1e-6 * size))
          expect.fail(`${JSON.stringify(formula)} at ${p}: ${gradient} instead of ${by.map(({ d }) => d)}`);
      compared++;
    }
    expect(compared).toBeGreaterThan(2000);
  });

  test('keep what is not a number', () => {
    for (const formula of [max(sqrt(x), 0), pow(sqrt(x), 0.5), abs(log(x)), hypot(sqrt(x), 1)])
      expect(createEvaluator(formula).value(-1, 0, 0)).toBeNaN();
  });
});
