import { HASH_SECRET } from '../math/hashSecret.js';
import type { Mesh } from './mesh.js';
import { tableSize } from './weld.js';

/** Marks a side of a face that joins a vertex with itself, and so is no edge. */
export const NO_EDGE = 0xffffffff;

/**
 * Every undirected edge once, as pairs of vertex numbers in the direction and order of first appearance. Vertices count
 * as they are indexed: weld first where faces do not share their vertices.
 */
export const uniqueEdges = (mesh: Mesh): Uint32Array => edgeTable(mesh.indices).edges;

export interface EdgeTable {
  /** Pairs of vertex numbers. */
  readonly edges: Uint32Array;
  /** For side `3 * face + k`, from the face's corner k to its next: the number of its edge, or {@link NO_EDGE}. */
  readonly edgeOfSide: Uint32Array;
}

/** The edges of faces, and which side of which face lies on which edge. */
export function edgeTable(indices: Uint32Array): EdgeTable {
  const [one, other] = HASH_SECRET;
  const sides = indices.length - (indices.length % 3);
  const edgeOfSide = new Uint32Array(sides).fill(NO_EDGE);
  // Closed meshes have half as many edges as sides, so the table is a third full, and at worst two thirds.
  const mask = tableSize(Math.ceil(sides * 0.75)) - 1;
  const slots = new Uint32Array(mask + 1); // edge number + 1, 0 where free
  const edges = new Uint32Array(2 * sides);
  let count = 0;
  for (let side = 0; side < sides; side++) {
    const a = indices[side];
    const b = indices[side % 3 === 2 ? side - 2 : side + 1];
    if (a === b) continue;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let h = Math.imul(low ^ one, 0x9e3779b1) ^ Math.imul(high + other, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
    let slot = (h ^ (h >>> 13)) & mask;
    let edge = slots[slot];
    while (edge !== 0) {
      const p = edges[2 * edge - 2];
      const q = edges[2 * edge - 1];
      if ((p === low && q === high) || (p === high && q === low)) break;
      slot = (slot + 1) & mask;
      edge = slots[slot];
    }
    if (edge === 0) {
      edges[2 * count] = a;
      edges[2 * count + 1] = b;
      edge = slots[slot] = ++count;
    }
    edgeOfSide[side] = edge - 1;
  }
  return { edges: edges.slice(0, 2 * count), edgeOfSide };
}
