import { concaveAlgorithm, type LayerSource } from '../../src/detect/solids/concaveAlgorithm.js';
import { extendedAlgorithm } from '../../src/detect/solids/extendedAlgorithm.js';
import type { SolidsQuery } from '../../src/detect/solids/renderings.js';
import type { Frame, Machine } from '../../src/machine/machine.js';
import { single } from '../../src/view/atlas.js';
import type { View } from '../../src/view/view.js';

/**
 * Just so many renderings of A and B, whatever they show: with 3 the order of layers is asked for in the whole view, not only
 * where pixels are left. So times can be compared between positions that need more renderings and others that need fewer.
 */
export async function forcedRenderings(
  machine: Machine,
  query: SolidsQuery,
  view: View,
  renderings: 1 | 2 | 3,
  order: LayerSource = 'lists',
): Promise<void> {
  await machine.run(single(view), (frame) => extendedAlgorithm(insisting(frame, renderings > 1), query));
  if (renderings === 3) await machine.run(single(view), (frame) => concaveAlgorithm(frame, query, order));
}

/** A frame whose examinations tell that pixels need a second rendering, or that none does. */
const insisting = (frame: Frame, again: boolean): Frame => ({
  ...frame,
  examine: async (...asked) => (await frame.examine(...asked)).map((tally) => ({ ...tally, again: Number(again) })),
});
