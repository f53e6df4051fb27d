import { normalize, type Vec3 } from '../math/vector.js';
import { sidesOf } from './casterOf.js';
import type { RaySurface } from './surface.js';

const gradient = new Float64Array(3);

/** The unit normal, outwards, at a point of a patch. Zero where it has none: at a cone's apex. */
export function normalAt(surface: RaySurface, patch: number, [x, y, z]: Vec3): Vec3 {
  const sides = sidesOf(surface);
  const side = sides.find((one) => one.patchAt(x, y, z) === patch) ?? sides[0];
  side.gradient(x, y, z, gradient);
  return normalize([gradient[0], gradient[1], gradient[2]]);
}
