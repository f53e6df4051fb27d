import { CROSSING, NONE } from '../contact/contactKind.js';
import { type PairGaps, pairGaps, type TreeSide } from './pairGaps.js';
import { pairStack, pushPair, splitPair } from './pairStack.js';
import { motionBound, type RelativeMap, ROUNDING } from './relativeMap.js';

/** How two faces meet where the bodies stand, exactly: a place in CONTACT_KINDS. */
export type ContactOf = (moverFace: number, groundFace: number) => number;

/** What a front tells of two surfaces where they stand. */
export interface FrontStep {
  /** Crossing: `pairs` are two faces that do. Touching: all that meet, and none cross. Apart: none. Unknown: it takes too long. */
  readonly outcome: 'apart' | 'touching' | 'crossing' | 'unknown';
  /** Faces of the mover and of the ground, in turn. */
  readonly pairs: readonly number[];
  /** Whether the surfaces were apart all along the straight way from where they stood before. */
  readonly wayIsFree: boolean;
  /** How many pairs were looked at, of clusters and of faces. */
  readonly looks: number;
}

export interface SeparationFront {
  readonly gaps: PairGaps;
  /**
   * Looks at the surfaces where the bodies stand now, which took them so many steps; at so many pairs at most, or not many
   * more. `undefined` where a new front takes less time than this one.
   */
  step(now: RelativeMap, steps: number, mostLooks: number, contactOf: ContactOf): FrontStep | undefined;
  /** How far apart the surfaces are at least, in the ground's frame, after a step that found them so. */
  gap(): number;
}

/** Pairs nearer than this share of a step are split: their parts may last longer. */
const LEAST_GAP = 0.3;

/** A front is worn out where this share of its pairs needs a look at once: a new one has fewer. */
const MOST_EXPIRED = 1 / 3;

/** So is one that is so many times as long as it was at first: its pairs are finer than they need be. */
const MOST_GROWTH = 2;
const GROWTH_IN_ANY_CASE = 256;

/** Lengths of ways are rounded as they are added up; before that matters, a front is worn out. In largest coordinates. */
const LONGEST_WAY = 2 ** 10;

const UP = 1 + 2 ** -51;
const DOWN = 1 - 2 ** -51;

const FREE: FrontStep = { outcome: 'apart', pairs: [], wayIsFree: true, looks: 0 };

/**
 * Keeps in mind that two surfaces are apart: pairs of clusters of faces that make up all pairs of faces, each with a distance
 * that it was found to have at least. While the bodies have moved less than that against each other, the pair needs no
 * look. Then it gets one, and lasts for a while again; or it is split, down to pairs of faces, which exact predicates decide.
 *
 * The motions from step to step are added up to a way, and each pair knows up to which length of it it lasts.
 */
export function separationFront(mover: TreeSide, ground: TreeSide): SeparationFront {
  const gaps = pairGaps(mover, ground);
  /** The front: up to which way each pair lasts is in `gaps`. */
  const front = pairStack();
  pushPair(front, 1, 1, -Infinity);
  /** How many pairs there were when all had been looked at for the first time. */
  let firstCount: number | undefined;
  let wasCutShort = false;
  /** Up to which way all of them last. */
  let least = -Infinity;
  let way = 0;
  let last: RelativeMap | undefined;
  const stack = pairStack();

  return { gaps, step, gap: () => Math.max(0, (least - way) * DOWN - (last?.slack ?? 0)) };

  function step(now: RelativeMap, steps: number, mostLooks: number, contactOf: ContactOf): FrontStep | undefined {
    const isFirst = last === undefined;
    const motion = last ? motionBound(last.map, now.map, mover) : 0;
    const slackBefore = last ? last.slack : 0;
    // What was within the slack before is not known to be apart, but for where it stood.
    const slack = Math.max(slackBefore, now.slack);
    const wayBefore = way;
    way = (way + motion) * UP;
    last = now;
    const limit = way + slack;
    if (least > limit) return FREE;
    if (!isFirst && !wasCutShort && isWornOut(limit, now.rounding)) return undefined;
    gaps.place(now);
    const want = Math.max(slack, (LEAST_GAP * motion) / steps);
    const pairs: number[] = [];
    const old = front.count;
    let isCrossing = false;
    let wayIsFree = !isFirst;
    let nearest = Infinity;
    let looks = 0;
    let kept = 0;
    let k = 0;
    for (; k < old && !isCrossing && looks <= mostLooks; k++) {
      const { ofMover, ofGround, gaps: until } = front;
      const end = until[k];
      if (end > limit) {
        ofMover[kept] = ofMover[k];
        ofGround[kept] = ofGround[k];
        until[kept++] = end;
        if (end < nearest) nearest = end;
      } else lookAt(ofMover[k], ofGround[k], Math.max(0, end - wayBefore));
    }
    // What was not looked at any more stays to be looked at.
    while (stack.count > 0) pushPair(front, stack.ofMover[--stack.count], stack.ofGround[stack.count], -Infinity);
    for (const numbers of [front.ofMover, front.ofGround, front.gaps]) numbers.copyWithin(kept, k, front.count);
    front.count -= k - kept;
    const isDone = !isCrossing && looks <= mostLooks;
    least = isDone ? nearest : -Infinity;
    if (isDone) firstCount ??= front.count;
    wasCutShort = !isDone && !isCrossing;
    const outcome = isCrossing ? 'crossing' : !isDone ? 'unknown' : pairs.length > 0 ? 'touching' : 'apart';
    return { outcome, pairs, wayIsFree: wayIsFree && outcome === 'apart', looks };

    /** Looks at a pair that was so far apart before, at least, and at its parts. */
    function lookAt(i: number, j: number, distance: number): void {
      pushPair(stack, i, j, i < 0 ? 0 : gaps.ofClusters(i, j));
      while (stack.count > 0 && looks <= mostLooks) {
        const top = --stack.count;
        const f = stack.ofMover[top];
        const g = stack.ofGround[top];
        let gap = stack.gaps[top];
        looks++;
        if (f < 0) {
          gap = gaps.ofFaces(-1 - f, -1 - g, want);
          const kind = gap > slack ? NONE : contactOf(-1 - f, -1 - g);
          if (kind !== NONE) {
            gap = 0;
            isCrossing = kind === CROSSING;
            if (isCrossing) pairs.length = 0;
            pairs.push(-1 - f, -1 - g);
          }
        } else if (!(gap > want)) {
          splitPair(stack, gaps, mover.tree, ground.tree, f, g);
          continue;
        }
        if (!(gap > 0)) gap = 0;
        if (!isFree(distance, gap, motion, slackBefore, now.slack, now.rounding)) wayIsFree = false;
        const end = (way + gap) * DOWN;
        if (end < nearest) nearest = end;
        pushPair(front, f, g, end);
        if (isCrossing) return;
      }
    }
  }

  /** Whether many pairs need a look, or there are many more than at first, or the way has become too long. */
  function isWornOut(limit: number, rounding: number): boolean {
    const { count, gaps: until } = front;
    let expired = 0;
    for (let k = 0; k < count; k++) if (!(until[k] > limit)) expired++;
    const isLong = firstCount !== undefined && count > MOST_GROWTH * firstCount + GROWTH_IN_ANY_CASE;
    return !(expired < MOST_EXPIRED * count) || isLong || !(way < LONGEST_WAY * (rounding / ROUNDING));
  }
}

/**
 * Whether a pair cannot have met on the straight way between two places, given its distances in both as the maps show
 * them. The surfaces themselves lie off by the slacks there.
 */
function isFree(
  before: number,
  now: number,
  motion: number,
  slackBefore: number,
  slackNow: number,
  rounding: number,
): boolean {
  return (
    before + now > motion + rounding &&
    Math.max(before, now - motion) > slackBefore + rounding &&
    Math.max(now, before - motion) > slackNow + rounding
  );
}
