import type { BodyState } from '../../body.js';
import type { Machine } from '../../machine/machine.js';
import type { Way } from '../../view/direction.js';
import { angleDeg } from '../solids/faceSpread.js';
import { type RefinedProjection, refineProjection } from '../solids/refineProjection.js';
import { gapView } from './gapView.js';

export interface SettledDirection extends Way {
  /** Whether another look would hardly turn it. */
  readonly isSettled: boolean;
}

/** Pixels along the longer side for all looks but the last, which only have to come near. */
const COARSE_PX = 128;
/** So many of these at most: what is still turning then does so by turns, or began where next to nothing was seen. */
const MOST_COARSE_LOOKS = 3;
/** A turn by less shows nothing new: cosines change by less than 0.0002. */
const SETTLED_DEG = 1;

/**
 * From a direction to the mean normal of the faces seen facing along it, and on from there, for other faces are seen then, until it
 * hardly turns. Undefined where nothing faces anything along the first.
 *
 * Turning must not lose the bodies out of sight: slanting plates, far apart, are both seen along the way from one to the other, and
 * not along their common normal. Where the next look would see nothing facing, the one before counts.
 */
export async function settleDirection(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  start: Way,
  resolution: number,
): Promise<SettledDirection | undefined> {
  const coarsePx = Math.min(COARSE_PX, resolution);
  const look = ({ direction, up }: Way, px: number) =>
    refineProjection(machine, a, b, gapView(a, b, { direction, up, resolution: px, extent: 'both' }));
  let way = start;
  let seen = await look(way, coarsePx);
  if (seen.facingArea === 0) return undefined;
  for (let looks = 1; looks < MOST_COARSE_LOOKS && !hardlyTurns(way, seen); looks++) {
    const next = await look(seen, coarsePx);
    if (next.facingArea === 0) return { ...way, isSettled: false };
    way = seen;
    seen = next;
  }
  if (!hardlyTurns(way, seen)) return { direction: seen.direction, up: seen.up, isSettled: false };
  // From where the coarse look was taken, not from where it points to: that would be one turn more.
  const { direction, up } = coarsePx < resolution ? await look(way, resolution) : seen;
  return { direction, up, isSettled: true };
}

const RADIAN_DEG = 180 / Math.PI;

/**
 * A mean of normals is the less sure the more of them cancel each other in it, their circular variance: 0 for a plane, 1 for all
 * around, and 1 − cos of the spread. A turn of no more than that, in radians, tells nothing: some 2° for a ball that faces a ball,
 * 12° for cusps, which spread by 40°. To go on there would follow whatever slopes each look brings into sight, ever farther from
 * the teeth's axis.
 */
function hardlyTurns(way: Way, { direction, spreadDeg }: RefinedProjection): boolean {
  const variance = 1 - Math.cos(spreadDeg / RADIAN_DEG);
  return angleDeg(way.direction, direction) <= Math.max(SETTLED_DEG, RADIAN_DEG * variance);
}
