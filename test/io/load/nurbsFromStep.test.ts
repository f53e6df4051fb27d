import { describe, expect, test } from 'vitest';
import { nurbsTeapot } from '../../../scenes/nurbsTeapot.js';
import { load } from '../../../src/io/load/load.js';
import { nurbsFromStep } from '../../../src/io/load/nurbs/nurbsFromStep.js';
import type { NurbsPart } from '../../../src/io/load/nurbs/nurbsJson.js';
import { inspect } from '../../../src/mesh/inspect.js';
import { massProperties } from '../../../src/mesh/mass.js';
import { turned } from '../../../src/surface/nurbs/nurbsSolid.js';
import { tessellateNurbs } from '../../../src/surface/nurbs/tessellateNurbs.js';
import type { NurbsPatch } from '../../../src/surface/surface.js';
import {
  cubePatches,
  cylinderOutline,
  piecesOf,
  revolve,
  sphereOutline,
  torusOutline,
} from '../../surface/support/nurbsShapes.js';
import { nurbsStepFile } from './stepNurbs.js';
import { stepFile } from './stepShapes.js';

const volumeOf = ({ surface }: NurbsPart, share = 1e-3): number => {
  const [x0, x1] = [surface.bounds.min[0], surface.bounds.max[0]];
  const { mesh } = tessellateNurbs(surface, share * (x1 - x0));
  expect(inspect(mesh).closed).toBe(true);
  return massProperties(mesh).volume;
};

const sphere = piecesOf(revolve(sphereOutline(10), 'sphere'));
const cylinder = piecesOf(revolve(cylinderOutline(5, 8), 'cylinder'));
const SUBJECTS: [name: string, patches: NurbsPatch[], volume: number][] = [
  ['a sphere of eight rational patches', sphere, (4 / 3) * Math.PI * 1000],
  ['a torus of sixteen', piecesOf(revolve(torusOutline(10, 3), 'torus')), 2 * Math.PI ** 2 * 10 * 9],
  ['a cylinder of twelve', cylinder, 25 * 8 * Math.PI],
  ['a cube of flat patches', cubePatches(), 1],
];

describe.each(SUBJECTS)('%s', (_, patches, volume) => {
  const text = nurbsStepFile('part', patches);

  test('is read as its patches', () => {
    const { solids, left } = nurbsFromStep(text);
    expect(left).toEqual([]);
    expect(solids.map(({ name }) => name)).toEqual(['part']);
    expect(solids[0].surface.patches).toEqual(patches.map(({ name }) => name));
    expect(Math.abs(volumeOf(solids[0]) / volume - 1)).toBeLessThan(1e-2);
  });
});

const { surfaces: teapotPatches, patches: teapotNames } = nurbsTeapot();
const handle = teapotPatches.filter((_, k) => teapotNames[k].startsWith('handle'));

// As few as do: occt-import-js is compiled anew for every file.
test.each([
  ['a sphere', nurbsStepFile('part', sphere)],
  ['a cylinder', nurbsStepFile('part', cylinder)],
  ["the teapot's handle, as Bézier pieces", nurbsStepFile('part', handle, { asBezier: true })],
])('%s is read by occt-import-js to the same volume', async (_, text) => {
  const { parts } = await load(new TextEncoder().encode(text), { name: 'part.step' });
  expect(parts.length).toBe(1);
  const { solids, left } = nurbsFromStep(text);
  expect(left).toEqual([]);
  expect(Math.abs(massProperties(parts[0].mesh).volume / volumeOf(solids[0], 3e-4) - 1)).toBeLessThan(5e-3);
});

test("the teapot's body, its handle and its spout: three solids in three files, as Bézier pieces", () => {
  const { surfaces, patches } = nurbsTeapot();
  const isTube = (part: string) => (_: NurbsPatch, k: number) => patches[k].startsWith(part);
  const parts = [
    surfaces.filter(isTube('handle')),
    surfaces.filter(isTube('spout')),
    surfaces.filter((_, k) => !/^(handle|spout)/.test(patches[k])),
  ];
  const whole = massProperties(tessellateNurbs(nurbsTeapot(), 6e-3).mesh).volume;
  let sum = 0;
  for (const part of parts) {
    const { solids, left } = nurbsFromStep(nurbsStepFile('teapot', part, { asBezier: true }));
    expect(left).toEqual([]);
    sum += massProperties(tessellateNurbs(solids[0].surface, 6e-3).mesh).volume;
  }
  expect(sum).toBeCloseTo(whole, 2);
});

test('lengths come in millimetres', () => {
  for (const [unit, scale] of [
    ['mm', 1],
    ['m', 1000],
    ['inch', 25.4],
  ] as const) {
    const { solids } = nurbsFromStep(nurbsStepFile('cube', cubePatches(), { unit }));
    expect(volumeOf(solids[0])).toBeCloseTo(scale ** 3, 5);
  }
});

test('faces that are seen from the back of their surface', () => {
  const one = sphere.map((patch, k) => (k === 3 ? turned(patch) : patch));
  let face = 0;
  const text = nurbsStepFile('ball', one).replace(/(ADVANCED_FACE[^;]*),\.T\.\);/g, (whole, head) =>
    face++ === 3 ? `${head},.F.);` : whole,
  );
  expect(nurbsFromStep(nurbsStepFile('ball', one)).left[0].reason).toMatch(/disagree on what is outside/);
  expect(Math.abs(volumeOf(nurbsFromStep(text).solids[0], 1e-3) / ((4 / 3) * Math.PI * 1000) - 1)).toBeLessThan(1e-2);
});

test('hollows', () => {
  const text = nurbsStepFile('shell', sphere, { voids: [piecesOf(revolve(sphereOutline(5), 'inner'))] });
  const { solids, left } = nurbsFromStep(text);
  expect(left).toEqual([]);
  expect(Math.abs(volumeOf(solids[0], 1e-3) / ((4 / 3) * Math.PI * 875) - 1)).toBeLessThan(1e-2);
});

test('edges along straight lines and circles, of which a cylinder is drawn', () => {
  // The first curve of each kind, in other words: the edge from the middle of the bottom, and a quarter of its rim.
  const text = nurbsStepFile('cylinder', cylinder);
  const edges = [...text.matchAll(/EDGE_CURVE\('',#\d+,#\d+,#(\d+),\.T\.\)/g)].map(([, curve]) => curve);
  let changed = text;
  let count = 0;
  for (const curve of edges) {
    const entity = new RegExp(`#${curve} = [^;]*;`).exec(changed)![0];
    const isArc = entity.includes('B_SPLINE_CURVE(2,');
    // Arcs at the bottom go counter-clockwise about z, at the height that their vertices have.
    if (!isArc) changed = changed.replace(entity, `#${curve} = LINE('',#1,#2);`);
    else if (count++ < 4) {
      const [axis, at] = [900_000 + count, 910_000 + count];
      changed = changed
        .replace(entity, `#${curve} = CIRCLE('',#${axis},5.);`)
        .replace(
          'DATA;\n',
          `DATA;\n#${axis} = AXIS2_PLACEMENT_3D('',#${at},$,$);\n#${at} = CARTESIAN_POINT('',(0.,0.,0.));\n`,
        );
    }
  }
  expect(changed).not.toBe(text);
  const { solids, left } = nurbsFromStep(changed);
  expect(left).toEqual([]);
  expect(Math.abs(volumeOf(solids[0], 1e-3) / (25 * 8 * Math.PI) - 1)).toBeLessThan(1e-2);
});

describe('what is left to triangles, and why', () => {
  const reasons = (text: string): string[] => {
    const { solids, left } = nurbsFromStep(text);
    expect(solids).toEqual([]);
    return left.map(({ reason }) => reason);
  };

  test('planes and cylinders', () => {
    const [box, round] = reasons(stepFile([{ box: [1, 2, 3] }, { cylinder: [1, 2] }]));
    expect(box).toMatch(/^face #\d+ is on another surface \(PLANE\)$/);
    expect(round).toMatch(/^face #\d+ is on another surface \(CYLINDRICAL_SURFACE\)$/);
  });

  test('trimmed patches: faces that are half of their surface', () => {
    // The surface behind the bottom reaches farther than its edges, or its edges cut it short on the way.
    const wider = (patch: NurbsPatch): NurbsPatch =>
      patch.name === 'bottom'
        ? { ...patch, points: Array.from(patch.points, (x, i) => (i % 3 === 0 ? 2 * x : x)) }
        : patch;
    expect(reasons(nurbsStepFile('cube', cubePatches(), { behind: wider }))[0]).toMatch(
      /^face #\d+ is not the whole of its surface: trimmed$/,
    );
  });

  test('edges along curves that are not read', () => {
    const text = nurbsStepFile('ball', sphere).replace(
      /\( BOUNDED_CURVE\(\) B_SPLINE_CURVE\([^;]*;/,
      "HYPERBOLA('',#1,1.,1.);",
    );
    expect(reasons(text)[0]).toMatch(
      /whole of its surface: an edge along a curve that is not read here \(HYPERBOLA\)$/,
    );
  });

  test('assemblies', () => {
    const text = nurbsStepFile('cube', cubePatches(), { more: [`MAPPED_ITEM('',#1,#2)`] });
    expect(reasons(text)).toEqual(['the file places its parts (MAPPED_ITEM)']);
  });

  test('solids that are open, or broken', () => {
    expect(reasons(nurbsStepFile('cube', cubePatches().slice(1)))[0]).toMatch(/^nurbs: the border of .* is open from/);
    const text = nurbsStepFile('ball', sphere);
    expect(reasons(text.replace('(3,3),(3,3),(0.,1.)', '(3,3),(3,3),(1.,0.)'))[0]).toMatch(
      /^nurbs: the knots in u are not monotone .* in patch 0 \('sphere 0'\)/,
    );
  });

  test('a text that is no STEP has no solids', () => {
    for (const text of ['', 'solid', '#1 = MANIFOLD_SOLID_BREP(', "#1=MANIFOLD_SOLID_BREP('x',#1);"])
      expect(nurbsFromStep(text).solids).toEqual([]);
  });
});
