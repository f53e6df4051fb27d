import type { BodyState } from '../../body.js';
import type { Tile } from '../../view/atlas.js';
import { DEPTH_SLACK } from '../raster.js';
import type { DrawState } from '../state.js';
import { ITEM } from './layout.js';
import type { Page } from './places.js';
import type { Resident } from './residency.js';
import { onScreen, writeItemMaps } from './writeItem.js';

/** The items of all draws that wait to be recorded; they stay as the bodies stood when they were drawn. */
export interface DrawItems {
  /**
   * Adds a body in a tile; undefined where nothing of it can be seen. `id` goes into the id plane, 0 for the number of the
   * face or edge.
   */
  add(tile: Tile, body: BodyState, resident: Resident, id: number, state: DrawState): DrawItem | undefined;
  readonly count: number;
  words(): Uint32Array<ArrayBuffer>;
  clear(): void;
}

const NO_WORDS = new Uint32Array(0);

export function createDrawItems(): DrawItems {
  let words = NO_WORDS; // most frames draw nothing
  let count = 0;
  return {
    add({ view, x, y }, body, { firstVertex, firstIndex, lattice }, id, { offset = 0, outside = 'drop' }) {
      const { map, box } = onScreen(view, body);
      if (box.min[0] > view.columns || box.max[0] < 0 || box.min[1] > view.rows || box.max[1] < 0) return undefined;
      const drops = outside === 'drop';
      const nearest = box.min[2] + offset;
      const farthest = box.max[2] + offset;
      if (drops && (nearest > 1 + DEPTH_SLACK || farthest < -DEPTH_SLACK)) return undefined;
      const at = ITEM.words * count;
      if (words.length < at + ITEM.words) {
        const more = new Uint32Array(Math.max(8 * ITEM.words, 2 * words.length));
        more.set(words);
        words = more;
      }
      const floats = new Float32Array(words.buffer);
      writeItemMaps(floats, new Int32Array(words.buffer), at, view, map, lattice);
      floats[at + ITEM.depthOffset] = offset;
      words[at + ITEM.firstVertex] = firstVertex;
      words[at + ITEM.firstIndex] = firstIndex;
      words[at + ITEM.nameBase] = id;
      words.set([x, y, view.columns, view.rows], at + ITEM.tile);
      return { item: count++, clips: drops && (nearest < -DEPTH_SLACK || farthest > 1 + DEPTH_SLACK) };
    },
    get count() {
      return count;
    },
    words: () => words.subarray(0, ITEM.words * count),
    clear() {
      count = 0;
    },
  };
}

/** A body in a tile, and whether some of it is dropped, because it reaches out of the depth range. */
export interface DrawItem {
  readonly item: number;
  readonly clips: boolean;
}

/** One body in one draw. */
export interface DrawCall extends DrawItem {
  readonly tile: Tile;
  readonly page: Page;
  /** Three per face, two per edge. */
  readonly cornerCount: number;
}
