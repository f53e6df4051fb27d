import { stemOf } from './load/stemOf.js';

interface Named {
  readonly name: string;
  readonly path: readonly string[];
  readonly file: string;
}

/**
 * A name for each that no other has, as short as can be: its own; else with its file; else with as much of what it stands in as is
 * needed; else with a number.
 */
export function distinctNames(all: readonly Named[]): string[] {
  const deepest = all.reduce((most, { path }) => Math.max(most, path.length), 0);
  const inside = ({ name, path }: Named, depth: number): string => [...path.slice(path.length - depth), name].join('/');
  const depths = Array.from({ length: Math.min(deepest, MOST_DEPTH) }, (_, k) => k + 1);
  const forms: ((one: Named) => string)[] = [
    ({ name }) => name,
    ({ name, file }) => `${stemOf(file)}:${name}`,
    ...depths.map((depth) => (one: Named) => inside(one, Math.min(depth, one.path.length))),
    (one) => `${stemOf(one.file)}:${inside(one, one.path.length)}`,
  ];
  const out = new Array<string>(all.length);
  const taken = new Set<string>();
  let left = all.map((_, i) => i);
  for (const form of forms) {
    const groups = new Map<string, number[]>();
    for (const i of left) {
      const name = form(all[i]);
      const members = groups.get(name);
      if (members) members.push(i);
      else groups.set(name, [i]);
    }
    left = [];
    for (const [name, members] of groups)
      if (members.length === 1 && !taken.has(name)) taken.add((out[members[0]] = name));
      else for (const i of members) left.push(i);
  }
  const numbers = new Map<string, number>();
  for (const i of left.sort((p, q) => p - q)) {
    const { name } = all[i];
    let number = numbers.get(name) ?? 1;
    while (taken.has(`${name} #${number}`)) number++;
    taken.add((out[i] = `${name} #${number}`));
    numbers.set(name, number + 1);
  }
  return out;
}

/** Names with more than this in front of them are no easier to tell apart. */
const MOST_DEPTH = 8;
