import { type BodyState, worldBounds } from '../body.js';
import { ROUNDING_SHARE } from '../constants.js';
import { type Box, center } from '../math/box.js';
import { length, scale, subtract, type Vec3 } from '../math/vector.js';
import { defaultUp, forward, type Way } from './direction.js';

/**
 * From one body to the other, as their boxes in the world tell it: the shortest way between the boxes, where they are apart, and the
 * way between their centres. An axis along which boxes are apart shows nothing of both where they are apart along another axis, too;
 * and where the shortest way still misses, as beside round bodies, the way between the centres does not.
 */
export function waysBetween(a: BodyState, b: BodyState): Way[] {
  const [one, other] = [worldBounds(a), worldBounds(b)];
  const magnitude = Math.max(...[...one.min, ...one.max, ...other.min, ...other.max].map(Math.abs));
  return [between(one, other), subtract(center(other), center(one))]
    .filter((way) => length(way) > ROUNDING_SHARE * magnitude)
    .map((way) => {
      const direction = forward(scale(way, 1 / length(way)));
      return { direction, up: defaultUp(direction) };
    });
}

/** From the nearest point of one box to that of the other; zero where they meet. */
function between(one: Box, other: Box): Vec3 {
  const along = (k: 0 | 1 | 2) => Math.max(0, other.min[k] - one.max[k]) - Math.max(0, one.min[k] - other.max[k]);
  return [along(0), along(1), along(2)];
}
