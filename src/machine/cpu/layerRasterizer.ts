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
}

/** The hot loops of the CPU machine. There are two of them, byte for byte alike: plain TypeScript and WebAssembly. */
export interface LayerRasterizer {
  readonly kind: 'plain' | 'wasm';
  readonly memory: WebAssembly.Memory;
  /** Starts a tile: says where things lie, and empties the chain. */
  start(layout: LayerMemory, band: Band): void;
  /** Takes new arrays on the same places, after the memory grew. */
  rebind(layout: LayerMemory): void;
  /**
   * Appends the layers of the `faceCount` faces in `layout.indices`, whose first has the number `firstFace`. Faces too
   * large for 32-bit edge functions are left to the careful rasterizer: it returns how many, their numbers in `layout.large`.
   */
  rasterize(faceCount: number, firstFace: number, source: LayerSource): number;
  append(pixel: number, name: number, depth: number): void;
  /** Layers that found their pixel's slots full. More than `chainRoom` means: some are lost; make room and start again. */
  chainedCount(): number;
  /** All layers; what `sortLists` will write. */
  layerCount(): number;
  /** Sorts every list and writes them one behind the other to the memory at `layout.at.lists`, their starts to `layout.first`. */
  sortLists(): void;
}
