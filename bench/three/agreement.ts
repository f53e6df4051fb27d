import { printTable } from '../support/table.js';
import type { Told } from './ways.js';

/** What was told of one frame. */
export interface FrameTold {
  /** Whether faces cross, as three-mesh-bvh has it, and how many pairs of them. */
  readonly isHit: boolean;
  readonly pairs: number;
  readonly ways: Readonly<Record<string, Told>>;
}

/**
 * Compares each way with the faces that cross. In this room nothing is inside of anything, so all must agree, but for overlaps that hide
 * between rays; those are listed.
 */
export function checkAgreement(told: readonly FrameTold[]): void {
  console.log('\nFrame by frame beside the faces that cross');
  const names = Object.keys(told[0].ways);
  const missed: string[] = [];
  const rows = names.map((name) => {
    const count = (isHit: boolean, isSeen: boolean): number =>
      told.filter((frame) => frame.isHit === isHit && frame.ways[name].isHit === isSeen).length;
    told.forEach((frame, k) => {
      const { isHit, says, missedBelow } = frame.ways[name];
      if (isHit === frame.isHit) return;
      const limit =
        missedBelow === undefined ? '' : `, with balls of ${(1000 * missedBelow).toFixed(1)} mm as the limit`;
      missed.push(`frame ${k}, ${name}: '${says}' where ${frame.pairs} pairs of faces cross${limit}`);
    });
    return [
      name,
      String(count(true, true)),
      String(count(false, false)),
      String(count(true, false)),
      String(count(false, true)),
    ];
  });
  printTable(['', 'both yes', 'both no', 'missed', 'faces do not cross'], rows);
  for (const line of missed) console.log(`  ${line}`);
  if (told.some(({ isHit, ways }) => !isHit && Object.values(ways).some((way) => way.isHit)))
    throw new Error('bench: a collision was told where no faces cross, and nothing is inside of anything.');
  if (told.some(({ isHit, ways }) => isHit !== ways.watch.isHit))
    throw new Error('bench: the exact answer differs from the faces that cross.');
}
