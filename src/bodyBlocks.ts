import type { Body, BodyState } from './body.js';
import { isBalanced } from './mesh/balancedEdges.js';
import { type FaceBlocks, faceBlocks } from './mesh/faceBlocks.js';
import type { Mesh } from './mesh/mesh.js';

/** Fewer faces are drawn faster than anything about them is found out. */
const FEW_FACES = 512;

/** Blocks cost about as much as to draw the body a few times: they are made for those that were drawn so often as they are. */
const DRAWN_BEFORE = 2;

/** Where blocks were used less often than this before the body deformed, they are made later the next time; after LATEST draws at the latest. */
const WORTH = 4;
const LATEST = 64;

interface Known {
  readonly revision: number;
  readonly mesh: Mesh;
  /** So many draws before blocks are made. */
  readonly patience: number;
  drawn: number;
  used: number;
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
    known.set(identity, { revision, mesh, patience: patienceAfter(entry), drawn: 1, used: 0 });
    return undefined;
  }
  if (!entry.blocks && ++entry.drawn > entry.patience) {
    entry.blocks = faceBlocks(mesh);
    isBalanced(indices); // which helps to draw it, too
  }
  if (entry.blocks) entry.used++;
  return entry.blocks;
}

/** A body that deforms in every frame is drawn a few times as it is, and never again. */
function patienceAfter(before: Known | undefined): number {
  if (!before) return DRAWN_BEFORE;
  if (!before.blocks) return before.patience;
  return before.used < WORTH ? Math.min(2 * before.patience, LATEST) : DRAWN_BEFORE;
}
