import { still } from '../body.js';
import { InputError } from '../errors.js';
import type { Atlas } from '../view/atlas.js';
import type { View } from '../view/view.js';
import type { TouchingPair } from './machine.js';

/** A pair as its bodies are now, and the view that it is asked about in. */
export interface PairInView {
  readonly pair: TouchingPair;
  readonly view: View;
}

/** The pairs with their views. */
export const pairsInTiles = (pairs: readonly TouchingPair[], { tiles }: Atlas): PairInView[] =>
  pairs.map(({ a, b, tile = 0, reach }) => {
    if (!(tile in tiles))
      throw new InputError(`machine: there is no tile ${tile} (the frame has ${tiles.length}). Count them from 0.`);
    if (!reach.every((r) => r >= 0 && r < Infinity))
      throw new InputError(`machine: a reach is not made of lengths (${reach}). Give three finite numbers from 0 up.`);
    return { pair: { a: still(a), b: still(b), tile, reach }, view: tiles[tile].view };
  });
