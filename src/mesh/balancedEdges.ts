import { HASH_SECRET } from '../math/hashSecret.js';

/** What is known of meshes, by their vertex numbers: these stay the same when a body deforms. */
const known = new WeakMap<Uint32Array, boolean>();

/** {@link hasBalancedEdges}, once per mesh. */
export function isBalanced(indices: Uint32Array): boolean {
  const before = known.get(indices);
  if (before !== undefined) return before;
  const found = hasBalancedEdges(indices);
  known.set(indices, found);
  return found;
}

/** Whether that was asked before, and is so. */
export const isKnownBalanced = (indices: Uint32Array): boolean => known.get(indices) === true;

/**
 * Whether every edge is run equally often in both directions, by vertex numbers alone: then the faces enclose a volume,
 * wherever the vertices stand. In one pass and without a table: each edge adds two hashes of its ends, with the sign of its
 * direction, to two sums of 32 bits, and both end at zero. An open mesh passes by chance once in some 2^60.
 *
 * Meshes that repeat vertices (as from STL files) fail; `inspect` welds them first.
 */
export function hasBalancedEdges(indices: Uint32Array): boolean {
  const [s0, s1, s2, s3] = HASH_SECRET;
  let one = 0;
  let other = 0;
  for (let f = 0; f < indices.length; f += 3) {
    for (let k = 0; k < 3; k++) {
      const from = indices[f + k];
      const to = indices[k === 2 ? f : f + k + 1];
      if (from === to) continue;
      const low = from < to ? from : to;
      const high = from < to ? to : from;
      const sign = from < to ? 1 : -1;
      one = (one + sign * mix(Math.imul(low ^ s0, 0x9e3779b1) ^ Math.imul(high + s1, 0x85ebca77))) | 0;
      other = (other + sign * mix(Math.imul(low ^ s2, 0xc2b2ae3d) + Math.imul(high ^ s3, 0x27d4eb2f))) | 0;
    }
  }
  return one === 0 && other === 0;
}

/** Spreads a hash over all bits; below 2^30. */
function mix(h: number): number {
  let m = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  m = Math.imul(m ^ (m >>> 12), 0x297a2d39);
  return (m ^ (m >>> 15)) >>> 2;
}
