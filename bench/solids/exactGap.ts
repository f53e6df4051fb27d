import type { Hit } from './exactRays.js';

/** A signed distance along a ray, and the faces at its ends. */
export interface ExactGap {
  readonly gap: number;
  readonly faces: readonly [a: number, b: number];
}

interface Stretch {
  readonly from: Hit;
  readonly to: Hit;
}

/**
 * The gap as `gap` defines it, straight from the definition: of all pairs of a stretch in A and one in B, the longest that they have
 * in common, negative; else the shortest way from one to the other. Undefined where a ray does not see both.
 */
export function exactGap(hits: readonly Hit[]): ExactGap | undefined {
  const [inA, inB] = [stretches(hits, 0), stretches(hits, 1)];
  let overlap: ExactGap | undefined;
  let apart: ExactGap | undefined;
  for (const a of inA)
    for (const b of inB) {
      const begin = a.from.depth > b.from.depth ? a.from : b.from;
      const end = a.to.depth < b.to.depth ? a.to : b.to;
      const gap = begin.depth - end.depth;
      if (gap < 0 ? overlap && gap >= overlap.gap : apart && gap >= apart.gap) continue;
      const found: ExactGap = { gap, faces: begin.body === 0 ? [begin.face, end.face] : [end.face, begin.face] };
      if (gap >= 0) apart = found;
      // One body's stretch may lie within the other's: then both ends are that body's, and there is no face of the other.
      else overlap = begin.body === end.body ? { gap, faces: [-1, -1] } : found;
    }
  return overlap ?? apart;
}

/** Where a ray is in a body, whatever its winding there. */
function stretches(hits: readonly Hit[], body: 0 | 1): Stretch[] {
  const found: Stretch[] = [];
  let winding = 0;
  let from: Hit | undefined;
  for (const hit of hits) {
    if (hit.body !== body) continue;
    const was = winding;
    winding += hit.isEntry ? 1 : -1;
    if (was === 0) from = hit;
    else if (winding === 0) found.push({ from: from!, to: hit });
  }
  return found;
}
