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

/** The blocks of a body that is about to be drawn; undefined where it was hardly drawn since it last deformed, or has few faces. */
export function blocksToDraw(body: BodyState): FaceBlocks | undefined {
  const { identity, revision, mesh } = body;
  if (mesh.indices.length < 3 * FEW_FACES) return undefined;
  const entry = entryOf(body);
  if (!entry) known.set(identity, { revision, mesh, drawn: 1 });
  else if (!entry.blocks && ++entry.drawn > DRAWN_BEFORE) {
    entry.blocks = faceBlocks(mesh);
    isBalanced(mesh.indices); // which helps to draw it, too
  }
  return entry?.blocks;
}

/** The blocks of a body, where it has them. */
export const blocksKnown = (body: BodyState): FaceBlocks | undefined => entryOf(body)?.blocks;

function entryOf({ identity, revision, mesh }: BodyState): Known | undefined {
  const entry = known.get(identity);
  const isSame =
    entry?.revision === revision && entry.mesh.positions === mesh.positions && entry.mesh.indices === mesh.indices;
  return isSame ? entry : undefined;
}
