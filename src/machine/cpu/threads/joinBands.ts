import { BEST_WORDS, type CpuTally, type Kernel } from '../../kernel.js';
import type { TileFindings } from '../gatherer.js';
import type { BandAnswer } from './messages.js';

/** What a kernel found in a tile, from what it found in the tile's bands, top to bottom. */
export function joinBands(kernel: Kernel, [first, ...others]: readonly BandAnswer[]): TileFindings {
  for (const { tally, marks, best } of others) {
    addTally(kernel, first.tally, tally);
    if (marks) addMarks(first.marks!, marks);
    if (best) keepBetter(first.best!, best);
  }
  const parts = [first, ...others];
  const firstAbsent = Math.min(...first.absent.filter((slot) => parts.every(({ absent }) => absent.includes(slot))));
  return {
    tally: first.tally,
    marks: first.marks,
    best: first.best,
    // Bodies behind one that does not show in the tile would not have been looked at.
    unsettled: first.unsettled.map((_, slot) =>
      slot > firstAbsent ? 0 : parts.reduce((sum, { unsettled }) => sum + unsettled[slot], 0),
    ),
    gatherMs: parts.reduce((sum, { gatherMs }) => sum + gatherMs, 0),
    examineMs: parts.reduce((sum, { examineMs }) => sum + examineMs, 0),
  };
}

function addTally(kernel: Kernel, to: CpuTally, from: CpuTally): void {
  for (const [word, rule] of Object.entries(kernel.tally))
    if (rule === 'max') to[word] = Math.max(to[word], from[word]);
    else if (rule === 'min') to[word] = Math.min(to[word], from[word]);
    else to[word] += from[word];
}

/** Four faces at a time: there are many, and few are marked. */
function addMarks(to: Uint8Array, from: Uint8Array): void {
  const [toWords, fromWords] = [to, from].map(
    ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4),
  );
  for (let w = 0; w < toWords.length; w++) toWords[w] |= fromWords[w];
}

/** Of equal values the upper one stays, as in {@link offer}. */
function keepBetter(best: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < best.length; at += BEST_WORDS)
    if (other[at] > best[at]) best.set(other.subarray(at, at + BEST_WORDS), at);
}
