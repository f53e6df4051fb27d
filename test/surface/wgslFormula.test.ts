import { expect, test } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import * as f from '../../src/surface/formula/formula.js';
import { ARGUMENT_COUNTS, type Formula, type FormulaOp } from '../../src/surface/formula/formula.js';
import { implicitProgram } from '../../src/surface/implicit/implicitProgram.js';
import { describeGpu } from '../support/gpu.js';
import { evaluate } from './support/evaluate.js';
import { formulasOnGpu, STRETCH } from './support/formulaOnGpu.js';

const OPS = Object.keys(ARGUMENT_COUNTS) as FormulaOp[];
const bounds = { min: [-2, -2, -2], max: [2, 2, 2] } as const;
const programOf = (formula: Formula) => implicitProgram({ kind: 'implicit', formula, bounds, patches: [] });

/** Any tree, with arguments of partial functions as they come. */
function randomTree(random: Random, depth: number): Formula {
  if (depth === 0) {
    const k = Math.floor(5 * random());
    return k < 3 ? [f.x, f.y, f.z][k] : Math.round(64 * (4 * random() - 2)) / 64 + (random() < 0.5 ? 0.1 : 0);
  }
  const op = OPS[3 + Math.floor((OPS.length - 3) * random())];
  const args = Array.from({ length: ARGUMENT_COUNTS[op] }, () => randomTree(random, random() < 0.8 ? depth - 1 : 0));
  if (op === 'pow') args[1] = random() < 0.6 ? Math.floor(8 * random()) - 2 : 3 * random() - 0.5;
  if (op === 'smin' || op === 'smax') args[2] = 0.05 + random();
  return { op, args };
}

function randomStretches(random: Random, count: number): Float32Array {
  const stretches = new Float32Array(STRETCH * count);
  for (let k = 0; k < count; k++) {
    const at = STRETCH * k;
    for (let i = 0; i < 6; i++) stretches[at + i] = 3 * random() - 1.5;
    const width = 2 ** (-22 * random());
    stretches[at + 6] = random();
    stretches[at + 7] = stretches[at + 6] + width;
    stretches[at + 8] = Math.min(stretches[at + 7], stretches[at + 6] + width * random());
  }
  return stretches;
}

/** Every operation by itself, and trees of all. */
function formulas(random: Random, count: number): Formula[] {
  const single = OPS.slice(3).flatMap((op): Formula[] => {
    if (op === 'pow') return [-3, -2, -1, 0, 1, 2, 3, 6, 0.5, 1.7, -0.7].map((n) => f.pow(f.x, n));
    const args: Formula[] = [f.x, f.y, 0.3].slice(0, ARGUMENT_COUNTS[op]);
    return [{ op, args }];
  });
  const trees: Formula[] = [];
  while (trees.length < count) trees.push(randomTree(random, 2 + Math.floor(3 * random())));
  return [...single, f.sin(f.mul(f.x, 40)), f.tan(f.mul(f.x, 9)), f.exp(f.mul(f.x, -25)), ...trees];
}

describeGpu('a formula in WGSL', () => {
  const seed = 7;
  test(`values and intervals hold the formula and its slope, whatever is rounded (seed ${seed})`, {
    timeout: 60_000,
  }, async () => {
    const random = seeded(seed);
    const jobs = formulas(random, 40).map((formula) => ({
      formula,
      program: programOf(formula),
      stretches: randomStretches(random, 400),
    }));
    const results = await formulasOnGpu(jobs);
    const faults: string[] = [];
    let tight = 0;
    let total = 0;
    let slopes = 0;
    jobs.forEach(({ formula, stretches }, job) => {
      const text = JSON.stringify(formula);
      results[job].forEach((got, k) => {
        const s = stretches.subarray(STRETCH * k, STRETCH * (k + 1));
        const { v, d } = evaluate(formula, [...s.subarray(0, 3)], [...s.subarray(3, 6)], s[8]);
        if (!Number.isFinite(v) || Math.abs(v) > 1e15) return;
        const at = `${text} at ${[...s].join(' ')}: ${v} slope ${d}, ${JSON.stringify(got)}`;
        total++;
        if (Number.isFinite(got.near)) {
          if (!(Math.abs(got.near - v) <= got.error)) faults.push(`error ${at}`);
          if (got.error <= 2e-5 * (1 + Math.abs(v))) tight++;
        }
        if (!(got.low <= v && v <= got.high)) faults.push(`value ${at}`);
        if (Number.isFinite(got.value) && !(got.low <= got.value && got.value <= got.high)) faults.push(`f32 ${at}`);
        if (Number.isFinite(d) && Math.abs(d) < 1e15) {
          slopes++;
          if (!(got.slopeLow <= d && d <= got.slopeHigh)) faults.push(`slope ${at}`);
        }
      });
    });
    expect(faults.slice(0, 5)).toEqual([]);
    expect(total).toBeGreaterThan(15_000);
    expect(slopes).toBeGreaterThan(15_000);
    // Bounds that hold because they are loose would be no use.
    expect(tight / total).toBeGreaterThan(0.9);
  });
});
