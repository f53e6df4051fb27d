import type { CastProgram, Quadric, RayKind, Side } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { formAt } from './criticalPoints.js';
import { quadricWgsl } from './quadric.wgsl.js';
import { quadricReach } from './quadricBounds.js';
import { centred, quadricCaster } from './quadricCaster.js';

export const quadricKind: RayKind<Quadric> = {
  caster: quadricCaster,
  sides,
  program,
  reach: (surface, u, v, w) => quadricReach(surface, [u, v, w]),
  tessellate: tessellateSolid,
};

function sides(surface: Quadric): readonly Side[] {
  const { middle, form, distances } = centred(surface);
  const [mx, my, mz] = middle;
  const curved: Side = {
    isFlat: false,
    value: (x, y, z) => formAt(form, x - mx, y - my, z - mz),
    gradient(x, y, z, out) {
      const [qx, qy, qz] = [x - mx, y - my, z - mz];
      out[0] = 2 * form[0] * qx + form[3] * qy + form[4] * qz + form[6];
      out[1] = form[3] * qx + 2 * form[1] * qy + form[5] * qz + form[7];
      out[2] = form[4] * qx + form[5] * qy + 2 * form[2] * qz + form[8];
    },
    patchAt: () => 0,
  };
  const flat = surface.planes.map(
    ([nx, ny, nz], k): Side => ({
      isFlat: true,
      value: (x, y, z) => nx * (x - mx) + ny * (y - my) + nz * (z - mz) - distances[k],
      gradient(_x, _y, _z, out) {
        out[0] = nx;
        out[1] = ny;
        out[2] = nz;
      },
      patchAt: () => k + 1,
    }),
  );
  return [curved, ...flat];
}

function program(surface: Quadric): CastProgram {
  const { middle, radius, form, distances } = centred(surface);
  const perRadius = Math.fround(1 / radius);
  const lengths = form.map((c, k) => c / (k < 6 ? perRadius * perRadius : k < 9 ? perRadius : 1));
  return {
    wgsl: quadricWgsl,
    parameters: [
      ...middle,
      perRadius,
      ...lengths,
      surface.planes.length,
      ...surface.planes.flatMap(([x, y, z], k) => [x, y, z, distances[k] * perRadius]),
    ],
  };
}
