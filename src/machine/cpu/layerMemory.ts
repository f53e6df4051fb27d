import { InputError } from '../../errors.js';
import { SLOTS } from '../raster.js';

/** What one tile needs. */
export interface LayerNeeds {
  vertexCount: number;
  columns: number;
  rows: number;
  /** Bodies in the tile. */
  slotCount: number;
  chainRoom: number;
}

/** Where everything lies, in bytes, and the same as arrays. */
export interface LayerMemory {
  readonly at: Readonly<Record<Region, number>>;
  readonly chainRoom: number;
  readonly pixelCount: number;
  /** From one slot plane to the next, in pixels. */
  readonly plane: number;
  /** Four f64 per vertex: x and y in pixels, depth, and the snapped x and y as two i32 in the last. */
  readonly vertices: Float64Array;
  readonly snapped: Int32Array;
  readonly indices: Uint32Array;
  readonly large: Int32Array;
  /** Layers per pixel; SLOTS + 1 says that a chain follows. */
  readonly counts: Uint8Array;
  /** SLOTS planes of (name, depth) pairs, seen as words, as floats, and as sortable f64 pairs. */
  readonly names: Uint32Array;
  readonly depths: Float32Array;
  readonly keys: Float64Array;
  /** The newest chained layer of a pixel. */
  readonly heads: Int32Array;
  /** Four words per chained layer: name, depth, the next one or -1, unused. */
  readonly chain: Int32Array;
  readonly chainDepths: Float32Array;
  readonly chainKeys: Float64Array;
  /** The winding at the near plane, a plane per body. */
  readonly before: Int32Array;
  /** The sorted lists, one behind the other: pixel p's from `first[p]` to `first[p + 1]`. */
  readonly first: Uint32Array;
}

type Region = 'vertices' | 'indices' | 'large' | 'counts' | 'slots' | 'heads' | 'chain' | 'before' | 'first' | 'lists';

/** Faces are handed to the rasterizer in portions of this many. */
export const FACES_AT_ONCE = 1 << 16;

/** Some lanes of the rasterizer write beyond a row's end, where nothing counts; the last row needs this much behind it. */
const SPILL = 16;
const PAGE = 65536;
const MOST_BYTES = 2 ** 32 - PAGE;

/** Lays out `memory` for a tile, growing it where it is too small. It never shrinks: a warm machine allocates nothing. */
export function layOut(memory: WebAssembly.Memory, needs: LayerNeeds): LayerMemory {
  const pixelCount = needs.columns * needs.rows;
  const plane = pixelCount + SPILL;
  const at = {} as Record<Region, number>;
  let end = 1024;
  const take = (region: Region, bytes: number) => {
    at[region] = end;
    end += Math.ceil(bytes / 64) * 64;
  };
  take('vertices', needs.vertexCount * 32);
  take('indices', FACES_AT_ONCE * 12);
  take('large', FACES_AT_ONCE * 4);
  take('counts', plane);
  take('slots', plane * SLOTS * 8);
  take('heads', pixelCount * 4);
  take('chain', needs.chainRoom * 16);
  take('before', (pixelCount * needs.slotCount + SPILL) * 4);
  take('first', (pixelCount + 1) * 4);
  take('lists', 0);
  grow(memory, end);
  const { buffer } = memory;
  return {
    at,
    chainRoom: needs.chainRoom,
    pixelCount,
    plane,
    vertices: new Float64Array(buffer, at.vertices, needs.vertexCount * 4),
    snapped: new Int32Array(buffer, at.vertices, needs.vertexCount * 8),
    indices: new Uint32Array(buffer, at.indices, FACES_AT_ONCE * 3),
    large: new Int32Array(buffer, at.large, FACES_AT_ONCE),
    counts: new Uint8Array(buffer, at.counts, plane),
    names: new Uint32Array(buffer, at.slots, plane * SLOTS * 2),
    depths: new Float32Array(buffer, at.slots, plane * SLOTS * 2),
    keys: new Float64Array(buffer, at.slots, plane * SLOTS),
    heads: new Int32Array(buffer, at.heads, pixelCount),
    chain: new Int32Array(buffer, at.chain, needs.chainRoom * 4),
    chainDepths: new Float32Array(buffer, at.chain, needs.chainRoom * 4),
    chainKeys: new Float64Array(buffer, at.chain, needs.chainRoom * 2),
    before: new Int32Array(buffer, at.before, pixelCount * needs.slotCount + SPILL),
    first: new Uint32Array(buffer, at.first, pixelCount + 1),
  };
}

/** Sees to it that `bytes` are there. Growing detaches all arrays on the memory; they must be made anew. */
export function grow(memory: WebAssembly.Memory, bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new InputError(
      `machine: one tile needs ${(bytes / 2 ** 30).toFixed(1)} GiB on the CPU, of at most 4. Lower the resolution, or split the body.`,
    );
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
