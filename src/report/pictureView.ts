import type { BodyState } from '../body.js';
import { MIN_VIEW_SHARE } from '../constants.js';
import { multiply, transformBox } from '../math/affine.js';
import { extent, uniteBoxes } from '../math/box.js';
import { add, scale, type Vec3 } from '../math/vector.js';
import { basis } from '../view/fit.js';
import type { View } from '../view/view.js';

/**
 * The view of all of two bodies for a person: square pixels, so that shapes are not distorted, `longerPx` of them along
 * the longer side, with `marginPx` around the bodies' boxes.
 */
export function pictureView(a: BodyState, b: BodyState, direction: Vec3, longerPx: number, marginPx: number): View {
  const axes = basis(direction);
  const viewFromWorld = Float64Array.of(...axes.right, 0, ...axes.down, 0, ...axes.direction, 0);
  const [boxA, boxB] = [a, b].map(({ pose, bounds }) => transformBox(multiply(viewFromWorld, pose), bounds));
  const { min, max } = uniteBoxes(boxA, boxB);
  const [across, down, along] = extent({ min, max });
  const least = MIN_VIEW_SHARE * (Math.max(...[...min, ...max].map(Math.abs)) || 1);
  const pixel = Math.max(across, down, least) / (longerPx - 2 * marginPx);
  const columns = 2 * marginPx + Math.max(1, Math.ceil(across / pixel - 1e-9));
  const rows = 2 * marginPx + Math.max(1, Math.ceil(down / pixel - 1e-9));
  // A little before the first and behind the last layer, so that none falls on the near or far plane.
  const depth = Math.max(along, least) * 1.02;
  const corner: Vec3 = [
    (min[0] + max[0] - columns * pixel) / 2,
    (min[1] + max[1] - rows * pixel) / 2,
    (min[2] + max[2] - depth) / 2,
  ];
  const origin = add(add(scale(axes.right, corner[0]), scale(axes.down, corner[1])), scale(axes.direction, corner[2]));
  return { origin, ...axes, size: [columns * pixel, rows * pixel, depth], columns, rows };
}
