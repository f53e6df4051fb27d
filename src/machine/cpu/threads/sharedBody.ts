import type { BodyState } from '../../../body.js';
import type { FaceBlocks } from '../../../mesh/faceBlocks.js';

interface Shared {
  revision: number;
  positions: Float32Array | Float64Array;
  readonly indices: Uint32Array;
  blocks?: FaceBlocks | undefined;
}

/** By the body's identity: many states of one body are one entry. */
const known = new WeakMap<object, Shared>();

/**
 * A copy of the body's arrays in shared memory, made once, and its positions again with every revision: into new memory,
 * as a worker of another machine may be reading the old one. Its blocks come along as soon as there are some.
 */
export function sharedBody({ identity, revision, mesh }: BodyState, blocks?: FaceBlocks): Omit<Shared, 'revision'> {
  let shared = known.get(identity);
  if (!shared) {
    shared = { revision, positions: share(mesh.positions), indices: share(mesh.indices) };
    known.set(identity, shared);
  } else if (shared.revision !== revision) {
    shared.positions = share(mesh.positions);
    shared.revision = revision;
    shared.blocks = undefined;
  }
  if (blocks) shared.blocks ??= shareBlocks(blocks);
  return { positions: shared.positions, indices: shared.indices, blocks: shared.blocks };
}

const shareBlocks = ({ boxes, chunks, chunksFrom, farthest }: FaceBlocks): FaceBlocks => ({
  boxes: share(boxes),
  chunks: share(chunks),
  chunksFrom: share(chunksFrom),
  farthest,
});

/** Gives the copy back, for all machines; a body that is seen again is copied again. */
export function forgetSharedBody({ identity }: BodyState): void {
  known.delete(identity);
}

function share<T extends Float32Array | Float64Array | Uint32Array>(array: T): T {
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new Kind(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
