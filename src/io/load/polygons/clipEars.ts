import { cornerRing } from './cornerRing.js';
import { cornerSet } from './cornerSet.js';
import { goesBack, samePlace, turn } from './flatCorners.js';

/**
 * Divides a plane polygon (`u v` per corner, counter-clockwise) into triangles by cutting off ears: corners whose triangle
 * holds no other corner. Calls `emit` with corner numbers, once for each but two. Polygons that touch themselves in
 * corners, as those do that reach a hole over a bridge, are divided without overlap; what crosses itself comes out
 * somehow, complete.
 *
 * Takes at most `testsLeft` tests of a corner against the box of a triangle, or what costs as much, and returns how many
 * are left; below zero: it gave up.
 */
export function clipEars(
  flat: Float64Array,
  testsLeft: number,
  emit: (a: number, b: number, c: number) => void,
): number {
  const cornerCount = flat.length / 2;
  let count = cornerCount;
  const next = Uint32Array.from({ length: count }, (_, i) => (i + 1 < count ? i + 1 : 0));
  const previous = Uint32Array.from({ length: count }, (_, i) => (i > 0 ? i - 1 : count - 1));
  const isGone = new Uint8Array(count);
  let kept = 0; // a corner that is not cut off
  const cutOff = (corner: number): void => {
    const a = previous[corner];
    const c = next[corner];
    emit(a, corner, c);
    next[a] = c;
    previous[c] = a;
    isGone[corner] = 1;
    kept = a;
    count--;
  };
  // Sides without length have no direction, and their triangles no area in any division.
  for (let corner = 0; corner < cornerCount && count > 3; corner++)
    if (samePlace(flat, corner, next[corner])) cutOff(corner);

  // Of the corners within a triangle, the one nearest to its tip does not turn left: only such ones need be looked at.
  const blunt = cornerSet(flat, previous, next);
  // The others, which may be ears, are a ring of their own: a round goes over them alone.
  const sharp = cornerRing(cornerCount);
  // Corners that do not turn may be cut off anywhere, without area, where there are no ears.
  const spikes: number[] = [];
  const straight: number[] = [];
  const isBlunt = (corner: number): boolean => {
    const left = turn(flat, previous[corner], corner, next[corner]);
    if (left === 0) (goesBack(flat, previous[corner], corner, next[corner]) ? spikes : straight).push(corner);
    return !(left > 0);
  };
  for (let corner = 0; corner < cornerCount; corner++) {
    if (isGone[corner] === 1) continue;
    if (isBlunt(corner)) blunt.add(corner);
    else sharp.addLast(corner);
  }

  let corner = sharp.first();
  let lookedAt = 0; // corners in a row that are no ears
  let isLax = false; // whether ears may close a gap of no width
  /** Sorts a corner anew whose sides have changed; `place` is where it belongs among the sharp ones. */
  const sort = (changed: number, place: number): void => {
    const wasBlunt = blunt.has(changed);
    if (isBlunt(changed) === wasBlunt) return;
    if (wasBlunt) {
      blunt.remove(changed);
      sharp.addBehind(changed, place);
      if (sharp.size() === 1) corner = changed;
    } else {
      blunt.add(changed);
      if (corner === changed) corner = sharp.next(changed);
      sharp.remove(changed);
    }
  };
  const cutSpike = (tip: number): void => {
    const a = previous[tip];
    const c = next[tip];
    cutOff(tip);
    blunt.remove(tip);
    if (samePlace(flat, a, c) && count > 3) {
      cutOff(a);
      if (blunt.has(a)) blunt.remove(a);
      else {
        if (corner === a) corner = sharp.next(a);
        sharp.remove(a);
      }
    }
    sort(previous[c], corner);
    sort(c, corner);
  };
  const takeFlat = (list: number[]): number | undefined => {
    for (let tip = list.pop(); tip !== undefined; tip = list.pop())
      if (isGone[tip] === 0 && turn(flat, previous[tip], tip, next[tip]) === 0) return tip;
    return undefined;
  };

  while (count > 3) {
    if (lookedAt >= sharp.size()) {
      // What is cut down to a line holds up its neighbours: it goes first.
      let tip = takeFlat(spikes);
      const hadSpikes = tip !== undefined;
      for (; tip !== undefined; tip = count > 3 ? takeFlat(spikes) : undefined) cutSpike(tip);
      if (!hadSpikes && isLax) {
        tip = takeFlat(straight);
        if (tip === undefined) break;
        cutSpike(tip);
      }
      isLax = !hadSpikes && !isLax;
      lookedAt = 0;
      continue;
    }
    const c = next[corner];
    const isBlocked = blunt.meets(previous[corner], corner, c, isLax);
    if (blunt.spent() > testsLeft) break;
    if (isBlocked) {
      corner = sharp.next(corner);
      lookedAt++;
      continue;
    }
    const ear = corner;
    cutOff(ear);
    lookedAt = 0;
    isLax = false;
    sort(previous[c], sharp.previous(ear));
    sort(c, ear);
    const after = sharp.next(ear);
    sharp.remove(ear);
    corner = after === c ? sharp.next(c) : after; // not c: ears cut in a row would make a fan of slivers
  }
  // A triangle, or what has no ears: crossing itself.
  for (let b = next[kept]; count > 2; count--, b = next[b]) emit(kept, b, next[b]);
  return testsLeft - blunt.spent();
}
