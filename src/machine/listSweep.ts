import type { Atlas } from '../view/atlas.js';
import type { View } from '../view/view.js';
import type { LayerLists } from './lists.js';

/**
 * A tile's lists as a sweep sees them. The layers of its pixel (x, y) are `first[p]` to `first[p + 1]`, nearest first, where p is
 * `offset + y * stride + x`. Layer k is `name[k << shift]` and `depth[(k << shift) + shift]`: machines keep both in one array, or
 * in two.
 */
export interface TileLists {
  readonly view: View;
  readonly first: Uint32Array;
  readonly offset: number;
  readonly stride: number;
  readonly name: Uint32Array;
  readonly depth: Float32Array;
  readonly shift: 0 | 1;
  readonly faceBits: number;
}

/**
 * What is done with the lists of each tile on the host, where a kernel's tally will not do: how much there is to tell is only known
 * afterwards.
 */
export interface ListSweep<Given, Found> {
  readonly name: string;
  /** Whether the CPU machine's workers know it by its name (src/cpuWorker.ts); what it is given and what it finds are plain data then. */
  readonly inThreads?: boolean;
  run(lists: TileLists, given: Given): Found;
}

/** One tile of lists that were read. */
export function tileOf({ first, name, depth, faceBits }: LayerLists, { tiles, width }: Atlas, tile: number): TileLists {
  const { view, x, y } = tiles[tile];
  return { view, first, offset: y * width + x, stride: width, name, depth, shift: 0, faceBits };
}
