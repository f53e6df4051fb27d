import { CROSSING } from '../contact/contactKind.js';
import type { DiscTree } from './discTree.js';
import type { PairGaps } from './pairGaps.js';
import { pairStack, pushPair, splitPair } from './pairStack.js';

/** How many levels up clusters are searched, one after the other. */
const LEVELS_UP = [1, 3, 5, 7, 9];

/** After so many looks it is better to go on otherwise. */
const MOST_LOOKS = 2000;

/**
 * Looks for two faces that cross, near two that did: among those of the same clusters, then of larger ones. Returns the face
 * of the mover and of the ground; `undefined` where there are none, or others farther away.
 */
export function crossingNear(
  gaps: PairGaps,
  mover: DiscTree,
  ground: DiscTree,
  moverFace: number,
  groundFace: number,
  slack: number,
  contactOf: (moverFace: number, groundFace: number) => number,
): readonly [number, number] | undefined {
  const stack = pairStack();
  let looks = 0;
  for (const up of LEVELS_UP) {
    pushPair(stack, mover.leafOfFace[moverFace] >> up || 1, ground.leafOfFace[groundFace] >> up || 1, 0);
    while (stack.count > 0) {
      if (++looks > MOST_LOOKS) return undefined;
      const top = --stack.count;
      const i = stack.ofMover[top];
      const j = stack.ofGround[top];
      if (i >= 0) {
        if (!(stack.gaps[top] > slack)) splitPair(stack, gaps, mover, ground, i, j);
      } else if (contactOf(-1 - i, -1 - j) === CROSSING) return [-1 - i, -1 - j];
    }
  }
  return undefined;
}
