import type { LayerMemory } from './layerMemory.js';
import type { LayerRasterizer } from './layerRasterizer.js';
import { LAYERS_WASM } from './layersWasm.js';

interface Exports {
  configure(
    ...places: [
      vertices: number,
      counts: number,
      stream: number,
      streamEnd: number,
      columns: number,
      firstRow: number,
      endRow: number,
    ]
  ): void;
  setStreamEnd(bytes: number): void;
  rasterize(
    ...what: [
      indices: number,
      from: number,
      faceCount: number,
      firstFace: number,
      nameBase: number,
      entrySign: number,
      before: number,
      fromBehind: boolean,
    ]
  ): number;
  appendLayer(pixel: number, name: number, depth: number): void;
  layerCount(): number;
  hasRoomFor(layers: number): number;
  pagesEnd(): number;
  sortLists(pixelCount: number, stream: number, first: number, out: number): void;
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
      const { vertices, counts, stream } = m.at;
      wasm.configure(vertices, counts, stream, memory.buffer.byteLength, columns, firstRow, endRow);
    },
    rebind(layout) {
      m = layout;
      wasm.setStreamEnd(memory.buffer.byteLength);
    },
    rasterize: (from, faceCount, firstFace, { nameBase, slot, mirrored, fromBehind }) =>
      wasm.rasterize(
        m.at.indices,
        from,
        faceCount,
        firstFace,
        nameBase,
        mirrored ? -1 : 1,
        m.at.before + 4 * slot * m.pixelCount,
        fromBehind,
      ),
    append: (pixel, name, depth) => wasm.appendLayer(pixel, name, depth),
    layerCount: () => wasm.layerCount(),
    hasRoomFor: (layers) => wasm.hasRoomFor(layers) !== 0,
    streamBytes: () => (wasm.pagesEnd() >>> 0) - m.at.stream,
    sortLists: (out) => wasm.sortLists(m.pixelCount, m.at.stream, m.at.first, out),
  };
}
