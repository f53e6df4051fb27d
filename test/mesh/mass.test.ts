import { describe, expect, it } from 'vitest';
import { rotation, transformPoint } from '../../src/math/affine.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import { normalize } from '../../src/math/vector.js';
import { massProperties } from '../../src/mesh/mass.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { torus } from '../../src/mesh/shapes/torus.js';

const moved = (shape: Mesh, move: (p: [number, number, number]) => readonly number[]): Mesh => {
  const positions = new Float64Array(shape.positions.length);
  for (let i = 0; i < positions.length; i += 3)
    positions.set(move([shape.positions[i], shape.positions[i + 1], shape.positions[i + 2]]), i);
  return { positions, indices: shape.indices };
};
const close = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  for (const [k, value] of expected.entries()) expect(Math.abs(found[k] - value)).toBeLessThanOrEqual(tolerance);
};

describe('massProperties', () => {
  it('knows a box', () => {
    const { volume, area, center, inertia } = massProperties(box({ size: [2, 3, 4], segments: 3 }));
    expect(volume).toBeCloseTo(24, 12);
    expect(area).toBeCloseTo(52, 12);
    close(center, [0, 0, 0], 1e-12);
    close(inertia.flat(), [50, 0, 0, 0, 40, 0, 0, 0, 26], 1e-11);
  });

  it('knows a tetrahedron on the axes', () => {
    const { volume, center, inertia, area } = massProperties(
      mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]),
    );
    expect(volume).toBeCloseTo(1 / 6, 15);
    expect(area).toBeCloseTo(1.5 + Math.sqrt(3) / 2, 14);
    close(center, [0.25, 0.25, 0.25], 1e-15);
    // ∫x² = 1/60 and ∫xy = 1/120 about the corner, moved to the centre.
    const [xx, xy] = [1 / 60 - 1 / 96, 1 / 120 - 1 / 96];
    close(inertia.flat(), [2 * xx, -xy, -xy, -xy, 2 * xx, -xy, -xy, -xy, 2 * xx], 1e-16);
  });

  it('nears a ball and a ring', () => {
    const ball = massProperties(icoSphere({ subdivisions: 6 }));
    close(
      ball.inertia.flat(),
      [1, 0, 0, 0, 1, 0, 0, 0, 1].map((i) => (i * 8 * Math.PI) / 15),
      1e-3,
    );
    const [R, r] = [1, 0.4];
    const ring = massProperties(torus({ radius: R, tubeRadius: r, segments: 512, sides: 256 }));
    const mass = 2 * Math.PI ** 2 * R * r * r;
    expect(ring.inertia[2][2] / (mass * (R * R + 0.75 * r * r))).toBeCloseTo(1, 3);
    expect(ring.inertia[0][0] / ((mass * (4 * R * R + 5 * r * r)) / 8)).toBeCloseTo(1, 3);
  });

  it('holds a million units from the origin', () => {
    const near = massProperties(moved(box({ size: [2, 3, 4] }), (p) => p));
    const far = massProperties(moved(box({ size: [2, 3, 4] }), ([x, y, z]) => [x + 1e6, y - 1e6, z + 1e6]));
    expect(far.volume).toBeCloseTo(24, 10);
    close(far.center, [1e6, -1e6, 1e6], 1e-9);
    close(far.inertia.flat(), near.inertia.flat(), 1e-8);
  });

  it.each([1, 2, 3])('turns with the body, seed %i', (seed) => {
    const random = seeded(seed);
    const turn = randomRotation(random);
    const tilted = moved(box({ size: [1, 2, 5] }), ([x, y, z]) => [x + 0.3 * y, y, z + x]);
    const before = massProperties(tilted);
    const after = massProperties(moved(tilted, (p) => transformPoint(turn, p)));
    expect(after.volume).toBeCloseTo(before.volume, 12);
    const r = [0, 4, 8].map((i) => [turn[i], turn[i + 1], turn[i + 2]]);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        let expected = 0;
        for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) expected += r[i][k] * before.inertia[k][l] * r[j][l];
        expect(after.inertia[i][j]).toBeCloseTo(expected, 10);
      }
  });

  it('changes sign with the orientation, and keeps the centre', () => {
    const shape = moved(box(), ([x, y, z]) => transformPoint(rotation(normalize([1, 2, 3]), 1), [x + 5, y, z]));
    const inside = massProperties({ positions: shape.positions, indices: shape.indices.slice().reverse() });
    const outside = massProperties(shape);
    expect(inside.volume).toBeCloseTo(-1, 12);
    close(inside.center, outside.center, 1e-12);
    close(
      inside.inertia.flat(),
      outside.inertia.flat().map((v) => -v),
      1e-12,
    );
  });

  it('gives the middle of the bounds for what has no volume', () => {
    const { volume, area, center } = massProperties(mesh([0, 0, 0, 2, 0, 0, 0, 2, 0]));
    expect([volume, area, ...center]).toEqual([0, 2, 1, 1, 0]);
  });
});
