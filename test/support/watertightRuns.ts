import type { Body } from '../../src/body.js';
import type { Machine } from '../../src/machine/machine.js';
import { SUBPIXELS } from '../../src/machine/raster.js';
import { single } from '../../src/view/atlas.js';
import type { View } from '../../src/view/view.js';
import { edgeDistance } from './edgeDistance.js';
import { watertight } from './listKernels.js';
import { type Posed, pixelCube, posed } from './watertightPoses.js';

export interface WatertightRun {
  poses: number;
  layers: number;
  /** Rays with a stretch of negative winding, all of them beside an edge. */
  negative: number;
  /** Poses with rays that are not right, in words. */
  readonly leaks: string[];
}

/** Vertices are moved by half a step across and down at most, and edges no farther. */
const SNAP_PX = Math.SQRT1_2 / SUBPIXELS;

/**
 * Looks for leaks: an odd number of layers, entries that are not as many as exits, or rays that leave a simple solid before
 * they enter it. The last is allowed only where snapping can turn the order round: beside a silhouette, where the planes
 * of the two faces cross.
 */
export async function findLeaks(
  machine: Machine,
  poses: Iterable<Posed & { readonly view: View }>,
  snapPx = SNAP_PX,
): Promise<WatertightRun> {
  const run: WatertightRun = { poses: 0, layers: 0, negative: 0, leaks: [] };
  for (const { name, body, simple, view } of poses) {
    const { layers, odd, unbalanced, negative, far } = await machine.run(single(view), async (frame) => {
      frame.lists([{ body }]);
      const [tally] = await frame.examine(watertight);
      const map = simple && tally.negative > 0 ? await frame.read('map') : undefined;
      return { ...tally, far: map ? farFromEdges(body, view, map, snapPx) : 0 } as Record<string, number>;
    });
    if (odd + unbalanced + far > 0)
      run.leaks.push(`pose ${run.poses} (${name}): ${JSON.stringify({ odd, unbalanced, far })}`);
    run.poses++;
    run.layers += layers;
    run.negative += simple ? negative : 0;
    machine.forget(body);
  }
  return run;
}

/** The poses of a seed, one after the other. */
export function* posesOf(seed: number, from: number, end: number, size: number) {
  const view = pixelCube(size);
  for (let k = from; k < end; k++) yield { ...posed(seed, k, size), view };
}

/** How many pixels with a value above 0 have no edge within `reachPx`. */
function farFromEdges(body: Body, view: View, map: Float32Array, reachPx: number): number {
  const distance = edgeDistance([body], view, 2 * reachPx);
  return map.reduce((count, value, p) => count + (value > 0 && !(distance[p] <= reachPx) ? 1 : 0), 0);
}
