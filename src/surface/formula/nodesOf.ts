import { InputError } from '../../errors.js';
import { ARGUMENT_COUNTS, type Formula, type FormulaNode } from './formula.js';

/**
 * The operations of a tree, each once, and those that an operation takes before it. Throws where it is no tree: an unknown operation, a
 * wrong number of arguments, a number that is not finite, a blend without radius, a part that contains itself. Without recursion, since
 * sums of thousands of terms are that deep.
 */
export function nodesOf(formula: Formula): FormulaNode[] {
  const nodes: FormulaNode[] = [];
  const state = new Map<FormulaNode, 'open' | 'done'>();
  const stack: Formula[] = [formula];
  while (stack.length > 0) {
    const part = stack[stack.length - 1];
    if (isNumber(part) || state.get(part) === 'done') stack.pop();
    else if (state.get(part) === 'open') {
      // All that it takes has been visited since.
      state.set(part, 'done');
      nodes.push(part);
      stack.pop();
    } else {
      checkNode(part);
      state.set(part, 'open');
      for (let k = part.args.length - 1; k >= 0; k--) {
        const arg = part.args[k];
        if (typeof arg === 'object' && arg !== null && state.get(arg) === 'open')
          throw new InputError(
            `formula: a part contains itself ('${arg.op}'). Give a tree that ends in numbers, x, y and z.`,
          );
        stack.push(arg);
      }
    }
  }
  return nodes;
}

/** Whether it is a number, and a finite one. */
function isNumber(part: Formula): part is number {
  if (typeof part === 'number') {
    if (!Number.isFinite(part))
      throw new InputError(`formula: a number is not finite (${part}). Give finite numbers only.`);
    return true;
  }
  if (typeof part !== 'object' || part === null)
    throw new InputError(
      `formula: a part is neither a number nor an operation (${String(part)}). Build it from x, y, z, numbers and operations.`,
    );
  return false;
}

function checkNode({ op, args }: FormulaNode): void {
  if (!Object.hasOwn(ARGUMENT_COUNTS, op))
    throw new InputError(
      `formula: there is no operation '${String(op)}'. Choose one of: ${Object.keys(ARGUMENT_COUNTS).join(', ')}.`,
    );
  if (!Array.isArray(args) || args.length !== ARGUMENT_COUNTS[op])
    throw new InputError(
      `formula: '${op}' takes ${ARGUMENT_COUNTS[op]} arguments (${Array.isArray(args) ? args.length : typeof args} given). Give as many.`,
    );
  if (op === 'pow' && typeof args[1] !== 'number')
    throw new InputError("formula: the exponent of 'pow' is no number. Give a number, or write exp and log.");
  if ((op === 'smin' || op === 'smax') && !(typeof args[2] === 'number' && args[2] > 0))
    throw new InputError(
      `formula: the radius of '${op}' must be positive (${String(args[2])}). Give a number above 0, or use ${op.slice(1)}.`,
    );
}

/** Throws where a formula is none. */
export const checkFormula = (formula: Formula): void => void nodesOf(formula);
