import type { BodyState } from '../../body.js';
import type { Affine } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import type { Atlas } from '../../view/atlas.js';
import { DEPTH_SLACK } from '../raster.js';
import type { OnScreen } from './writeItem.js';

/** In place of a number of a word: there is none. */
export const NOTHING = 0xffff_ffff;

/** A body that can be seen in a tile. */
export interface Seen {
  readonly body: BodyState;
  readonly tile: number;
  readonly slot: number;
  readonly map: Affine;
  /** Around the body, in pixels and depth. */
  readonly box: Box;
}

/** The bodies of all tiles that can be seen there. */
export function seenBodies(
  atlas: Atlas,
  tiles: readonly (readonly BodyState[])[],
  screens: readonly (readonly OnScreen[])[],
): Seen[] {
  const seen: Seen[] = [];
  tiles.forEach((bodies, tile) => {
    const { view } = atlas.tiles[tile];
    bodies.forEach((body, slot) => {
      const { map, box } = screens[tile][slot];
      const inSight =
        box.min[0] <= view.columns &&
        box.max[0] >= 0 &&
        box.min[1] <= view.rows &&
        box.max[1] >= 0 &&
        box.min[2] <= 1 + DEPTH_SLACK;
      if (inSight) seen.push({ body, tile, slot, map, box });
    });
  });
  return seen;
}
