import type { Capsule, RayKind, Side } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { capsuleWgsl } from './capsule.wgsl.js';
import { CAP_DOWN, CAP_UP, capsuleCaster, SIDE } from './capsuleCaster.js';

/** A capsule: a cylinder and two balls along rays, and an exact distance. */
export const capsuleKind: RayKind<Capsule> = {
  caster: capsuleCaster,
  sides({ half, radius }): readonly Side[] {
    /** From the nearest point of the line within. */
    const above = (z: number): number => z - Math.max(-half, Math.min(half, z));
    const side: Side = {
      isFlat: false,
      value: (x, y, z) => Math.hypot(x, y, above(z)) - radius,
      gradient(x, y, z, out) {
        const h = above(z);
        const distance = Math.hypot(x, y, h);
        const scale = distance > 0 ? 1 / distance : 0;
        out[0] = scale * x;
        out[1] = scale * y;
        out[2] = scale * h;
      },
      patchAt: (_x, _y, z) => (z > half ? CAP_UP : z < -half ? CAP_DOWN : SIDE),
    };
    return [side];
  },
  reach: ({ half, radius }, u, v, w) => half * Math.abs(w) + radius * Math.hypot(u, v, w),
  program({ half, radius }) {
    const size = half + radius;
    return { wgsl: capsuleWgsl, parameters: [half / size, radius / size, 1 / size] };
  },
  tessellate: tessellateSolid,
};
