import type { PairFinding } from '../pairFinding.js';
import type { NearestSamples } from './nearestSamples.js';

/** What two bodies are to each other; `clearance` (too near) is decided elsewhere, by distance. */
export type PairKind = 'hard' | 'contained' | 'touch' | 'clearance' | 'duplicate' | 'none';

/** The kind of a pair, what was measured of it, and by which views. */
export interface Verdict {
  readonly kind: PairKind;
  /** Which of the two lies inside the other, where one is contained. */
  readonly inner?: 'a' | 'b';
  /** The view that shows the overlap thinnest. */
  readonly finding: PairFinding;
  /** All views, the finding's among them. */
  readonly findings: readonly PairFinding[];
  /** Where the bodies come nearest, where that was asked for and is too near. */
  readonly nearest?: NearestSamples;
}

/**
 * Puts the views of one pair together. An overlap is as deep as the view says that shows it thinnest: it is there, whatever
 * the others missed, and nowhere need it be crossed along a longer way.
 */
export function judgePair(findings: readonly PairFinding[], tolerance: number): Verdict {
  const overlapping = findings.filter(({ pixels }) => pixels > 0);
  if (overlapping.length === 0) {
    const touching = findings.find((one) => one.touching > 0);
    return { kind: touching ? 'touch' : 'none', finding: touching ?? findings[0], findings };
  }
  const finding = overlapping.reduce((one, other) => (other.depth < one.depth ? other : one));
  const [aInB, bInA] = [0, 1].map((which) => overlapping.every(({ inside }) => inside[which]));
  if (aInB && bInA) return { kind: 'duplicate', finding, findings };
  if (aInB || bInA) return { kind: 'contained', inner: aInB ? 'a' : 'b', finding, findings };
  return { kind: finding.depth > tolerance ? 'hard' : 'touch', finding, findings };
}
