import { distance } from '../distance.js';
import type { PairReport } from '../interferenceReport.js';
import type { AssembledBody } from '../io/assemble.js';
import type { Undecided } from './clashReport.js';
import { formatShort } from './roundNumbers.js';

/**
 * Of pairs that exact precision found apart, those whose faces stand for surfaces, and are so near that the surfaces may not be apart, or
 * not by the clearance. The bodies have to stand where they were looked at.
 */
export async function nearSurfaces(
  pairs: readonly PairReport[],
  bodies: readonly AssembledBody[],
  clearance = 0,
): Promise<Undecided[]> {
  const found: Undecided[] = [];
  for (const { a, b, kind, indices, measured } of pairs) {
    if (kind !== 'none' || !measured.chordError) continue;
    const off = measured.chordError[0] + measured.chordError[1];
    const [one, other] = indices.map((index) => bodies[index].body);
    const near = await distance(one, other, { limit: clearance + 2 * off });
    if (near.distance === undefined || near.distance - near.distanceError > clearance) continue;
    const least = Math.max(0, near.distance - near.distanceError);
    found.push({
      ...{ a, b },
      reason: `The faces are ${formatShort(near.distance)} apart, but the surfaces that they stand for may be ${formatShort(least)}: ask for sampled precision.`,
    });
  }
  return found;
}
