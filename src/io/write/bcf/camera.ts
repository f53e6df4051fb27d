import { transformBox } from '../../../math/affine.js';
import { type Box, center, extent, inflateBox, uniteBoxes } from '../../../math/box.js';
import { add, dot, scale, subtract, type Vec3 } from '../../../math/vector.js';
import type { ReportBody, ReportPair } from '../../../report/clashReport.js';
import { basis, fitView } from '../../../view/fit.js';
import type { View } from '../../../view/view.js';

/** An orthogonal camera, in the report's units. */
export interface Camera {
  readonly position: Vec3;
  readonly direction: Vec3;
  readonly up: Vec3;
  /** How much is seen from the bottom to the top. */
  readonly height: number;
  /** Width by height. */
  readonly aspect: number;
}

/** The camera that sees what the picture shows; without a picture, the clash and as much again around it. */
export function cameraOn(pair: ReportPair, bodies: readonly ReportBody[], view: View | undefined): Camera {
  const seen = view ?? viewOn(pair, bodies);
  const { origin, right, down, direction, size } = seen;
  const middle = add(origin, add(scale(right, size[0] / 2), scale(down, size[1] / 2)));
  // Before all of both bodies: many programs do not show what lies behind the camera.
  const rotation = Float64Array.of(...right, 0, ...down, 0, ...direction, 0);
  const boxes = bodies.map(({ bounds }) => transformBox(rotation, bounds));
  const first = Math.min(dot(origin, direction), ...boxes.map(({ min }) => min[2]));
  const back = dot(middle, direction) - first + Math.max(...size) / 10;
  return {
    position: subtract(middle, scale(direction, back)),
    direction,
    up: [0 - down[0], 0 - down[1], 0 - down[2]],
    height: size[1],
    aspect: size[0] / size[1],
  };
}

const ASPECT = 4 / 3;

function viewOn({ bounds, point, nearest, direction }: ReportPair, bodies: readonly ReportBody[]): View {
  const box = inflated(bounds ?? placeOf(point, nearest), bodies);
  const { right, down } = basis(direction);
  const view = fitView(box, { direction, resolution: 1 });
  const height = Math.max(view.size[1], view.size[0] / ASPECT);
  const width = height * ASPECT;
  const middle = center(box);
  const corner = add(scale(right, -width / 2), scale(down, -height / 2));
  const near = add(middle, scale(view.direction, -view.size[2] / 2));
  return { ...view, origin: add(near, corner), size: [width, height, view.size[2]] };
}

function placeOf(point: Vec3 | null, nearest: readonly [Vec3, Vec3] | undefined): Box | undefined {
  if (nearest) return uniteBoxes({ min: nearest[0], max: nearest[0] }, { min: nearest[1], max: nearest[1] });
  return point ? { min: point, max: point } : undefined;
}

/** The box with its size again on every side, and no less than a share of the bodies. */
function inflated(box: Box | undefined, bodies: readonly ReportBody[]): Box {
  const all = bodies.map(({ bounds }) => bounds).reduce((one, other) => uniteBoxes(one, other));
  if (!box) return all;
  return inflateBox(box, Math.max(...extent(box), 0.05 * Math.max(...extent(all))));
}
