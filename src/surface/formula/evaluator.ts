import { exponential, sineAndCosine } from './elementary.js';
import type { Formula } from './formula.js';
import { compile, type Program } from './program.js';

/** A formula's values on the host, in f64. */
export interface Evaluator {
  value(x: number, y: number, z: number): number;
  /** The value; its gradient goes to `out`. Where there is none, that of one of the branches that meet, or 0. */
  gradient(x: number, y: number, z: number, out: Float64Array): number;
}

export function createEvaluator(formula: Formula): Evaluator {
  const program = compile(formula);
  const values = program.initial.slice();
  const slopes = new Float64Array(values.length);
  return {
    value: (x, y, z) => evaluate(program, values, x, y, z),
    gradient(x, y, z, out) {
      const value = evaluate(program, values, x, y, z);
      backwards(program, values, slopes);
      out[0] = slopes[0];
      out[1] = slopes[1];
      out[2] = slopes[2];
      return value;
    },
  };
}

const pair = new Float64Array(2);

/** The value of a program at a point. `values` starts as a copy of `program.initial` and keeps what every slot came to. */
export function evaluate(program: Program, values: Float64Array, x: number, y: number, z: number): number {
  const { op, a, b, c, out } = program;
  values[0] = x;
  values[1] = y;
  values[2] = z;
  for (let i = 0; i < op.length; i++) {
    const p = values[a[i]];
    const to = out[i];
    switch (op[i]) {
      case 0: // ADD
        values[to] = p + values[b[i]];
        break;
      case 1: // SUB
        values[to] = p - values[b[i]];
        break;
      case 2: // MUL
        values[to] = p * values[b[i]];
        break;
      case 3: // DIV
        values[to] = p / values[b[i]];
        break;
      case 4: // ADD_CONSTANT
        values[to] = p + c[i];
        break;
      case 5: // FROM_CONSTANT
        values[to] = c[i] - p;
        break;
      case 6: // SCALE
        values[to] = p * c[i];
        break;
      case 7: // NEG
        values[to] = -p;
        break;
      case 8: // ABS
        values[to] = Math.abs(p);
        break;
      case 9: // SQUARE
        values[to] = p * p;
        break;
      case 10: // SQRT
        values[to] = Math.sqrt(p);
        break;
      case 11: // HYPOT
        values[to] = hypotenuse(p, values[b[i]]);
        break;
      case 12: // MIN
        values[to] = Math.min(p, values[b[i]]);
        break;
      case 13: // MAX
        values[to] = Math.max(p, values[b[i]]);
        break;
      case 14: // SMIN
        values[to] = smoothMin(p, values[b[i]], c[i]);
        break;
      case 15: // SMAX
        values[to] = -smoothMin(-p, -values[b[i]], c[i]);
        break;
      case 16: // SIN_COS
        sineAndCosine(p, pair);
        if (to >= 0) values[to] = pair[0];
        if (b[i] >= 0) values[b[i]] = pair[1];
        break;
      case 17: // TAN
        values[to] = Math.tan(p);
        break;
      case 18: // EXP
        values[to] = exponential(p);
        break;
      case 19: // LOG
        values[to] = Math.log(p);
        break;
      case 20: // ATAN
        values[to] = Math.atan(p);
        break;
      case 21: // ATAN2
        values[to] = Math.atan2(p, values[b[i]]);
        break;
      case 22: // WHOLE_POWER
        values[to] = wholePower(p, c[i]);
        break;
      case 23: // REAL_POWER
        // Math.max keeps what is not a number.
        values[to] = Math.max(p, 0) ** c[i];
        break;
    }
  }
  return values[program.result];
}

/** Math.hypot is slow, and needed only where squares leave the range of numbers. */
export function hypotenuse(a: number, b: number): number {
  const sum = a * a + b * b;
  return sum > 1e-280 && sum < 1e300 ? Math.sqrt(sum) : Math.hypot(a, b);
}

/** The smaller one, with a parabola over the corner: where they differ by less than `radius`. */
export function smoothMin(a: number, b: number, radius: number): number {
  const h = Math.max(radius - Math.abs(a - b), 0) / radius;
  return Math.min(a, b) - 0.25 * radius * h * h;
}

/** By squaring, for exponents as people write them: much faster than Math.pow, and as exact. */
export function wholePower(base: number, exponent: number): number {
  let left = Math.abs(exponent);
  if (left > 64) return base ** exponent;
  let power = base;
  let product = 1;
  for (; left > 0; left >>= 1) {
    if (left & 1) product *= power;
    power *= power;
  }
  return exponent < 0 ? 1 / product : product;
}

/** How much the result changes with each slot, from the last instruction to the first. */
function backwards(program: Program, values: Float64Array, slopes: Float64Array): void {
  const { op, a, b, c, out } = program;
  slopes.fill(0);
  slopes[program.result] = 1;
  for (let i = op.length - 1; i >= 0; i--) {
    const slope = out[i] >= 0 ? slopes[out[i]] : 0;
    const p = values[a[i]];
    const q = b[i] >= 0 ? values[b[i]] : 0;
    const r = out[i] >= 0 ? values[out[i]] : 0;
    let byA = 0;
    let byB = 0;
    switch (op[i]) {
      case 0: // ADD
        byA = byB = 1;
        break;
      case 1: // SUB
        byA = 1;
        byB = -1;
        break;
      case 2: // MUL
        byA = q;
        byB = p;
        break;
      case 3: // DIV
        byA = 1 / q;
        byB = -r / q;
        break;
      case 4: // ADD_CONSTANT
        byA = 1;
        break;
      case 5: // FROM_CONSTANT
      case 7: // NEG
        byA = -1;
        break;
      case 6: // SCALE
        byA = c[i];
        break;
      case 8: // ABS
        byA = p < 0 ? -1 : 1;
        break;
      case 9: // SQUARE
        byA = 2 * p;
        break;
      case 10: // SQRT
        byA = r > 0 ? 0.5 / r : 0;
        break;
      case 11: // HYPOT
        byA = r > 0 ? p / r : 0;
        byB = r > 0 ? q / r : 0;
        break;
      case 12: // MIN
        byA = p <= q ? 1 : 0;
        byB = 1 - byA;
        break;
      case 13: // MAX
        byA = p >= q ? 1 : 0;
        byB = 1 - byA;
        break;
      case 14: // SMIN
        byA = shareOfFirst(p, q, c[i]);
        byB = 1 - byA;
        break;
      case 15: // SMAX
        byA = shareOfFirst(q, p, c[i]);
        byB = 1 - byA;
        break;
      case 16: {
        // SIN_COS
        const cosine = b[i] >= 0 ? slopes[b[i]] : 0;
        slopes[a[i]] += slope * Math.cos(p) - cosine * Math.sin(p);
        continue;
      }
      case 17: // TAN
        byA = 1 + r * r;
        break;
      case 18: // EXP
        byA = r;
        break;
      case 19: // LOG
        byA = 1 / p;
        break;
      case 20: // ATAN
        byA = 1 / (1 + p * p);
        break;
      case 21: {
        // ATAN2
        const square = p * p + q * q;
        byA = square > 0 ? q / square : 0;
        byB = square > 0 ? -p / square : 0;
        break;
      }
      case 22: // WHOLE_POWER
        byA = c[i] * wholePower(p, c[i] - 1);
        break;
      case 23: // REAL_POWER
        byA = p > 0 ? c[i] * p ** (c[i] - 1) : 0;
        break;
    }
    // Nothing times a slope without bound is nothing here.
    if (slope === 0) continue;
    slopes[a[i]] += slope * byA;
    if (b[i] >= 0) slopes[b[i]] += slope * byB;
  }
}

/** How much of a smooth minimum follows `a`; the rest follows `b`. */
export const shareOfFirst = (a: number, b: number, radius: number): number =>
  Math.min(1, Math.max(0, 0.5 - (a - b) / (2 * radius)));
