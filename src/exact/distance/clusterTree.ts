import type { PlacedMesh } from './commonFrame.js';
import { mortonOrder } from './mortonOrder.js';

/**
 * A cluster of so many faces is not parted. A ball of 80,000 faces in a shell of as many: with 6, 12, 20, 32 and 48 the search
 * takes 109, 70, 54, 44 and 49 ms.
 */
export const LEAF = 32;

/** Clusters within clusters; the first is all faces, and those in a cluster come after it, side by side. */
export interface ClusterTree {
  readonly count: number;
  /** The faces of a cluster, as places in the order. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The first of the clusters in it, and how many: none in a leaf, otherwise 2 to 8. */
  readonly child: Uint32Array;
  readonly childCount: Uint8Array;
}

/** The depth at which keys are used up, and that of clusters whose faces keys cannot tell apart. */
const SORT_AGAIN = 11;
const ALIKE = 12;

/**
 * Puts faces into the clusters of an octree; `faces` is sorted, so that a cluster is a range of it. Where too many faces share
 * the smallest cell, they get an octree of their own.
 */
export function clusterTree(mesh: PlacedMesh, faces: Uint32Array): ClusterTree {
  const keys = mortonOrder(mesh, faces);
  const from = [0];
  const to = [faces.length];
  const child = [0];
  const childCount = [0];
  const depths = [0];
  for (let node = 0; node < from.length; node++) {
    const start = from[node];
    const end = to[node];
    if (end - start <= LEAF) continue;
    let depth = partingDepth(keys, start, end, depths[node]);
    if (depth === SORT_AGAIN) {
      keys.set(mortonOrder(mesh, faces.subarray(start, end)), start);
      depth = partingDepth(keys, start, end, 0);
      if (depth === SORT_AGAIN) depth = ALIKE;
    }
    child[node] = from.length;
    for (let at = start; at < end; ) {
      const next = depth === ALIKE ? Math.min(end, at + Math.ceil((end - start) / 8)) : cellEnd(keys, at, end, depth);
      from.push(at);
      to.push(next);
      child.push(0);
      childCount.push(0);
      depths.push(depth === ALIKE ? ALIKE : depth + 1);
      childCount[node]++;
      at = next;
    }
  }
  return {
    count: from.length,
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    child: Uint32Array.from(child),
    childCount: Uint8Array.from(childCount),
  };
}

/** What keys have in common down to a depth: the class of size, and then the cells of the octree. */
const prefix = (key: number, depth: number): number => key >>> (30 - 3 * depth);

/** The depth at which the first and the last of sorted keys part. */
function partingDepth(keys: Uint32Array, start: number, end: number, depth: number): number {
  while (depth < SORT_AGAIN && prefix(keys[start], depth) === prefix(keys[end - 1], depth)) depth++;
  return depth;
}

/** Where the keys of the cell end that the key at `start` lies in. */
function cellEnd(keys: Uint32Array, start: number, end: number, depth: number): number {
  const cell = prefix(keys[start], depth);
  let low = start + 1;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (prefix(keys[middle], depth) === cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
