import type { Box } from '../../math/box.js';
import { evaluate } from '../formula/evaluator.js';
import type { Formula } from '../formula/formula.js';
import { nodesOf } from '../formula/nodesOf.js';
import { propagateBox } from '../formula/propagate.js';
import { createWorking } from '../formula/ranges.js';
import { notANumber } from './notANumber.js';

/** So many boxes are looked at for each root and logarithm whose argument may be negative. */
const MOST_BOXES = 4000;

/**
 * Throws where a root or a logarithm of a negative number is met in a box: there the formula has no value, and a ray may pass by without
 * asking. Boxes in which the argument may be negative are halved, those with the least value in their middle first.
 */
export function demandDefined(formula: Formula, box: Box): void {
  for (const { op, args } of nodesOf(formula))
    if ((op === 'sqrt' || op === 'log') && typeof args[0] !== 'number') demandNotNegative(args[0], box);
}

function demandNotNegative(argument: Formula, { min, max }: Box): void {
  const working = createWorking(argument);
  const { program, ranges, values } = working;
  type Cell = { readonly value: number; readonly at: readonly number[] };
  const cellOf = (at: readonly number[]): Cell | undefined => {
    const [x0, y0, z0, x1, y1, z1] = at;
    propagateBox(working, x0, y0, z0, x1, y1, z1);
    if (ranges.lo[program.result] >= 0) return undefined;
    const [x, y, z] = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const value = evaluate(program, values, x, y, z);
    if (value < 0) throw notANumber(x, y, z);
    return { value, at };
  };
  let cells = [cellOf([...min, ...max])].filter((cell) => cell !== undefined);
  // The best of each depth: a heap would spend all its work on one place that only comes near to 0.
  for (let boxes = 0; cells.length > 0 && boxes < MOST_BOXES; ) {
    const best = cells.sort((one, other) => one.value - other.value).slice(0, 128);
    cells = best.flatMap(({ at }) => halves(at).map(cellOf)).filter((cell) => cell !== undefined);
    boxes += 2 * best.length;
  }
}

/** Across the longest side. */
function halves(at: readonly number[]): [number[], number[]] {
  const sides = [0, 1, 2].map((k) => at[3 + k] - at[k]);
  const k = sides.indexOf(Math.max(...sides));
  const middle = (at[k] + at[3 + k]) / 2;
  const [low, high] = [[...at], [...at]];
  low[3 + k] = middle;
  high[k] = middle;
  return [low, high];
}
