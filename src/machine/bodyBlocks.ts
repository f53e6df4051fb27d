import type { Body, BodyState } from '../body.js';
import { isBalanced } from '../mesh/balancedEdges.js';
import { type FaceBlocks, faceBlocks } from '../mesh/faceBlocks.js';
import type { Mesh } from '../mesh/mesh.js';

/** Fewer faces are drawn faster than anything about them is found out. */
const FEW_FACES = 512;

/** Blocks cost about as much as to draw the body: they are made for those that were drawn so often as they are. */
const DRAWN_BEFORE = 2;

interface Known {
  readonly revision: number;
  readonly mesh: Mesh;
  drawn: number;
  blocks?: FaceBlocks;
}

const known = new WeakMap<Body, Known>();

/** The blocks of a body that is about to be drawn, or looked through; undefined where that was rare since it last deformed, or it has few faces. */
export function blocksToDraw({ identity, revision, mesh }: BodyState): FaceBlocks | undefined {
  const { positions, indices } = mesh;
  if (indices.length < 3 * FEW_FACES) return undefined;
  // A body that was updated while a question about it waited may have been so in its own arrays: who knows what they hold now.
  if (identity.revision !== revision) return undefined;
  const entry = known.get(identity);
  if (entry?.revision !== revision || entry.mesh.positions !== positions || entry.mesh.indices !== indices) {
    known.set(identity, { revision, mesh, drawn: 1 });
    return undefined;
  }
  if (!entry.blocks && ++entry.drawn > DRAWN_BEFORE) {
    entry.blocks = faceBlocks(mesh);
    isBalanced(indices); // which helps to draw it, too
  }
  return entry.blocks;
}
