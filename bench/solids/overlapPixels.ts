import type { BodyState } from '../../src/body.js';
import type { Machine } from '../../src/machine/machine.js';
import { single } from '../../src/view/atlas.js';
import type { View } from '../../src/view/view.js';
import { pairOverlap } from '../support/pairOverlap.js';

/** On how many rays two bodies overlap, by z-lists (Shinya and Forgue 1991): the same question, asked in one pass. */
export const overlapPixels = (machine: Machine, view: View, A: BodyState, B: BodyState): Promise<number> =>
  machine.run(single(view), async (frame) => {
    frame.lists([{ body: A }, { body: B }]);
    const [{ pixels }] = await frame.examine(pairOverlap);
    return pixels;
  });
