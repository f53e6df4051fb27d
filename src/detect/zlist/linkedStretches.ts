import type { Stretches } from './overlapStretches.js';

/** Hears of stretches that hang together: `i0` to `i1` of one ray, `j0` to `j1` of the other, either of which may be none. */
export type HearLinked = (i0: number, i1: number, j0: number, j1: number) => void;

/**
 * Tells which stretches of two neighbouring rays hang together, the nearest first: those that overlap in depth, or miss each other by no
 * more than `slack`, as those of a slanting overlap thinner than it rises from ray to ray. A ray outside the view (−1) has none.
 *
 * What hangs together covers one piece of the depth, on either ray, and no other lies within that.
 */
export function linkedStretches({ first, from, to, slack }: Stretches, p: number, q: number, hear: HearLinked): void {
  let i = p < 0 ? 0 : first[p];
  let j = q < 0 ? 0 : first[q];
  const iEnd = p < 0 ? 0 : first[p + 1];
  const jEnd = q < 0 ? 0 : first[q + 1];
  while (i < iEnd || j < jEnd) {
    const i0 = i;
    const j0 = j;
    // How far the other ray's may begin.
    let reachP = -Infinity;
    let reachQ = -Infinity;
    if (j >= jEnd || (i < iEnd && from[i] < from[j])) reachP = to[i++] + slack;
    else reachQ = to[j++] + slack;
    for (;;) {
      if (i < iEnd && from[i] < reachQ) reachP = to[i++] + slack;
      else if (j < jEnd && from[j] < reachP) reachQ = to[j++] + slack;
      else break;
    }
    hear(i0, i, j0, j);
  }
}
