import type { PairKind } from '../detect/zlist/judgePair.js';

/** What a kind means, for people who see it for the first time. */
export const KIND_MEANING: Readonly<Record<PairKind, string>> = {
  hard: 'the bodies overlap',
  contained: 'one body lies inside the other',
  duplicate: 'both bodies fill the same space',
  clearance: 'the bodies are nearer than the clearance demands',
  touch: 'the bodies touch and do not overlap beyond the tolerance',
  none: 'the bodies are apart',
};

/** The worst first. */
export const KINDS_BY_WEIGHT: readonly PairKind[] = ['hard', 'contained', 'duplicate', 'clearance', 'touch', 'none'];
