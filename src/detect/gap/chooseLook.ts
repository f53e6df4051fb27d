import { pixelSize, type View } from '../../view/view.js';
import type { GapDirection } from './directionFor.js';
import type { GapRays } from './gapRays.js';
import { RAY_SEES } from './rayGap.js';

/** What the rays along one direction show. */
export interface GapLook {
  readonly view: View;
  readonly rays: GapRays;
  readonly by: GapDirection['by'];
  readonly depthError: number;
}

/** Rays along the longer side for a first look along each direction. */
const FIRST_LOOK_PX = 128;
/** A direction gives way to a later one that shows so many times as much of both bodies. */
const FAR_MORE = 4;

/**
 * Of directions to look along, the best first, the one to take: the first along which rays see both bodies, unless a later one shows far
 * more of both. Areas are compared, not numbers of rays: a view of little is as fine as one of much. If none shows both, the first.
 */
export async function chooseLook(
  directions: readonly GapDirection[],
  resolution: number,
  lookAlong: (direction: GapDirection, resolution: number) => Promise<GapLook>,
): Promise<GapLook> {
  const [first] = directions;
  if (directions.length === 1) return lookAlong(first, resolution);
  let best = first;
  let most = 0;
  for (const direction of directions) {
    const area = areaOfBoth(await lookAlong(direction, Math.min(FIRST_LOOK_PX, resolution)));
    if (area <= FAR_MORE * most) continue;
    most = area;
    best = direction;
  }
  const look = await lookAlong(best, resolution);
  if (areaOfBoth(look) > 0) return look;
  // What a first look misses, finer rays may meet.
  for (const direction of directions) {
    if (direction === best) continue;
    const other = await lookAlong(direction, resolution);
    if (areaOfBoth(other) > 0) return other;
  }
  return best === first ? look : lookAlong(first, resolution);
}

function areaOfBoth({ view, rays: { seen } }: GapLook): number {
  const [across, down] = pixelSize(view);
  let count = 0;
  for (let p = 0; p < seen.length; p++) if (seen[p] === RAY_SEES.both) count++;
  return count * across * down;
}
