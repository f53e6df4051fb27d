/** Bodies that overlap all at once, and how much. */
export interface GroupAccount {
  readonly slots: readonly number[];
  /** All stretches of each ray together, by pixel, and the longest one with its ray and beginning; in shares of the depth. */
  readonly lengths: Map<number, number>;
  longest: number;
  longestPixel: number;
  longestFrom: number;
  /** The last stretch: another one may go on from it, as across a face inside a body. */
  last: { pixel: number; from: number; to: number };
}

/** Keeps account of one stretch inside all of some bodies, given by their slots in ascending order. */
export function countGroup(
  groups: Map<string, GroupAccount>,
  inside: readonly number[],
  pixel: number,
  from: number,
  to: number,
  noise: number,
): void {
  if (to - from <= noise) return;
  const key = inside.join();
  let group = groups.get(key);
  if (!group) {
    const last = { pixel: -1, from: 0, to: 0 };
    group = { slots: inside.slice(), lengths: new Map(), longest: 0, longestPixel: -1, longestFrom: 0, last };
    groups.set(key, group);
  }
  const { last } = group;
  const goesOn = last.pixel === pixel && from - last.to <= noise;
  const begin = goesOn ? last.from : from;
  group.lengths.set(pixel, (group.lengths.get(pixel) ?? 0) + to - (goesOn ? last.to : from));
  group.last = { pixel, from: begin, to };
  if (to - begin > group.longest)
    Object.assign(group, { longest: to - begin, longestPixel: pixel, longestFrom: begin });
}
