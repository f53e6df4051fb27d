import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { clashJob } from '../../src/cli/job/clashJob.js';
import { gapJob } from '../../src/cli/job/gapJob.js';
import { inspectJob } from '../../src/cli/job/inspectJob.js';
import type { GapJob, JobFile, JobSettings } from '../../src/cli/job/jobSpec.js';
import { showCheck } from '../../src/cli/show/showCheck.js';
import { showGap } from '../../src/cli/show/showGap.js';
import { isSound, showInspect } from '../../src/cli/show/showInspect.js';
import { showScene } from '../../src/cli/show/showScene.js';
import { styleFor } from '../../src/cli/terminal/style.js';
import type { Terminal } from '../../src/cli/terminal/terminal.js';
import { InputError } from '../../src/errors.js';
import { toHtml } from '../../src/io/write/html.js';
import { toJson } from '../../src/io/write/json.js';
import { translation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import { gapJson } from '../../src/report/gapReport.js';
import type { NurbsPatch } from '../../src/surface/surface.js';
import { stepFile } from '../io/load/stepShapes.js';
import { writeStl } from '../support/writeStl.js';
import { cubePatches, cylinderOutline, revolve, sphereOutline } from '../surface/support/nurbsShapes.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const moved = (patch: NurbsPatch, x: number): NurbsPatch => ({
  ...patch,
  points: Array.from(patch.points, (p, i) => (i % 3 === 0 ? p + x : p)),
});
const ball = { name: 'ball', surfaces: [revolve(sphereOutline(1), 'ball')] };
const can = (name: string, x: number) => ({ name, surfaces: [moved(revolve(cylinderOutline(1, 2), 'side'), x)] });
const written = (...solids: object[]): Uint8Array => utf8(JSON.stringify({ zclash: 'nurbs', unit: 'mm', solids }));

const FILES = {
  'ball.nurbs.json': written(ball),
  'can.nurbs.json': written(can('can', 0)),
  'cans.nurbs.json': written(can('left', -3), can('right', 3)),
  // From −5 to 5, −2 to 2, and from 1 upwards: the upper half of both cans.
  'slab.stl': writeStl(box({ size: [10, 4, 2] }), translation(0, 0, 2)),
  'pin.step': utf8(stepFile([{ cylinder: [1, 2] }])),
  'open.nurbs.json': written({ name: 'die', surfaces: cubePatches().slice(1) }),
} as const;
const file = (path: keyof typeof FILES): JobFile => ({ path, data: FILES[path] });

const SETTINGS: JobSettings = {
  ...{ backend: 'cpu', threads: 1, method: 'zlist', precision: 'sampled', resolution: 256, views: 1, tolerance: 0 },
  ...{ clearance: undefined, units: undefined, failOn: ['hard', 'contained'], pictures: false, timeLimitMs: 60_000 },
};
const ALL = { a: [], b: [], ignore: [], within: undefined };
const terminal = { style: styleFor(false), width: Infinity } as Terminal;

const check = (a: JobFile, b: JobFile, poseOfB?: ArrayLike<number>, settings: Partial<JobSettings> = {}) =>
  clashJob(
    { kind: 'check', a, b, ...(poseOfB && { poseOfB: Array.from(poseOfB) }), settings: { ...SETTINGS, ...settings } },
    () => {},
  );

const schemaOf = (name: string) => {
  const text = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), 'utf8');
  return new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(text));
};
function expectValid(name: string, text: string): void {
  const validate = schemaOf(name);
  validate(JSON.parse(text));
  expect(validate.errors ?? []).toEqual([]);
}

/** Two unit balls whose middles lie 1 apart share two caps of height 1/2. */
const LENS = (5 / 12) * Math.PI;

describe('zclash check with B-spline solids', () => {
  test('two balls of one file each: the volume of the lens', async () => {
    const report = await check(file('ball.nurbs.json'), file('ball.nurbs.json'), translation(1, 0, 0));
    const [{ kind, volume, volumeError }] = report.pairs;
    expect([kind, report.units, report.undecided, report.diagnostics]).toEqual(['hard', 'mm', [], []]);
    expect(Math.abs(volume / LENS - 1)).toBeLessThan(1e-3);
    expect(Math.abs(volume - LENS)).toBeLessThanOrEqual(volumeError);
    expectValid('report', toJson(report));
    for (const body of report.bodies) {
      expect(body).toMatchObject({ surface: { kind: 'nurbs', patchCount: 1 }, closed: true });
      // Of the default: 2^-11 of the largest extent.
      expect(body.chordError! / 2).toBeGreaterThan(2 ** -12);
      expect(body.chordError! / 2).toBeLessThanOrEqual(1.0001 * 2 ** -11);
      expect(Math.abs(body.volume! / ((4 / 3) * Math.PI) - 1)).toBeLessThan(3e-3);
    }
    expect(showCheck(report, terminal).join('\n')).toMatch(
      /\n {2}faces +1 patch of A and 1 patch of B\n[\s\S]*\nsurfaces: ball #1, ball #2: no meshes, but 2 patches \(nurbs\); rays meet these\. Triangles are faces in their place, no farther off than 0\.000\d+ mm\.$/,
    );
    expect(toHtml({ report, pictures: new Map() })).toContain('nurbs, 1 patch; triangles up to 0.000');
  });

  test('a file of two cylinders is one surface, against an STL', async () => {
    const report = await check(file('cans.nurbs.json'), file('slab.stl'));
    expect(report.bodies.map(({ surface }) => surface)).toEqual([{ kind: 'nurbs', patchCount: 2 }, undefined]);
    expect(report.bodies[1]).not.toHaveProperty('chordError');
    const { kind, volume } = report.pairs[0];
    expect(kind).toBe('hard');
    expect(Math.abs(volume / (2 * Math.PI) - 1)).toBeLessThan(2e-3);
  });

  test('in exact precision the report says how far the faces are off', async () => {
    const exact = { precision: 'exact', resolution: 64 } as const;
    const report = await check(file('cans.nurbs.json'), file('slab.stl'), undefined, exact);
    expect(report.pairs[0].measured.limit).toMatch(
      /Faces stand for surfaces that are no meshes, no farther from them than 0\.00\d+/,
    );
  });

  test('in exact precision what is nearer to the demanded clearance than the faces are to the surfaces is undecided', async () => {
    const exact = { precision: 'exact', resolution: 64, clearance: 0.5 } as const;
    // Diagonally, so that boxes do not tell.
    const apart = (gap: number) => translation((2 + gap) * Math.SQRT1_2, (2 + gap) * Math.SQRT1_2, 0);
    const cans = (gap: number) => check(file('can.nurbs.json'), file('can.nurbs.json'), apart(gap), exact);
    const near = await cans(0.5005);
    expect(near.undecided.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The faces are 0\.50\d* apart, but the surfaces that they stand for may be 0\.49\d*: ask/),
    ]);
    const far = await cans(0.51);
    expect([far.undecided, far.pairs]).toEqual([[], []]);
    expect(showCheck(far, terminal).join('\n')).toMatch(/what overlaps by less than 0\.00\d+ mm can be missed\./);
  });

  test('an open solid ends with one sentence: the file, the place, the fact', async () => {
    const failed = check(file('open.nurbs.json'), file('slab.stl'));
    await expect(failed).rejects.toBeInstanceOf(InputError);
    await expect(failed).rejects.toThrow(/^open\.nurbs\.json: solid 0 \('die'\): the border of .* is open from/);
  });
});

test('zclash scene: every solid is a body of its own', async () => {
  const files = [file('cans.nurbs.json'), file('slab.stl')];
  const report = await clashJob({ kind: 'scene', files, selection: ALL, settings: SETTINGS }, () => {});
  expect(report.pairs.map(({ a, b, kind }) => [a, b, kind])).toEqual([
    ['left', 'slab', 'hard'],
    ['right', 'slab', 'hard'],
  ]);
  for (const { volume } of report.pairs) expect(Math.abs(volume / Math.PI - 1)).toBeLessThan(2e-3);
  expectValid('report', toJson(report));
  expect(showScene(report, terminal).join('\n')).toContain('surfaces: left, right: no meshes, but 2 patches (nurbs)');
});

describe('zclash inspect', () => {
  const inspect = (...files: JobFile[]) =>
    inspectJob({ kind: 'inspect', files, units: undefined, selfIntersections: true, timeLimitMs: 60_000 }, () => {});

  test('tells of surfaces and of curved STEP how near their triangles are, and calls none open', async () => {
    const { report } = await inspect(file('cans.nurbs.json'), file('pin.step'), file('slab.stl'));
    expectValid('inspect', toJson(report));
    expect(report.bodies.map(({ surface, closed }) => [surface?.kind, closed])).toEqual([
      ['nurbs', true],
      ['nurbs', true],
      [undefined, true],
      [undefined, true],
    ]);
    expect(report.bodies.every(isSound)).toBe(true);
    // The mean side of its box is 2: the reader is asked for 1/2000 of that, and for twice that at most.
    expect(report.bodies[2].chordError).toBeCloseTo(2 * 2 * 0.0005, 5);
    expect(report.bodies[3]).not.toHaveProperty('chordError');
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['units-assumed']);
    const text = showInspect(report, terminal).join('\n');
    expect(text).toMatch(/\nleft +yes +nurbs, 1 patch +[\d,]+ /);
    expect(text).toMatch(/chord error \(mm\)/);
    expect(text).toContain('surfaces: left, right: no meshes, but 2 patches (nurbs); rays meet these.');
    expect(text).toMatch(
      /chord error: part: triangles stand for curved surfaces, asked to stay within 0\.002 mm of them\./,
    );
  });
});

describe('zclash gap', () => {
  const job = (files: JobFile[], changes: Partial<GapJob> = {}): GapJob => ({
    ...{ kind: 'gap', a: [], b: [], backend: 'cpu', units: 'mm', timeLimitMs: 60_000, files },
    settings: { resolution: 64, direction: [0, 0, 1], up: null, bands: [], threshold: 0, extent: 'both' },
    colours: { preset: 'clash', range: undefined },
    wanted: { picture: false, painted: false, rays: false },
    ...changes,
  });

  test('from two cylinders to a slab above them', async () => {
    const files = [file('cans.nurbs.json'), file('slab.stl')];
    const { report } = await gapJob(job(files, { poseOfB: [...translation(0, 0, 1.5)] }), () => {});
    expectValid('gap', gapJson(report));
    expect([report.undecided, report.diagnostics, report.interferes]).toEqual([[], [], false]);
    expect(report.minimum!.gap).toBeCloseTo(0.5, 5);
    expect(report.bodies[0].surface).toEqual({ kind: 'nurbs', patchCount: 2 });
    expect(showGap(report, terminal).join('\n')).toContain('no mesh, but 2 patches (nurbs)');
  });

  test('chosen parts that are all surfaces stay one; with a mesh among them faces are joined, and that is told', async () => {
    const files = [file('cans.nurbs.json'), file('ball.nurbs.json'), file('slab.stl')];
    const surfaces = await gapJob(job(files, { a: ['left', 'right'], b: ['ball'] }), () => {});
    expect(surfaces.report.bodies.map(({ surface }) => surface?.patchCount)).toEqual([2, 1]);
    const mixed = await gapJob(job(files, { a: ['left', 'slab'], b: ['ball'] }), () => {});
    const [a] = mixed.report.bodies;
    expect([a.name, a.surface]).toEqual(['left and 1 more', undefined]);
    expect(a.chordError).toBeCloseTo(2 * 2 ** -11, 6);
    expect(mixed.report.diagnostics.find(({ code }) => code === 'surfaces-faceted')).toMatchObject({
      body: 'left and 1 more',
      count: 1,
    });
  });
});
