import type { BodyState } from '../../../src/body.js';
import type { View } from '../../../src/view/view.js';
import { crossings } from '../../support/edgeDistance.js';

/**
 * The gap on each ray from every face that it crosses, in f64: of bodies that are closed and do not overlap themselves, every
 * other stretch between crossings is inside. NaN where a ray does not cross both.
 */
export function rayOracle(a: BodyState, b: BodyState, view: View): Float64Array {
  const [ofA, ofB] = [crossings([a], view), crossings([b], view)];
  return Float64Array.from(ofA, (_, p) => {
    const [mine, others] = [stretches(ofA[p]), stretches(ofB[p])];
    let overlap = 0;
    let apart = Number.NaN;
    for (const [from, to] of mine)
      for (const [begin, end] of others) {
        overlap = Math.max(overlap, Math.min(to, end) - Math.max(from, begin));
        const way = Math.max(from - end, begin - to);
        if (!(way >= apart)) apart = way;
      }
    return (overlap > 0 ? -overlap : apart) * view.size[2];
  });
}

function stretches(depths: number[]): [number, number][] {
  const sorted = depths.sort((p, q) => p - q);
  return Array.from({ length: sorted.length / 2 }, (_, k) => [sorted[2 * k], sorted[2 * k + 1]]);
}
