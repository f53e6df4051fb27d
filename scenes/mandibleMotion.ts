import { type Affine, multiply, rotation, translation } from '../src/math/affine.js';
import type { Vec3 } from '../src/math/vector.js';
import { monotoneCubic } from './monotoneCubic.js';

/** The condyles' axis, along x, in mm: some 95 mm behind the incisors and 35 mm above the line of the teeth. */
export const HINGE: Vec3 = [0, -95, 35];

/**
 * At which opening the teeth of `molars` first touch when the jaw, slid as at b, closes, in degrees; negative, as it is closed beyond
 * the line of the teeth. Found by bisection over `distance`, to 34 halvings of ±3°, at the default 112,000 triangles; it holds as
 * long as no tooth changes, which the scene's test sees.
 */
const FIRST_CONTACT_DEG = -0.9842956;

/**
 * The jaw at a, b, c and d: open about the hinge in degrees, slid to the right and to the front in mm. Molars are some 60 mm from
 * the hinge, where a degree is a millimetre; b is 0.004 mm beyond first contact.
 */
export const MANDIBLE_POSITIONS = {
  openDeg: [0.6, -0.004, -0.65, -1.1].map((more) => FIRST_CONTACT_DEG + more),
  slideX: [0.6, 0.3, 0.1, 0],
  slideY: [-0.6, -0.3, -0.1, 0],
} as const;

const TIMES = [0, 1, 2, 3];
const openDegAt = monotoneCubic(TIMES, MANDIBLE_POSITIONS.openDeg);
const slideXAt = monotoneCubic(TIMES, MANDIBLE_POSITIONS.slideX);
const slideYAt = monotoneCubic(TIMES, MANDIBLE_POSITIONS.slideY);

/**
 * The pose of the lower jaw at time t: 0, 1, 2 and 3 at the positions a, b, c and d of figure 5, smoothly in between; it turns
 * about the condyles while these slide. It closes all the way.
 */
export function mandibleMotion(t: number): Affine {
  return mandiblePose(openDegAt(t), slideXAt(t), slideYAt(t));
}

/** Open by an angle about the hinge, and slid. */
export function mandiblePose(openDeg: number, slideX: number, slideY: number): Affine {
  const [x, y, z] = HINGE;
  const turned = multiply(rotation([1, 0, 0], (-openDeg * Math.PI) / 180), translation(-x, -y, -z));
  return multiply(translation(x + slideX, y + slideY, z), turned);
}
