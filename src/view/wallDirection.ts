import type { BodyState } from '../body.js';
import { MIN_UP_SINE, ROUNDING_SHARE } from '../constants.js';
import { isEmpty } from '../math/box.js';
import { add, cross, dot, length, normalize, scale, type Vec3 } from '../math/vector.js';
import { collisionZone, defaultUp, forward, thinnest, type Way, type Zone } from './direction.js';

/**
 * Walls whose normals have a lesser cosine (some 66°) are not averaged; no unit. At a right angle the average looks at both
 * walls by 45°, and rounding picks one of two such averages. The limit lies where common solids have no angle: 60°, 70.5°
 * and 72° are far enough off.
 */
const MIN_WALL_COSINE = 0.4;

/**
 * The first guess of Myszkowski, Okunev and Kunii 1995, section 7: A's box is met with B's in B's frame, and B's with A's
 * in A's; of either volume the normal of the largest wall is taken, and the average of the two is the direction.
 *
 * A box's wall times its width is its volume, so the largest wall is square to the least width, and {@link thinnest} finds
 * it: also for a flat box, under a pose that shears, and with the same rules where walls are equal. Both guesses keep what
 * lies in both bodies within a slab. Where the slabs stand nearly square, what they leave is a bar, whose larger wall is
 * square to the lesser of the two widths: the thinnest way through, as for bodies apart, which have no such walls.
 */
export function initialDirection(a: BodyState, b: BodyState): Way {
  const zone = collisionZone(a, b);
  if (zone.boxes.some(({ box }) => isEmpty(box))) return thinnest(zone);
  const [one, other] = [largestWall(zone, 1), largestWall(zone, 2)];
  const cosine = dot(one.direction, other.direction);
  if (Math.abs(cosine) < MIN_WALL_COSINE) return thinnest(zone);
  // The same wall, rounding aside, is looked at squarely: its own normal may be an axis, which the average would blur.
  if (length(cross(one.direction, other.direction)) < 8 * ROUNDING_SHARE) return one;
  const direction = forward(normalize(add(one.direction, scale(other.direction, Math.sign(cosine)))));
  return { direction, up: upOf(direction, one.up, other.up) };
}

const largestWall = ({ boxes, magnitude }: Zone, frame: number): Way => thinnest({ boxes: [boxes[frame]], magnitude });

/** Of two walls' edges those that stand more upright in the picture; of equals, the first. */
function upOf(direction: Vec3, one: Vec3, other: Vec3): Vec3 {
  const top = defaultUp(direction);
  const best = Math.abs(dot(other, top)) > Math.abs(dot(one, top)) + ROUNDING_SHARE ? other : one;
  return length(cross(best, direction)) < MIN_UP_SINE ? top : best;
}
