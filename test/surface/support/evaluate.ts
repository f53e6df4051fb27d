import type { Formula } from '../../../src/surface/formula/formula.js';

/** A number and its slope along a ray. */
export interface Dual {
  readonly v: number;
  readonly d: number;
}

/** The formula and its slope at o + t d, by recursion, in f64: as plain as can be, an oracle. */
export function evaluate(formula: Formula, o: readonly number[], d: readonly number[], t: number): Dual {
  const of = (part: Formula): Dual => {
    if (typeof part === 'number') return { v: part, d: 0 };
    const axis = ['x', 'y', 'z'].indexOf(part.op);
    if (axis >= 0) return { v: o[axis] + t * d[axis], d: d[axis] };
    const a = of(part.args[0]);
    const b = part.args.length > 1 ? of(part.args[1]) : a;
    switch (part.op) {
      case 'neg':
        return { v: -a.v, d: -a.d };
      case 'abs':
        return { v: Math.abs(a.v), d: Math.sign(a.v) * a.d };
      case 'sqrt':
        return { v: Math.sqrt(a.v), d: a.d / (2 * Math.sqrt(a.v)) };
      case 'square':
        return { v: a.v * a.v, d: 2 * a.v * a.d };
      case 'exp':
        return { v: Math.exp(a.v), d: Math.exp(a.v) * a.d };
      case 'log':
        return { v: Math.log(a.v), d: a.d / a.v };
      case 'sin':
        return { v: Math.sin(a.v), d: Math.cos(a.v) * a.d };
      case 'cos':
        return { v: Math.cos(a.v), d: -Math.sin(a.v) * a.d };
      case 'tan':
        return { v: Math.tan(a.v), d: a.d / Math.cos(a.v) ** 2 };
      case 'atan':
        return { v: Math.atan(a.v), d: a.d / (1 + a.v * a.v) };
      case 'add':
        return { v: a.v + b.v, d: a.d + b.d };
      case 'sub':
        return { v: a.v - b.v, d: a.d - b.d };
      case 'mul':
        return { v: a.v * b.v, d: a.d * b.v + a.v * b.d };
      case 'div':
        return { v: a.v / b.v, d: (a.d - (a.v / b.v) * b.d) / b.v };
      case 'min':
        return Number.isNaN(a.v) || a.v < b.v ? a : b;
      case 'max':
        return Number.isNaN(a.v) || a.v > b.v ? a : b;
      case 'pow': {
        const base = Number.isInteger(b.v) ? a.v : Math.max(0, a.v);
        const slope = Number.isInteger(b.v) || a.v > 0 ? b.v * base ** (b.v - 1) * a.d : 0;
        return { v: base ** b.v, d: b.v === 0 ? 0 : slope };
      }
      case 'atan2':
        return { v: Math.atan2(a.v, b.v), d: (a.d * b.v - b.d * a.v) / (a.v * a.v + b.v * b.v) };
      case 'hypot':
        return { v: Math.hypot(a.v, b.v), d: (a.v * a.d + b.v * b.d) / Math.hypot(a.v, b.v) };
      default: {
        const radius = part.args[2] as number;
        const sign = part.op === 'smin' ? 1 : -1;
        const [p, q] = [sign * a.v, sign * b.v];
        const h = Math.max(radius - Math.abs(p - q), 0) / radius;
        const share = Math.min(1, Math.max(0, 0.5 + (q - p) / (2 * radius)));
        return { v: sign * (Math.min(p, q) - (h * h * radius) / 4), d: share * a.d + (1 - share) * b.d };
      }
    }
  };
  return of(formula);
}
