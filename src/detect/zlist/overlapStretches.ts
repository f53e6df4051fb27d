import { type LayerLists, slotOf } from '../../machine/lists.js';
import type { Soundness } from '../soundness.js';

/** Whose surface it is: A's, B's, or that of neither, as far as rays tell. */
export const SIDE = { a: 0, b: 1, unknown: 2 } as const;

/**
 * Every stretch of every ray inside both bodies, row by row: those of ray p are `first[p]` to `first[p + 1]`, nearest first. Depths are
 * shares of the view's depth range.
 */
export interface Stretches {
  readonly columns: number;
  readonly rows: number;
  readonly first: Uint32Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Whose layer begins each and ends it, as in {@link SIDE}; the view's borders are nobody's. */
  readonly fromSide: Uint8Array;
  readonly toSide: Uint8Array;
  /** Stretches of neighbouring rays hang together where they miss each other by less, as a share of the depth range. */
  readonly slack: number;
  /** For how long, between two depths, ray p is inside B and not inside A, and the other way round. */
  misses(p: number, from: number, to: number): readonly [a: number, b: number];
}

export interface StretchOptions {
  /** Of A and B. */
  readonly soundness: readonly [Soundness, Soundness];
  /** Stretches no longer than this share of the depth range are contact. */
  readonly noise: number;
  /** Stretches longer than this share are none: they were looked at closely, and are artefacts of walls. */
  readonly longest: number;
  readonly slack: number;
}

/**
 * Sweeps the lists of a view with A (slot 0) and B (slot 1), by the rules of {@link pairSweep}: inside is where the winding is not 0, or
 * odd; rays that do not leave a body again are put aside; stretches that meet are one.
 */
export function overlapStretches(
  lists: LayerLists,
  { columns, rows }: { columns: number; rows: number },
  { soundness, noise, longest, slack }: StretchOptions,
): Stretches {
  const { first: firstLayer, depth: depths, name: names, before } = lists;
  const count = columns * rows;
  const [bitsA, bitsB] = soundness.map(({ oddInside }) => (oddInside ? 1 : -1));
  const [checkA, checkB] = soundness.map(({ mayBeOpen }) => mayBeOpen);
  const beforeOf = (p: number, slot: number): number => (before.length > 0 ? before[slot * count + p] : 0);

  // A stretch takes two layers, or ends at the view's border.
  const most = Math.ceil(names.length / 2) + count;
  const first = new Uint32Array(count + 1);
  const from = new Float32Array(most);
  const to = new Float32Array(most);
  const fromSide = new Uint8Array(most);
  const toSide = new Uint8Array(most);
  let found = 0;

  const isPutAside = (p: number): boolean => {
    let a = beforeOf(p, 0);
    let b = beforeOf(p, 1);
    for (let k = firstLayer[p]; k < firstLayer[p + 1]; k++) {
      const turn = (names[k] >>> 31) * 2 - 1;
      if (slotOf(names[k], lists) === 0) a += turn;
      else b += turn;
    }
    return (checkA && (a & bitsA) !== 0) || (checkB && (b & bitsB) !== 0);
  };

  const sweep = (p: number): void => {
    const last = firstLayer[p + 1];
    let a = beforeOf(p, 0);
    let b = beforeOf(p, 1);
    let both = (a & bitsA) !== 0 && (b & bitsB) !== 0;
    // The stretch that is not yet counted.
    let begin = 0;
    let end = -1;
    let beginSide: number = SIDE.unknown;
    let endSide: number = SIDE.unknown;
    for (let k = firstLayer[p]; ; k++) {
      let depth = 1;
      let slot: number = SIDE.unknown;
      if (k < last) {
        slot = slotOf(names[k], lists);
        const turn = (names[k] >>> 31) * 2 - 1;
        if (slot === 0) a += turn;
        else b += turn;
        const now = (a & bitsA) !== 0 && (b & bitsB) !== 0;
        if (now === both) continue;
        both = now;
        depth = depths[k];
        if (!now) {
          end = depth;
          endSide = slot;
          continue;
        }
        if (depth - end <= noise) continue;
      } else if (both) {
        end = 1;
        endSide = SIDE.unknown;
      }
      const length = end - begin;
      if (end >= 0 && length > noise && length <= longest) {
        from[found] = begin;
        to[found] = end;
        fromSide[found] = beginSide;
        toSide[found] = endSide;
        found++;
      }
      if (k >= last) return;
      begin = depth;
      beginSide = slot;
    }
  };

  for (let p = 0; p < count; p++) {
    first[p] = found;
    const isEmpty = firstLayer[p] === firstLayer[p + 1] && beforeOf(p, 0) === 0 && beforeOf(p, 1) === 0;
    if (!isEmpty && !((checkA || checkB) && isPutAside(p))) sweep(p);
  }
  first[count] = found;

  const misses: Stretches['misses'] = (p, begin, end) => {
    let a = beforeOf(p, 0);
    let b = beforeOf(p, 1);
    let [missesA, missesB] = [0, 0];
    let before = begin;
    for (let k = firstLayer[p]; before < end; k++) {
      const isLast = k >= firstLayer[p + 1];
      const depth = isLast ? end : Math.min(end, Math.max(begin, depths[k]));
      const [isInA, isInB] = [(a & bitsA) !== 0, (b & bitsB) !== 0];
      if (isInB && !isInA) missesA += depth - before;
      if (isInA && !isInB) missesB += depth - before;
      before = depth;
      if (isLast) break;
      const turn = (names[k] >>> 31) * 2 - 1;
      if (slotOf(names[k], lists) === 0) a += turn;
      else b += turn;
    }
    return [missesA, missesB];
  };

  return {
    ...{ columns, rows, first, slack, misses },
    ...{ from: from.subarray(0, found), to: to.subarray(0, found) },
    ...{ fromSide: fromSide.subarray(0, found), toSide: toSide.subarray(0, found) },
  };
}
