// Section 6: concave objects. The order of layers decides where counting could not.
import type { Frame } from '../../machine/machine.js';
import { listOrder } from './listOrder.js';
import { peelOrder } from './peelOrder.js';
import type { SolidsQuery } from './renderings.js';

/** Where the order comes from: every layer gathered and sorted at once, or peeled off one after the other. */
export type LayerSource = 'lists' | 'peeling';

export interface ConcaveAnswer {
  /** 1 where the bodies collide, row by row. */
  readonly collision: Uint8Array;
  /** How often both bodies were drawn. */
  readonly renderings: number;
}

/** Complete for all solids. Meant for a frame over the pixels that are left, since it looks at all of them. */
export async function concaveAlgorithm(
  frame: Frame,
  query: SolidsQuery,
  source: LayerSource = 'lists',
): Promise<ConcaveAnswer> {
  if (source === 'peeling') return peelOrder(frame, query);
  const { A, B, grow = 0 } = query;
  frame.lists([{ body: A }, { body: B }]);
  await frame.examine(listOrder, [grow]);
  return { collision: new Uint8Array(await frame.read('map')), renderings: 1 };
}
