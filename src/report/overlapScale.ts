import type { OverlapScale } from './drawScene.js';
import { roundStep } from './roundNumbers.js';
import type { SceneRays } from './sceneRays.js';

/** At most this many contour lines. */
const MOST_STEPS = 9;

/** Colours up to the longest overlap of all rays, contour lines at round steps; undefined where nothing overlaps. */
export function overlapScale({ overlap, range }: SceneRays): OverlapScale | undefined {
  let longest = 0;
  for (let p = 0; p < overlap.length; p++) if (overlap[p] > longest) longest = overlap[p];
  longest *= range;
  return longest > 0 ? { longest, step: roundStep(longest, MOST_STEPS) } : undefined;
}
