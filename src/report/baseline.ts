import { knownRatio, type LengthUnit } from '../io/units.js';
import { canTell } from './canTell.js';
import type {
  ClashReport,
  ReportBody,
  ReportPair,
  ReportSettings,
  ResolvedPair,
  ReviewedAs,
  ReviewStatus,
  SeenBy,
} from './clashReport.js';
import { countsAsClash } from './countsAsClash.js';

/** What is taken from an earlier report: any report will do, and what `parseReport` reads from a file. */
export interface Baseline {
  readonly pairs: readonly BaselinePair[];
  readonly resolved?: readonly ResolvedPair[] | undefined;
  readonly bodies?: readonly Pick<ReportBody, 'name' | 'file'>[] | undefined;
  readonly units?: LengthUnit | null | undefined;
  readonly settings?: Pick<ReportSettings, 'clearance' | 'selection'> | undefined;
}

export type BaselinePair = Pick<ReportPair, 'id' | 'a' | 'b' | 'kind' | 'status' | 'reviewed'> &
  Partial<Pick<ReportPair, 'distance' | 'indices'>>;

/**
 * A report with the review statuses of an earlier one, by the pairs' ids. A pair that was there before keeps its status, but
 * what was `new` is `active` now, and so is what was `resolved` and is back, or what is worse than what somebody reviewed or
 * approved. Pairs that are gone are listed as resolved, for good: so they are known when they come back. Where this report cannot
 * tell whether a pair is gone, because it is incomplete, undecided about it, lacks a body, or did not look for it, the pair keeps
 * its status in that list.
 */
export function withBaseline(report: ClashReport, earlier: Baseline): ClashReport {
  const before = new Map<string, ResolvedPair>();
  for (const pair of earlier.resolved ?? []) before.set(pair.id, pair);
  for (const pair of earlier.pairs) before.set(pair.id, remembered(pair, earlier));
  const pairs = report.pairs.map((pair) => reviewed(pair, before.get(pair.id), report.units));
  const here = new Set(pairs.map(({ id }) => id));
  const gone = [...before.values()].filter(({ id }) => !here.has(id));
  const isGone = canTell(report);
  return {
    ...report,
    pairs,
    clash: countsAsClash(pairs, report.settings),
    resolved: gone.map((pair) => (isGone(pair) ? { ...pair, status: 'resolved' as const } : pair)),
  };
}

/** What later reports need to know of a pair. */
function remembered(pair: BaselinePair, { bodies = [], units = null, settings }: Baseline): ResolvedPair {
  const { id, a, b, kind, status, distance, indices = [-1, -1] } = pair;
  const [first, second] = indices.map((index) => bodies[index]?.file);
  const given = pair.reviewed ?? (distance === undefined ? undefined : { kind, distance, units });
  const seen: SeenBy | undefined =
    first === undefined || second === undefined
      ? undefined
      : {
          ...{ files: [first, second], units, clearance: settings?.clearance ?? null },
          ...(settings?.selection && { selection: settings.selection }),
        };
  return {
    ...{ id, a, b, kind, status },
    ...(isGiven(status) && given && { reviewed: given }),
    ...(seen && { seen }),
  };
}

/** Statuses that somebody gave to the pair as it was. */
const isGiven = (status: ReviewStatus): boolean => status === 'reviewed' || status === 'approved';

function reviewed(pair: ReportPair, before: ResolvedPair | undefined, units: LengthUnit | null): ReportPair {
  if (before === undefined) return { ...pair, status: 'new' };
  const { status, reviewed: given } = before;
  if (!isGiven(status) || (given && isWorse(pair, units, given))) return { ...pair, status: 'active' };
  return { ...pair, status, ...(given && { reviewed: given }) };
}

/** By how much of what it was an overlap may grow, or a gap shrink, and still be what somebody approved. */
const GROWTH = 0.25;

function isWorse({ kind, distance, distanceError }: ReportPair, units: LengthUnit | null, given: ReviewedAs): boolean {
  if (kind !== given.kind) return true;
  const before = given.distance * knownRatio(given.units, units);
  return !(distance >= before - GROWTH * Math.abs(before) - distanceError);
}
