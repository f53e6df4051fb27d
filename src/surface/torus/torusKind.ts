import type { RayKind, Side, Torus } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { torusWgsl } from './torus.wgsl.js';
import { torusCaster } from './torusCaster.js';

/** A torus: a quartic along rays, and an exact distance. */
export const torusKind: RayKind<Torus> = {
  caster: torusCaster,
  sides: ({ radius, tubeRadius }): readonly Side[] => [
    {
      isFlat: false,
      value: (x, y, z) => Math.hypot(Math.hypot(x, y) - radius, z) - tubeRadius,
      gradient(x, y, z, out) {
        const rho = Math.hypot(x, y);
        const e = rho - radius;
        const distance = Math.hypot(e, z);
        // On the axis all directions away from the tube are alike: it points along the axis alone.
        const across = rho > 0 && distance > 0 ? e / (rho * distance) : 0;
        out[0] = across * x;
        out[1] = across * y;
        out[2] = distance > 0 ? z / distance : 0;
      },
      patchAt: () => 0,
    },
  ],
  reach: ({ radius, tubeRadius }, u, v, w) => radius * Math.hypot(u, v) + tubeRadius * Math.hypot(u, v, w),
  program({ radius, tubeRadius }) {
    const size = radius + tubeRadius;
    return { wgsl: torusWgsl, parameters: [radius / size, tubeRadius / size, 1 / size] };
  },
  tessellate: tessellateSolid,
};
