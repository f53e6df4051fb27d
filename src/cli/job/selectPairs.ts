import { InputError } from '../../errors.js';
import type { AssembledBody } from '../../io/assemble.js';
import type { Selection, Within } from './jobSpec.js';
import { matcher } from './matcher.js';

/** The bodies in the order in which pairs name them, and which pairs are asked for. */
export interface SelectedPairs {
  readonly bodies: readonly AssembledBody[];
  /** By places in `bodies`, the lower first. */
  readonly between: (i: number, j: number) => boolean;
  readonly pairCount: number;
}

/**
 * Applies a selection. Bodies of set A stand before those of both sets, and these before those of set B, so that the first of
 * each pair is of set A, and the second of set B.
 */
export function selectPairs(all: readonly AssembledBody[], selection: Selection): SelectedPairs {
  const { a, b, ignore, within } = selection;
  const setA = setOf(all, a, '--a');
  const setB = setOf(all, b, '--b');
  const ignored = ignore.map(
    (pair) => pair.map((pattern) => setOf(all, [pattern], '--ignore')) as [Set<AssembledBody>, Set<AssembledBody>],
  );
  const rank = (one: AssembledBody): number => (setA.has(one) ? (setB.has(one) ? 1 : 0) : 2);
  const bodies = all.filter((one) => setA.has(one) || setB.has(one)).sort((p, q) => rank(p) - rank(q));
  const isAsked = (p: AssembledBody, q: AssembledBody): boolean =>
    setA.has(p) &&
    setB.has(q) &&
    !ignored.some(([x, y]) => (x.has(p) && y.has(q)) || (x.has(q) && y.has(p))) &&
    (within === undefined || isWithin(p, q, within));
  const between = (i: number, j: number): boolean => isAsked(bodies[i], bodies[j]);
  let pairCount = 0;
  for (let i = 0; i < bodies.length; i++) for (let j = i + 1; j < bodies.length; j++) if (between(i, j)) pairCount++;
  if (pairCount === 0) throw new InputError(noPair(all, selection));
  return { bodies, between, pairCount };
}

/** The bodies that match one of the patterns; all where there are none. */
export function setOf(all: readonly AssembledBody[], patterns: readonly string[], option: string): Set<AssembledBody> {
  if (patterns.length === 0) return new Set(all);
  return new Set(
    patterns.flatMap((pattern) => {
      const found = all.filter((one) => isMatch(one, pattern));
      if (found.length === 0)
        throw new InputError(
          `${option}: no body matches '${pattern}'. There are ${listed(all.map(({ name }) => `'${name}'`))}.`,
        );
      return found;
    }),
  );
}

/** `file:`, `type:` and `id:` say what a pattern is about; without one it is about names. */
const PREFIX = /^(file|type|id):/;

function isMatch({ name, partName, path, file, type, sourceId }: AssembledBody, pattern: string): boolean {
  const about = PREFIX.exec(pattern)?.[1];
  const matches = matcher(about === undefined ? pattern : pattern.slice(about.length + 1));
  if (about === 'file') return matches(file) || matches(file.replace(/^.*[\\/]/, ''));
  if (about === 'type') return type !== undefined && matches(type);
  if (about === 'id') return sourceId !== undefined && matches(sourceId);
  if (matches(name) || matches(partName)) return true;
  // The end of the path: Motor/case stands for Root/Motor/case.
  if (!pattern.includes('/')) return false;
  const whole = [...path, partName];
  return whole.some((_, k) => k < whole.length - 1 && matches(whole.slice(k).join('/')));
}

function isWithin(p: AssembledBody, q: AssembledBody, within: Within): boolean {
  const isSameFile = p.file === q.file;
  if (within === 'same-file') return isSameFile;
  if (within === 'other-file') return !isSameFile;
  // Sisters share one list; two parents may have the same name.
  const isSameParent = isSameFile && (p.path === q.path || p.path.length + q.path.length === 0);
  return (within === 'same-parent') === isSameParent;
}

const LISTED = 8;
const listed = (names: readonly string[]): string =>
  names.length <= LISTED ? names.join(', ') : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;

function noPair(all: readonly AssembledBody[], { a, b, ignore, within }: Selection): string {
  if (all.length === 1)
    return `scene: there is one body only ('${all[0].name}'). Give files with two parts or more, or several files.`;
  const by = [a.length && '--a', b.length && '--b', ignore.length && '--ignore', within && '--within'].filter(Boolean);
  return `scene: no pair is left of ${all.length} bodies by ${by.join(', ')}. Widen the selection.`;
}
