import type { NurbsEvaluator } from './nurbsEvaluator.js';

/**
 * The unit normal at a point, outwards. Where the patch shrinks to a point, or its two directions are parallel there,
 * the limit on the way to the middle of the patch; zero where there is none.
 */
export function nurbsNormal(evaluator: NurbsEvaluator, u: number, v: number, out: Float64Array): void {
  const [u0, u1, v0, v1] = evaluator.domain;
  const du = (u0 + u1) / 2 - u;
  const dv = (v0 + v1) / 2 - v;
  const d = DERIVATIVES;
  evaluator.derivatives(u, v, d);
  out.fill(0, 0, 3);
  addCross(3, 6, 1, out);
  if (settle(out, u1 - u0, v1 - v0)) return;
  // The normal S_u × S_v vanishes here, so its limit is along its derivative.
  out.fill(0, 0, 3);
  addCross(9, 6, du, out); // S_uu × S_v
  addCross(3, 12, du, out); // S_u × S_uv
  addCross(12, 6, dv, out); // S_uv × S_v
  addCross(3, 15, dv, out); // S_u × S_vv
  if (settle(out, 1, 1)) return;
  evaluator.derivatives(u + ASIDE * du, v + ASIDE * dv, d);
  out.fill(0, 0, 3);
  addCross(3, 6, 1, out);
  if (!settle(out, u1 - u0, v1 - v0)) out.fill(0, 0, 3);
}

/** How far aside a normal is taken where both the normal and its derivative vanish: a share of the way to the middle. */
const ASIDE = 1e-3;

const DERIVATIVES = new Float64Array(18);

/** Adds a multiple of the cross product of two derivatives. */
function addCross(a: number, b: number, times: number, out: Float64Array): void {
  const d = DERIVATIVES;
  out[0] += times * (d[a + 1] * d[b + 2] - d[a + 2] * d[b + 1]);
  out[1] += times * (d[a + 2] * d[b] - d[a] * d[b + 2]);
  out[2] += times * (d[a] * d[b + 1] - d[a + 1] * d[b]);
}

/** Makes it a unit vector, unless it is nothing but rounding beside the patch's extent there. */
function settle(out: Float64Array, width: number, height: number): boolean {
  const length = Math.hypot(out[0], out[1], out[2]);
  const d = DERIVATIVES;
  const size = Math.max(width * Math.hypot(d[3], d[4], d[5]), height * Math.hypot(d[6], d[7], d[8]));
  if (!(length * width * height > 1e-10 * size * size)) return false;
  for (let k = 0; k < 3; k++) out[k] /= length;
  return true;
}
