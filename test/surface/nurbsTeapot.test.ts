import { describe, expect, test } from 'vitest';
import { ADDED_PATCH_COUNT, nurbsTeapot } from '../../scenes/nurbsTeapot.js';
import { teapot } from '../../scenes/teapot.js';
import { HANDLE, RINGS, ringPoint, SPOUT, tubePoint } from '../../scenes/teapotPatches.js';
import { seeded } from '../../src/math/random.js';
import { cross, dot, length } from '../../src/math/vector.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { bezierPatch } from '../../src/surface/nurbs/bezierPatch.js';
import { nurbsEvaluator } from '../../src/surface/nurbs/nurbsEvaluator.js';
import { nurbsVolume } from '../../src/surface/nurbs/nurbsVolume.js';
import { tessellateNurbs } from '../../src/surface/nurbs/tessellateNurbs.js';
import { meshDistance } from './support/meshDistance.js';

const solid = nurbsTeapot();
const SIZE = 6.4;

test("has Newell's 32 patches, and eight more with names", () => {
  expect(solid.patches.length).toBe(32 + ADDED_PATCH_COUNT);
  expect(solid.patches.slice(32)).toEqual([
    ...['gap 1', 'gap 2', 'gap 3', 'gap 4'],
    ...['handle start', 'handle end', 'spout start', 'spout mouth'],
  ]);
  for (const { degree, weights } of solid.surfaces.slice(0, 32)) {
    expect(degree).toEqual([3, 3]);
    expect(weights).toBeUndefined();
  }
});

test('the patches are those of teapotPatches.ts', () => {
  const point = new Float64Array(3);
  const expectAt = (patch: number, u: number, v: number, [x, y, z]: readonly [number, number, number]): void => {
    nurbsEvaluator(solid.surfaces[patch]).point(u, v, point);
    expect(Math.hypot(point[0] - x, point[1] - y, point[2] - z)).toBeLessThan(1e-14);
  };
  for (const t of [0, 0.2, 0.5, 0.9])
    for (const s of [0.1, 0.6, 1]) {
      Object.values(RINGS).forEach((ring, k) => {
        for (let quarter = 0; quarter < 4; quarter++)
          expectAt(4 * k + quarter, t, 1 - s, ringPoint(ring, s, quarter + t));
      });
      [HANDLE, SPOUT].forEach((tube, k) => {
        expectAt(24 + 4 * k, t, s, tubePoint(tube, s, t));
        expectAt(25 + 4 * k, t, s, tubePoint(tube, s, 1 + t));
        expectAt(26 + 4 * k, t, s, tubePoint(tube, 1 + s, t));
        expectAt(27 + 4 * k, t, s, tubePoint(tube, 1 + s, 1 + t));
      });
    }
});

test('is closed at many chord errors, in three pieces that all look outwards', () => {
  for (let k = 0; k < 12; k++) {
    const { mesh, patchOf } = tessellateNurbs(solid, SIZE * 10 ** (-k / 5));
    expect(inspect(mesh)).toMatchObject({
      closed: true,
      flippedEdgeCount: 0,
      nonManifoldEdgeCount: 0,
      degenerateFaces: [],
      duplicateFaces: [],
      components: 3,
    });
    const volumes = ['handle', 'spout', ''].map((part) => {
      const isPart = (patch: number): boolean => {
        const name = solid.patches[patch];
        return part === '' ? !/^(handle|spout)/.test(name) : name.startsWith(part);
      };
      return massProperties(facesWhere(mesh, patchOf, isPart)).volume;
    });
    for (const volume of volumes) expect(volume).toBeGreaterThan(0.1);
  }
});

describe('the volume', () => {
  // Gauss' quadrature is exact for polynomials: of the three pieces together, what they share counts twice.
  const exact = nurbsVolume(solid.surfaces.map(bezierPatch), [0, 0, 0]);

  test('does not depend on the origin of its integral: the patches are closed', () => {
    expect(nurbsVolume(solid.surfaces.map(bezierPatch), [5, -7, 3])).toBeCloseTo(exact, 10);
  });

  test('comes nearer with the square of the length of edges, that is with the chord error', () => {
    const errors = [0.3, 0.03, 0.003].map((share) => {
      const { mesh, chordError } = tessellateNurbs(solid, share);
      const { volume, area } = massProperties(mesh);
      expect(Math.abs(volume - exact)).toBeLessThan(area * chordError);
      return Math.abs(volume - exact);
    });
    // A hundredth of the chord error: to a factor of two, as cells are halved.
    expect(errors[0] / errors[2]).toBeGreaterThan(50);
    expect(errors[0] / errors[2]).toBeLessThan(200);
    expect(errors[1]).toBeLessThan(errors[0] / 5);
  });
});

test('no point of a patch is farther from the triangles than the chord error (seed 8)', () => {
  const random = seeded(8);
  const { mesh, chordError } = tessellateNurbs(solid, 0.05);
  expect(chordError).toBeLessThanOrEqual(0.05);
  const point = new Float64Array(3);
  for (const patch of solid.surfaces)
    for (let k = 0; k < 12; k++) {
      nurbsEvaluator(patch).point(random(), random(), point);
      expect(meshDistance(mesh, point[0], point[1], point[2])).toBeLessThanOrEqual(chordError);
    }
});

test('its outside is that of the mesh in teapot.ts: all its vertices are on the patches', () => {
  const { mesh } = tessellateNurbs(solid, 0.01);
  const { positions } = teapot(1);
  for (let i = 0; i < positions.length; i += 3 * 7)
    expect(meshDistance(mesh, positions[i], positions[i + 1], positions[i + 2])).toBeLessThan(0.01);
});

test('handle and spout begin and end within the body: the patches that close them do not show (seed 2)', () => {
  const { mesh, patchOf } = tessellateNurbs(solid, 0.01);
  const body = facesWhere(mesh, patchOf, (patch) => !/^(handle|spout)/.test(solid.patches[patch]));
  const random = seeded(2);
  const point = new Float64Array(3);
  for (const name of ['handle start', 'handle end', 'spout start'])
    for (let k = 0; k < 20; k++) {
      const evaluator = nurbsEvaluator(solid.surfaces[solid.patches.indexOf(name)]);
      evaluator.point(0.2 + 0.6 * random(), random(), point);
      expect(winding(body, point)).toBeCloseTo(1, 9);
    }
});

/** How often a closed mesh goes around a point: its solid angle there (van Oosterom and Strackee 1983). */
function winding({ positions: p, indices }: Mesh, [x, y, z]: Float64Array): number {
  let angle = 0;
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * indices[f + k];
      return [p[at] - x, p[at + 1] - y, p[at + 2] - z] as const;
    });
    const [la, lb, lc] = [length(a), length(b), length(c)];
    const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    angle += 2 * Math.atan2(dot(a, cross(b, c)), below);
  }
  return angle / (4 * Math.PI);
}

function facesWhere({ positions, indices }: Mesh, patchOf: Uint32Array, isPart: (patch: number) => boolean): Mesh {
  const kept: number[] = [];
  for (let f = 0; f < patchOf.length; f++)
    if (isPart(patchOf[f])) kept.push(indices[3 * f], indices[3 * f + 1], indices[3 * f + 2]);
  return { positions, indices: Uint32Array.from(kept) };
}
