import { MAX_FRAME_PX } from '../constants.js';
import { InputError } from '../errors.js';
import type { View } from './view.js';

/** A view's place in a frame: its pixel (0, 0) lies at (x, y). */
export interface Tile {
  readonly view: View;
  readonly x: number;
  readonly y: number;
}

/** Many views side by side in one frame, so that they go through the machine together. */
export interface Atlas {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Tile[];
}

/** An atlas of one view. */
export const single = (view: View): Atlas => ({
  width: view.columns,
  height: view.rows,
  tiles: [{ view, x: 0, y: 0 }],
});

export interface AtlasLimits {
  readonly maxWidth?: number;
  readonly maxHeight?: number;
}

export const ATLAS_LIMITS: Required<AtlasLimits> = { maxWidth: MAX_FRAME_PX, maxHeight: MAX_FRAME_PX };

/** A packed frame: `atlas.tiles[k]` shows the view number `indices[k]`; within a frame the numbers grow. */
export interface PackedAtlas {
  readonly atlas: Atlas;
  readonly indices: readonly number[];
}

/**
 * Packs views as tiles into as few frames as shelves allow, each view once and without gaps between tiles of one size.
 *
 * Shelf packing, next fit, by falling height (Coffman, Garey, Johnson and Tarjan 1980). Each frame is then made as narrow
 * as its number of shelves allows, so that the last shelf is not left nearly empty.
 *
 * @example for (const { atlas, indices } of packAtlas(views)) await machine.run(atlas, query)
 */
export function packAtlas(views: readonly View[], limits: AtlasLimits = {}): PackedAtlas[] {
  const { maxWidth, maxHeight } = { ...ATLAS_LIMITS, ...limits };
  views.forEach(({ columns, rows }, i) => {
    if (columns > maxWidth || rows > maxHeight)
      throw new InputError(
        `atlas: view ${i} is larger than a frame (${columns} × ${rows} pixels, at most ${maxWidth} × ${maxHeight}). Lower its resolution.`,
      );
  });
  // Views of one size come to lie together, in their order.
  const order = views.map((_, i) => i);
  order.sort((i, j) => views[j].rows - views[i].rows || views[j].columns - views[i].columns || i - j);

  const packed: PackedAtlas[] = [];
  for (let rest = order; rest.length > 0; ) {
    const widest = fillFrame(views, rest, maxWidth, maxHeight);
    const inFrame = rest.slice(0, widest.places.length);
    rest = rest.slice(inFrame.length);
    packed.push(toAtlas(views, inFrame, narrowest(views, inFrame, widest, maxWidth, maxHeight)));
  }
  return packed;
}

interface Filled {
  readonly shelfCount: number;
  readonly places: readonly (readonly [x: number, y: number])[];
}

/** Places as many of the views as fit, shelf under shelf; they must come by falling height. */
function fillFrame(views: readonly View[], order: readonly number[], width: number, height: number): Filled {
  const places: [number, number][] = [];
  let shelfCount = 0;
  let x = 0;
  let y = 0;
  let below = 0; // where the next shelf begins
  for (const i of order) {
    const { columns, rows } = views[i];
    if (shelfCount === 0 || x + columns > width) {
      if (below + rows > height) break;
      x = 0;
      y = below;
      below += rows;
      shelfCount++;
    }
    places.push([x, y]);
    x += columns;
  }
  return { shelfCount, places };
}

/** The narrowest filling with the same views and number of shelves; a wider frame never needs more of them. */
function narrowest(views: readonly View[], order: readonly number[], widest: Filled, width: number, height: number) {
  let low = order.reduce((widest, i) => Math.max(widest, views[i].columns), 1);
  let high = width;
  let best = widest;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const filled = fillFrame(views, order, middle, height);
    if (filled.places.length === order.length && filled.shelfCount === widest.shelfCount) {
      best = filled;
      high = middle;
    } else low = middle + 1;
  }
  return best;
}

function toAtlas(views: readonly View[], order: readonly number[], { places }: Filled): PackedAtlas {
  const entries = order.map((index, k) => ({ index, tile: { view: views[index], x: places[k][0], y: places[k][1] } }));
  entries.sort((a, b) => a.index - b.index);
  let width = 0;
  let height = 0;
  for (const { tile } of entries) {
    width = Math.max(width, tile.x + tile.view.columns);
    height = Math.max(height, tile.y + tile.view.rows);
  }
  return { atlas: { width, height, tiles: entries.map((e) => e.tile) }, indices: entries.map((e) => e.index) };
}
