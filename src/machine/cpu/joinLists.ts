import type { BodyState } from '../../body.js';
import type { Atlas } from '../../view/atlas.js';
import type { LayerLists } from '../lists.js';
import type { GatheredLayers } from './gatherLayers.js';

/** Puts the lists of all tiles together, in the order of the frame's pixels. */
export async function joinLists(
  atlas: Atlas,
  bodies: readonly (readonly BodyState[])[],
  faceBits: number,
  layersOf: (tile: number) => Promise<readonly GatheredLayers[]>,
): Promise<LayerLists> {
  const { width, height, tiles } = atlas;
  const pixelCount = width * height;
  const slotCount = bodies.reduce((most, b) => Math.max(most, b.length), 1);
  const first = new Uint32Array(pixelCount + 1);
  let before = new Int32Array(0);
  const parts: Part[] = [];
  for (let t = 0; t < tiles.length; t++)
    for (const layers of await layersOf(t)) {
      const place = (tiles[t].y + layers.band.firstRow) * width + tiles[t].x;
      putCounts(first, layers, place, width);
      if (layers.before.some((winding) => winding !== 0)) {
        if (before.length === 0) before = new Int32Array(pixelCount * slotCount);
        for (let s = 0; s < bodies[t].length; s++) putWindings(before, layers, s, s * pixelCount + place, width);
      }
      // The arrays are good until the next tile only.
      const layerName = layers.layerName.slice();
      parts.push({
        place,
        layers: { ...layers, first: layers.first.slice(), layerName, layerDepth: new Float32Array(layerName.buffer) },
      });
    }
  for (let p = 0; p < pixelCount; p++) first[p + 1] += first[p];
  const depth = new Float32Array(first[pixelCount]);
  const name = new Uint32Array(first[pixelCount]);
  for (const { layers, place } of parts) putLayers(name, depth, first, layers, place, width);
  return { faceBits, slotCount, first, depth, name, before };
}

/** A band's lists, and the place of its first pixel in the frame. */
interface Part {
  readonly layers: GatheredLayers;
  readonly place: number;
}

/** How many layers each pixel has, one place further. */
function putCounts(counts: Uint32Array, { first, band }: GatheredLayers, place: number, width: number): void {
  const { columns, firstRow, endRow } = band;
  for (let row = 0, p = 0; row < endRow - firstRow; row++)
    for (let to = place + row * width + 1, end = to + columns; to < end; to++, p++)
      counts[to] = first[p + 1] - first[p];
}

function putWindings(
  to: Int32Array,
  { first, before, band }: GatheredLayers,
  slot: number,
  place: number,
  width: number,
) {
  const { columns, firstRow, endRow } = band;
  const from = slot * (first.length - 1);
  for (let row = 0; row < endRow - firstRow; row++)
    to.set(before.subarray(from + row * columns, from + (row + 1) * columns), place + row * width);
}

/** The layers themselves: those of a row lie one behind the other, in the band as in the frame. */
function putLayers(
  name: Uint32Array,
  depth: Float32Array,
  starts: Uint32Array,
  { first, layerName, layerDepth, band }: GatheredLayers,
  place: number,
  width: number,
): void {
  const { columns, firstRow, endRow } = band;
  for (let row = 0; row < endRow - firstRow; row++) {
    const end = 2 * first[(row + 1) * columns];
    for (let from = 2 * first[row * columns], to = starts[place + row * width]; from < end; from += 2, to++) {
      name[to] = layerName[from];
      depth[to] = layerDepth[from + 1];
    }
  }
}
