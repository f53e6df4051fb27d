import { type BodyState, worldBounds } from '../body.js';
import { MIN_UP_SINE, ROUNDING_SHARE, VERTICAL_COSINE } from '../constants.js';
import { type Affine, identity, invert, multiply, transformBox } from '../math/affine.js';
import { type Box, extent, intersectBoxes } from '../math/box.js';
import { cross, dot, length, normalize, scale, type Vec3 } from '../math/vector.js';

/** Where two bodies can meet, seen from one frame: a box in that frame, empty where it shows them apart. */
export interface ZoneBox {
  readonly box: Box;
  readonly worldFromFrame: Affine;
  readonly frameFromWorld: Affine;
}

/**
 * Where two bodies can meet: whatever lies in both their oriented boxes lies in each of `boxes`, which are given in the
 * world's frame, in A's and in B's. `magnitude`: the largest terms that went into world coordinates, per axis; rounding
 * errors are shares of it.
 */
export interface Zone {
  readonly boxes: readonly ZoneBox[];
  readonly magnitude: Vec3;
}

/** The intersection of the two bounding volumes in each frame (Myszkowski, Okunev and Kunii 1995, section 7). */
export function collisionZone(a: BodyState, b: BodyState): Zone {
  const magnitude = maxima(magnitudeOf(a.pose, a.bounds), magnitudeOf(b.pose, b.bounds));
  const inFrameOf = (own: BodyState, other: BodyState): ZoneBox => {
    const frameFromWorld = invert(own.pose);
    const others = transformBox(multiply(frameFromWorld, other.pose), other.bounds);
    const slack = slackIn(frameFromWorld, magnitude);
    return { box: meet(own.bounds, others, slack), worldFromFrame: own.pose, frameFromWorld };
  };
  const world = identity();
  const worldBox = meet(worldBounds(a), worldBounds(b), slackIn(world, magnitude));
  return {
    boxes: [{ box: worldBox, worldFromFrame: world, frameFromWorld: world }, inFrameOf(a, b), inFrameOf(b, a)],
    magnitude,
  };
}

/**
 * The thinnest way through what two bodies can have in common: square to the two nearest opposite faces of the zone's
 * boxes. For bodies apart it is the way across their widest gap.
 *
 * Ties go to the world's axes, then A's, then B's, and to x, then y, then z; the first component that is not zero is
 * positive. So nothing depends on rounding, nor on whether a pose mirrors.
 */
export const chooseDirection = (a: BodyState, b: BodyState): Vec3 => thinnest(collisionZone(a, b)).direction;

/** A direction, and what to see upright along it. */
export interface Way {
  readonly direction: Vec3;
  readonly up: Vec3;
}

/**
 * {@link chooseDirection} for a zone at hand. Upright are the edges of the box whose faces it goes through: walls that are
 * square to each other are seen along columns and rows, where bodies that share them are snapped alike.
 */
export function thinnest({ boxes, magnitude }: Zone): Way {
  const tie = ROUNDING_SHARE * Math.max(...magnitude);
  let best: Way = { direction: [1, 0, 0], up: [0, 0, 1] };
  let bestWidth = Infinity;
  for (const { box, frameFromWorld: m } of boxes) {
    const sizes = extent(box);
    for (let k = 0; k < 3; k++) {
      // Row k is square to the faces k = min and k = max, also where the pose shears, and changes by 1 / length per unit.
      const row: Vec3 = [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
      const perUnit = Math.hypot(...row);
      const width = sizes[k] / perUnit;
      if (!(width < bestWidth - tie)) continue;
      bestWidth = width;
      const direction = forward([row[0] / perUnit, row[1] / perUnit, row[2] / perUnit]);
      best = { direction, up: upright(m, k, direction) };
    }
  }
  return best;
}

/** Of a frame's two other axes the one that is nearer to what a view shows upright by default. */
function upright(m: Affine, k: number, direction: Vec3): Vec3 {
  const top = defaultUp(direction);
  const axis = (j: number): Vec3 => normalize([m[4 * j], m[4 * j + 1], m[4 * j + 2]]);
  const [one, other] = [axis((k + 1) % 3), axis((k + 2) % 3)];
  const best = Math.abs(dot(one, top)) > Math.abs(dot(other, top)) ? one : other;
  // Where a pose shears its axes together, none of them tells what is up.
  if (length(cross(best, direction)) < MIN_UP_SINE) return top;
  return scale(best, dot(best, top) < 0 ? -1 : 1);
}

/** What is up in a view unless told: z, and y where the rays go up or down. */
export const defaultUp = ([, , z]: Vec3): Vec3 => (Math.abs(z) > VERTICAL_COSINE ? [0, 1, 0] : [0, 0, 1]);

/** Intersects two boxes of one frame. Where they miss by no more than `slack` they touch, in a flat box halfway. */
export function meet(a: Box, b: Box, slack: Vec3): Box {
  const { min, max } = intersectBoxes(a, b);
  const low: [number, number, number] = [...min];
  const high: [number, number, number] = [...max];
  for (let k = 0; k < 3; k++)
    if (low[k] > high[k] && low[k] - high[k] <= slack[k]) low[k] = high[k] = (low[k] + high[k]) / 2;
  return { min: low, max: high };
}

/** What rounding may do to coordinates in a frame, when those in the world have this magnitude. */
export const slackIn = (frameFromWorld: Affine, [x, y, z]: Vec3): Vec3 => {
  const row = (r: number) =>
    ROUNDING_SHARE *
    (Math.abs(frameFromWorld[r]) * x + Math.abs(frameFromWorld[r + 1]) * y + Math.abs(frameFromWorld[r + 2]) * z);
  return [row(0), row(4), row(8)];
};

/** The largest terms in the world coordinates of a posed box: more than its coordinates, where a pose cancels them. */
function magnitudeOf(m: Affine, { min, max }: Box): Vec3 {
  const [x, y, z] = maxima(absolute(min), absolute(max));
  const row = (r: number) => Math.abs(m[r]) * x + Math.abs(m[r + 1]) * y + Math.abs(m[r + 2]) * z + Math.abs(m[r + 3]);
  return [row(0), row(4), row(8)];
}

const absolute = ([x, y, z]: Vec3): Vec3 => [Math.abs(x), Math.abs(y), Math.abs(z)];
const maxima = (a: Vec3, b: Vec3): Vec3 => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];

/** One of a direction and its opposite: that whose first component, rounding aside, is positive. Zeros come out as +0. */
export function forward([x, y, z]: Vec3): Vec3 {
  const first = [x, y, z].find((c) => Math.abs(c) > ROUNDING_SHARE)!;
  return first < 0 ? [0 - x, 0 - y, 0 - z] : [x + 0, y + 0, z + 0];
}
