import { detectExactClearance } from './detect/exact/detectExactClearance.js';
import { judgeExactly } from './detect/exact/judgeExactly.js';
import type { measureVolumes } from './detect/exact/measureVolumes.js';
import type { Party } from './detect/pairFinding.js';
import type { Verdict } from './detect/zlist/judgePair.js';
import type { PairReport } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { reportContact } from './reportContact.js';
import { reportPair } from './reportPair.js';

export interface ExactOptions {
  readonly resolution: number;
  readonly tolerance: number;
  readonly clearance: number | undefined;
  readonly measureVolumes: typeof measureVolumes | undefined;
}

/** Exact precision's part of a query: what rays found of pairs, judged by the faces that meet, and reported with them. */
export async function reportExactly(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  verdicts: readonly Verdict[],
  { resolution, tolerance, clearance, measureVolumes }: ExactOptions,
  time: (timings: Timings) => void,
): Promise<PairReport[]> {
  const certain = await judgeExactly(machine, verdicts, tolerance, time);
  const hasDistance = clearance !== undefined;
  const judged = hasDistance ? await detectExactClearance(machine, pairs, certain, { resolution, clearance }) : certain;
  const volumes = await measureVolumes?.(machine, judged, time);
  return judged.map((verdict, k) =>
    reportPair(verdict, { hasDistance, worked: volumes?.[k], contactOf: reportContact }),
  );
}
