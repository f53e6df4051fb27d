import type { Party } from './detect/pairFinding.js';
import { bodyRays } from './detect/zlist/bodyRays.js';
import type { Verdict } from './detect/zlist/judgePair.js';
import type { BodyDiagnostic } from './interferenceReport.js';
import type { Machine } from './machine/machine.js';

/** Rays along a steep outline may take a face for the next one: a few of many tell nothing. */
const beyondChance = (count: number, rays: number): number => (count > 3 + rays / 4096 ? count : 0);

/** What is wrong with bodies: as their meshes tell, and as rays found them, alone and in pairs. */
export async function reportDiagnostics(
  machine: Machine,
  parties: readonly Party[],
  verdicts: readonly Verdict[],
): Promise<BodyDiagnostic[]> {
  const rays = await bodyRays(machine, parties);
  const openInPairs = new Map<Party, number>();
  const selfInPairs = new Map<Party, number>();
  const note = (counts: Map<Party, number>, party: Party, count: number): void => {
    if (count > (counts.get(party) ?? 0)) counts.set(party, count);
  };
  const unsettledInPairs = new Map<Party, number>();
  for (const { findings } of verdicts)
    for (const { a, b, open, self, unsettled, view, pixels, touching } of findings)
      [a, b].forEach((party, k) => {
        if (unsettled) note(unsettledInPairs, party, unsettled[k]);
        note(openInPairs, party, open[k]);
        // Where the bodies do not meet, a machine may have left out the lists.
        if (pixels + touching > 0) note(selfInPairs, party, beyondChance(self[k], view.columns * view.rows));
      });

  return parties.flatMap((party, i) => {
    const { index, body, soundness } = party;
    const about = { body: body.name, index };
    const { rays: all, open } = rays[i];
    const found: BodyDiagnostic[] = soundness.diagnostics.map((diagnostic) => {
      if (diagnostic.code !== 'open') return { ...about, ...diagnostic };
      const count = Math.max(open, openInPairs.get(party) ?? 0);
      const message = `${diagnostic.message} Of ${all} rays that meet it along the axes, ${open} do not leave it as often as they enter; such rays are put aside.`;
      return { ...about, code: 'open', count, message };
    });
    const count = Math.max(beyondChance(rays[i].self, all), selfInPairs.get(party) ?? 0);
    if (count > 0)
      found.push({
        ...about,
        code: 'self-overlap',
        count,
        message: `self-overlap: parts of the body overlap each other (on ${count} rays). They count once: a point in several of them is inside.`,
      });
    const unsettled = unsettledInPairs.get(party) ?? 0;
    if (unsettled > 0)
      found.push({
        ...about,
        code: 'unsettled',
        count: unsettled,
        message: `unsettled: not all crossings of the surface could be told apart on ${unsettled} rays. Volumes take them as unknown; make the function simpler there, or its Lipschitz bound smaller.`,
      });
    return found;
  });
}
