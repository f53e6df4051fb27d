import type { Machine, Timings } from '../../machine/machine.js';
import { type PairFinding, type Party, pairKey } from '../pairFinding.js';
import { confirmNarrow } from './confirmNarrow.js';
import type { DetectOptions } from './detectPairs.js';
import { emptyFinding } from './emptyFinding.js';
import { judgePair, type Verdict } from './judgePair.js';
import { type GroupFinding, lookAtScenes, sceneView } from './lookAtScenes.js';

export interface SceneVerdicts {
  readonly verdicts: readonly Verdict[];
  readonly groups: readonly GroupFinding[];
}

/** Judges candidate pairs by one view over all their bodies (with `views: 3` by three), as in the paper. */
export async function detectScene(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  { resolution, direction, tolerance, views }: DetectOptions,
  time: (timings: Timings) => void,
): Promise<SceneVerdicts> {
  const parties = [...new Set(pairs.flat())].sort((p, q) => p.index - q.index);
  if (parties.length < 2) return { verdicts: [], groups: [] };
  const first = sceneView(machine, parties, { resolution, direction });
  const looks = [first];
  if (views === 3)
    for (const along of [first.view.right, first.view.down])
      looks.push(sceneView(machine, parties, { resolution, direction: along }));

  const findings = new Map<string, PairFinding[]>();
  let groups: readonly GroupFinding[] = [];
  const seen = await lookAtScenes(machine, looks, time);
  for (const one of seen) {
    groups = merge(groups, one.groups);
    for (const finding of await confirmNarrow(machine, one.pairs, time)) {
      const key = pairKey(finding.a, finding.b);
      findings.set(key, [...(findings.get(key) ?? []), finding]);
    }
  }
  const verdicts = pairs.map(([a, b]) =>
    judgePair(
      findings.get(pairKey(a, b)) ??
        looks.map(({ view, depthError }, k) => {
          const open = [a, b].map((party) => seen[k].open.get(party) ?? 0) as [number, number];
          return emptyFinding({ a, b, view, depthError, mayBeInside: [false, false] }, open);
        }),
      tolerance,
    ),
  );
  return { verdicts, groups };
}

/** Of a group that several views show, the first one counts. */
function merge(known: readonly GroupFinding[], more: readonly GroupFinding[]): GroupFinding[] {
  const key = ({ parties }: GroupFinding): string => parties.map(({ index }) => index).join();
  const names = new Set(known.map(key));
  return [...known, ...more.filter((group) => !names.has(key(group)))];
}
