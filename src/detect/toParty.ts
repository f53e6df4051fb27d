import { type Body, still, worldBounds } from '../body.js';
import type { Party } from './pairFinding.js';
import { soundness } from './soundness.js';

/** A body as it is now; mended where that can be done. */
export function toParty(body: Body, index: number): Party {
  const state = still(body);
  const sound = soundness(state);
  if (!sound.mended) return { index, body: state, bounds: worldBounds(state), soundness: sound };
  sound.mended.pose = state.pose;
  const mended = still(sound.mended);
  return { index, body: mended, given: state, bounds: worldBounds(mended), soundness: sound };
}
