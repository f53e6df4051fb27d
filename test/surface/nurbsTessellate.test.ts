import { describe, expect, test } from 'vitest';
import { seeded } from '../../src/math/random.js';
import { inspect } from '../../src/mesh/inspect.js';
import { massProperties } from '../../src/mesh/mass.js';
import { bezierPatch } from '../../src/surface/nurbs/bezierPatch.js';
import { flattenPatch } from '../../src/surface/nurbs/flattenPatch.js';
import { nurbsEvaluator } from '../../src/surface/nurbs/nurbsEvaluator.js';
import { nurbsSolid } from '../../src/surface/nurbs/nurbsSolid.js';
import { tessellateNurbs } from '../../src/surface/nurbs/tessellateNurbs.js';
import type { NurbsPatch } from '../../src/surface/surface.js';
import { meshDistance } from './support/meshDistance.js';
import {
  coneOutline,
  cubePatches,
  cylinderOutline,
  piecesOf,
  polyline,
  rerun,
  revolve,
  sphereOutline,
  torusOutline,
} from './support/nurbsShapes.js';

interface Subject {
  readonly name: string;
  readonly surfaces: NurbsPatch[];
  readonly volume: number;
  readonly area: number;
  /** How far a point is from the surface. */
  distance(x: number, y: number, z: number): number;
}

/** Distance from an outline of straight lines, closed along the axis. */
const fromPolyline =
  (...corners: readonly (readonly [number, number])[]) =>
  (x: number, y: number, z: number): number => {
    const r = Math.hypot(x, y);
    return Math.min(
      ...corners.slice(1).map(([r1, z1], k) => {
        const [r0, z0] = corners[k];
        const t = ((r - r0) * (r1 - r0) + (z - z0) * (z1 - z0)) / ((r1 - r0) ** 2 + (z1 - z0) ** 2);
        const s = Math.min(1, Math.max(0, t));
        return Math.hypot(r - r0 - s * (r1 - r0), z - z0 - s * (z1 - z0));
      }),
    );
  };

const sphere = revolve(sphereOutline(1), 'sphere');
const torus = revolve(torusOutline(2, 0.7), 'torus');
const cylinder = revolve(cylinderOutline(1, 2), 'cylinder');
const sphereFacts = {
  volume: (4 / 3) * Math.PI,
  area: 4 * Math.PI,
  distance: (x: number, y: number, z: number) => Math.abs(Math.hypot(x, y, z) - 1),
};
const torusFacts = {
  volume: 2 * Math.PI ** 2 * 2 * 0.49,
  area: 4 * Math.PI ** 2 * 2 * 0.7,
  distance: (x: number, y: number, z: number) => Math.abs(Math.hypot(Math.hypot(x, y) - 2, z) - 0.7),
};
const cylinderFacts = {
  volume: 2 * Math.PI,
  area: 6 * Math.PI,
  distance: fromPolyline([0, 0], [1, 0], [1, 2], [0, 2]),
};
const rolled = (start: number): NurbsPatch[] => [
  revolve(polyline([0, 0], [1, 0]), 'bottom', start),
  revolve(polyline([1, 0], [1, 2]), 'side'),
  revolve(polyline([1, 2], [0, 2]), 'top', -2 * start),
];

const SUBJECTS: readonly Subject[] = [
  { name: 'a sphere of one patch', surfaces: [sphere], ...sphereFacts },
  { name: 'a sphere of eight', surfaces: piecesOf(sphere), ...sphereFacts },
  { name: 'a torus of one patch', surfaces: [torus], ...torusFacts },
  { name: 'a torus of sixteen', surfaces: piecesOf(torus), ...torusFacts },
  { name: 'a cylinder of one patch', surfaces: [cylinder], ...cylinderFacts },
  { name: 'a cylinder whose caps begin elsewhere', surfaces: rolled(1), ...cylinderFacts },
  {
    name: 'a cylinder whose caps run unevenly',
    surfaces: piecesOf(cylinder).map((patch, k) => (k < 4 ? rerun(patch, 2.5) : k < 8 ? patch : rerun(patch, 0.3))),
    ...cylinderFacts,
  },
  {
    name: 'a cylinder with one cap against four sides',
    surfaces: [revolve(polyline([0, 0], [1, 0]), 'bottom', 0.3), ...piecesOf(cylinder).slice(4)],
    ...cylinderFacts,
  },
  {
    name: 'a cone',
    surfaces: [revolve(coneOutline(1, 2), 'cone')],
    volume: (2 / 3) * Math.PI,
    area: Math.PI * (1 + Math.sqrt(5)),
    distance: fromPolyline([0, 0], [1, 0], [0, 2]),
  },
];

describe.each(SUBJECTS)('$name', ({ surfaces, volume, area, distance }) => {
  const solid = nurbsSolid({ surfaces });

  test('has its volume within the chord error, and every vertex on the surface', () => {
    const { mesh, chordError, patchOf } = tessellateNurbs(solid, 2e-3);
    expect(chordError).toBeLessThanOrEqual(2e-3);
    expect(Math.abs(massProperties(mesh).volume - volume)).toBeLessThan(area * chordError);
    expect(patchOf.length).toBe(mesh.indices.length / 3);
    let farthest = 0;
    const p = mesh.positions;
    for (let i = 0; i < p.length; i += 3) farthest = Math.max(farthest, distance(p[i], p[i + 1], p[i + 2]));
    expect(farthest).toBeLessThan(1e-12);
    const { min, max } = solid.bounds;
    expect(p.every((x, i) => x >= min[i % 3] && x <= max[i % 3])).toBe(true);
  });

  test('is closed at twenty chord errors', () => {
    for (let k = 0; k < 20; k++) {
      const found = inspect(tessellateNurbs(solid, 3 * 10 ** (-k / 8)).mesh);
      expect(found).toMatchObject({ closed: true, flippedEdgeCount: 0, nonManifoldEdgeCount: 0, components: 1 });
      expect(found.degenerateFaces).toEqual([]);
      expect(found.duplicateFaces).toEqual([]);
      expect(found.signedVolume).toBeGreaterThan(0);
    }
  });

  test('is within the chord error both ways (seed 11)', () => {
    const random = seeded(11);
    const { mesh, chordError } = tessellateNurbs(solid, 0.02);
    const { positions: p, indices } = mesh;
    let fromMesh = 0;
    for (let f = 0; f < indices.length; f += 3)
      for (let k = 0; k < 4; k++) {
        const s = Math.sqrt(random());
        const t = random();
        const at = (x: number): number =>
          (1 - s) * p[3 * indices[f] + x] + s * (1 - t) * p[3 * indices[f + 1] + x] + s * t * p[3 * indices[f + 2] + x];
        fromMesh = Math.max(fromMesh, distance(at(0), at(1), at(2)));
      }
    let fromSurface = 0;
    const point = new Float64Array(3);
    for (const patch of surfaces) {
      const evaluator = nurbsEvaluator(patch);
      const [u0, u1, v0, v1] = evaluator.domain;
      for (let k = 0; k < 160 / surfaces.length; k++) {
        evaluator.point(u0 + (u1 - u0) * random(), v0 + (v1 - v0) * random(), point);
        fromSurface = Math.max(fromSurface, meshDistance(mesh, point[0], point[1], point[2]));
      }
    }
    expect(fromMesh).toBeLessThanOrEqual(chordError);
    expect(fromSurface).toBeLessThanOrEqual(chordError);
    expect(fromMesh).toBeGreaterThan(chordError / 20); // no finer than need be
  });
});

test('seams are the very same numbers, whatever side they are seen from: no vertex lies beside another', () => {
  for (const { surfaces } of SUBJECTS) {
    const { mesh } = tessellateNurbs(nurbsSolid({ surfaces }), 0.01);
    const found = inspect(mesh);
    expect(found.weldedVertices).toBe(found.vertices);
    expect(found.unusedVertices).toBe(0);
  }
});

test.each([1, 2, 3, 4, 5])(
  'cubes with bulging sides, each with straight borders run unevenly in its own way (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const surfaces = cubePatches().map((face): NurbsPatch => {
      const degree = [2 + Math.floor(3 * random()), 2 + Math.floor(3 * random())] as const;
      const size = [degree[0] + 1 + Math.floor(3 * random()), degree[1] + 1 + Math.floor(3 * random())] as const;
      const knots = ([0, 1] as const).map((axis) => [
        ...Array<number>(degree[axis] + 1).fill(0),
        ...Array.from({ length: size[axis] - degree[axis] - 1 }, (_, k) => k + 0.2 + 0.6 * random()),
        ...Array<number>(degree[axis] + 1).fill(size[axis] - degree[axis]),
      ]) as [number[], number[]];
      const points: number[] = [];
      for (let j = 0; j < size[1]; j++)
        for (let i = 0; i < size[0]; i++) {
          const inner = (k: number, count: number): boolean => k > 0 && k < count - 1;
          // Along a border only its own parameter is uneven, so that the border stays a straight line.
          const s = (i + (inner(i, size[0]) ? random() - 0.5 : 0)) / (size[0] - 1);
          const t = (j + (inner(j, size[1]) ? random() - 0.5 : 0)) / (size[1] - 1);
          const bulge = inner(i, size[0]) && inner(j, size[1]) ? 0.3 * random() : 0;
          for (let k = 0; k < 3; k++) {
            const [a, b, c, d] = [0, 1, 2, 3].map((corner) => face.points[3 * corner + k]);
            const flat = a * (1 - s) * (1 - t) + b * s * (1 - t) + c * (1 - s) * t + d * s * t;
            points.push(flat + bulge * (flat - 0.5));
          }
        }
      const weights = Array.from({ length: size[0] * size[1] }, () => 0.5 + random());
      return { ...face, degree, size, knots, points, weights };
    });
    const solid = nurbsSolid({ surfaces });
    const point = new Float64Array(3);
    for (const asked of [0.3, 0.03, 0.003]) {
      const { mesh, chordError } = tessellateNurbs(solid, asked);
      expect(chordError).toBeLessThanOrEqual(asked);
      const found = inspect(mesh);
      expect(found).toMatchObject({ closed: true, flippedEdgeCount: 0, nonManifoldEdgeCount: 0, components: 1 });
      expect(found.weldedVertices).toBe(found.vertices);
      for (const patch of asked === 0.03 ? surfaces : []) {
        const evaluator = nurbsEvaluator(patch);
        const [u0, u1, v0, v1] = evaluator.domain;
        for (let k = 0; k < 15; k++) {
          evaluator.point(u0 + (u1 - u0) * random(), v0 + (v1 - v0) * random(), point);
          expect(meshDistance(mesh, point[0], point[1], point[2])).toBeLessThanOrEqual(chordError);
        }
      }
    }
  },
);

test('a cube of flat patches is twelve triangles, however fine', () => {
  const { mesh, patchOf, chordError } = tessellateNurbs(nurbsSolid({ surfaces: cubePatches() }), 1e-6);
  expect(mesh.indices.length).toBe(36);
  expect(inspect(mesh)).toMatchObject({ closed: true, signedVolume: 1 });
  expect(Array.from(patchOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect(chordError).toBeLessThan(1e-6);
});

test('one long border against two short ones: a cube with a side in two', () => {
  const [bottom, top, front, ...rest] = cubePatches();
  const half = (name: string, from: number, to: number): NurbsPatch => ({
    ...front,
    name,
    points: [from, 0, 0, to, 0, 0, from, 0, 1, to, 0, 1],
  });
  const surfaces = [bottom, top, half('front left', 0, 0.3), half('front right', 0.3, 1), ...rest];
  const { mesh } = tessellateNurbs(nurbsSolid({ surfaces }), 0.01);
  expect(inspect(mesh)).toMatchObject({ closed: true, nonManifoldEdgeCount: 0, degenerateFaces: [], triangles: 16 });
  expect(massProperties(mesh).volume).toBeCloseTo(1, 14);
});

test('borders that do not quite meet are joined within the tolerance, and the chord error says so', () => {
  const surfaces = cubePatches();
  const lifted = { ...surfaces[1], points: Array.from(surfaces[1].points, (x, i) => (i % 3 === 2 ? x + 1e-4 : x)) };
  const solid = nurbsSolid({ surfaces: [surfaces[0], lifted, ...surfaces.slice(2)], tolerance: 1e-3 });
  const { mesh, chordError } = tessellateNurbs(solid, 1e-3);
  expect(inspect(mesh).closed).toBe(true);
  expect(chordError).toBeGreaterThanOrEqual(1e-4 * (1 - 1e-9));
});

test('a chord error that is none is refused', () => {
  const solid = nurbsSolid({ surfaces: cubePatches() });
  for (const wrong of [0, -1, Number.NaN, Infinity, 1e-14])
    expect(() => tessellateNurbs(solid, wrong)).toThrow(
      /^nurbs: the chord error must be positive and above rounding \(/,
    );
});

test('a chord error that would fill the memory is refused', () => {
  const patch = bezierPatch(sphere);
  expect(() => flattenPatch(patch, 1e-3, [true, false], 100)).toThrow(
    /^nurbs: the chord error is too small: it takes more cells within 0\.001 of the surface than there is room for \(100\)\. /,
  );
  expect(flattenPatch(patch, 1e-3, [true, false], 1e6).bound).toBeLessThanOrEqual(1e-3);
});
