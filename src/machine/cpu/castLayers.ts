import { type Affine, invert } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import { casterOf } from '../../surface/casterOf.js';
import { createCrossings } from '../../surface/crossings.js';
import type { RaySurface } from '../../surface/surface.js';
import { ENTRY_BIT } from '../lists.js';
import { DEPTH_SLACK } from '../raster.js';
import type { Band, LayerRasterizer, LayerSource } from './layerRasterizer.js';

/** A solid that rays are cast at, as one view sees it. */
export interface CastBody {
  readonly surface: RaySurface;
  readonly screenFromBody: Affine;
  /** Around the body, in pixels and depth. */
  readonly box: Box;
}

/** What the loop below needs of the memory that the lists lie in; it changes where the memory grows. */
export interface CastRoom {
  /** Windings at the near plane, a plane per body. */
  before(): Int32Array;
  readonly pixelCount: number;
  /** Sees to it that so many layers more have room. */
  makeRoomFor(layers: number): void;
}

const crossings = createCrossings();

/**
 * Appends what the rays of a band meet of a solid, and says on how many rays that could not be settled. A ray is cast through the
 * middle of every pixel that the body's box lies over; depth is the ray's own parameter, so that nothing is to be converted.
 */
export function castLayers(
  { surface, screenFromBody, box }: CastBody,
  { nameBase, slot }: LayerSource,
  { columns, firstRow, endRow }: Band,
  rasterizer: LayerRasterizer,
  room: CastRoom,
): number {
  const caster = casterOf(surface);
  const m = invert(screenFromBody);
  const x0 = Math.max(0, Math.floor(box.min[0] - 0.5));
  const x1 = Math.min(columns - 1, Math.ceil(box.max[0] - 0.5));
  const y0 = Math.max(firstRow, Math.floor(box.min[1] - 0.5));
  const y1 = Math.min(endRow - 1, Math.ceil(box.max[1] - 0.5));
  let unsettled = 0;
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const [u, v] = [x + 0.5, y + 0.5];
      caster.cast(
        m[0] * u + m[1] * v + m[3],
        m[4] * u + m[5] * v + m[7],
        m[8] * u + m[9] * v + m[11],
        m[2],
        m[6],
        m[10],
        -DEPTH_SLACK,
        1 + DEPTH_SLACK,
        crossings,
      );
      const { count, t, patch, startsInside } = crossings;
      if (crossings.unsettled > 0) unsettled++;
      const pixel = (y - firstRow) * columns + x;
      if (startsInside) room.before()[slot * room.pixelCount + pixel]++;
      if (count === 0) continue;
      room.makeRoomFor(count);
      let isEntry = !startsInside;
      for (let k = 0; k < count; k++, isEntry = !isEntry) {
        const depth = t[k] > 0 ? (t[k] < 1 ? t[k] : 1) : 0;
        rasterizer.append(pixel, nameBase + patch[k] + (isEntry ? ENTRY_BIT : 0), depth);
      }
    }
  return unsettled;
}
