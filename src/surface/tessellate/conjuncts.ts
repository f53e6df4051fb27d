import { add, type Formula, mul, neg, sub } from '../formula/formula.js';

/**
 * Formulas that are all ≤ 0 just where the given one is: what a maximum is made of, and the two halves of an absolute
 * value. Each is smooth where the whole has a crease, so a mesh of them together has a sharp edge there; and a wall
 * that is thinner than any grid shows in them.
 */
export function conjuncts(f: Formula): Formula[] {
  if (typeof f === 'number') return [f];
  const [a, b] = f.args;
  if (f.op === 'max') return [...conjuncts(a), ...conjuncts(b)];
  if (f.op === 'abs') return [...conjuncts(a), ...conjuncts(neg(a))];
  if (f.op === 'add' && typeof b === 'number') return conjuncts(a).map((part) => add(part, b));
  if (f.op === 'add' && typeof a === 'number') return conjuncts(b).map((part) => add(a, part));
  if (f.op === 'sub' && typeof b === 'number') return conjuncts(a).map((part) => sub(part, b));
  if (f.op === 'sub' && typeof a === 'number') return conjuncts(neg(b)).map((part) => add(a, part));
  if (f.op === 'mul' && typeof b === 'number') return scaled(a, b);
  if (f.op === 'mul' && typeof a === 'number') return scaled(b, a);
  if (f.op === 'div' && typeof b === 'number') return scaled(a, 1 / b);
  if (f.op === 'neg') return negated(a);
  return [f];
}

const scaled = (f: Formula, factor: number): Formula[] =>
  factor > 0
    ? conjuncts(f).map((part) => mul(factor, part))
    : factor < 0
      ? conjuncts(neg(f)).map((part) => mul(-factor, part))
      : [mul(factor, f)];

/** Of −f. */
function negated(f: Formula): Formula[] {
  if (typeof f === 'number') return [-f];
  const [a, b] = f.args;
  if (f.op === 'neg') return conjuncts(a);
  if (f.op === 'min') return [...negated(a), ...negated(b)];
  if (f.op === 'sub') return conjuncts(sub(b, a));
  if (f.op === 'add' && typeof b === 'number') return negated(a).map((part) => sub(part, b));
  if (f.op === 'add' && typeof a === 'number') return negated(b).map((part) => sub(part, a));
  if (f.op === 'mul' && typeof b === 'number') return scaled(a, -b);
  if (f.op === 'mul' && typeof a === 'number') return scaled(b, -a);
  if (f.op === 'div' && typeof b === 'number') return scaled(a, -1 / b);
  return [neg(f)];
}

/** The factors of x, y, z and 1, if that is all that a formula is. */
export function linearOf(f: Formula): readonly [x: number, y: number, z: number, constant: number] | undefined {
  if (typeof f === 'number') return [0, 0, 0, f];
  if (f.op === 'x') return [1, 0, 0, 0];
  if (f.op === 'y') return [0, 1, 0, 0];
  if (f.op === 'z') return [0, 0, 1, 0];
  const [a, b] = f.args.map(linearOf);
  if (a === undefined) return undefined;
  const times = (u: readonly number[], s: number) => [u[0] * s, u[1] * s, u[2] * s, u[3] * s] as const;
  if (f.op === 'neg') return times(a, -1);
  if (b === undefined) return undefined;
  if (f.op === 'add') return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
  if (f.op === 'sub') return [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]];
  const isConstant = (u: readonly number[]) => u[0] === 0 && u[1] === 0 && u[2] === 0;
  if (f.op === 'mul' && isConstant(b)) return times(a, b[3]);
  if (f.op === 'mul' && isConstant(a)) return times(b, a[3]);
  if (f.op === 'div' && isConstant(b)) return times(a, 1 / b[3]);
  return undefined;
}
