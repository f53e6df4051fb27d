import { describe, expect, test } from 'vitest';
import { body } from '../../src/body.js';
import { distance } from '../../src/distance.js';
import { rotation, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { box } from '../../src/mesh/shapes/box.js';
import { capsule } from '../../src/surface/convex/capsuleSurface.js';
import { superellipsoid } from '../../src/surface/convex/superellipsoidSurface.js';
import { add, cos, hypot, min, mul, sin, sub, x, y, z } from '../../src/surface/formula/formula.js';
import { implicit } from '../../src/surface/implicit/implicit.js';
import { kindOf } from '../../src/surface/kinds.js';
import { cone } from '../../src/surface/quadric/cone.js';
import { hyperboloidOfTwoSheets } from '../../src/surface/quadric/hyperboloid.js';
import { paraboloid } from '../../src/surface/quadric/paraboloid.js';
import { ellipsoid } from '../../src/surface/quadric/sphere.js';
import type { RaySurface } from '../../src/surface/surface.js';
import { tessellated } from '../../src/surface/tessellated.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { meshDistance } from './support/meshDistance.js';

const SHARE = 2 ** -11;
const sizeOf = ({ bounds: { min, max } }: RaySurface): number[] => max.map((high, k) => high - min[k]);

const SLENDER: Readonly<Record<string, () => RaySurface>> = {
  'a cone': () => cone({ radius: 0.3, height: 10 }),
  'a slender cone': () => cone({ radius: 0.03, height: 10 }),
  'a needle': () => cone({ radius: 0.01, height: 10 }),
  'a slender hyperboloid': () => hyperboloidOfTwoSheets({ radius: 0.05, height: 10, tipDistance: 0.01 }),
  'a pointed superellipsoid': () => superellipsoid({ radii: [0.05, 0.05, 5], exponents: [1.9, 1] }),
  'a slender paraboloid': () => paraboloid({ radius: 0.05, height: 10 }),
  'a slender ellipsoid': () => ellipsoid({ radii: [1, 1, 1000] }),
  'a flat ellipsoid': () => ellipsoid({ radii: [1000, 1000, 1] }),
  'a blade': () => ellipsoid({ radii: [1000, 30, 1] }),
  'a slender capsule': () => capsule({ radius: 0.01, height: 10 }),
  'a thin ring': () => torus({ radius: 1, tubeRadius: 0.01 }),
};

describe('tips and rims', () => {
  for (const [name, make] of Object.entries(SLENDER))
    test(`${name} reaches as far as its chord error says, in 106 directions, seed 3`, () => {
      const surface = make();
      const size = sizeOf(surface);
      const asked = SHARE * Math.max(...size);
      const { mesh, chordError } = tessellated(surface, asked);
      expect(chordError).toBeLessThanOrEqual(asked * (1 + 1e-9));
      expect(inspect(mesh)).toMatchObject({ closed: true, flippedEdgeCount: 0, degenerateFaces: [] });
      const random = seeded(3);
      const directions = [0, 1, 2].flatMap((k) => [1, -1].map((s) => [0, 1, 2].map((i) => (i === k ? s : 0))));
      for (let k = 0; k < 100; k++) {
        const m = randomRotation(random);
        // Half of them evenly about a slender solid's own shape.
        const d = [0, 1, 2].map((i) => m[i] / (k % 2 ? size[i] : 1));
        directions.push(d.map((one) => one / Math.hypot(...d)));
      }
      const { positions: at } = mesh;
      for (const [u, v, w] of directions) {
        let far = -Infinity;
        for (let p = 0; p < at.length; p += 3) far = Math.max(far, u * at[p] + v * at[p + 1] + w * at[p + 2]);
        const deficit = kindOf(surface).reach!(surface, u, v, w) - far;
        expect(deficit).toBeLessThanOrEqual(chordError);
        expect(deficit).toBeGreaterThanOrEqual(-1e-9 * Math.max(...size));
      }
    });

  test('a needle of a formula, askew, has its tips: nothing but rays knows where', () => {
    // A spindle along (1, 1, 1): as thin as a twentieth of a step of the first grid.
    const s = Math.sqrt(1 / 3);
    const along = mul(s, add(add(x, y), z));
    const across = hypot(sub(x, mul(s, along)), sub(y, mul(s, along)), sub(z, mul(s, along)));
    const f = sub(hypot(mul(250, across), along), 1);
    const { mesh, chordError } = tessellated(implicit({ f, bounds: { min: [-1, -1, -1], max: [1, 1, 1] } }), 2 * SHARE);
    for (const sign of [1, -1])
      expect(meshDistance(mesh, sign * s, sign * s, sign * s)).toBeLessThanOrEqual(chordError);
  });
});

describe('distances of needles', () => {
  test('are right to their error', async () => {
    const needle = () => body(cone({ radius: 0.01, height: 10 }));
    const block = body(box({ size: 2 }), { pose: translation(0, 0, 6.3) });
    // The tip is at 5, the block begins at 5.3.
    const apart = await distance(needle(), block);
    expect(Math.abs(apart.distance! - 0.3)).toBeLessThanOrEqual(apart.distanceError);
    expect(apart.distanceError).toBeLessThan(0.01);
    block.pose = translation(0, 0, 5.8);
    // Now it is 0.2 within.
    expect((await distance(needle(), block)).kind).not.toBe('apart');
    const disc = body(ellipsoid({ radii: [1000, 1000, 1] }), { pose: rotation([0, 0, 1], 0.4) });
    const wall = body(box({ size: 20 }), { pose: translation(1012, 0, 0) });
    const rim = await distance(disc, wall);
    expect(Math.abs(rim.distance! - 2)).toBeLessThanOrEqual(rim.distanceError);
    expect(rim.distanceError).toBeLessThan(1.1);
  });
});

test('a gyroid through the corners of its box has no faces without area there', () => {
  const f = [
    [x, y],
    [y, z],
    [z, x],
  ]
    .map(([a, b]) => mul(sin(mul(Math.PI, a)), cos(mul(Math.PI, b))))
    .reduce((one, other) => add(one, other));
  const { mesh } = tessellated(implicit({ f, bounds: { min: [0, 0, 0], max: [2, 2, 2] } }), 2 ** -8);
  expect(inspect(mesh)).toMatchObject({ closed: true, flippedEdgeCount: 0, degenerateFaces: [], duplicateFaces: [] });
});

describe('what cannot be had says so', () => {
  test('a ring thinner than any tetrahedron', () => {
    const { mesh, chordError } = tessellated(torus({ radius: 1, tubeRadius: 1e-4 }), 2 * SHARE);
    expect(inspect(mesh).closed).toBe(true);
    let farthest = 0;
    for (let k = 0; k < 100; k++)
      farthest = Math.max(farthest, meshDistance(mesh, Math.cos(0.0628 * k), Math.sin(0.0628 * k), 0));
    expect(farthest).toBeLessThanOrEqual(chordError + 1e-4);
  });

  test('beads that the mesh has only some of, seed 3', () => {
    const random = seeded(3);
    const beads = Array.from({ length: 30 }, () => [0, 1, 2].map(() => 8 * random() - 4));
    const f = beads
      .map(([a, b, c]) => sub(hypot(sub(x, a), sub(y, b), sub(z, c)), 0.01))
      .reduce((one, other) => min(one, other));
    const { mesh, chordError } = tessellated(
      implicit({ f, bounds: { min: [-5, -5, -5], max: [5, 5, 5] } }),
      40 * SHARE,
    );
    expect(inspect(mesh).closed).toBe(true);
    const near = beads.filter(([a, b, c]) => meshDistance(mesh, a, b, c) < 0.02).length;
    // Rays meet few of them; whatever is lost of those, the chord error says.
    expect(near).toBeGreaterThan(0);
    expect(near === beads.length || chordError > 40 * SHARE).toBe(true);
  });

  test('waves finer than any tetrahedron', () => {
    const f = sub(hypot(x, y, z), add(1, mul(0.01, sin(mul(3000, x)))));
    const { chordError } = tessellated(
      implicit({ f, bounds: { min: [-1.1, -1.1, -1.1], max: [1.1, 1.1, 1.1] } }),
      32 * SHARE,
    );
    expect(chordError).toBeGreaterThan(32 * SHARE);
  });
});
