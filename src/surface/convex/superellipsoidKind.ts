import type { RayKind, Side, Superellipsoid } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { gaugeAlong, SLOPE, VALUE } from './gauge.js';
import { superellipsoidWgsl } from './superellipsoid.wgsl.js';
import { superellipsoidCaster } from './superellipsoidCaster.js';

/** (|x|^p + |y|^p)^(1/p), without overflow; the greater one where p is infinite. */
function pNorm(x: number, y: number, p: number): number {
  const [more, less] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  return more === 0 || p === Infinity ? more : more * (1 + (less / more) ** p) ** (1 / p);
}

/** A superellipsoid: a norm along rays. */
export const superellipsoidKind: RayKind<Superellipsoid> = {
  caster: superellipsoidCaster,
  sides({ radii: [a, b, c], exponents }): readonly Side[] {
    const [pZ, pXY] = [2 / exponents[0], 2 / exponents[1]];
    const at = new Float64Array(3);
    const side: Side = {
      isFlat: false,
      value(x, y, z) {
        gaugeAlong(x / a, y / b, z / c, 0, 0, 0, pXY, pZ, 0, at);
        return at[VALUE] - 1;
      },
      gradient(x, y, z, out) {
        gaugeAlong(x / a, y / b, z / c, 1 / a, 0, 0, pXY, pZ, 0, at);
        out[0] = at[SLOPE];
        gaugeAlong(x / a, y / b, z / c, 0, 1 / b, 0, pXY, pZ, 0, at);
        out[1] = at[SLOPE];
        gaugeAlong(x / a, y / b, z / c, 0, 0, 1 / c, pXY, pZ, 0, at);
        out[2] = at[SLOPE];
      },
      patchAt: () => 0,
    };
    return [side];
  },
  // The dual norm: with p and its conjugate p' = p / (p − 1), which is 2 / (2 − e) for p = 2 / e.
  reach: ({ radii: [a, b, c], exponents: [e1, e2] }, u, v, w) =>
    pNorm(pNorm(a * u, b * v, 2 / (2 - e2)), c * w, 2 / (2 - e1)),
  program: ({ radii, exponents }) => ({
    wgsl: superellipsoidWgsl,
    parameters: [...radii.map((radius) => 1 / radius), 2 / exponents[1], 2 / exponents[0]],
  }),
  tessellate: tessellateSolid,
};
