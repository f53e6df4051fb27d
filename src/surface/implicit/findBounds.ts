import type { Box } from '../../math/box.js';
import { propagateBox } from '../formula/propagate.js';
import type { Working } from '../formula/ranges.js';
import { boundByCones } from './boundByCones.js';

/** Solids are looked for as far out as this: 10^12, whatever the unit. */
const FARTHEST = 40;
const NEAREST = -40;

/**
 * A box around all of a formula's inside, found by interval arithmetic: where x is more than some number, whatever y and z are, the formula
 * is above 0; and so for every side, each with what is known from those before. Undefined where that cannot be shown.
 */
export function findBounds(working: Working): Box | undefined {
  const { program, ranges } = working;
  const box = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
  const isOutsideBeyond = (side: number, place: number): boolean => {
    const beyond = box.slice();
    // Sides 0 to 2 are below, 3 to 5 above.
    beyond[(side + 3) % 6] = place;
    propagateBox(working, beyond[0], beyond[1], beyond[2], beyond[3], beyond[4], beyond[5]);
    return ranges.lo[program.result] > 0;
  };
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (let side = 0; side < 6; side++) {
      if (Number.isFinite(box[side])) continue;
      const sign = side < 3 ? -1 : 1;
      let exponent = FARTHEST;
      if (!isOutsideBeyond(side, sign * 2 ** exponent)) continue;
      while (exponent > NEAREST && isOutsideBeyond(side, sign * 2 ** (exponent - 1))) exponent--;
      box[side] = sign * 2 ** exponent;
      isNew = true;
    }
  }
  if (box.every(Number.isFinite)) return { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
  const reach = boundByCones(working);
  return reach === undefined
    ? undefined
    : {
        min: [Math.max(box[0], -reach), Math.max(box[1], -reach), Math.max(box[2], -reach)],
        max: [Math.min(box[3], reach), Math.min(box[4], reach), Math.min(box[5], reach)],
      };
}
