import { ENTRY_BIT } from '../lists.js';
import { DEPTH_SLACK } from '../raster.js';
import { coverFace } from './coverFace.js';
import type { LayerMemory } from './layerMemory.js';
import type { Band, LayerRasterizer, LayerSource } from './layerRasterizer.js';

/** Appends the layers of one face of any size, however far it reaches: for faces that the fast loops cannot draw. */
export function rasterizeCarefully(
  corners: readonly [number, number, number],
  face: number,
  source: LayerSource,
  band: Band,
  m: LayerMemory,
  append: LayerRasterizer['append'],
): void {
  const [a, b, c] = corners;
  const name = source.nameBase + face;
  const beforeAt = source.slot * m.pixelCount;
  coverFace(m, a, b, c, band, 1 + DEPTH_SLACK, source.mirrored, 0, (x, y, depth, sign) => {
    const pixel = (y - band.firstRow) * band.columns + x;
    if (depth < -DEPTH_SLACK) m.before[beforeAt + pixel] += sign;
    else if (depth <= 1 + DEPTH_SLACK)
      append(pixel, sign > 0 ? name + ENTRY_BIT : name, Math.min(Math.max(depth, 0), 1));
  });
}
