import { type DiscTree, LEAF } from './discTree.js';
import type { PairGaps } from './pairGaps.js';

/** Pairs of clusters, or of faces, still to be looked at: the last one first. Faces are numbered down from -1. */
export interface PairStack {
  ofMover: Int32Array;
  ofGround: Int32Array;
  /** How far clusters are apart at least, as they stand now; 0 for faces. */
  gaps: Float64Array;
  count: number;
}

export const pairStack = (): PairStack => ({
  ofMover: new Int32Array(256),
  ofGround: new Int32Array(256),
  gaps: new Float64Array(256),
  count: 0,
});

export function pushPair(stack: PairStack, i: number, j: number, gap: number): void {
  const { count } = stack;
  if (count === stack.gaps.length) {
    stack.ofMover = copied(stack.ofMover, new Int32Array(2 * count));
    stack.ofGround = copied(stack.ofGround, new Int32Array(2 * count));
    stack.gaps = copied(stack.gaps, new Float64Array(2 * count));
  }
  stack.ofMover[count] = i;
  stack.ofGround[count] = j;
  stack.gaps[count] = gap;
  stack.count++;
}

function copied<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Puts the parts of two clusters on a stack: two pairs of clusters, the nearer one last; or all pairs of two leaves' faces. */
export function splitPair(
  stack: PairStack,
  gaps: PairGaps,
  { firstLeaf: leafM, faces: facesM }: DiscTree,
  { firstLeaf: leafG, faces: facesG }: DiscTree,
  i: number,
  j: number,
): void {
  const isLeafM = i >= leafM;
  const isLeafG = j >= leafG;
  if (isLeafM && isLeafG) {
    const toM = Math.min(LEAF * (i - leafM + 1), facesM.length);
    const toG = Math.min(LEAF * (j - leafG + 1), facesG.length);
    for (let f = LEAF * (i - leafM); f < toM; f++)
      for (let g = LEAF * (j - leafG); g < toG; g++) pushPair(stack, -1 - facesM[f], -1 - facesG[g], 0);
    return;
  }
  const splitsMover = !isLeafM && (isLeafG || gaps.isMoverLarger(i, j));
  const i0 = splitsMover ? 2 * i : i;
  const j0 = splitsMover ? j : 2 * j;
  const i1 = splitsMover ? i0 + 1 : i;
  const j1 = splitsMover ? j : j0 + 1;
  const gap0 = gaps.ofClusters(i0, j0);
  const gap1 = gaps.ofClusters(i1, j1);
  const isFirstNearer = gap0 < gap1;
  pushPair(stack, isFirstNearer ? i1 : i0, isFirstNearer ? j1 : j0, isFirstNearer ? gap1 : gap0);
  pushPair(stack, isFirstNearer ? i0 : i1, isFirstNearer ? j0 : j1, isFirstNearer ? gap0 : gap1);
}
