import { ROUNDING_SHARE } from '../constants.js';
import type { Box } from '../math/box.js';

/**
 * The pairs of boxes that meet, or are no farther apart than `gap` along any axis: sweep and prune (D. Baraff, 1992). Boxes
 * are sorted by where they begin along the axis in which they are spread most; each is then compared only with those that
 * begin before it ends. Pairs come as (i, j) with i < j, in ascending order.
 */
export function candidatePairs(boxes: readonly Box[], gap = 0): [number, number][] {
  const axis = widestSpread(boxes);
  // Rounding of the farthest box: one that is compared later may be that far.
  const slack =
    ROUNDING_SHARE * boxes.reduce((most, b) => Math.max(most, Math.abs(b.min[axis]), Math.abs(b.max[axis])), 0);
  const order = boxes.map((_, i) => i).sort((i, j) => boxes[i].min[axis] - boxes[j].min[axis]);
  const pairs: [number, number][] = [];
  for (let s = 0; s < order.length; s++) {
    const i = order[s];
    const a = boxes[i];
    for (let t = s + 1; t < order.length; t++) {
      const j = order[t];
      const b = boxes[j];
      if (b.min[axis] > a.max[axis] + gap + slack) break;
      if (areNear(a, b, gap)) pairs.push(i < j ? [i, j] : [j, i]);
    }
  }
  return pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

function areNear(a: Box, b: Box, gap: number): boolean {
  for (let k = 0; k < 3; k++) {
    const reach = gap + slackOf(a, b, k);
    if (a.min[k] > b.max[k] + reach || b.min[k] > a.max[k] + reach) return false;
  }
  return true;
}

/** What rounding may do: boxes apart by less may touch. */
const slackOf = (a: Box, b: Box, k: number): number =>
  ROUNDING_SHARE * Math.max(Math.abs(a.min[k]), Math.abs(a.max[k]), Math.abs(b.min[k]), Math.abs(b.max[k]));

/** The axis along which the boxes' centres vary most. */
function widestSpread(boxes: readonly Box[]): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  let most = -1;
  for (const k of [0, 1, 2] as const) {
    const centres = boxes.map(({ min, max }) => (min[k] + max[k]) / 2);
    const mean = centres.reduce((sum, c) => sum + c, 0) / centres.length;
    const variance = centres.reduce((sum, c) => sum + (c - mean) ** 2, 0);
    if (variance > most) {
      most = variance;
      best = k;
    }
  }
  return best;
}
