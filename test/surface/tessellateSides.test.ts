import { describe, expect, test } from 'vitest';
import type { Box } from '../../src/math/box.js';
import { inspect } from '../../src/mesh/inspect.js';
import type { Side } from '../../src/surface/surface.js';
import { tessellateSides } from '../../src/surface/tessellate/tessellateSides.js';
import { areaOf, boundsTo, cubeSides, functionSide, planeSide, quadricSide, stepTo } from './support/plainSides.js';

interface Solid {
  readonly name: string;
  readonly sides: readonly Side[];
  readonly bounds: Box;
  readonly volume: number;
  /** 2 − 2 × genus, for each piece. */
  readonly euler: number;
}

const UNIT_BALL = quadricSide([1, 1, 1, 0, 0, 0, 0, 0, 0, -1]);
const TUBE = quadricSide([1, 1, 0, 0, 0, 0, 0, 0, 0, -1]);

const SOLIDS: readonly Solid[] = [
  { name: 'a ball', sides: [UNIT_BALL], bounds: boundsTo(1), volume: (4 / 3) * Math.PI, euler: 2 },
  {
    name: 'a ball far from the origin',
    sides: [functionSide((x, y, z) => Math.hypot(x - 1000, y + 2000, z - 500) - 1)],
    bounds: { min: [999, -2001, 499], max: [1001, -1999, 501] },
    volume: (4 / 3) * Math.PI,
    euler: 2,
  },
  {
    name: 'a cylinder',
    sides: [TUBE, planeSide([0, 0, 1], 1, 1), planeSide([0, 0, -1], 1, 2)],
    bounds: boundsTo(1),
    volume: 2 * Math.PI,
    euler: 2,
  },
  {
    name: 'a disc, a thousandth as thick as wide',
    sides: [TUBE, planeSide([0, 0, 1], 1e-3, 1), planeSide([0, 0, -1], 1e-3, 2)],
    bounds: boundsTo(1, 1, 1e-3),
    volume: 2e-3 * Math.PI,
    euler: 2,
  },
  {
    name: 'a plate, a thousandth as thick as wide, askew',
    sides: [UNIT_BALL, planeSide([1, 2, 3], 1e-3, 1), planeSide([-1, -2, -3], 1e-3, 2)],
    bounds: boundsTo(1),
    volume: 2 * Math.PI * (1e-3 - 1e-9 / 3),
    euler: 2,
  },
  {
    name: 'a cone',
    sides: [quadricSide([1, 1, -1, 0, 0, 0, 0, 0, 0, 0]), planeSide([0, 0, 1], 1, 1), planeSide([0, 0, -1], 0, 2)],
    bounds: { min: [-1, -1, 0], max: [1, 1, 1] },
    volume: Math.PI / 3,
    euler: 2,
  },
  {
    name: 'a torus',
    sides: [functionSide((x, y, z) => (Math.sqrt(x * x + y * y) - 1) ** 2 + z * z - 0.16)],
    bounds: boundsTo(1.4, 1.4, 0.4),
    volume: 2 * Math.PI * Math.PI * 0.16,
    euler: 0,
  },
  {
    name: 'two cylinders across each other',
    sides: [quadricSide([1, 1, 0, 0, 0, 0, 0, 0, 0, -1], 0), quadricSide([1, 0, 1, 0, 0, 0, 0, 0, 0, -1], 1)],
    bounds: boundsTo(1),
    volume: 16 / 3,
    euler: 2,
  },
  {
    name: 'a shell of a thousandth, by two sides',
    sides: [UNIT_BALL, quadricSide([-1, -1, -1, 0, 0, 0, 0, 0, 0, 0.998 ** 2], 1)],
    bounds: boundsTo(1),
    volume: (4 / 3) * Math.PI * (1 - 0.998 ** 3),
    euler: 4,
  },
  { name: 'a cube', sides: cubeSides(1), bounds: boundsTo(1), volume: 8, euler: 2 },
  {
    name: 'half of a cube, by an odd function',
    sides: [functionSide((x, y, z) => gyroid(2 * x, 2 * y, 2 * z)), ...cubeSides(1)],
    bounds: boundsTo(1),
    volume: 4,
    euler: Number.NaN,
  },
];

function gyroid(x: number, y: number, z: number): number {
  return Math.sin(x) * Math.cos(y) + Math.sin(y) * Math.cos(z) + Math.sin(z) * Math.cos(x);
}

describe('the mesh of a solid by its sides', () => {
  for (const { name, sides, bounds, volume, euler } of SOLIDS)
    for (const asked of name.startsWith('a shell') ? [1e-3] : [3e-2, 3e-3])
      test(`is closed, faces outwards and lies on the sides: ${name}, to ${asked}`, () => {
        const { mesh, chordError, patchOf } = tessellateSides(sides, bounds, asked);
        expect(chordError).toBeLessThanOrEqual(asked);
        const { signedVolume, ...facts } = inspect(mesh);
        expect(facts).toMatchObject({
          closed: true,
          flippedEdgeCount: 0,
          nonManifoldEdgeCount: 0,
          degenerateFaces: [],
          duplicateFaces: [],
        });
        if (!Number.isNaN(euler)) expect(facts.eulerCharacteristic).toBe(euler);
        // What lies between two surfaces this near each other is no more than a layer over all of one of them.
        expect(Math.abs(signedVolume - volume)).toBeLessThanOrEqual(areaOf(mesh) * chordError + 1e-9);

        const size = Math.max(...bounds.max.map((v, k) => v - bounds.min[k]));
        const scale = Math.max(size, ...bounds.max.map(Math.abs));
        const p = mesh.positions;
        for (let v = 0; v < p.length; v += 3) {
          const off = sides.map((side) => stepTo(side, p[v], p[v + 1], p[v + 2]));
          if (!(Math.min(...off.map(Math.abs)) <= 1e-12 * scale)) expect.fail(`a vertex is ${off} off all sides`);
          if (!(Math.max(...off) <= chordError)) expect.fail(`a vertex sticks out by ${Math.max(...off)}`);
        }

        // Every patch is there, and all corners of its faces lie on its side.
        expect(patchOf).toHaveLength(mesh.indices.length / 3);
        for (let f = 0; f < patchOf.length; f++) {
          const side = sides.find((one) => one.patchAt(0, 0, 0) === patchOf[f])!;
          for (let k = 0; k < 3; k++) {
            const v = 3 * mesh.indices[3 * f + k];
            if (!(Math.abs(stepTo(side, p[v], p[v + 1], p[v + 2])) <= 1e-10 * scale))
              expect.fail(`face ${f} leaves its patch`);
          }
        }
        const real = sides.filter((_, k) => !(name === 'a cone' && k === 2));
        expect(new Set(patchOf)).toEqual(new Set(real.map((side) => side.patchAt(0, 0, 0))));
      });

  test('has sharp edges: no face of a cylinder lies across its rim', () => {
    const { mesh, patchOf } = tessellateSides(SOLIDS[2].sides, SOLIDS[2].bounds, 1e-2);
    const p = mesh.positions;
    const capArea = [0, 0, 0];
    for (let f = 0; f < patchOf.length; f++) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.indices[3 * f + k]);
      const heights = [p[a + 2], p[b + 2], p[c + 2]];
      if (patchOf[f] === 0) expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0);
      else for (const height of heights) expect(height).toBe(patchOf[f] === 1 ? 1 : -1);
      capArea[patchOf[f]] += ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a])) / 2;
    }
    expect(capArea[1]).toBeGreaterThan(Math.PI - 2 * Math.PI * 1e-2);
    expect(capArea[1]).toBeLessThan(Math.PI);
    expect(capArea[2]).toBeCloseTo(-capArea[1], 1);
    const rim = Array.from({ length: p.length / 3 }, (_, v) => 3 * v).filter((v) => Math.abs(p[v + 2]) === 1);
    expect(rim.filter((v) => Math.abs(Math.hypot(p[v], p[v + 1]) - 1) < 1e-14).length).toBeGreaterThan(40);
  });
});
