import type { Vec3 } from '../math/vector.js';
import type { Mesh } from './mesh.js';

/** So many faces, as they follow each other in the mesh, are a block. */
export const BLOCK_FACES = 64;

/** So many vertices, as they follow each other, are a chunk: a power of two. */
export const CHUNK_BITS = 5;

/** More than what halves of the smallest numbers lose. */
const TINY = 2 ** -1070;

/**
 * Boxes around a mesh's faces, block by block: what lies outside a view need not be looked at face by face. Faces that follow
 * each other mostly lie side by side; where they do not, the boxes are large, and nothing is gained.
 */
export interface FaceBlocks {
  /** Per block the middle of its box, then half of its size: six numbers. */
  readonly boxes: Float64Array;
  /** The chunks of vertices that a block's faces name, block after block; and where each block's begin, with one more entry for the end. */
  readonly chunks: Uint32Array;
  readonly chunksFrom: Uint32Array;
  /** The largest coordinate along each axis, whatever its sign. */
  readonly farthest: Vec3;
}

/** The blocks of a mesh, in one pass over its faces. */
export function faceBlocks({ positions, indices }: Mesh): FaceBlocks {
  const corners = 3 * BLOCK_FACES;
  const count = Math.ceil(indices.length / corners);
  const boxes = new Float64Array(6 * count);
  const chunksFrom = new Uint32Array(count + 1);
  let chunks = new Uint32Array(4 * count + corners);
  let named = 0;
  /** By chunk, the last block that named it, counted from 1. */
  const namedBy = new Uint32Array(((positions.length / 3) >>> CHUNK_BITS) + 1);
  const farthest: [number, number, number] = [0, 0, 0];
  for (let block = 0; block < count; block++) {
    let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const end = Math.min((block + 1) * corners, indices.length);
    if (chunks.length < named + corners) chunks = grown(chunks);
    for (let k = block * corners; k < end; k++) {
      const v = indices[k];
      const x = positions[3 * v];
      const y = positions[3 * v + 1];
      const z = positions[3 * v + 2];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
      if (namedBy[v >>> CHUNK_BITS] === block + 1) continue;
      namedBy[v >>> CHUNK_BITS] = block + 1;
      chunks[named++] = v >>> CHUNK_BITS;
    }
    chunksFrom[block + 1] = named;
    const at = 6 * block;
    // Halves first: sums may overflow.
    boxes[at] = x0 / 2 + x1 / 2;
    boxes[at + 1] = y0 / 2 + y1 / 2;
    boxes[at + 2] = z0 / 2 + z1 / 2;
    boxes[at + 3] = x1 / 2 - x0 / 2 + TINY;
    boxes[at + 4] = y1 / 2 - y0 / 2 + TINY;
    boxes[at + 5] = z1 / 2 - z0 / 2 + TINY;
    farthest[0] = Math.max(farthest[0], -x0, x1);
    farthest[1] = Math.max(farthest[1], -y0, y1);
    farthest[2] = Math.max(farthest[2], -z0, z1);
  }
  return { boxes, chunks: chunks.slice(0, named), chunksFrom, farthest };
}

function grown(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * words.length);
  more.set(words);
  return more;
}
