import type { Formula, FormulaNode, FormulaOp } from './formula.js';
import { nodesOf } from './nodesOf.js';

/** Operations of a tape: those of a formula, and `constant`. A radius or an exponent is a constant of the instruction itself. */
export type TapeOp = FormulaOp | 'constant';

/** One step: its result has the step's own number. */
export interface TapeStep {
  readonly op: TapeOp;
  /** Numbers of earlier steps; −1 where there is no such argument. */
  readonly a: number;
  readonly b: number;
  /** Of `constant`, `pow`, `smin` and `smax`: the place of its number among the tape's constants; else −1. */
  readonly constant: number;
}

/**
 * A formula as a straight-line program: every part is worked out once, before those that need it. The last step is the result. Formulas
 * that differ in their numbers alone have equal steps, whatever the numbers are, but for whole exponents of `pow`.
 */
export interface Tape {
  readonly steps: readonly TapeStep[];
  readonly constants: readonly number[];
}

/** Parts that are alike are worked out once; constants are never folded, so that steps do not depend on them. */
export function tapeOf(formula: Formula): Tape {
  const steps: TapeStep[] = [];
  const constants: number[] = [];
  const known = new Map<string, number>();
  const done = new Map<FormulaNode, number>();
  const constantAt = (value: number): number => constants.push(value) - 1;
  const push = (op: TapeOp, a: number, b: number, constant: number): number => steps.push({ op, a, b, constant }) - 1;
  const stepOf = (part: Formula): number =>
    typeof part === 'number' ? push('constant', -1, -1, constantAt(part)) : done.get(part)!;
  const alike = (key: string, make: () => number): number => {
    let at = known.get(key);
    if (at === undefined) known.set(key, (at = make()));
    return at;
  };
  let result = typeof formula === 'number' ? stepOf(formula) : -1;
  for (const part of nodesOf(formula)) {
    const { op, args } = part;
    const a = args.length > 0 ? stepOf(args[0]) : -1;
    if (op === 'pow') result = alike(`pow ${a} ${args[1]}`, () => push(op, a, -1, constantAt(args[1] as number)));
    else {
      const b = args.length > 1 ? stepOf(args[1]) : -1;
      if (op === 'smin' || op === 'smax') result = push(op, a, b, constantAt(args[2] as number));
      else result = alike(`${op} ${a} ${b}`, () => push(op, a, b, -1));
    }
    done.set(part, result);
  }
  // Visited last: the result is always the last step, as nothing can be alike to what contains it.
  if (result !== steps.length - 1) throw new Error('formula: the result is not the last step. Please report this.');
  return { steps, constants };
}
