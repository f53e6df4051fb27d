import type { ClashReport, ReportPair } from '../../report/clashReport.js';
import { isClash } from './verdict.js';

/** Clashes before what is none, overlaps by depth, then pairs too near by distance, then contacts by area. */
export function worstFirst(report: ClashReport): ReportPair[] {
  const rank = (pair: ReportPair): number => {
    const class_ = pair.kind === 'touch' ? 2 : pair.kind === 'clearance' ? 1 : 0;
    return (isClash(pair, report) ? 0 : 3) + class_;
  };
  const size = ({ kind, depthAlongView, distance, area }: ReportPair): number =>
    kind === 'clearance' ? -distance : kind === 'touch' ? area : depthAlongView;
  return report.pairs
    .map((pair, place) => ({ pair, place }))
    .sort((x, y) => rank(x.pair) - rank(y.pair) || size(y.pair) - size(x.pair) || x.place - y.place)
    .map(({ pair }) => pair);
}
