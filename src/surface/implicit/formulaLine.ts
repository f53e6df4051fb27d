import type { Box } from '../../math/box.js';
import { evaluate } from '../formula/evaluator.js';
import { propagate, setLine } from '../formula/propagate.js';
import type { Working } from '../formula/ranges.js';
import { createLineInBox, type LineInBox } from './lineInBox.js';
import { notANumber } from './notANumber.js';
import type { AlongLine } from './refineRoot.js';

/** A formula on a line. */
export interface FormulaLine extends LineInBox, AlongLine {}

export function createFormulaLine({ program, values }: Working, { min, max }: Box): FormulaLine {
  const line: FormulaLine = {
    ...createLineInBox(),
    at(s) {
      const value = evaluate(program, values, line.ox + s * line.dx, line.oy + s * line.dy, line.oz + s * line.dz);
      return Number.isNaN(value) ? withinBox(s) : value;
    },
  };
  const clamped = (k: number, value: number): number => Math.min(Math.max(value, min[k]), max[k]);
  /** Rounding may have carried the point out of the box, to where the formula is not defined. */
  const withinBox = (s: number): number => {
    const x = clamped(0, line.ox + s * line.dx);
    const y = clamped(1, line.oy + s * line.dy);
    const z = clamped(2, line.oz + s * line.dz);
    const value = evaluate(program, values, x, y, z);
    if (Number.isNaN(value)) throw notANumber(x, y, z);
    return value;
  };
  return line;
}

/** The ranges of the formula and of its slope, from s0 to s1, go to the result's slot. */
export function propagateLine({ program, ranges }: Working, line: LineInBox, s0: number, s1: number): void {
  setLine(ranges, 0, line.ox, line.dx, s0, s1);
  setLine(ranges, 1, line.oy, line.dy, s0, s1);
  setLine(ranges, 2, line.oz, line.dz, s0, s1);
  propagate(program, ranges);
}
