import type { Atlas } from '../../view/atlas.js';
import type { LayerLists } from '../lists.js';
import type { BuiltLists, LayerPasses } from './layerPasses.js';
import { COUNTERS } from './layout.js';

/** From lengths to starts: entry p is the sum of the lengths before p, and the last is the sum of all. */
export function startsOf(lengths: Uint32Array): Uint32Array<ArrayBuffer> {
  const first = new Uint32Array(lengths.length + 1);
  for (let p = 0; p < lengths.length; p++) first[p + 1] = first[p] + lengths[p];
  return first;
}

/** Brings complete lists to the host, sorting those that are still in slots. */
export async function readSlots(
  atlas: Atlas,
  built: BuiltLists,
  counters: Uint32Array,
  buffers: LayerPasses['buffers'],
  readBack: (source: GPUBuffer, offset: number, bytes: number) => Promise<ArrayBuffer>,
): Promise<LayerLists> {
  const pixelCount = atlas.width * atlas.height;
  const { faceBits, tiles } = built.request;
  const slotCount = tiles.reduce((most, bodies) => Math.max(most, bodies.length), 1);
  let before = new Int32Array(0);
  atlas.tiles.forEach(({ view, x, y }, t) => {
    if (built.before[t] === 0xffff_ffff) return;
    for (let s = 0; s < tiles[t].length; s++)
      for (let row = 0; row < view.rows; row++)
        for (let column = 0; column < view.columns; column++) {
          const winding = counters[built.before[t] + (s * view.rows + row) * view.columns + column];
          if (winding === 0) continue;
          if (before.length === 0) before = new Int32Array(pixelCount * slotCount);
          before[s * pixelCount + (y + row) * atlas.width + x + column] = winding;
        }
  });

  let first: Uint32Array;
  let keys: Float64Array; // (name, depth) pairs, which sort as f64
  if (built.form === 'slots') {
    first = startsOf(counters.subarray(COUNTERS.pixels, COUNTERS.pixels + pixelCount));
    const slots = new Float64Array(await readBack(buffers.layers(), 0, 8 * pixelCount * built.slotCount));
    keys = new Float64Array(first[pixelCount]);
    for (let p = 0; p < pixelCount; p++) {
      const start = first[p];
      for (let k = start; k < first[p + 1]; k++) {
        const key = slots[(k - start) * pixelCount + p];
        let at = k;
        for (; at > start && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
      }
    }
  } else {
    first = new Uint32Array(await readBack(buffers.first(), 0, 4 * (pixelCount + 1)));
    keys = new Float64Array(
      await readBack(buffers.layers(), 0, 8 * Math.max(1, first[pixelCount])),
      0,
      first[pixelCount],
    );
  }
  const [words, floats] = [new Uint32Array(keys.buffer), new Float32Array(keys.buffer)];
  const name = new Uint32Array(first[pixelCount]);
  const depth = new Float32Array(first[pixelCount]);
  for (let k = 0; k < name.length; k++) {
    name[k] = words[2 * k];
    depth[k] = floats[2 * k + 1];
  }
  return { faceBits, slotCount, first, name, depth, before };
}
