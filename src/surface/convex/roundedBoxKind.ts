import type { RayKind, RoundedBox, Side } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { roundedBoxWgsl } from './roundedBox.wgsl.js';
import { roundedBoxCaster } from './roundedBoxCaster.js';
import { ROUNDED_BOX_PATCH_OF } from './roundedBoxPatches.js';

const IN_THE_MIDDLE = 13;

/** A rounded box: the distance from a box along rays, and an exact distance outside the inner box. */
export const roundedBoxKind: RayKind<RoundedBox> = {
  caster: roundedBoxCaster,
  sides: (surface) => [side(surface)],
  reach: ({ inner: [x, y, z], radius }, u, v, w) =>
    x * Math.abs(u) + y * Math.abs(v) + z * Math.abs(w) + radius * Math.hypot(u, v, w),
  program({ inner, radius }) {
    const size = Math.max(...inner) + radius;
    return { wgsl: roundedBoxWgsl, parameters: [...inner.map((b) => b / size), radius / size, 1 / size] };
  },
  tessellate: tessellateSolid,
};

function side({ inner: [bx, by, bz], radius }: RoundedBox): Side {
  /** How far beyond the inner box's end, with the sign of that end. */
  const beyond = (x: number, b: number): number => (x > b ? x - b : x < -b ? x + b : 0);
  /** Inside the inner box the nearest face counts: 0, 1 or 2. */
  const nearestAxis = (x: number, y: number, z: number): number => {
    const [ex, ey, ez] = [Math.abs(x) - bx, Math.abs(y) - by, Math.abs(z) - bz];
    return ex >= ey && ex >= ez ? 0 : ey >= ez ? 1 : 2;
  };
  return {
    isFlat: false,
    value(x, y, z) {
      const outside = Math.hypot(beyond(x, bx), beyond(y, by), beyond(z, bz));
      return (outside > 0 ? outside : Math.max(Math.abs(x) - bx, Math.abs(y) - by, Math.abs(z) - bz)) - radius;
    },
    gradient(x, y, z, out) {
      out[0] = beyond(x, bx);
      out[1] = beyond(y, by);
      out[2] = beyond(z, bz);
      const outside = Math.hypot(out[0], out[1], out[2]);
      if (outside > 0) {
        for (let k = 0; k < 3; k++) out[k] /= outside;
      } else {
        const axis = nearestAxis(x, y, z);
        out[axis] = [x, y, z][axis] < 0 ? -1 : 1;
      }
    },
    patchAt(x, y, z) {
      const digits =
        IN_THE_MIDDLE + Math.sign(beyond(x, bx)) + 3 * Math.sign(beyond(y, by)) + 9 * Math.sign(beyond(z, bz));
      if (digits !== IN_THE_MIDDLE) return ROUNDED_BOX_PATCH_OF[digits];
      const axis = nearestAxis(x, y, z);
      return 2 * axis + ([x, y, z][axis] < 0 ? 0 : 1);
    },
  };
}
