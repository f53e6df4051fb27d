import { extent } from '../math/box.js';
import type { ClashReport } from './clashReport.js';

/** What is smaller, as a share of the largest body, is rounding. */
const NOISE_SHARE = 1e-6;

type Bodies = Pick<ClashReport, 'bodies'>;
const decimalsOf = new WeakMap<Bodies, number>();

/** A coordinate of a report without what rounding adds to it. */
export function roundCoordinate(value: number, report: Bodies): number {
  let decimals = decimalsOf.get(report);
  if (decimals === undefined) {
    const largest = report.bodies.reduce((most, { bounds }) => Math.max(most, ...extent(bounds)), 0);
    decimals = largest > 0 ? Math.ceil(-Math.log10(NOISE_SHARE * largest) - 1e-9) : 100;
    decimalsOf.set(report, (decimals = Math.min(100, Math.max(0, decimals))));
  }
  return Number(value.toFixed(decimals)) + 0;
}
