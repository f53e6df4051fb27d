import type { BodyState } from '../../src/body.js';
import type { LayerLists } from '../../src/machine/lists.js';
import { isEntry, slotOf } from '../../src/machine/lists.js';
import type { Machine } from '../../src/machine/machine.js';
import { single } from '../../src/view/atlas.js';
import type { View } from '../../src/view/view.js';

/** What the z-list of one ray says of the bodies A (slot 0) and B (slot 1). */
export interface Ray {
  /** Whether a stretch of the ray, longer than nothing, lies inside both. */
  readonly collides: boolean;
  /** Whether the ray only grazes a body: it enters it and leaves it at one depth. Counting faces and measuring stretches differ there. */
  readonly grazes: boolean;
  /** How far it is from a stretch in one body to a stretch in the other, at least; 0 where they meet or overlap. */
  readonly gap: number;
  /** The number of layers of each, and of B before A's last one and up to A's first. */
  readonly layers: readonly [number, number];
  readonly beforeLast: number;
  readonly upToFirst: number;
}

/** Reads every ray of a view on its own: the z-lists as Shinya and Forgue have them, one winding per body. */
export async function readRays(machine: Machine, A: BodyState, B: BodyState, view: View): Promise<Ray[]> {
  const lists = await machine.run(single(view), async (frame) => {
    frame.lists([{ body: A }, { body: B }]);
    return frame.read('lists');
  });
  return Array.from({ length: view.columns * view.rows }, (_, p) => readRay(lists, p, view.columns * view.rows));
}

function readRay(lists: LayerLists, p: number, count: number): Ray {
  const winding = [0, 1].map((slot) => (lists.before.length === 0 ? 0 : lists.before[slot * count + p]));
  const depths: number[][] = [[], []];
  const began = [0, 0];
  let both = winding[0] !== 0 && winding[1] !== 0;
  let begin = 0;
  let collides = false;
  let grazes = false;
  let gap = collides ? 0 : Infinity;
  const left = [-Infinity, -Infinity];
  for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
    const slot = slotOf(lists.name[k], lists);
    const depth = lists.depth[k];
    depths[slot].push(depth);
    const was = winding[slot] !== 0;
    winding[slot] += isEntry(lists.name[k]) ? 1 : -1;
    const is = winding[slot] !== 0;
    if (is && !was) {
      began[slot] = depth;
      gap = winding[1 - slot] !== 0 ? 0 : Math.min(gap, depth - left[1 - slot]);
    }
    if (was && !is) {
      left[slot] = depth;
      if (depth === began[slot]) grazes = true;
    }
    const now = winding[0] !== 0 && winding[1] !== 0;
    if (now && !both) begin = depth;
    if (both && !now && depth > begin) collides = true;
    both = now;
  }
  if (both && begin < 1) collides = true;
  const [a, b] = depths;
  return {
    ...{ collides, grazes, gap: both ? 0 : gap, layers: [a.length, b.length] },
    beforeLast: b.filter((depth) => depth < a[a.length - 1]).length,
    upToFirst: b.filter((depth) => depth <= a[0]).length,
  };
}
