import { boundsOf } from '../../../src/math/box.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { exactVolumes } from './exactVolumes.js';
import { facesMeet } from './facesThatMeet.js';

export interface ExactKind {
  readonly kind: 'none' | 'touch' | 'hard' | 'contained' | 'duplicate';
  /** Which of the two lies in the other, where one is contained. */
  readonly inner?: 'a' | 'b';
}

/**
 * What two solids are to each other, exactly, for any f64 coordinates: by the volume that they have in common, which is
 * nothing, the whole of one, or else; and, where it is nothing, by whether any two faces meet. Meshes must be closed and seen
 * from outside, and wind once around what is inside; they may touch themselves.
 */
export function exactKind(a: Mesh, b: Mesh): ExactKind {
  if (!boxesOverlap(a, b)) return { kind: facesMeet(a, b) ? 'touch' : 'none' };
  const { common, ofA, ofB } = exactVolumes(a, b);
  const is = (volume: bigint): boolean => common.num === volume * common.den;
  if (is(0n)) return { kind: facesMeet(a, b) ? 'touch' : 'none' };
  if (is(ofA) && is(ofB)) return { kind: 'duplicate' };
  if (is(ofA) || is(ofB)) return { kind: 'contained', inner: is(ofA) ? 'a' : 'b' };
  return { kind: 'hard' };
}

/** Whether the boxes around two meshes have a volume in common. */
function boxesOverlap(a: Mesh, b: Mesh): boolean {
  const [p, q] = [a, b].map(({ positions, indices }) => boundsOf(positions, indices));
  return [0, 1, 2].every((k) => p.min[k] < q.max[k] && q.min[k] < p.max[k]);
}
