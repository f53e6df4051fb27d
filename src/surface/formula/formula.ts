import { nodesOf } from './nodesOf.js';

/**
 * A function of x, y and z as an expression tree: plain data, so that it can be sent to workers, written to files, and compiled for
 * either machine. Angles are in radians.
 */
export type Formula = number | FormulaNode;

export interface FormulaNode {
  readonly op: FormulaOp;
  readonly args: readonly Formula[];
}

/** How many arguments each operation takes. */
export const ARGUMENT_COUNTS = {
  x: 0,
  y: 0,
  z: 0,
  neg: 1,
  abs: 1,
  sqrt: 1,
  square: 1,
  exp: 1,
  log: 1,
  sin: 1,
  cos: 1,
  tan: 1,
  atan: 1,
  add: 2,
  sub: 2,
  mul: 2,
  div: 2,
  min: 2,
  max: 2,
  /** The exponent is a number. A whole one takes bases of either sign; else the base is taken as 0 where it is negative. */
  pow: 2,
  atan2: 2,
  /** √(a² + b²), without overflow, and tighter than what it is made of. */
  hypot: 2,
  /** Polynomial blends (Quilez): the third is the radius of the blend, a number above 0. smin ≤ min, by a quarter of it at most. */
  smin: 3,
  smax: 3,
} as const;

export type FormulaOp = keyof typeof ARGUMENT_COUNTS;

export const x: Formula = { op: 'x', args: [] };
export const y: Formula = { op: 'y', args: [] };
export const z: Formula = { op: 'z', args: [] };

const node = (op: FormulaOp, ...args: readonly Formula[]): Formula => ({ op, args });
/** From the left: a b c becomes (a b) c. */
const chain = (op: FormulaOp, first: Formula, rest: readonly Formula[]): Formula =>
  rest.reduce((left, right) => node(op, left, right), first);

export const neg = (a: Formula): Formula => node('neg', a);
export const abs = (a: Formula): Formula => node('abs', a);
export const sqrt = (a: Formula): Formula => node('sqrt', a);
export const square = (a: Formula): Formula => node('square', a);
export const exp = (a: Formula): Formula => node('exp', a);
export const log = (a: Formula): Formula => node('log', a);
export const sin = (a: Formula): Formula => node('sin', a);
export const cos = (a: Formula): Formula => node('cos', a);
export const tan = (a: Formula): Formula => node('tan', a);
export const atan = (a: Formula): Formula => node('atan', a);
export const add = (a: Formula, ...more: readonly Formula[]): Formula => chain('add', a, more);
export const sub = (a: Formula, ...more: readonly Formula[]): Formula => chain('sub', a, more);
export const mul = (a: Formula, ...more: readonly Formula[]): Formula => chain('mul', a, more);
export const div = (a: Formula, b: Formula): Formula => node('div', a, b);
export const min = (a: Formula, ...more: readonly Formula[]): Formula => chain('min', a, more);
export const max = (a: Formula, ...more: readonly Formula[]): Formula => chain('max', a, more);
export const pow = (a: Formula, exponent: number): Formula => node('pow', a, exponent);
export const atan2 = (ofY: Formula, ofX: Formula): Formula => node('atan2', ofY, ofX);
export const hypot = (a: Formula, ...more: readonly Formula[]): Formula => chain('hypot', a, more);
export const smin = (a: Formula, b: Formula, radius: number): Formula => node('smin', a, b, radius);
export const smax = (a: Formula, b: Formula, radius: number): Formula => node('smax', a, b, radius);

/** The same function, with other formulas in the places of x, y and z: moved, turned, repeated or bent. */
export function at(formula: Formula, ofX: Formula, ofY: Formula, ofZ: Formula): Formula {
  const made = new Map<FormulaNode, Formula>();
  const replaced = (part: Formula): Formula => (typeof part === 'number' ? part : made.get(part)!);
  for (const part of nodesOf(formula)) {
    const { op, args } = part;
    if (op === 'x') made.set(part, ofX);
    else if (op === 'y') made.set(part, ofY);
    else if (op === 'z') made.set(part, ofZ);
    else made.set(part, { op, args: args.map(replaced) });
  }
  return replaced(formula);
}
