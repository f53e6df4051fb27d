import type { ClashReport, ReportPair } from '../../report/clashReport.js';

/** The groups that both bodies of a pair belong to. */
export interface GroupsOfPair {
  /** Places in the report's `groups`, the first few. */
  readonly first: readonly number[];
  readonly count: number;
}

/**
 * Which groups each pair of a report takes part in. Groups are listed by body once; a pair then costs as much as its two bodies
 * have groups, not as much as there are groups with all their bodies.
 */
function groupsOfPairs({ pairs, groups }: ClashReport): ReadonlyMap<ReportPair, GroupsOfPair> {
  const byBody = new Map<number, number[]>();
  groups.forEach(({ indices }, place) => {
    for (const body of indices) {
      const places = byBody.get(body);
      if (places) places.push(place);
      else byBody.set(body, [place]);
    }
  });
  // Which body a group was last found at: pairs go by their first body, so that each is marked about once.
  const markedBy = new Int32Array(groups.length).fill(-1);
  let marked = -1;
  const found = new Map<ReportPair, GroupsOfPair>();
  for (const pair of pairs) {
    const [a, b] = pair.indices;
    if (a !== marked) for (const place of byBody.get(a) ?? []) markedBy[place] = a;
    marked = a;
    const first: number[] = [];
    let count = 0;
    for (const place of byBody.get(b) ?? []) if (markedBy[place] === a && ++count <= NAMED_GROUPS) first.push(place);
    found.set(pair, { first, count });
  }
  return found;
}

/** As many groups of a pair are named; the rest are counted. */
const NAMED_GROUPS = 3;
const NONE: GroupsOfPair = { first: [], count: 0 };
const tables = new WeakMap<ClashReport, ReadonlyMap<ReportPair, GroupsOfPair>>();

/** The groups of one pair of a report; the table behind it is made once. */
export function groupsOfPair(report: ClashReport, pair: ReportPair): GroupsOfPair {
  let table = tables.get(report);
  if (!table) tables.set(report, (table = groupsOfPairs(report)));
  return table.get(pair) ?? NONE;
}
