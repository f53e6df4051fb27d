import type { Side } from '../surface.js';
import { norm } from './norm.js';

/** Boxes of the first grid along the longest axis of the bounds, and along any axis at least. */
export interface BoxCounts {
  readonly most: number;
  readonly fewest: readonly number[];
}

export const USUAL_BOXES: BoxCounts = { most: 15, fewest: [5, 5, 5] };

const gradient = new Float64Array(3);

/** Formulas of more operations than this are looked at in fewer places at first. */
const MANY_OPERATIONS = 2000;
const FEWER_BOXES = 8;

/**
 * How many boxes to begin with. A slender or flat solid that fills its bounds, as an ellipsoid does, looks round to boxes
 * of the proportions of the bounds; a thin ring looks the flatter. So there are few of them along a short axis unless
 * normals, at places on the border, point that way as often as others, by the measure of the bounds.
 */
export function boxCounts(
  sides: readonly Side[],
  places: readonly number[],
  size: readonly number[],
  operations: number,
): BoxCounts {
  const most = operations > MANY_OPERATIONS ? FEWER_BOXES : USUAL_BOXES.most;
  const { fewest } = USUAL_BOXES;
  if (places.length === 0 || most * Math.min(...size) >= Math.max(...fewest) * Math.max(...size))
    return { most, fewest };
  const facing = [0, 0, 0];
  for (let i = 0; i < places.length; i += 3) {
    const side = sideAt(sides, places[i], places[i + 1], places[i + 2]);
    side.gradient(places[i], places[i + 1], places[i + 2], gradient);
    const length = norm(gradient[0] * size[0], gradient[1] * size[1], gradient[2] * size[2]);
    if (length > 0 && length < Infinity)
      for (let k = 0; k < 3; k++) facing[k] += Math.abs(gradient[k] * size[k]) / length;
  }
  const share = (k: number): number => facing[k] / Math.max(...facing) || 0;
  return { most, fewest: fewest.map((few, k) => Math.min(few, Math.max(1, Math.round(4 * few * share(k))))) };
}

/** The side that a place lies on. */
function sideAt(sides: readonly Side[], x: number, y: number, z: number): Side {
  let nearest = sides[0];
  let least = Infinity;
  for (const side of sides) {
    const value = Math.abs(side.value(x, y, z));
    side.gradient(x, y, z, gradient);
    const distance = value / norm(gradient[0], gradient[1], gradient[2]) || 0;
    if (distance >= least) continue;
    least = distance;
    nearest = side;
  }
  return nearest;
}
