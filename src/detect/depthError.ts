import { type BodyState, castAt } from '../body.js';
import { DEPTH_ERROR_SHARE, ROUNDING_SHARE } from '../constants.js';
import { castErrorIn, F64_CAST_ERROR } from '../machine/castError.js';
import { flatteningError } from '../machine/flattened.js';
import type { Machine } from '../machine/machine.js';
import { type Box, extent } from '../math/box.js';
import { length } from '../math/vector.js';
import type { View } from '../view/view.js';

/** A body, and the box around it where it stands. */
interface Placed {
  readonly body: BodyState;
  readonly bounds: Box;
}

/** By how much rounding may displace points of these bodies on the way into a machine, in model units. */
export function positionErrorOf({ positionError }: Machine, ...placed: readonly Placed[]): number {
  let error = 0;
  for (const { body, bounds } of placed) {
    const { min, max } = bounds;
    const reach = Math.max(-min[0], -min[1], -min[2], max[0], max[1], max[2]);
    const share = castAt(body) ? Math.max(F64_CAST_ERROR, positionError) : positionError;
    error = Math.max(error, ROUNDING_SHARE * reach, POSE_SHARE * posedReach(body), share * length(extent(bounds)));
  }
  return error;
}

/** Posing a vertex takes six roundings of 2^-53 of its largest term; this leaves room for a sum of three such coordinates. */
const POSE_SHARE = 2 ** -48;

/** The largest sum of terms that make a coordinate: where a pose brings back what lies far off, they are larger than it is. */
function posedReach({ pose: m, bounds: { min, max } }: BodyState): number {
  const far = [0, 1, 2].map((k) => Math.max(-min[k], max[k]));
  let reach = 0;
  for (let r = 0; r < 12; r += 4) {
    const terms = [0, 1, 2].reduce((sum, k) => sum + Math.abs(m[r + k]) * far[k], Math.abs(m[r + 3]));
    reach = Math.max(reach, terms);
  }
  return reach;
}

/** By how much a length along a view of this depth may be wrong, from rounding alone. */
export const depthErrorOf = (depthSize: number, positionError: number): number =>
  Math.max(DEPTH_ERROR_SHARE * depthSize, positionError);

/**
 * By how much a length along a view of these bodies may be wrong: from rounding, from casting rays at surfaces, and where patches are
 * flattened.
 */
export function lookErrorOf(machine: Machine, view: View, placed: readonly Placed[]): number {
  const rounding = depthErrorOf(view.size[2], positionErrorOf(machine, ...placed));
  return placed.reduce(
    (error, { body }) => error + castErrorIn(machine.castError, body, view) + flatteningError(body, view),
    rounding,
  );
}
