import { describe, expect, it } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { type Body, body, worldBounds } from '../../src/body.js';
import type { Party } from '../../src/detect/pairFinding.js';
import { separatingPlane } from '../../src/detect/separatingPlane.js';
import { soundness } from '../../src/detect/soundness.js';
import { multiply, scaling, transformPoint, translation } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { dot, type Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';
import { surfaceOf, surfacesCross } from '../support/bvhOracle.js';

const party = (b: Body): Party => ({ index: 0, body: b, bounds: worldBounds(b), soundness: soundness(b) });
const plane = (a: Body, b: Body, rounding = 0) => separatingPlane(party(a), party(b), rounding);

/** The surface of a body where it stands. */
function surface({ mesh: { positions, indices }, pose }: Body) {
  const placed = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    placed.set(transformPoint(pose, [positions[i], positions[i + 1], positions[i + 2]]), i);
  return surfaceOf({ positions: placed, indices });
}

/** How far the vertices of a body reach along a direction. */
function reach({ mesh: { positions }, pose }: Body, along: Vec3): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const far = dot(along, transformPoint(pose, [positions[i], positions[i + 1], positions[i + 2]]));
    low = Math.min(low, far);
    high = Math.max(high, far);
  }
  return [low, high];
}

describe('separatingPlane', () => {
  for (const seed of [1, 2, 3])
    it(`has all of A before it and all of B behind it (seed ${seed})`, () => {
      const random = seeded(seed);
      let found = 0;
      let crossing = 0;
      for (let k = 0; k < 300; k++) {
        const [a, b] = [0, 1].map(() => {
          const { coarse } = SOLIDS[Math.floor(random() * SOLIDS.length)];
          const [x, y, z] = [0, 1, 2].map(() => 2.5 * (random() - 0.5));
          const turned = multiply(randomRotation(random), scaling(0.3 + random(), 0.3 + random(), -0.3 - random()));
          return body(coarse, { pose: multiply(translation(x, y, z), turned) });
        });
        const between = plane(a, b);
        const crosses = surfacesCross(surface(a), surface(b));
        if (crosses) crossing++;
        if (!between) continue;
        found++;
        expect(crosses).toBe(false);
        const gap = reach(b, between.normal)[0] - reach(a, between.normal)[1];
        expect(gap).toBeGreaterThan(0);
        expect(gap).toBeCloseTo(between.gap, 9);
      }
      expect(found).toBeGreaterThan(50);
      expect(crossing).toBeGreaterThan(50);
    });

  it('is found for balls that are a tenth of their radius apart, whichever way (seed 4)', () => {
    const random = seeded(4);
    const ball = icoSphere({ subdivisions: 3 });
    for (let k = 0; k < 200; k++) {
      const turn = randomRotation(random);
      const there = transformPoint(turn, [2.1, 0, 0]);
      expect(plane(body(ball, { pose: turn }), body(ball, { pose: translation(...there) }))).toBeDefined();
    }
  });

  it('is not found where bodies touch, overlap, or are linked', () => {
    const cube = body(box());
    expect(plane(cube, body(box(), { pose: translation(1, 0, 0) }), 1e-12)).toBeUndefined();
    expect(plane(cube, body(box(), { pose: translation(0.9, 0, 0) }))).toBeUndefined();
    expect(plane(cube, cube)).toBeUndefined();
    const ring = torus({ radius: 1, tubeRadius: 0.2 });
    const linked = body(ring, {
      pose: multiply(translation(1, 0, 0), Float64Array.of(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0)),
    });
    expect(plane(body(ring), linked)).toBeUndefined();
  });

  it('needs a gap wider than rounding', () => {
    const [a, b] = [body(box()), body(box(), { pose: translation(1.001, 0, 0) })];
    expect(plane(a, b, 0.0004)).toBeDefined();
    expect(plane(a, b, 0.0006)).toBeUndefined();
  });

  it('leaves out vertices that no face uses', () => {
    const { positions, indices } = box();
    const stray = body({ positions: [...positions, 50, 0, 0], indices });
    expect(plane(stray, body(box(), { pose: translation(2, 0, 0) }))).toBeDefined();
  });
});
