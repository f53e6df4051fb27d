import type { BodyState } from '../../body.js';
import type { View } from '../../view/view.js';
import { type GatheredLayers, gatherLayers, layerBody } from './gatherLayers.js';
import type { LayerRasterizer } from './layerRasterizer.js';
import { createPlainRasterizer } from './plainRasterizer.js';
import { createWasmRasterizer } from './wasmRasterizer.js';

/** Which loops to use: WebAssembly where the page's policy lets it be compiled, or the plain twin. */
export type Loops = 'auto' | 'wasm' | 'plain';

/** Gathers the lists of one tile after the other, in one band or several; arrays are good until the next tile. */
export interface Gatherer {
  /** Which loops it has, and how many threads, in words. */
  readonly loops: string;
  readonly name: string;
  gather(
    view: View,
    bodies: readonly BodyState[],
    faceBits: number,
    onlyTogether?: boolean,
  ): Promise<readonly GatheredLayers[]>;
  close(): void;
}

/** Gathers on the caller's own thread. */
export function createGatherer(loops: Loops): Gatherer {
  const rasterizer = createRasterizer(loops);
  return {
    loops: rasterizer.kind === 'wasm' ? 'WebAssembly loops' : 'plain loops',
    name: '1 thread',
    async gather(view, bodies, faceBits, onlyTogether) {
      const band = { columns: view.columns, firstRow: 0, endRow: view.rows };
      const job = { band, bodies: bodies.map((body) => layerBody(view, body)), faceBits, onlyTogether };
      return [gatherLayers(rasterizer, job)];
    },
    close() {},
  };
}

export function createRasterizer(loops: Loops): LayerRasterizer {
  if (loops === 'plain') return createPlainRasterizer();
  try {
    return createWasmRasterizer();
  } catch (error) {
    if (loops === 'wasm') throw error;
    return createPlainRasterizer();
  }
}
