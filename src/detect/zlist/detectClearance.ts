import type { Machine } from '../../machine/machine.js';
import { thinnestAxis, uniteBoxes } from '../../math/box.js';
import { subtract } from '../../math/vector.js';
import { fitView } from '../../view/fit.js';
import { lookErrorOf } from '../depthError.js';
import { type Party, pairKey } from '../pairFinding.js';
import { emptyFinding } from './emptyFinding.js';
import type { Verdict } from './judgePair.js';
import { type NearestSamples, nearestSamples } from './nearestSamples.js';

export interface ClearanceOptions {
  /** The gap that is demanded. */
  readonly clearance: number;
  readonly resolution: number;
}

/** Tells where two bodies that do not meet come nearest; `undefined` where they are and stay farther apart than asked. */
export type FindNearest = (a: Party, b: Party) => Promise<NearestSamples | undefined>;

/** Distances are sought among all pairs of samples: more rays cost more than they tell. Their error is reported. */
const MOST_RAYS = 128;

/**
 * The distances of the candidate pairs that neither overlap nor touch, as far as they are below `clearance`, give or take
 * their error. Pairs that are nearer are of the kind `clearance`; those that may be, given the error, stay `none` and have
 * their distance told. Pairs without a verdict were seen to be apart without rays; they get one where their distance matters.
 */
export async function detectClearance(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  verdicts: readonly Verdict[],
  { clearance, resolution }: ClearanceOptions,
  nearestOf: FindNearest = ({ body: a }, { body: b }) =>
    nearestSamples(machine, a, b, clearance, Math.min(resolution, MOST_RAYS)),
): Promise<Verdict[]> {
  const known = new Map(verdicts.map((verdict) => [pairKey(verdict.finding.a, verdict.finding.b), verdict]));
  const rays = Math.min(resolution, MOST_RAYS);
  const judged: Verdict[] = [];
  for (const [a, b] of pairs) {
    const verdict = known.get(pairKey(a, b));
    if (verdict && verdict.kind !== 'none') {
      judged.push(verdict);
      continue;
    }
    const nearest = await nearestOf(a, b);
    if (nearest) {
      const kind = nearest.distance < clearance - nearest.rounding ? 'clearance' : 'none';
      judged.push({ ...(verdict ?? apart(machine, a, b, nearest, rays)), kind, nearest });
    } else if (verdict) judged.push(verdict);
  }
  return judged;
}

/** The verdict on bodies that were apart before any ray: seen along the way between their nearest points. */
function apart(machine: Machine, a: Party, b: Party, nearest: NearestSamples, resolution: number): Verdict {
  const way = subtract(nearest.b, nearest.a);
  const direction = way.some((c) => c !== 0) ? way : thinnestAxis(uniteBoxes(a.bounds, b.bounds));
  const view = fitView(uniteBoxes(a.bounds, b.bounds), { direction, resolution });
  const depthError = lookErrorOf(machine, view, [a, b]);
  const finding = { ...emptyFinding({ a, b, view, depthError, mayBeInside: [false, false] }), volumeError: 0 };
  return { kind: 'none', finding, findings: [finding] };
}
