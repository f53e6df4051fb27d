import type { Vec3 } from '../math/vector.js';
import { CHUNK_BITS, type FaceBlocks } from './faceBlocks.js';
import type { Mesh } from './mesh.js';
import { usedVertices } from './usedVertices.js';

/** Rounding moves a coordinate by less than this share of the terms that it is the sum of. */
const ROUNDING = 2 ** -44;

/** The vertex, among those that faces name, that lies farthest along a direction; the first one of several. `blocks` only save time. */
export function farthestVertex(mesh: Mesh, direction: Vec3, blocks?: FaceBlocks): number {
  const { positions, indices } = mesh;
  const used = usedVertices(indices, positions.length / 3);
  if (used) return farthestOf(positions, used, direction);
  return blocks ? farthestByBlocks(positions, blocks, direction) : farthest(positions, direction);
}

type Positions = Mesh['positions'];

function farthest(positions: Positions, [u, v, w]: Vec3): number {
  const { length: end } = positions;
  let best = -Infinity;
  let at = 0;
  for (let i = 2; i < end; i += 3) {
    const far = u * positions[i - 2] + v * positions[i - 1] + w * positions[i];
    if (far > best) {
      best = far;
      at = i - 2;
    }
  }
  return at / 3;
}

function farthestOf(positions: Positions, used: Uint32Array, [u, v, w]: Vec3): number {
  let best = -Infinity;
  let at = 0;
  for (let k = 0; k < used.length; k++) {
    const i = 3 * used[k];
    const far = u * positions[i] + v * positions[i + 1] + w * positions[i + 2];
    if (far > best) {
      best = far;
      at = used[k];
    }
  }
  return at;
}

/** How far each block may reach; one array for all meshes, so that none is made for each. */
let reaches = new Float64Array(64);

/** Looks through the block that may reach farthest, and then through those that may reach farther than what it has. */
function farthestByBlocks(positions: Positions, blocks: FaceBlocks, [u, v, w]: Vec3): number {
  const { boxes, chunks, chunksFrom, farthest: most } = blocks;
  const count = chunksFrom.length - 1;
  const [au, av, aw] = [Math.abs(u), Math.abs(v), Math.abs(w)];
  const slack = ROUNDING * (au * most[0] + av * most[1] + aw * most[2]);
  if (reaches.length < count) reaches = new Float64Array(2 * count);
  let top = 0;
  for (let block = 0, at = 0; block < count; block++, at += 6) {
    const middle = u * boxes[at] + v * boxes[at + 1] + w * boxes[at + 2];
    reaches[block] = middle + (au * boxes[at + 3] + av * boxes[at + 4] + aw * boxes[at + 5]) + slack;
    if (reaches[block] > reaches[top]) top = block;
  }

  const vertexCount = positions.length / 3;
  let best = -Infinity;
  let found = 0;
  for (let turn = -1; turn < count; turn++) {
    const block = turn < 0 ? top : turn;
    // Where numbers overflow, a reach may be none, and the block is looked through.
    if (reaches[block] < best || turn === top) continue;
    for (let k = chunksFrom[block]; k < chunksFrom[block + 1]; k++) {
      const end = Math.min((chunks[k] + 1) << CHUNK_BITS, vertexCount);
      for (let i = chunks[k] << CHUNK_BITS; i < end; i++) {
        const far = u * positions[3 * i] + v * positions[3 * i + 1] + w * positions[3 * i + 2];
        if (far > best || (far === best && i < found)) {
          best = far;
          found = i;
        }
      }
    }
  }
  return found;
}
