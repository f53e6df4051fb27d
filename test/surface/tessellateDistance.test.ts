import { describe, expect, test } from 'vitest';
import type { Box } from '../../src/math/box.js';
import { type Random, seeded } from '../../src/math/random.js';
import type { Side } from '../../src/surface/surface.js';
import { stepOnto } from '../../src/surface/tessellate/newton.js';
import { tessellateSides } from '../../src/surface/tessellate/tessellateSides.js';
import { meshDistance } from './support/meshDistance.js';
import { boundsTo, cubeSides, functionSide, planeSide, quadricSide } from './support/plainSides.js';

interface Solid {
  readonly name: string;
  readonly sides: readonly Side[];
  readonly bounds: Box;
  /** The true distance of a point from the border. */
  readonly distance?: (x: number, y: number, z: number) => number;
}

const SOLIDS: readonly Solid[] = [
  {
    name: 'a ball',
    sides: [quadricSide([1, 1, 1, 0, 0, 0, 0, 0, 0, -1])],
    bounds: boundsTo(1),
    distance: (x, y, z) => Math.abs(Math.hypot(x, y, z) - 1),
  },
  {
    name: 'a torus',
    sides: [functionSide((x, y, z) => (Math.sqrt(x * x + y * y) - 1) ** 2 + z * z - 0.16)],
    bounds: boundsTo(1.4, 1.4, 0.4),
    distance: (x, y, z) => Math.abs(Math.hypot(Math.hypot(x, y) - 1, z) - 0.4),
  },
  {
    name: 'a cylinder',
    sides: [quadricSide([1, 1, 0, 0, 0, 0, 0, 0, 0, -1]), planeSide([0, 0, 1], 1, 1), planeSide([0, 0, -1], 1, 2)],
    bounds: boundsTo(1),
    distance(x, y, z) {
      const [r, h] = [Math.hypot(x, y) - 1, Math.abs(z) - 1];
      return r > 0 && h > 0 ? Math.hypot(r, h) : Math.abs(Math.max(r, h));
    },
  },
  {
    name: 'two balls in one function, with a crease',
    sides: [functionSide((x, y, z) => Math.min(Math.hypot(x - 0.3, y, z), Math.hypot(x + 0.3, y, z)) - 0.6)],
    bounds: boundsTo(0.9, 0.6, 0.6),
    // Within the chamfer, outside of both.
    distance: (x, y, z) =>
      Math.min(Math.abs(Math.hypot(x - 0.3, y, z) - 0.6), Math.abs(Math.hypot(x + 0.3, y, z) - 0.6)),
  },
  {
    name: 'a hyperboloid cut askew',
    sides: [
      quadricSide([1, 1, -1, 0, 0, 0, 0, 0, 0, -0.25]),
      planeSide([0.3, 0.2, 1], 0.7, 1),
      planeSide([-0.2, 0.1, -1], 0.6, 2),
    ],
    bounds: boundsTo(1.5),
  },
  {
    name: 'a ball cut by another and by a plane',
    sides: [
      quadricSide([1, 1, 1, 0, 0, 0, 0, 0, 0, -1]),
      quadricSide([-1, -1, -1, 0, 0, 0, 1.6, 0.4, 0, -0.4], 1),
      planeSide([1, 1, 4], 0.3, 2),
    ],
    bounds: boundsTo(1),
  },
  {
    name: 'a gyroid in a cube',
    sides: [
      functionSide(
        (x, y, z) =>
          Math.sin(3 * x) * Math.cos(3 * y) + Math.sin(3 * y) * Math.cos(3 * z) + Math.sin(3 * z) * Math.cos(3 * x),
      ),
      ...cubeSides(1),
    ],
    bounds: boundsTo(1),
  },
];

/** A point of the border, on `count` sides at once, or none. */
function borderPoint(random: Random, { sides, bounds }: Solid, count: number): Float64Array | undefined {
  const chosen: Side[] = [];
  while (chosen.length < count) {
    const side = sides[Math.floor(random() * sides.length)];
    if (!chosen.includes(side)) chosen.push(side);
  }
  const point = Float64Array.from([0, 1, 2], (k) => bounds.min[k] + random() * (bounds.max[k] - bounds.min[k]));
  const step = new Float64Array(3);
  for (let k = 0; k < 50; k++) {
    const length = stepOnto(chosen, point, step);
    if (!(length < 10)) return undefined;
    for (let i = 0; i < 3; i++) point[i] += step[i];
    if (length < 1e-13)
      return sides.every((side) => side.value(...(point as unknown as [number, number, number])) < 1e-9)
        ? point
        : undefined;
  }
  return undefined;
}

describe('the mesh of a solid by its sides', () => {
  for (const solid of SOLIDS) {
    test(`has all of the border within its chord error, sharp edges and corners too, seed 3: ${solid.name}`, () => {
      const random = seeded(3);
      const { mesh, chordError } = tessellateSides(solid.sides, solid.bounds, 1e-2);
      expect(chordError).toBeLessThanOrEqual(1e-2);
      let found = 0;
      for (let k = 0; k < 240; k++) {
        const point = borderPoint(random, solid, 1 + (k % Math.min(solid.sides.length, 3)));
        if (point === undefined) continue;
        found++;
        expect(meshDistance(mesh, point[0], point[1], point[2])).toBeLessThanOrEqual(chordError);
      }
      expect(found).toBeGreaterThan(40);
    });

    const { distance } = solid;
    if (distance)
      test(`lies within its chord error of the border, seed 4: ${solid.name}`, () => {
        const random = seeded(4);
        for (const asked of [2e-2, 4e-3]) {
          const { mesh, chordError } = tessellateSides(solid.sides, solid.bounds, asked);
          expect(chordError).toBeLessThanOrEqual(asked);
          const { positions: p, indices } = mesh;
          let worst = 0;
          for (let f = 0; f < indices.length; f += 3)
            for (let k = 0; k < 4; k++) {
              let [u, v] = [random(), random()];
              if (u + v > 1) [u, v] = [1 - u, 1 - v];
              const weights = [1 - u - v, u, v];
              const at = [0, 1, 2].map((i) => weights.reduce((sum, w, c) => sum + w * p[3 * indices[f + c] + i], 0));
              worst = Math.max(worst, distance(at[0], at[1], at[2]));
            }
          expect(worst).toBeLessThanOrEqual(chordError);
          // And the error stated is not far more than there is.
          expect(worst).toBeGreaterThan(chordError / 3);
        }
      });
  }
});
