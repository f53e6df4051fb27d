import type { BezierPatch } from './bezierPatch.js';
import { bezierEvaluator } from './nurbsEvaluator.js';

/**
 * The volume within closed patches, signed: a third of the flux of the position through them, by Gauss' quadrature on
 * every piece. Exact but for rounding where weights are equal. Places that are enclosed twice count twice.
 */
export function nurbsVolume(patches: readonly BezierPatch[], origin: readonly [number, number, number]): number {
  const d = new Float64Array(18);
  let flux = 0;
  for (const patch of patches) {
    const evaluator = bezierEvaluator(patch);
    const [us, vs] = patch.breaks;
    // S · S_u × S_v has degree 3p - 1 in u, and n points are exact up to 2n - 1. Quotients take more.
    const more = patch.isRational ? 6 : 0;
    const inU = gauss(Math.ceil((3 * patch.degree[0]) / 2) + more);
    const inV = gauss(Math.ceil((3 * patch.degree[1]) / 2) + more);
    for (let j = 0; j + 1 < vs.length; j++)
      for (let i = 0; i + 1 < us.length; i++)
        for (const [y, wy] of inV)
          for (const [x, wx] of inU) {
            const [du, dv] = [us[i + 1] - us[i], vs[j + 1] - vs[j]];
            evaluator.derivatives(us[i] + du * x, vs[j] + dv * y, d);
            const [px, py, pz] = [d[0] - origin[0], d[1] - origin[1], d[2] - origin[2]];
            const triple =
              px * (d[4] * d[8] - d[5] * d[7]) + py * (d[5] * d[6] - d[3] * d[8]) + pz * (d[3] * d[7] - d[4] * d[6]);
            flux += wx * wy * du * dv * triple;
          }
  }
  return flux / 3;
}

/** Places and weights from 0 to 1: the roots of Legendre's polynomial, by Newton's steps. */
function gauss(count: number): [place: number, weight: number][] {
  return Array.from({ length: count }, (_, k) => {
    let x = Math.cos((Math.PI * (k + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step++) {
      let [before, here] = [1, x];
      for (let n = 2; n <= count; n++) [before, here] = [here, ((2 * n - 1) * x * here - (n - 1) * before) / n];
      slope = (count * (x * here - before)) / (x * x - 1);
      const next = x - here / slope;
      if (Math.abs(next - x) < 1e-16) break;
      x = next;
    }
    return [(1 - x) / 2, 1 / ((1 - x * x) * slope * slope)];
  });
}
