import { expect, test } from 'vitest';
import { body, worldBounds } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { flatteningError } from '../../src/machine/flattened.js';
import { transformPoint } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { casterOf } from '../../src/surface/casterOf.js';
import { createCrossings } from '../../src/surface/crossings.js';
import { add, mul, square as squared, x, y } from '../../src/surface/formula/formula.js';
import { functionSolid } from '../../src/surface/implicit/functionSolid.js';
import { heightFunction } from '../../src/surface/implicit/heightFunction.js';
import { nurbsSolid } from '../../src/surface/nurbs/nurbsSolid.js';
import type { RaySurface } from '../../src/surface/surface.js';
import { fitView } from '../../src/view/fit.js';
import { worldFromScreen } from '../../src/view/view.js';
import { listsOf } from '../support/lists.js';
import { minus, plus, polynomial, square, times } from './support/exactPolynomial.js';
import { revolve, sphereOutline } from './support/nurbsShapes.js';
import { type Ray, randomRay } from './support/randomRay.js';
import { realRoots } from './support/realRoots.js';

// Kinds whose other tests go by volumes and by parity of machines.

const RAYS = 10_000;
const out = createCrossings();

/** How many rays were compared: those whose places are farther apart than `least`, and that the caster settled. */
function compareRays(surface: RaySurface, exact: (ray: Ray) => number[], seed: number, least: number): number {
  const random = seeded(seed);
  const caster = casterOf(surface);
  let compared = 0;
  for (let k = 0; k < RAYS; k++) {
    const ray = randomRay(random, surface.bounds);
    const size = Math.hypot(ray[3], ray[4], ray[5]);
    const places = exact(ray);
    caster.cast(...ray, -1e6, 1e6, out);
    if (out.unsettled > 0 || places.some((t, i) => i > 0 && (t - places[i - 1]) * size < least)) continue;
    compared++;
    expect(out.count, `ray ${k}`).toBe(places.length);
    places.forEach((t, i) => {
      expect(Math.abs(out.t[i] - t) * size, `ray ${k}`).toBeLessThan(1e-8);
    });
  }
  return compared;
}

/** Where a line is in a box. */
function clip([px, py, pz, dx, dy, dz]: Ray, min: readonly number[], max: readonly number[]): [number, number] {
  let [from, to] = [-Infinity, Infinity];
  for (const [k, [p, d]] of [
    [px, dx],
    [py, dy],
    [pz, dz],
  ].entries()) {
    const [a, b] = [(min[k] - p) / d, (max[k] - p) / d];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return [from, to];
}

test('a height function is met where the exact polynomial is, seed 1', () => {
  const surface = heightFunction({
    h: add(mul(0.5, squared(x)), mul(-0.25, squared(y)), mul(0.125, x, y)),
    domain: [-1, 1, -1, 1],
    base: -0.5,
  });
  const exact = (ray: Ray): number[] => {
    const [px, py, pz, dx, dy, dz] = ray;
    const [X, Y, Z] = [polynomial([px, dx]), polynomial([py, dy]), polynomial([pz, dz])];
    const h = plus(
      plus(times(polynomial([0.5]), square(X)), times(polynomial([-0.25]), square(Y))),
      times(polynomial([0.125]), times(X, Y)),
    );
    // The box is open above: the surface ends it there.
    const [from, to] = clip(ray, [-1, -1, -0.5], [1, 1, 9]);
    if (!(from < to)) return [];
    const ends = [from, ...realRoots(minus(Z, h), from, to).map(({ t }) => t), to];
    const isIn = ends.slice(1).map((end, i) => {
      const t = (ends[i] + end) / 2;
      const [u, v, w] = [px + t * dx, py + t * dy, pz + t * dz];
      return w < 0.5 * u * u - 0.25 * v * v + 0.125 * u * v;
    });
    return ends.filter((_, i) => (isIn[i - 1] ?? false) !== (isIn[i] ?? false));
  };
  expect(compareRays(surface, exact, 1, 1e-7)).toBeGreaterThan(0.99 * RAYS);
});

test('a function with a Lipschitz bound is met where the exact quartic is, seed 2', () => {
  const [R, r] = [1, 0.375];
  const surface = functionSolid({
    f: (u, v, w) => Math.hypot(Math.hypot(u, v) - R, w) - r,
    lipschitz: 1,
    bounds: { min: [-1.5, -1.5, -0.5], max: [1.5, 1.5, 0.5] },
  });
  const exact = ([px, py, pz, dx, dy, dz]: Ray): number[] => {
    const [X, Y, Z] = [polynomial([px, dx]), polynomial([py, dy]), polynomial([pz, dz])];
    const across = plus(square(X), square(Y));
    const sum = plus(plus(across, square(Z)), polynomial([R * R - r * r]));
    return realRoots(minus(square(sum), times(polynomial([4 * R * R]), across))).map(({ t }) => t);
  };
  expect(compareRays(surface, exact, 2, 1e-3)).toBeGreaterThan(0.99 * RAYS);
});

test('a ball of B-splines is met where the ball is, to what it was flattened by', async () => {
  const solid = body(nurbsSolid({ surfaces: [revolve(sphereOutline(1))] }));
  const view = fitView(worldBounds(solid), { direction: [0.3, 0.5, 0.81], resolution: 100 });
  const lists = await listsOf(createCpuMachine(), view, [solid]);
  const allowed = flatteningError(solid, view) + 1e-6;
  const world = worldFromScreen(view);
  let met = 0;
  for (let p = 0; p < RAYS; p++) {
    const at = (depth: number) => transformPoint(world, [(p % 100) + 0.5, Math.floor(p / 100) + 0.5, depth]);
    const [a, d] = [at(0), view.direction];
    const along = a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
    const apart = Math.hypot(...a.map((c, k) => c - along * d[k]));
    // Within the chord error, and a pixel's 256th, the outline may be on either side.
    if (Math.abs(apart - 1) < allowed + view.size[0] / 100 / 256) continue;
    expect(lists.first[p + 1] - lists.first[p]).toBe(apart < 1 ? 2 : 0);
    for (let k = lists.first[p]; k < lists.first[p + 1]; k++) {
      met++;
      expect(Math.abs(Math.hypot(...at(lists.depth[k])) - 1)).toBeLessThan(allowed);
    }
  }
  expect(met).toBeGreaterThan(6000);
});
