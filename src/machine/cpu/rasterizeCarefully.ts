import { ENTRY_BIT } from '../lists.js';
import { DEPTH_SLACK } from '../raster.js';
import { coverFace, depthAt } from './coverFace.js';
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
  const { fromBehind } = source;
  coverFace(m, a, b, c, band, fromBehind ? Infinity : 1 + DEPTH_SLACK, source.mirrored, 0, (run) => {
    const { x, y, count, sign } = run;
    const layer = sign > 0 ? name + ENTRY_BIT : name;
    for (let k = 0, pixel = (y - band.firstRow) * band.columns + x; k < count; k++, pixel++) {
      const depth = depthAt(run, k);
      if (depth < -DEPTH_SLACK !== fromBehind) m.before[beforeAt + pixel] += fromBehind ? -sign : sign;
      if (depth >= -DEPTH_SLACK && depth <= 1 + DEPTH_SLACK) append(pixel, layer, Math.min(Math.max(depth, 0), 1));
    }
  });
}
