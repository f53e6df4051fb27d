import { detectExactClearance } from './detect/exact/detectExactClearance.js';
import { judgeExactly } from './detect/exact/judgeExactly.js';
import type { Party } from './detect/pairFinding.js';
import type { Verdict } from './detect/zlist/judgePair.js';
import type { MeasureVolume } from './exact/solid/manifoldVolume.js';
import type { PairReport } from './interferenceReport.js';
import type { Machine, Timings } from './machine/machine.js';
import { reportContact } from './reportContact.js';
import { reportPair } from './reportPair.js';

export interface ExactOptions {
  readonly resolution: number;
  readonly tolerance: number;
  readonly clearance: number | undefined;
  readonly measure: MeasureVolume | undefined;
}

/** Exact precision's part of a query: what rays found of pairs, judged by the faces that meet, and reported with them. */
export async function reportExactly(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  verdicts: readonly Verdict[],
  { resolution, tolerance, clearance, measure }: ExactOptions,
  time: (timings: Timings) => void,
): Promise<PairReport[]> {
  const certain = await judgeExactly(machine, verdicts, tolerance, time);
  const hasDistance = clearance !== undefined;
  const judged = hasDistance ? await detectExactClearance(machine, pairs, certain, { resolution, clearance }) : certain;
  return judged.map((verdict) => reportPair(verdict, { hasDistance, measure, contactOf: reportContact }));
}
