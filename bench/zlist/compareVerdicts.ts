import type { Body } from '../../src/body.js';
import type { Interference, PairReport } from '../../src/interferenceReport.js';
import { extent } from '../../src/math/box.js';
import { type Intersection, loadManifold } from '../support/manifold.js';
import { printTable } from '../support/table.js';

/**
 * Counts the pairs on which reports and three-mesh-bvh differ, by reason:
 * - *contained*: one body inside the other, whose surfaces do not cross;
 * - *thin*: the surfaces cross, the report says `none`, and by manifold-3d no ball of the stated diameter fits into the
 *   overlap, as it is narrower than that, or has less volume;
 * - *boxes apart*: the surfaces cross, and the pair was not looked at (there should be none);
 * - *unexplained*: everything else (there should be none).
 */
export async function compareVerdicts(
  bodies: readonly Body[],
  crossing: readonly (readonly [number, number])[],
  reports: ReadonlyMap<number, Interference>,
): Promise<void> {
  const intersect = await loadManifold();
  const crossingNames = new Set(crossing.map(String));
  const rows = [...reports].map(([resolution, { pairs, cleared }]) => {
    const extra = pairs.filter(({ indices }) => !crossingNames.has(String(indices)));
    const contained = extra.filter(({ kind }) => kind === 'contained').length;
    const missed = cleared.filter(({ indices }) => crossingNames.has(String(indices)));
    const thin = missed.filter((pair) => {
      const [i, j] = pair.indices;
      return isThin(intersect(bodies[i], bodies[j]), pair);
    }).length;
    const known = new Set([...pairs, ...cleared].map(({ indices }) => String(indices)));
    const unseen = crossing.filter((indices) => !known.has(String(indices))).length;
    const unexplained = extra.length - contained + missed.length - thin;
    return [`${resolution}²`, ...[contained, thin, unseen, unexplained].map(String), widest(missed)];
  });
  printTable(['', 'contained', 'thin', 'boxes apart', 'unexplained', 'missed at most'], rows);

  // The volumes, too: the finest report beside manifold's intersections.
  const [finest] = [...reports].sort(([n], [m]) => m - n);
  let apart = 0;
  let beyond = 0;
  for (const { indices, volume, volumeError } of finest[1].pairs) {
    const error = Math.abs(volume - intersect(bodies[indices[0]], bodies[indices[1]]).volume);
    apart = Math.max(apart, error / volumeError);
    if (error > volumeError) beyond++;
  }
  console.log(
    `\nvolumes at ${finest[0]}² beside manifold-3d: apart by ${apart.toFixed(2)} of the stated error at most, ${beyond} of ${finest[1].pairs.length} beyond it`,
  );
}

/** Whether no ball of the diameter that cannot have been missed fits into an intersection. */
function isThin({ volume, bounds }: Intersection, { measured: { missedBelow } }: PairReport): boolean {
  return !bounds || volume < (Math.PI / 6) * missedBelow ** 3 || Math.min(...extent(bounds)) < missedBelow;
}

/** The largest of the stated limits, where something was missed. */
const widest = (missed: readonly PairReport[]): string =>
  missed.length === 0 ? '' : `below ${Math.max(...missed.map(({ measured }) => measured.missedBelow)).toPrecision(2)}`;
