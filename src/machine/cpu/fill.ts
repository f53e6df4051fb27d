import type { Atlas } from '../../view/atlas.js';
import type { FillState } from '../state.js';
import type { Planes } from './planes.js';
import { stencilTables } from './stencil.js';

/** Applies a stencil test and its operation to every pixel of every tile. Pixels between tiles are left alone. */
export function fill(planes: Planes, atlas: Atlas, { stencil }: FillState): void {
  const { holds, onPass, onFail } = stencilTables(stencil, stencil.entries);
  const becomes = onFail.map((failed, value) => (holds[value] ? onPass[value] : failed));
  const { width, stencil: values } = planes;
  for (const { view, x, y } of atlas.tiles)
    for (let row = y; row < y + view.rows; row++) {
      const end = row * width + x + view.columns;
      for (let at = row * width + x; at < end; at++) values[at] = becomes[values[at]];
    }
}
