import type { Vec3 } from '../src/math/vector.js';

// The control points of Martin Newell's teapot (University of Utah, 1975), in the lower proportions that James Blinn gave
// it: 32 bicubic Bézier patches, z upwards, the handle towards -x, the spout towards +x. The numbers were read from
// three.js' TeapotGeometry, which has them from Eric Haines' Standard Procedural Databases. Most of them follow from
// others by symmetry, so that a few rows say all; a test compares every patch with three.js.

type Four = readonly [number, number, number, number];
type Seven = readonly [number, number, number, number, number, number, number];

/**
 * Four patches around the axis, one a quarter. Of each row of control points, the radius and the height; in the first
 * quarter they are (r, 0), (r, pull × r), (pull × r, r), (0, r).
 */
export interface Ring {
  readonly radius: Four;
  readonly z: Four;
  readonly pull: Four;
}

/** Almost a circle; 0.5523 would come nearest to one. */
const PULL: Four = [0.56, 0.56, 0.56, 0.56];

/** From the top to the middle of the bottom. The lid lies loose in the rim: there is a gap between them. */
export const RINGS = {
  knob: { radius: [0, 0.8, 0, 0.2], z: [3.15, 3.15, 2.85, 2.7], pull: [0.56, 0.5625, 0.56, 0.56] },
  lid: { radius: [0.2, 0.4, 1.3, 1.3], z: [2.7, 2.55, 2.55, 2.4], pull: PULL },
  rim: { radius: [1.4, 1.3375, 1.4375, 1.5], z: [2.4, 2.53125, 2.53125, 2.4], pull: PULL },
  shoulder: { radius: [1.5, 1.75, 2, 2], z: [2.4, 1.875, 1.35, 0.9], pull: PULL },
  belly: { radius: [2, 2, 1.5, 1.5], z: [0.9, 0.45, 0.225, 0.15], pull: PULL },
  bottom: { radius: [1.5, 1.5, 1.425, 0], z: [0.15, 0.075, 0, 0], pull: PULL },
} satisfies Record<string, Ring>;

/**
 * Four patches around a tube, two along it (which share the fourth row), one on either side of the plane y = 0. A row of
 * control points is (x0, 0, z0), (x0, -width, z0), (x1, -width, z1), (x1, 0, z1), and the same with +width on the way back.
 */
export interface Tube {
  readonly x0: Seven;
  readonly z0: Seven;
  readonly x1: Seven;
  readonly z1: Seven;
  readonly width: Seven;
}

/** From where it leaves the shoulder to where it comes back to the belly; the side towards the body is 0. */
export const HANDLE: Tube = {
  x0: [-1.6, -2.3, -2.7, -2.7, -2.7, -2.5, -2],
  z0: [2.025, 2.025, 2.025, 1.8, 1.575, 1.125, 0.9],
  x1: [-1.5, -2.5, -3, -3, -3, -2.65, -1.9],
  z1: [2.25, 2.25, 2.25, 1.8, 1.35, 0.9375, 0.6],
  width: [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3],
};

/** From within the body to the lip, and a little way down into the mouth; the upper side is 0. */
export const SPOUT: Tube = {
  x0: [1.7, 2.6, 2.3, 2.7, 2.8, 2.9, 2.8],
  z0: [1.425, 1.425, 2.1, 2.4, 2.475, 2.475, 2.4],
  x1: [1.7, 3.1, 2.4, 3.3, 3.525, 3.45, 3.2],
  z1: [0.6, 0.825, 2.025, 2.4, 2.49375, 2.5125, 2.4],
  width: [0.66, 0.66, 0.25, 0.25, 0.25, 0.15, 0.15],
};

/** The point of a ring at `s` along its outline (0 to 1) and `turn` quarters around (counter-clockwise from +x). */
export function ringPoint({ radius, z, pull }: Ring, s: number, turn: number): Vec3 {
  const whole = Math.floor(turn);
  const [b0, b1, b2, b3] = bernstein(turn - whole);
  const x = cubic(...radius, s) * (b0 + b1) + cubic(...timesPull(radius, pull), s) * b2;
  const y = cubic(...radius, s) * (b2 + b3) + cubic(...timesPull(radius, pull), s) * b1;
  const height = cubic(...z, s);
  const quarter = whole & 3;
  if (quarter < 2) return quarter === 0 ? [x, y, height] : [-y, x, height];
  return quarter === 2 ? [-x, -y, height] : [y, -x, height];
}

/** The point of a tube at `s` along it (0 to 2, a patch each) and at `v` around it (0 to 2: down y < 0, back up y > 0). */
export function tubePoint(tube: Tube, s: number, v: number): Vec3 {
  const first = s > 1 ? 3 : 0;
  const along = s > 1 ? s - 1 : s;
  const at = (row: Seven): number => cubic(row[first], row[first + 1], row[first + 2], row[first + 3], along);
  const [b0, b1, b2, b3] = bernstein(v > 1 ? 2 - v : v);
  const y = at(tube.width) * (b1 + b2);
  return [
    at(tube.x0) * (b0 + b1) + at(tube.x1) * (b2 + b3),
    v > 1 ? y : -y,
    at(tube.z0) * (b0 + b1) + at(tube.z1) * (b2 + b3),
  ];
}

/** A cubic Bézier curve of numbers. */
export function cubic(p0: number, p1: number, p2: number, p3: number, t: number): number {
  const [b0, b1, b2, b3] = bernstein(t);
  return b0 * p0 + b1 * p1 + b2 * p2 + b3 * p3;
}

function bernstein(t: number): Four {
  const rest = 1 - t;
  return [rest * rest * rest, 3 * rest * rest * t, 3 * rest * t * t, t * t * t];
}

const timesPull = (r: Four, pull: Four): Four => [r[0] * pull[0], r[1] * pull[1], r[2] * pull[2], r[3] * pull[3]];
