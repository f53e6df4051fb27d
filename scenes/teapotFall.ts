import { type Body, body } from '../src/body.js';
import { type Affine, multiply, rotation, translation } from '../src/math/affine.js';
import { normalize, type Vec3 } from '../src/math/vector.js';
import { massProperties } from '../src/mesh/mass.js';
import { mandelbrotField } from './mandelbrotField.js';
import { teapot } from './teapot.js';

// "A teapot falling onto a Mandelbrot field": M. Shinya and M.-C. Forgue, "Interference Detection through
// Rasterization", 1991, figure 7. What they show of it are two pictures; the motion here is ours.

/** A body in motion above one at rest. */
export interface TeapotFall {
  readonly teapot: Body;
  readonly field: Body;
  /** The poses of the teapot; it stands at the first. */
  readonly poses: readonly Affine[];
  /** When it has them. */
  readonly timesMs: readonly number[];
}

const STEP_MS = 20;
const STEP_COUNT = 50;
/** Units per second squared: the teapot is as large as if a unit were a metre, so that the fall takes its time. */
const GRAVITY = 9.81;
/** Of the centre of mass, in units and units per second. */
const START: Vec3 = [1, -3.9, 8.4];
const VELOCITY: Vec3 = [0.8, 0.5, 0];
/** The teapot starts with its spout up a little and tips over in the air, by so many radians per second. */
const ATTITUDE = multiply(rotation([0, 0, 1], -0.3), rotation([0, 1, 0], -0.2));
const SPIN_AXIS = normalize([0.5, 1, 0.3]);
const SPIN = 0.9;

/** The volume in both bodies at the steps from the first contact on, by manifold-3d; before, they are apart. */
export const TEAPOT_FALL_OVERLAPS = [
  { step: 44, volume: 0.0582 },
  { step: 45, volume: 0.4034 },
  { step: 46, volume: 1.094 },
  { step: 47, volume: 2.0667 },
  { step: 48, volume: 3.2511 },
  { step: 49, volume: 4.6283 },
  { step: 50, volume: 6.1857 },
] as const;

/**
 * One second of free fall in 51 poses: a parabola with a constant spin about the centre of mass. In the last steps the
 * teapot is in the field and goes on as if it were not, since what happens then is up to whoever detects it.
 *
 * @example for (const pose of fall.poses) { fall.teapot.pose = pose; await interference([fall.teapot, fall.field]); }
 */
export function teapotFall(): TeapotFall {
  const mesh = teapot();
  const [cx, cy, cz] = massProperties(mesh).center;
  const toCenter = translation(-cx, -cy, -cz);
  const timesMs = Array.from({ length: STEP_COUNT + 1 }, (_, step) => step * STEP_MS);
  const poses = timesMs.map((timeMs) => {
    const t = timeMs / 1000;
    const turned = multiply(rotation(SPIN_AXIS, SPIN * t), multiply(ATTITUDE, toCenter));
    return multiply(
      translation(
        START[0] + VELOCITY[0] * t,
        START[1] + VELOCITY[1] * t,
        START[2] + VELOCITY[2] * t - (GRAVITY / 2) * t * t,
      ),
      turned,
    );
  });
  return {
    teapot: body(mesh, { name: 'teapot', pose: poses[0] }),
    field: body(mandelbrotField(), { name: 'field' }),
    poses,
    timesMs,
  };
}
