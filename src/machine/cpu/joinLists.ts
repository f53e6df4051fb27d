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
  const parts: GatheredLayers[][] = [];
  for (let t = 0; t < tiles.length; t++) {
    const part: GatheredLayers[] = [];
    for (const layers of await layersOf(t)) {
      const bandPixels = layers.first.length - 1;
      const hasWindings = layers.before.some((winding) => winding !== 0);
      eachPixel(atlas, t, layers, (p, place) => {
        first[place + 1] = layers.first[p + 1] - layers.first[p];
        for (let s = 0; hasWindings && s < bodies[t].length; s++) {
          const winding = layers.before[s * bandPixels + p];
          if (!winding) continue;
          if (before.length === 0) before = new Int32Array(pixelCount * slotCount);
          before[s * pixelCount + place] = winding;
        }
      });
      // The arrays are good until the next tile only.
      const layerName = layers.layerName.slice();
      part.push({ ...layers, first: layers.first.slice(), layerName, layerDepth: new Float32Array(layerName.buffer) });
    }
    parts.push(part);
  }
  for (let p = 0; p < pixelCount; p++) first[p + 1] += first[p];
  const depth = new Float32Array(first[pixelCount]);
  const name = new Uint32Array(first[pixelCount]);
  parts.forEach((part, t) => {
    for (const layers of part)
      eachPixel(atlas, t, layers, (p, place) => {
        let to = first[place];
        for (let k = layers.first[p]; k < layers.first[p + 1]; k++, to++) {
          name[to] = layers.layerName[2 * k];
          depth[to] = layers.layerDepth[2 * k + 1];
        }
      });
  });
  return { faceBits, slotCount, first, depth, name, before };
}

/** Calls with each pixel's number within its band and its place in the frame. */
function eachPixel(
  { width, tiles }: Atlas,
  tile: number,
  { band: { columns, firstRow, endRow } }: GatheredLayers,
  take: (p: number, place: number) => void,
): void {
  const { x, y } = tiles[tile];
  for (let row = firstRow, p = 0; row < endRow; row++)
    for (let column = 0; column < columns; column++, p++) take(p, (y + row) * width + x + column);
}
