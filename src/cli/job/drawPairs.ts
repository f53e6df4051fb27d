import type { BodyState } from '../../body.js';
import type { LengthUnit } from '../../io/units.js';
import type { Machine } from '../../machine/machine.js';
import type { ReportPair, ReportSettings } from '../../report/clashReport.js';
import { isOfClashKind } from '../../report/countsAsClash.js';
import type { Emit } from './messages.js';

/** Draws every clash, or the only pair there is, and tells of each picture as soon as it is there. */
export async function drawPairs(
  machine: Machine,
  pairs: readonly ReportPair[],
  settings: ReportSettings,
  bodiesOf: (pair: ReportPair) => readonly [BodyState, BodyState],
  unit: LengthUnit | undefined,
  emit: Emit,
): Promise<void> {
  const drawn = pairs.length === 1 ? pairs : pairs.filter((pair) => isOfClashKind(pair, settings));
  if (drawn.length === 0) return;
  const { clashPicture } = await import('../../report/clashPicture.js'); // brings much along that other jobs have no use for
  for (const [done, pair] of drawn.entries()) {
    emit({ type: 'progress', progress: { stage: 'drawing', done, total: drawn.length } });
    const picture = await clashPicture(...bodiesOf(pair), pair, { machine, unit });
    emit({ type: 'picture', id: pair.id, picture });
  }
}
