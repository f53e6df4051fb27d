import { InputError } from '../../errors.js';
import { type Box, extent } from '../../math/box.js';
import { demandOptions, shown } from '../../mesh/shapes/demand.js';
import { refusal } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { FunctionSolid } from '../surface.js';
import { checkBox } from './checkBox.js';
import { hasInside } from './findInside.js';
import { functionKind } from './functionKind.js';
import { functionValue, isTooSteep, type PointFunction, tooSteep } from './functionValue.js';
import { IMPLICIT_PATCHES } from './implicit.js';
import { tightenBox } from './tightenBox.js';

export interface FunctionSolidOptions {
  /** Inside where it is below 0. */
  f: PointFunction;
  /** The function changes by no more than this times the distance of two points: 1 for a signed distance. */
  lipschitz: number;
  /** The solid is cut off here. */
  bounds: Box;
}

/**
 * A solid given by a function: `functionSolid({ f: (x, y, z) => Math.hypot(x, y, z) - 1, lipschitz: 1, bounds })` is a ball. Its bounds
 * are tightened around it as far as the Lipschitz bound shows; sides that the solid reaches stay where they are, and close it.
 */
export function functionSolid(options: FunctionSolidOptions): FunctionSolid {
  demandOptions('function', options, ['f', 'lipschitz', 'bounds']);
  const { f, lipschitz, bounds } = options;
  demandFunction('function', f, lipschitz);
  checkBox('function', bounds);
  const within = boundsWithin(f, lipschitz, bounds);
  return made({ kind: 'function', f, lipschitz, patches: IMPLICIT_PATCHES, bounds: within }, FUNCTION);
}

export const FUNCTION: KnownKind<FunctionSolid> = {
  kind: functionKind,
  check({ f, lipschitz }) {
    if (f === undefined)
      throw refusal(
        'the function f is missing',
        'Functions cannot be written as JSON or sent to workers: make the solid where it is needed.',
      );
    demandFunction('surface', f, lipschitz);
    return { patchCount: IMPLICIT_PATCHES.length };
  },
};

/** Throws unless there is a function, and a bound on how fast it changes. */
export function demandFunction(area: string, f: PointFunction, lipschitz: number): void {
  if (typeof f !== 'function') throw new InputError(`${area}: f is no function (${typeof f}). Give one of x, y and z.`);
  if (!(typeof lipschitz === 'number' && lipschitz > 0 && lipschitz < Infinity))
    throw new InputError(
      `${area}: lipschitz must be positive and finite (${shown(lipschitz)}). Give the most that f changes per unit of distance.`,
    );
}

function boundsWithin(f: PointFunction, lipschitz: number, box: Box): Box {
  const size = Math.hypot(...extent(box));
  let last: readonly [number, number, number] = [box.min[0], box.min[1], box.min[2]];
  let lastValue = functionValue(f, ...last);
  const valueAt = (x: number, y: number, z: number): number => {
    const value = functionValue(f, x, y, z);
    const distance = Math.hypot(x - last[0], y - last[1], z - last[2]);
    if (isTooSteep(lipschitz, value, lastValue, distance, size))
      throw tooSteep(lipschitz, last, lastValue, [x, y, z], value);
    last = [x, y, z];
    lastValue = value;
    return value;
  };
  const isOutside = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): boolean => {
    const value = valueAt((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    // What rounding takes from the value is made up for by a little more of the radius.
    return value > lipschitz * (Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2) * (1 + 1e-9) + 1e-12 * lipschitz * size;
  };
  const tight = tightenBox(box, isOutside);
  if (tight === undefined)
    throw new InputError(
      'function: the solid is empty: f is above 0 everywhere in its bounds. Inside is where it is below 0.',
    );
  if (!hasInside(tight, valueAt, isOutside))
    throw new InputError(
      'function: the solid seems to be empty: no point was found where f is below 0. Give smaller bounds, or a solid.',
    );
  return tight;
}
