import { InputError } from '../../errors.js';
import type { Box } from '../../math/box.js';
import { demandOptions } from '../../mesh/shapes/demand.js';
import { evaluate } from '../formula/evaluator.js';
import type { Formula } from '../formula/formula.js';
import { checkFormula } from '../formula/nodesOf.js';
import { propagateBox } from '../formula/propagate.js';
import { createWorking, type Working } from '../formula/ranges.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { Implicit } from '../surface.js';
import { checkBox } from './checkBox.js';
import { demandDefined } from './demandDefined.js';
import { findBounds } from './findBounds.js';
import { hasInside } from './findInside.js';
import { implicitKind } from './implicitKind.js';
import { notANumber } from './notANumber.js';
import { tightenBox } from './tightenBox.js';

export interface ImplicitOptions {
  /** Inside where it is below 0. */
  f: Formula;
  /** The solid is cut off here. Found by interval arithmetic where absent. */
  bounds?: Box;
}

/** The names of patches: the formula's, then those of the box. */
export const IMPLICIT_PATCHES: readonly string[] = ['surface', '-x', '+x', '-y', '+y', '-z', '+z'];

/**
 * A solid given by a formula: `implicit({ f: sub(hypot(x, y, z), 1) })` is a ball. Its bounds are tightened around it as far as interval
 * arithmetic shows; a side of the given bounds that the solid reaches stays where it is, and closes it.
 */
export function implicit(options: ImplicitOptions): Implicit {
  demandOptions('implicit', options, ['f', 'bounds']);
  const { f, bounds } = options;
  const working = createWorking(f);
  if (bounds !== undefined) checkBox('implicit', bounds);
  const box = bounds ?? findBounds(working);
  if (box === undefined)
    throw new InputError(
      'implicit: the solid could not be shown to be bounded. Give bounds: the box at which it is to be cut off.',
    );
  const within = boundsWithin(working, box);
  demandDefined(f, within);
  return made({ kind: 'implicit', formula: f, bounds: within, patches: IMPLICIT_PATCHES }, IMPLICIT);
}

export const IMPLICIT: KnownKind<Implicit> = {
  kind: implicitKind,
  check({ formula }) {
    checkFormula(formula);
    return { patchCount: IMPLICIT_PATCHES.length };
  },
};

/** The bounds of what is inside a box. Throws where there is nothing. */
function boundsWithin(working: Working, box: Box): Box {
  const { program, ranges, values } = working;
  const isOutside = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): boolean => {
    propagateBox(working, x0, y0, z0, x1, y1, z1);
    return ranges.lo[program.result] > 0;
  };
  const valueAt = (x: number, y: number, z: number): number => {
    const value = evaluate(program, values, x, y, z);
    if (Number.isNaN(value)) throw notANumber(x, y, z);
    return value;
  };
  const tight = tightenBox(box, isOutside);
  if (tight === undefined)
    throw new InputError(
      'implicit: the solid is empty: the formula is above 0 everywhere in its box. Inside is where it is below 0.',
    );
  if (!hasInside(tight, valueAt, isOutside))
    throw new InputError(
      'implicit: the solid seems to be empty: no point was found where the formula is below 0. Give smaller bounds, or a solid.',
    );
  return tight;
}
