import { describe, expect, it } from 'vitest';
import { SOLIDS, solid } from '../../scenes/solids.js';
import { boundsOf } from '../../src/math/box.js';
import { seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { solidFacts } from '../../src/mesh/solidFacts.js';
import { insideOut, mapped } from '../interference/bodies.js';
import { randomAffine } from '../support/randomPose.js';

const factsOf = ({ positions, indices }: Mesh) => solidFacts(positions, indices, boundsOf(positions));

/** The vertices moved, in f64. */
const shifted = ({ positions, indices }: Mesh, by: readonly number[]): Mesh => ({
  positions: Float64Array.from(positions, (c, i) => c + by[i % 3]),
  indices,
});

describe('solidFacts', () => {
  describe.each(SOLIDS.map(({ name, coarse, fine, volume }) => ({ name, coarse, fine, volume })))(
    '$name',
    ({ coarse, fine, volume }) => {
      it('has the volume that its mass properties tell, in any pose (seed 11)', () => {
        const random = seeded(11);
        for (let round = 0; round < 10; round++) {
          const shape = round === 0 ? coarse : mapped(coarse, randomAffine(random, 5));
          const expected = massProperties(shape).volume;
          expect(expected).toBeGreaterThan(0);
          expect(factsOf(shape).volume / expected).toBeCloseTo(1, 12);
          expect(factsOf(insideOut(shape)).volume / expected).toBeCloseTo(-1, 12);
        }
      });

      it('finely cut, has the volume of the smooth body', () => {
        expect(Math.abs(factsOf(fine()).volume / volume - 1)).toBeLessThan(1 / 2000);
      });

      it('far from the origin loses no digits', () => {
        const far = shifted(coarse, [1e9, -1e9, 1e9]);
        expect(factsOf(far).volume).toBeCloseTo(massProperties(far).volume, 11);
      });

      it('has no flat faces', () => {
        expect(factsOf(coarse).flatCount).toBe(0);
      });
    },
  );

  it('a closed mesh has the same volume about any point', () => {
    const { positions, indices } = box({ size: [2, 3, 4] });
    for (const c of [-7, 0, 11])
      expect(solidFacts(positions, indices, { min: [c, 0, -c], max: [c, 5, 3] }).volume).toBeCloseTo(24, 12);
  });

  it('a face spans a volume with the middle of the box: positive where it looks away from it', () => {
    const volume = (z: number) =>
      solidFacts([0, 0, 0, 6, 0, 0, 0, 6, 0], [0, 1, 2], { min: [0, 0, z], max: [6, 6, z] }).volume;
    expect([volume(-1), volume(0), volume(1)]).toEqual([6, 0, -6]);
  });

  it('counts the faces without area, and they change no volume', () => {
    const { positions, indices } = box({ size: 2 });
    const middle = [0, 1, 2].map((k) => (positions[3 * indices[0] + k] + positions[3 * indices[1] + k]) / 2);
    // A vertex three times, twice, and three vertices in a row.
    const more = [
      [5, 5, 5],
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [indices[0], 8, indices[1]],
    ];
    for (let count = 0; count <= more.length; count++) {
      const shape = mesh([...positions, ...middle], [...indices, ...more.slice(0, count).flat()]);
      expect(factsOf(shape)).toMatchObject({ volume: 8, flatCount: count });
    }
  });

  it('vertices of one place and three numbers make a face without area', () => {
    expect(factsOf(mesh([1, 2, 3, 1, 2, 3, 4, 5, 6])).flatCount).toBe(1);
  });

  it('faces that are thin only are not flat', () => {
    for (const height of [1, 1e-6, 1e-12]) expect(factsOf(mesh([0, 0, 0, 4, 0, 0, 2, height, 0])).flatCount).toBe(0);
  });

  it('on whole numbers, tells flat faces exactly (seed 12)', () => {
    const random = seeded(12);
    let flat = 0;
    for (let round = 0; round < 300; round++) {
      const soup = mesh(Array.from({ length: 9 * 20 }, () => Math.floor(3 * random())));
      const expected = inspect(soup).degenerateFaces.length;
      expect(factsOf(soup).flatCount).toBe(expected);
      flat += expected;
    }
    expect(flat).toBeGreaterThan(300);
    expect(flat).toBeLessThan(300 * 20 - 300);
  });

  it('without faces there is nothing', () => {
    const { positions } = solid('box').coarse;
    expect(solidFacts(positions, [], boundsOf(positions))).toEqual({ volume: 0, rounding: 0, flatCount: 0 });
  });
});
