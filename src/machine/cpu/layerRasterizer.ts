import type { LayerMemory } from './layerMemory.js';

/** The rows that are drawn, and how wide they are. */
export interface Band {
  readonly columns: number;
  readonly firstRow: number;
  readonly endRow: number;
}

/** Whose layers are drawn. */
export interface LayerSource {
  /** The body's slot, at its place in a layer's name. */
  readonly nameBase: number;
  /** The body's place among the bodies of its tile. */
  readonly slot: number;
  /** Whether the map to the screen mirrors: then entries look like exits. */
  readonly mirrored: boolean;
  /**
   * Whether windings at the near plane are told from what lies behind it instead of before it: of a closed mesh all layers of a ray add up
   * to 0, so these are the same with the other sign. Then faces before the near plane are left out, else those behind the far one.
   */
  readonly fromBehind: boolean;
}

/**
 * The hot loops of the CPU machine. There are two of them, byte for byte alike: plain TypeScript and WebAssembly.
 *
 * Layers go to a stream in the order of drawing, and pixels count theirs; then a counting sort by pixel brings them
 * together. Written to their pixels at once, the layers would miss the cache: 13.0 + 2.6 ms against 8.5 + 3.5 ms for the
 * deep contact of the bench.
 */
export interface LayerRasterizer {
  readonly kind: 'plain' | 'wasm';
  readonly memory: WebAssembly.Memory;
  /** Starts a band: says where things lie, and empties the stream. */
  start(layout: LayerMemory, band: Band): void;
  /** Takes new arrays on the same places, after the memory grew. */
  rebind(layout: LayerMemory): void;
  /**
   * Appends the layers of the faces `from` to `faceCount` in `layout.indices`, whose first has the number `firstFace`, as
   * far as the stream has room; returns the first face that was not drawn.
   */
  rasterize(from: number, faceCount: number, firstFace: number, source: LayerSource): number;
  append(pixel: number, name: number, depth: number): void;
  layerCount(): number;
  /** Whether so many layers can be appended. */
  hasRoomFor(layers: number): boolean;
  /** What the stream takes. */
  streamBytes(): number;
  /** Sorts every list and writes them one behind the other to `out` (bytes), their starts to `layout.first`. */
  sortLists(out: number): void;
}
