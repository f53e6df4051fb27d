import { type Body, body } from '../../src/body.js';
import { type Affine, multiply, translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import type { View } from '../../src/view/view.js';

/** A view whose world coordinates are pixels, and depth 0 to 1 along z. */
export const pixelView = (columns: number, rows = columns): View => ({
  origin: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
  direction: [0, 0, 1],
  size: [columns, rows, 1],
  columns,
  rows,
});

/** A rectangle across the rays whose outside is seen, with a depth that changes by `slope` per column. */
export function sheet(x0: number, y0: number, x1: number, y1: number, z: number, slope = 0): Body {
  const end = z + slope * (x1 - x0);
  return body({
    positions: [x0, y0, z, x0, y1, z, x1, y1, end, x1, y0, end],
    indices: [0, 1, 2, 0, 2, 3],
  });
}

/** A box from corner to corner. */
export function block(min: Vec3, max: Vec3, pose?: Affine): Body {
  const size: Vec3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const place = translation((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
  return body(box({ size }), { pose: pose ? multiply(pose, place) : place });
}
