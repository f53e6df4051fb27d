import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { isOn, isWithin, windingAround } from '../../src/exact/solid/windingAround.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { multiply, scaling, transformPoint } from '../../src/math/affine.js';
import { seeded } from '../../src/math/random.js';
import { cross, dot, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { polycubeMesh } from '../interference/polycube.js';
import { latticeBox, randomCells, randomTetrahedron } from './support/latticeBodies.js';
import { insideOut, joined, mapped, randomLatticeMap } from './support/latticeMaps.js';
import { recut } from './support/recut.js';

const surface = (shape: Mesh): WorldMesh => worldMesh(body(shape));
const at = (point: readonly number[]): Float64Array => Float64Array.from(point);

/** All whole points from `low` to `high`. */
function* wholePoints(low: number, high: number): Generator<Vec3> {
  for (let x = low; x <= high; x++) for (let y = low; y <= high; y++) for (let z = low; z <= high; z++) yield [x, y, z];
}

describe('windingAround', () => {
  const SEEDS = 40;
  it(`is 1 within cubes and 0 outside, at all whole points around ${SEEDS} polycubes (seed 1 to ${SEEDS})`, () => {
    const tally = { inside: 0, outside: 0, on: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seeded(seed);
      const cells = randomCells(random, [3, 3, 3], 0.6);
      const isFilled = (cell: readonly number[]): boolean => cells.some((one) => one.every((c, k) => c === cell[k]));
      // Two units a cell, so that whole points lie above corners, edges, diagonals and middles of faces.
      const map = multiply(randomLatticeMap(random), scaling(2));
      const shape = surface(mapped(recut(polycubeMesh(cells), random), map));
      for (const point of wholePoints(-1, 7)) {
        // The cells that the point lies in or on.
        const beside = point.map((c) => (c % 2 === 0 ? [c / 2 - 1, c / 2] : [(c - 1) / 2]));
        const filled = beside[0].flatMap((i) => beside[1].flatMap((j) => beside[2].map((k) => isFilled([i, j, k]))));
        const placed = at(transformPoint(map, point.map((c) => c / 2) as unknown as Vec3));
        const isOnSurface = filled.includes(true) && filled.includes(false);
        expect(isOn(shape, placed, 0), `seed ${seed}, ${point}`).toBe(isOnSurface);
        tally[isOnSurface ? 'on' : filled[0] ? 'inside' : 'outside']++;
        if (isOnSurface) continue;
        expect(windingAround(shape, placed, 0), `seed ${seed}, ${point}`).toBe(filled[0] ? 1 : 0);
        expect(isWithin(shape, placed, 0), `seed ${seed}, ${point}`).toBe(filled[0]);
      }
    }
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(1000);
  });

  it('is 1 on the inner side of all four planes of a tetrahedron, at all whole points, 120 of them (seed 5)', () => {
    const random = seeded(5);
    let count = 0;
    for (let n = 0; n < 120; n++) {
      const { positions, indices } = randomTetrahedron(random, 6);
      const corner = (side: number): Vec3 => [0, 1, 2].map((k) => positions[3 * indices[side] + k]) as unknown as Vec3;
      const shape = surface({ positions, indices });
      const turned = surface(insideOut({ positions, indices }));
      for (const point of wholePoints(0, 6)) {
        const depths = [0, 3, 6, 9].map((f) => {
          const normal = cross(subtract(corner(f + 1), corner(f)), subtract(corner(f + 2), corner(f)));
          return -dot(normal, subtract(point, corner(f)));
        });
        const least = Math.min(...depths);
        if (least === 0) {
          expect(isOn(shape, at(point), 0)).toBe(true);
          continue;
        }
        count++;
        expect(windingAround(shape, at(point), 0), `${positions} ${point}`).toBe(least > 0 ? 1 : 0);
        expect(windingAround(turned, at(point), 0) + 0, `${positions} ${point}`).toBe(least > 0 ? -1 : 0);
      }
    }
    expect(count).toBeGreaterThan(20_000);
  });

  it('adds up over shells', () => {
    const outer = latticeBox({ min: [0, 0, 0], max: [8, 8, 8] });
    const inner = latticeBox({ min: [2, 2, 2], max: [6, 6, 6] });
    const point = at([4, 4, 4]);
    expect(windingAround(surface(joined(outer, inner)), point, 0)).toBe(2);
    expect(windingAround(surface(joined(outer, insideOut(inner))), point, 0)).toBe(0);
    expect(windingAround(surface(joined(insideOut(outer), insideOut(inner))), point, 0)).toBe(-2);
    expect(isWithin(surface(joined(outer, inner)), point, 0)).toBe(true);
    expect(isWithin(surface(joined(outer, insideOut(inner))), point, 0)).toBe(false);
  });

  it('tells points that are an ulp inside or outside', () => {
    const box = surface(latticeBox({ min: [0, 0, 0], max: [1, 1, 1] }));
    const [below, above] = [1 - 2 ** -53, 1 + 2 ** -52];
    for (let axis = 0; axis < 3; axis++)
      for (const [x, inside] of [
        [below, 1],
        [above, 0],
        [2 ** -300, 1],
        [-(2 ** -300), 0],
      ] as const)
        expect(windingAround(box, at([0, 1, 2].map((k) => (k === axis ? x : 0.5))), 0)).toBe(inside);
  });
});
