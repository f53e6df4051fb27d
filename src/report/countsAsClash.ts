import type { PairKind } from '../detect/zlist/judgePair.js';
import type { ReportPair, ReportSettings } from './clashReport.js';

type Settings = Pick<ReportSettings, 'failOn' | 'clearance'>;

/** The kinds that count as a clash. Where a gap is demanded, bodies that touch have none. */
export const clashKinds = ({ failOn, clearance }: Settings): readonly PairKind[] =>
  (clearance ?? 0) > 0 && failOn.includes('clearance') && !failOn.includes('touch') ? [...failOn, 'touch'] : failOn;

/** Whether a pair is of such a kind; of one in motion, whether it ever is. */
export function isOfClashKind({ kind, times }: Pick<ReportPair, 'kind' | 'times'>, settings: Settings): boolean {
  const kinds = clashKinds(settings);
  return (times?.kinds ?? [kind]).some((one) => kinds.includes(one));
}

/** Whether a pair is of a kind that counts as a clash, and nobody has approved or resolved it. */
export const countsAsClash = (
  pairs: readonly Pick<ReportPair, 'kind' | 'status' | 'times'>[],
  settings: Settings,
): boolean =>
  pairs.some((pair) => isOfClashKind(pair, settings) && pair.status !== 'approved' && pair.status !== 'resolved');
