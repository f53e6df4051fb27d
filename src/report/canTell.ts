import { knownRatio } from '../io/units.js';
import type { ClashReport, ResolvedPair } from './clashReport.js';

/** Tells of a pair of an earlier report that this one does not have whether it must be gone. */
export function canTell(report: ClashReport): (pair: ResolvedPair) => boolean {
  const { bodies, settings, units, complete, diagnostics, undecided } = report;
  const key = (a: string, b: string) => JSON.stringify([a, b].sort());
  const open = new Set(undecided.flatMap(({ a, b }) => (a !== undefined && b !== undefined ? [key(a, b)] : [])));
  // What names no pair may concern any.
  const isOpen = !complete || undecided.some(({ a, b }) => a === undefined || b === undefined);
  const isLacking = diagnostics.some(({ code }) => code === 'unreadable');
  const names = new Set(bodies.map(({ name }) => name));
  const files = new Set(bodies.map(({ file }) => file));

  // A body that is gone from a file that was read is gone; one whose file was not given may still be there.
  const isLost = (name: string, file: string | undefined): boolean =>
    !names.has(name) && (isLacking || (file !== undefined && !files.has(file)));
  return ({ a, b, kind, seen }) => {
    if (isOpen || open.has(key(a, b)) || isLost(a, seen?.files[0]) || isLost(b, seen?.files[1])) return false;
    if (!seen) return true;
    // Who demands less, or in units that cannot be compared, does not look as far.
    if (kind === 'clearance' && !((settings.clearance ?? 0) >= (seen.clearance ?? 0) * knownRatio(seen.units, units)))
      return false;
    return settings.selection === undefined || JSON.stringify(settings.selection) === JSON.stringify(seen.selection);
  };
}
