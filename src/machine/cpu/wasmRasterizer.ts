import type { LayerMemory } from './layerMemory.js';
import type { LayerRasterizer } from './layerRasterizer.js';
import { LAYERS_WASM } from './layersWasm.js';

interface Exports {
  configure(
    ...places: [
      vertices: number,
      counts: number,
      slots: number,
      heads: number,
      chain: number,
      chainRoom: number,
      columns: number,
      firstRow: number,
      endRow: number,
      plane: number,
    ]
  ): void;
  rasterize(
    ...what: [
      indices: number,
      faceCount: number,
      firstFace: number,
      nameBase: number,
      entrySign: number,
      before: number,
      large: number,
    ]
  ): number;
  appendLayer(pixel: number, name: number, depth: number): void;
  chainedCount(): number;
  layerCount(pixelCount: number): number;
  sortLists(pixelCount: number, first: number, out: number): void;
}

let compiled: WebAssembly.Module | undefined;

/** The loops of wasm/layers.ts. Throws where the page's policy forbids WebAssembly; the plain twin then serves. */
export function createWasmRasterizer(): LayerRasterizer {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(LAYERS_WASM), (c) => c.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  const wasm = instance.exports as unknown as Exports;
  let m: LayerMemory;
  return {
    kind: 'wasm',
    memory,
    start(layout, { columns, firstRow, endRow }) {
      m = layout;
      const { vertices, counts, slots, heads, chain } = m.at;
      wasm.configure(vertices, counts, slots, heads, chain, m.chainRoom, columns, firstRow, endRow, m.plane);
    },
    rebind(layout) {
      m = layout;
    },
    rasterize: (faceCount, firstFace, { nameBase, slot, mirrored }) =>
      wasm.rasterize(
        m.at.indices,
        faceCount,
        firstFace,
        nameBase,
        mirrored ? -1 : 1,
        m.at.before + 4 * slot * m.pixelCount,
        m.at.large,
      ),
    append: (pixel, name, depth) => wasm.appendLayer(pixel, name, depth),
    chainedCount: () => wasm.chainedCount(),
    layerCount: () => wasm.layerCount(m.pixelCount),
    sortLists: () => wasm.sortLists(m.pixelCount, m.at.first, m.at.lists),
  };
}
