import { describe, expect, test } from 'vitest';
import { body } from '../../../src/body.js';
import { load } from '../../../src/io/load/load.js';
import { loadFile } from '../../../src/io/load/loadFile.js';
import { surfacePart } from '../../../src/io/load/nurbs/surfacePart.js';
import { readStep } from '../../../src/io/load/step/step.js';
import { stepSurfaces } from '../../../src/io/load/step/stepSurfaces.js';
import type { Scene } from '../../../src/io/scene.js';
import { boundsOf } from '../../../src/math/box.js';
import { seeded } from '../../../src/math/random.js';
import { massProperties } from '../../../src/mesh/mass.js';
import { wedge } from '../../../src/mesh/shapes/wedge.js';
import { nurbsSolid } from '../../../src/surface/nurbs/nurbsSolid.js';
import type { NurbsPatch } from '../../../src/surface/surface.js';
import { cubePatches, piecesOf, revolve, sphereOutline, torusOutline } from '../../surface/support/nurbsShapes.js';
import { mutate } from './fuzz/mutate.js';
import { nurbsStepFile } from './stepNurbs.js';
import { stepFile } from './stepShapes.js';
import { readWith, utf8 } from './support/readWith.js';

const sphere = (r: number): NurbsPatch[] => piecesOf(revolve(sphereOutline(r), 'ball'));
const read = (text: string): Promise<Scene> => readWith(readStep, text, 'folder/hand.step');
/** Rational patches take occt-import-js seconds where faces are to be near. */
const readCoarsely = (text: string, chordError: number): Promise<Scene> =>
  load(utf8(text), { name: 'folder/hand.step', chordError });

/** How far the middles of edges and faces lie from a sphere about the origin. */
function offSphere({ positions, indices }: Scene['parts'][number]['mesh'], r: number): number {
  let most = 0;
  for (let f = 0; f < indices.length; f += 3) {
    const corners = [0, 1, 2].map((k) => positions.subarray(3 * indices[f + k], 3 * indices[f + k] + 3));
    for (const weights of [
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 1],
    ]) {
      const sum = weights[0] + weights[1] + weights[2];
      const p = [0, 1, 2].map((axis) => weights.reduce((at, w, k) => at + (w / sum) * corners[k][axis], 0));
      most = Math.max(most, Math.abs(Math.hypot(...p) - r));
    }
  }
  return most;
}

describe('STEP of B-splines', () => {
  test('a sphere of rational patches, in inches, becomes a surface in millimetres', async () => {
    const scale = 25.4;
    const text = nurbsStepFile('marble', sphere(10), { unit: 'inch' });
    const { parts, problems, units } = await readCoarsely(text, 0.5 * scale);
    expect([units, problems, parts.length]).toEqual(['mm', [], 1]);
    const [{ name, surface, mesh, chordError, pose }] = parts;
    expect([name, surface!.kind, surface!.patches.length]).toEqual(['marble', 'nurbs', 8]);
    expect(Array.from(pose)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    expect(chordError).toBe(0.5 * scale);
    expect(offSphere(mesh, 10 * scale)).toBeLessThanOrEqual(chordError!);
  });

  test('by default faces in its place are as near as a body has them', async () => {
    const [{ surface, chordError }] = (await read(nurbsStepFile('die', cubePatches()))).parts;
    expect([surface!.patches.length, chordError]).toEqual([6, body(surface!).chordError]);
  });

  test('also as it comes from the worker, where files are read', async () => {
    const data = utf8(nurbsStepFile('marble', sphere(10)));
    const [{ surface, mesh, chordError }] = (await loadFile('marble.step', { data, chordError: 0.4 })).parts;
    expect([surface!.kind, chordError]).toEqual(['nurbs', 0.4]);
    expect(offSphere(mesh, 10)).toBeLessThanOrEqual(0.4);
    const [tin] = (await loadFile('tin.step', { data: utf8(stepFile([{ cylinder: [10, 20] }])), chordError: 0.07 }))
      .parts;
    expect([tin.surface, tin.chordError]).toEqual([undefined, 0.07]);
  });

  test('a hollow stays hollow', async () => {
    const { parts } = await readCoarsely(nurbsStepFile('shell', sphere(10), { voids: [sphere(5)] }), 0.5);
    expect(parts[0].surface!.patches.length).toBe(16);
    const { volume, area } = massProperties(parts[0].mesh);
    expect(Math.abs(volume - (4 / 3) * Math.PI * (1000 - 125))).toBeLessThan(area * parts[0].chordError!);
  });

  test('a torus', async () => {
    const { parts } = await readCoarsely(nurbsStepFile('ring', piecesOf(revolve(torusOutline(10, 3), 'ring'))), 0.5);
    expect(parts[0].surface?.kind).toBe('nurbs');
  });

  test('trimmed patches stay triangles, and say how near these are', async () => {
    // Behind the face stands a surface that goes on beyond it.
    const behind = (patch: NurbsPatch): NurbsPatch =>
      patch.name === 'top'
        ? { ...patch, points: Array.from(patch.points, (x, i) => (i % 3 === 2 ? x : 0.5 + 1.5 * (x - 0.5))) }
        : patch;
    const { parts } = await read(nurbsStepFile('die', cubePatches(), { behind }));
    expect([parts.length, parts[0].surface]).toEqual([1, undefined]);
    expect(boundsOf(parts[0].mesh.positions)).toEqual({ min: [0, 0, 0], max: [1, 1, 1] });
    expect(parts[0].chordError).toBeCloseTo(2 * 0.0005, 6);
  });
});

test('texts with faults have surfaces or none, and never fail (seed 71)', () => {
  const random = seeded(71);
  const whole = utf8(nurbsStepFile('die', cubePatches()));
  const { mesh } = surfacePart(nurbsSolid({ surfaces: cubePatches() }), 0.001);
  let found = 0;
  for (let k = 0; k < 200; k++) {
    const text = new TextDecoder('latin1').decode(mutate(whole, random, whole));
    const surfaces = stepSurfaces(text, [{ mesh, faceCount: 6 }], 0.001, 0.001);
    for (const [place, { surface }] of surfaces) {
      expect([place, surface.patches.length]).toEqual([0, 6]);
      found++;
    }
  }
  expect(found).toBeGreaterThan(10);
  expect(found).toBeLessThan(190);
});

describe('surfaces take the place of those faces only that they can be meant by', () => {
  const at = (x: number, size = 1): NurbsPatch[] =>
    cubePatches().map((patch) => ({
      ...patch,
      points: Array.from(patch.points, (p, i) => size * p + (i % 3 === 0 ? x : 0)),
    }));
  const faces = (x: number, size = 1) => surfacePart(nurbsSolid({ surfaces: at(x, size) }), 0.001).mesh;
  const half = { ...wedge(), positions: Float64Array.from(wedge().positions, (x) => x + 0.5) };
  const text = nurbsStepFile('die', at(0));
  const placesOf = (solids: Parameters<typeof stepSurfaces>[1]): number[] => [
    ...stepSurfaces(text, solids, 0.001, undefined).keys(),
  ];

  test.each([
    ['the same', { mesh: faces(0), faceCount: 6 }, [0]],
    ['beside it', { mesh: faces(0.01), faceCount: 6 }, []],
    ['larger', { mesh: faces(0, 1.01), faceCount: 6 }, []],
    ['of other surfaces', { mesh: faces(0), faceCount: 7 }, []],
    ['in the same box with half the volume', { mesh: half, faceCount: 6 }, []],
  ] as const)('%s', (_, solid, places) => {
    expect(placesOf([solid])).toEqual(places);
  });

  test('where there are more or fewer solids than the text has, nobody can tell', () => {
    const solid = { mesh: faces(0), faceCount: 6 };
    expect([placesOf([]), placesOf([solid, { mesh: faces(5), faceCount: 6 }])]).toEqual([[], []]);
  });
});

describe('how far triangles of STEP lie from the true surface', () => {
  test('flat solids say nothing: they are what the file has', async () => {
    const { parts } = await read(stepFile([{ box: [3, 2, 1] }]));
    expect('chordError' in parts[0]).toBe(false);
  });

  test.each([undefined, 1, 0.05, 0.004])('cylinders keep to the chord error (%s)', async (asked) => {
    const text = stepFile([{ cylinder: [10, 20] }, { cylinder: [50, 4] }]);
    const scene = await load(utf8(text), { name: 'a.step', ...(asked !== undefined && { chordError: asked }) });
    const radii = [10, 50];
    for (const [k, { mesh, chordError, surface }] of scene.parts.entries()) {
      expect(surface).toBeUndefined();
      if (asked !== undefined) expect(chordError).toBe(asked);
      const angles: number[] = [];
      for (let i = 0; i < mesh.positions.length; i += 3)
        if (mesh.positions[i + 2] === 0) angles.push(Math.atan2(mesh.positions[i + 1], mesh.positions[i]));
      angles.sort((a, b) => a - b);
      const widest = Math.max(...angles.map((angle, i) => (angles[i + 1] ?? angles[0] + 2 * Math.PI) - angle));
      const most = radii[k] * (1 - Math.cos(widest / 2));
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(chordError!);
    }
  });

  test('less than can be asked for is refused', async () => {
    await expect(load(utf8(stepFile([{ box: [1, 1, 1] }])), { name: 'a.step', chordError: 1e-9 })).rejects.toThrow(
      'a.step: a chord error of 1e-9 mm is less than can be asked for. Give 1e-7 mm or more.',
    );
  });
});
