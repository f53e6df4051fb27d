import { InputError } from '../../errors.js';

/** What a band needs. */
export interface LayerNeeds {
  vertexCount: number;
  columns: number;
  rows: number;
  /** Bodies in the tile. */
  slotCount: number;
}

/** Where everything lies, in bytes, and the same as arrays. */
export interface LayerMemory {
  readonly at: Readonly<Record<Region, number>>;
  readonly pixelCount: number;
  /** Four f64 per vertex: x and y in pixels, depth, and the snapped x and y as two i32 in the last. */
  readonly vertices: Float64Array;
  readonly snapped: Int32Array;
  readonly indices: Uint32Array;
  /** Layers per pixel. */
  readonly counts: Int32Array;
  /** The winding at the near plane, a plane per body. */
  readonly before: Int32Array;
  /** The sorted lists, one behind the other: pixel p's from `first[p]` to `first[p + 1]`. */
  readonly first: Uint32Array;
  /**
   * All the rest of the memory: layers as they come, three words each (pixel, name, depth; the WebAssembly twin has pages of
   * its own here), and behind them the lists.
   */
  readonly stream: Uint32Array;
  readonly streamDepths: Float32Array;
}

type Region = 'vertices' | 'indices' | 'counts' | 'before' | 'first' | 'stream';

/** Faces are handed to the rasterizer in portions of this many. */
export const FACES_AT_ONCE = 1 << 16;

/** Bytes of a layer in the stream. */
export const LAYER_BYTES = 12;

/** The stream of the WebAssembly twin is made of pages of so many layers and bytes; see wasm/memory.ts. */
const STREAM_PAGE = { layers: 1 << 15, bytes: 64 + (1 << 15) * LAYER_BYTES };

/** What so many layers take at most behind a stream of either twin. */
export const bytesFor = (layers: number): number => (Math.floor(layers / STREAM_PAGE.layers) + 2) * STREAM_PAGE.bytes;

/** The tables of the WebAssembly twin lie before this. */
const TABLES_END = 4096;

/** Some lanes of the rasterizer write beyond a row's end, where they change nothing; the last row needs room for that. */
const SPILL = 16;
const PAGE = 65536;
const MOST_BYTES = 2 ** 32 - PAGE;

/** The last layout of a memory: small tiles of one size come by the thousand. */
const lastLayouts = new WeakMap<WebAssembly.Memory, { readonly needs: LayerNeeds; readonly layout: LayerMemory }>();

/** Lays out `memory` for a band, growing it where it is too small. It never shrinks: a warm machine allocates nothing. */
export function layOut(memory: WebAssembly.Memory, { vertexCount, columns, rows, slotCount }: LayerNeeds): LayerMemory {
  const needs = { vertexCount: 2 ** Math.ceil(Math.log2(Math.max(1024, vertexCount))), columns, rows, slotCount };
  const last = lastLayouts.get(memory);
  if (last?.layout.first.buffer === memory.buffer && isSame(last.needs, needs)) return last.layout;
  const layout = layOutAnew(memory, needs);
  lastLayouts.set(memory, { needs, layout });
  return layout;
}

const isSame = (a: LayerNeeds, b: LayerNeeds): boolean =>
  a.vertexCount === b.vertexCount && a.columns === b.columns && a.rows === b.rows && a.slotCount === b.slotCount;

function layOutAnew(memory: WebAssembly.Memory, needs: LayerNeeds): LayerMemory {
  const pixelCount = needs.columns * needs.rows;
  const at = {} as Record<Region, number>;
  let end = TABLES_END;
  const take = (region: Region, bytes: number) => {
    at[region] = end;
    end += Math.ceil(bytes / 64) * 64;
  };
  take('vertices', needs.vertexCount * 32);
  take('indices', FACES_AT_ONCE * 12);
  take('counts', (pixelCount + SPILL) * 4);
  take('before', (pixelCount * needs.slotCount + SPILL) * 4);
  take('first', (pixelCount + 1) * 4);
  take('stream', 0);
  grow(memory, end + Math.max(pixelCount * LAYER_BYTES, STREAM_PAGE.bytes));
  const { buffer } = memory;
  return {
    at,
    pixelCount,
    vertices: new Float64Array(buffer, at.vertices, needs.vertexCount * 4),
    snapped: new Int32Array(buffer, at.vertices, needs.vertexCount * 8),
    indices: new Uint32Array(buffer, at.indices, FACES_AT_ONCE * 3),
    counts: new Int32Array(buffer, at.counts, pixelCount + SPILL),
    before: new Int32Array(buffer, at.before, pixelCount * needs.slotCount + SPILL),
    first: new Uint32Array(buffer, at.first, pixelCount + 1),
    stream: new Uint32Array(buffer, at.stream),
    streamDepths: new Float32Array(buffer, at.stream),
  };
}

/** Sees to it that `bytes` are there. Growing detaches all arrays on the memory; they must be made anew. */
export function grow(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return;
  if (bytes > MOST_BYTES)
    throw new InputError(
      `cpu: one tile needs more memory than there is (${(bytes / 2 ** 30).toFixed(1)} GiB of 4). Lower the resolution, or split the body.`,
    );
  memory.grow(Math.ceil(missing / PAGE));
}
