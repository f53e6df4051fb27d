import { add, scale, type Vec3 } from '../math/vector.js';
import { pixelSize, type View } from './view.js';

/** A part of a view, given in its pixels, as a view of its own with the same depth range. */
export function crop(
  view: View,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  [columns, rows]: readonly [number, number],
): View {
  const [across, down] = pixelSize(view);
  const origin: Vec3 = add(view.origin, add(scale(view.right, x * across), scale(view.down, y * down)));
  return { ...view, origin, size: [width * across, height * down, view.size[2]], columns, rows };
}
