import type { Machine } from '../../machine/machine.js';
import { crop } from '../../view/crop.js';
import type { View } from '../../view/view.js';
import { commonPoints } from '../exact/commonPoints.js';
import { detectContacts } from '../exact/detectContacts.js';
import type { Party } from '../pairFinding.js';
import type { PixelBox } from './pixelAnswer.js';

/** So far around the middle of where bodies seem to collide is looked for the longest ray first: few rays cost little. */
const MIDDLE_PX = 16;

/**
 * Whether bodies that seem to collide in a box of pixels have a point inside both, exactly: in the middle of it or, where none is
 * found, in all of it. `false` tells nothing.
 */
export async function hasCommonPoint(
  machine: Machine,
  [a, b]: readonly [Party, Party],
  view: View,
  box: PixelBox,
): Promise<boolean> {
  const isThere = async ({ from, to }: PixelBox): Promise<boolean> => {
    const size = [to[0] - from[0] + 1, to[1] - from[1] + 1] as const;
    const [point] = await commonPoints(machine, [{ a, b, view: crop(view, from, size, size) }]);
    return point !== undefined;
  };
  return (await isThere(middleOf(box))) || isThere(box);
}

/** Whether two solids have more in common than touching surfaces, by comparing all faces that come near each other. */
export async function collideExactly(machine: Machine, pair: readonly [Party, Party]): Promise<boolean> {
  const [{ relation }] = await detectContacts(machine, [pair]);
  return relation.kind !== 'none' && relation.kind !== 'touch';
}

function middleOf({ from, to }: PixelBox): PixelBox {
  const middle = [0, 1].map((k) => Math.floor((from[k] + to[k]) / 2));
  const at = (k: 0 | 1, step: number) => Math.min(to[k], Math.max(from[k], middle[k] + step));
  return { from: [at(0, -MIDDLE_PX), at(1, -MIDDLE_PX)], to: [at(0, MIDDLE_PX), at(1, MIDDLE_PX)] };
}
