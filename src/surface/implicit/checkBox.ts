import { InputError } from '../../errors.js';
import type { Box } from '../../math/box.js';
import { isList, shown } from '../../mesh/shapes/demand.js';

/** Throws where a box is not one, or has no inside. */
export function checkBox(area: string, box: Box): void {
  const { min, max } = box ?? {};
  if (!(isList(min) && isList(max) && min.length === 3 && max.length === 3))
    throw new InputError(
      `${area}: bounds are no box (${shown(box)}). Give { min: [x, y, z], max: [x, y, z] } with three numbers each.`,
    );
  for (let k = 0; k < 3; k++) {
    if (!(Number.isFinite(min[k]) && Number.isFinite(max[k])))
      throw new InputError(
        `${area}: bounds are not finite (${shown(min[k])} to ${shown(max[k])} along ${'xyz'[k]}). Give finite numbers.`,
      );
    if (!(min[k] < max[k]))
      throw new InputError(
        `${area}: bounds are empty (${min[k]} to ${max[k]} along ${'xyz'[k]}). Give a min below its max.`,
      );
  }
}
