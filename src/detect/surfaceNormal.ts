import { type BodyState, castAt } from '../body.js';
import { type Affine, invert, transformDirection, transformPoint } from '../math/affine.js';
import { normalize, scale, type Vec3 } from '../math/vector.js';
import { casterOf } from '../surface/casterOf.js';
import { createCrossings } from '../surface/crossings.js';
import { normalAt } from '../surface/normalAt.js';
import type { RaySurface } from '../surface/surface.js';

/** The normal of a surface at a point of one of its patches, in the world; `bodyFromWorld` is the inverse of its body's pose. */
export function worldNormal(surface: RaySurface, bodyFromWorld: Affine, patch: number, point: Vec3): Vec3 {
  const [x, y, z] = normalAt(surface, patch, transformPoint(bodyFromWorld, point));
  const m = bodyFromWorld;
  // Normals go by the transposed inverse of the pose.
  return normalize([m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z]);
}

const crossings = createCrossings();

/**
 * The normal of a body's surface where a line through a point, along a unit direction, crosses it no farther than `reach` from the
 * point. Undefined where it does not, or the body is none that rays are cast at.
 */
export function normalNear(body: BodyState, point: Vec3, direction: Vec3, reach: number): Vec3 | undefined {
  const surface = castAt(body);
  if (!surface) return undefined;
  const back = invert(body.pose);
  casterOf(surface).cast(
    ...transformPoint(back, point),
    ...transformDirection(back, direction),
    -reach,
    reach,
    crossings,
  );
  let nearest = -1;
  const { t, patch, count } = crossings;
  for (let k = 0; k < count; k++) if (nearest < 0 || Math.abs(t[k]) < Math.abs(t[nearest])) nearest = k;
  if (nearest < 0) return undefined;
  const at = scale(direction, t[nearest]);
  return worldNormal(surface, back, patch[nearest], [point[0] + at[0], point[1] + at[1], point[2] + at[2]]);
}
