import type { BodyState } from '../body.js';
import { multiply } from '../math/affine.js';
import { usedVertices } from '../mesh/usedVertices.js';
import { screenFromWorld, type View } from './view.js';

/** Whether all of a body lies in a view, `borderPx` inside its outline; `slack` (in model units) is for rounding. */
export function isInView(
  view: View,
  { pose, mesh: { positions, indices } }: BodyState,
  borderPx: number,
  slack: number,
): boolean {
  const m = multiply(screenFromWorld(view), pose);
  const { columns, rows, size } = view;
  const left = borderPx - (slack / size[0]) * columns;
  const top = borderPx - (slack / size[1]) * rows;
  const near = -slack / size[2];
  const used = usedVertices(indices, positions.length / 3);
  const count = used ? used.length : positions.length / 3;
  for (let k = 0; k < count; k++) {
    const i = 3 * (used ? used[k] : k);
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const column = m[0] * x + m[1] * y + m[2] * z + m[3];
    const row = m[4] * x + m[5] * y + m[6] * z + m[7];
    const depth = m[8] * x + m[9] * y + m[10] * z + m[11];
    if (column < left || column > columns - left || row < top || row > rows - top) return false;
    if (depth < near || depth > 1 - near) return false;
  }
  return true;
}
