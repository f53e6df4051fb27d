/** Bodies that overlap all at once, and how much. */
export interface GroupAccount {
  readonly slots: readonly number[];
  /** All stretches of each ray together, by pixel, and the longest one with its ray and beginning; in shares of the depth. */
  readonly lengths: Map<number, number>;
  longest: number;
  longestPixel: number;
  longestFrom: number;
  /** The last stretch, and its pixel: another one may go on from it, as across a face inside a body. */
  lastPixel: number;
  lastFrom: number;
  lastTo: number;
}

/** Keeps account of one stretch inside all of some bodies, given by their slots in ascending order; pixels come in order. */
export type CountGroup = (inside: readonly number[], pixel: number, from: number, to: number) => void;

/** Keeps its accounts in `groups`; stretches no longer than `noise` are none. */
export function groupCounter(groups: Map<string, GroupAccount>, noise: number): CountGroup {
  // From ray to ray it mostly is the same bodies.
  let latest: GroupAccount | undefined;
  return (inside, pixel, from, to) => {
    if (to - from <= noise) return;
    if (!latest || !isSame(latest.slots, inside)) latest = accountOf(groups, inside);
    const group = latest;
    const isSamePixel = group.lastPixel === pixel;
    const goesOn = isSamePixel && from - group.lastTo <= noise;
    const begin = goesOn ? group.lastFrom : from;
    const before = isSamePixel ? group.lengths.get(pixel)! : 0;
    group.lengths.set(pixel, before + to - (goesOn ? group.lastTo : from));
    group.lastPixel = pixel;
    group.lastFrom = begin;
    group.lastTo = to;
    if (to - begin <= group.longest) return;
    group.longest = to - begin;
    group.longestPixel = pixel;
    group.longestFrom = begin;
  };
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  if (some.length !== others.length) return false;
  for (let k = 0; k < some.length; k++) if (some[k] !== others[k]) return false;
  return true;
}

function accountOf(groups: Map<string, GroupAccount>, inside: readonly number[]): GroupAccount {
  const key = inside.join();
  let group = groups.get(key);
  if (!group) {
    const none = { longest: 0, longestPixel: -1, longestFrom: 0, lastPixel: -1, lastFrom: 0, lastTo: 0 };
    groups.set(key, (group = { slots: inside.slice(), lengths: new Map(), ...none }));
  }
  return group;
}
