import { DEPTH_ERROR_SHARE, ROUNDING_SHARE } from '../constants.js';
import type { Machine } from '../machine/machine.js';
import { type Box, extent } from '../math/box.js';
import { length } from '../math/vector.js';

/** By how much rounding may displace points of bodies with these boxes on the way into a machine, in model units. */
export function positionErrorOf({ positionError }: Machine, ...bounds: readonly Box[]): number {
  let error = 0;
  for (const box of bounds) {
    const { min, max } = box;
    const reach = Math.max(-min[0], -min[1], -min[2], max[0], max[1], max[2]);
    error = Math.max(error, ROUNDING_SHARE * reach, positionError * length(extent(box)));
  }
  return error;
}

/** By how much a length along a view of this depth may be wrong, from rounding alone. */
export const depthErrorOf = (depthSize: number, positionError: number): number =>
  Math.max(DEPTH_ERROR_SHARE * depthSize, positionError);
