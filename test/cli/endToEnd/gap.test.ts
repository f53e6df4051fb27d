import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { scaling } from '../../../src/math/affine.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { heightField } from '../../../src/mesh/shapes/heightField.js';
import type { GapReport } from '../../../src/report/gapReport.js';
import { readPng } from '../../report/support/readPng.js';
import { describeGpu, SWIFTSHADER_ICD } from '../../support/gpu.js';
import { writeStl } from '../../support/writeStl.js';
import { type RunOptions, runZclash } from '../support/runZclash.js';
import { SHAPES } from './support.js';

/** Between the two fields there is a gap of 0.25 − 0.5 cos x cos y along z: −0.25 in the middle. */
const between = (x: number, y: number): number => 0.25 - 0.5 * Math.cos(x) * Math.cos(y);
const FIELDS = {
  'lower.stl': writeStl(heightField({ height: () => 0, segments: [2, 2], bottom: -1 })),
  'upper.stl': writeStl(
    heightField({ height: (x, y) => -between(x, y), segments: [64, 64], bottom: -1.5 }),
    // Turned over: mirrored twice, so that its outside stays outside.
    scaling(-1, 1, -1),
  ),
} as const;
const FILES = { ...SHAPES, ...FIELDS };
const small = ['--resolution', '64', '--backend', 'cpu'];
const jaws = ['gap', 'upper.stl', 'lower.stl', '--direction', '0,0,-1', ...small];

const schema = new Ajv2020({ allErrors: true, strict: false }).compile(
  JSON.parse(await readFile(new URL('../../../schema/gap.schema.json', import.meta.url), 'utf8')),
);
function validGap(text: string): GapReport {
  const report = JSON.parse(text);
  schema(report);
  expect(schema.errors ?? []).toEqual([]);
  return report;
}
async function gapOf(args: readonly string[], options: RunOptions = {}) {
  const ran = await runZclash([...args, '--json'], { files: FILES, ...options });
  return { ...ran, report: validGap(ran.stdout) };
}

/** The area of the square of the fields where the gap is from one value to another, by 1,000 × 1,000 points. */
function areaOf(from: number, to: number): number {
  let count = 0;
  for (let j = 0; j < 1000; j++)
    for (let i = 0; i < 1000; i++) {
      const gap = between((i + 0.5) / 500 - 1, (j + 0.5) / 500 - 1);
      if (gap >= from && gap <= to) count++;
    }
  return (4 * count) / 1e6;
}

const WANTED = ['map.png', 'r.json', 'regions.csv', 'all.rays.csv', 'jaws.ply'];
const ASKED = ['--bands', '0.05,0.1', '--threshold', '0.1', '--units', 'mm', '--preset', 'occlusion'];

/** A run that several tests look at is done once. Its folder goes with the test that came first, what it held stays. */
const once = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined;
  return () => (done ??= run());
};
const forPrograms = once(() => gapOf([...jaws, ...ASKED, ...WANTED.flatMap((name) => ['--out', name])]));
const forPeople = once(() =>
  runZclash([...jaws, ...ASKED, ...WANTED.flatMap((name) => ['-o', name])], { files: FIELDS }),
);

describe('zclash gap', () => {
  it('tells the least gap, areas and regions of two height fields, as they are known', async () => {
    const { report, code } = await forPrograms();
    expect(code).toBe(1);
    expect(report).toMatchObject({ units: 'mm', interferes: true, undecided: [], diagnostics: [] });
    expect(report.bodies.map(({ name }) => name)).toEqual(['upper', 'lower']);
    expect(report.view).toMatchObject({ direction: [0, 0, -1], chosenBy: 'given' });
    expect(report.minimum!.gap).toBeCloseTo(-0.25, 3);
    for (const c of report.minimum!.onA.slice(0, 2)) expect(Math.abs(c)).toBeLessThan(0.05);
    // A region's rim passes through some pixels: each counts as a whole or not at all.
    expect(Math.abs(report.interference.area - areaOf(-1, 0))).toBeLessThan(0.03);
    expect(report.bands.map(({ to }) => to)).toEqual([0.05, 0.1]);
    for (const { to, area } of report.bands) expect(Math.abs(area - areaOf(0, to))).toBeLessThan(0.03);
    expect(report.regions.length).toBe(1);
    expect(Math.abs(report.regions[0].area - areaOf(-1, 0.1))).toBeLessThan(0.03);
  });

  it('tells the same to people', async () => {
    const { stdout, code } = await forPeople();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^upper × lower: interference, 0\.(25|249\d) mm deep along the view\n {2}minimum +−0\.2/);
    expect(stdout).toMatch(/\n {2}0 … 0\.1 +\d/);
    expect(stdout).toMatch(/\n {2}1 region where the gap is at most \+0\.1 mm\n/);
    expect(stdout).toMatch(/\n {2}limit +Distances are along/);
  });

  it('writes the map, the report, tables and painted bodies; the same bytes each time', async () => {
    const [first, second] = [await forPrograms(), await forPeople()];
    const note = 'zclash: jaws.ply: each body has a file of its own: jaws-a.ply and jaws-b.ply.\n';
    expect([first.stderr, second.stderr]).toEqual([note, note]);
    const written = ['map.png', 'r.json', 'regions.csv', 'all.rays.csv', 'jaws-a.ply', 'jaws-b.ply'];
    expect([...second.files.keys()].sort()).toEqual([...Object.keys(FIELDS), ...written].sort());
    for (const name of written.filter((one) => one !== 'r.json'))
      expect(Buffer.compare(first.files.get(name)!, second.files.get(name)!)).toBe(0);
    const report = validGap(first.files.get('r.json')!.toString());
    expect(report).toEqual(first.report);
    const text = (name: string): string[] => first.files.get(name)!.toString().trimEnd().split('\r\n');
    expect(text('regions.csv').length).toBe(1 + report.regions.length);
    expect(text('all.rays.csv').length).toBe(1 + report.rays.both);
    const { width, height } = readPng(first.files.get('map.png')!);
    expect(width).toBeGreaterThan(600);
    expect(height).toBeGreaterThan(600);
    for (const [k, of] of ['a', 'b'].entries())
      expect(first.files.get(`jaws-${of}.ply`)!.subarray(0, 400).toString('latin1')).toContain(
        `element face ${report.bodies[k].triangles}\n`,
      );
  });

  it('painted bodies can be read again, and stand as they stood', async () => {
    const { report, files } = await forPrograms();
    const painted = { 'jaws-a.ply': files.get('jaws-a.ply')!, 'jaws-b.ply': files.get('jaws-b.ply')! };
    const args = ['gap', 'jaws-a.ply', 'jaws-b.ply', '--direction', '0,0,-1', ...small];
    const again = await gapOf(args, { files: painted });
    expect(again.report.minimum!.gap).toBeCloseTo(report.minimum!.gap, 5);
    expect(again.report.interference.pixels).toBe(report.interference.pixels);
  });

  it.each([
    // No direction is given: along the axis that the cubes face each other along.
    ['in contact', ['cube.stl', 'cube.stl', '--move', '0,0,1'], 0, 'cube #1 × cube #2: contact, no interference'],
    [
      'beside each other, so that no ray sees both',
      ['cube.stl', 'cube.stl', '--move', '5,0,0', '--direction', '0,0,1', '--extent', 'all'],
      0,
      'cube #1 × cube #2: no interference: no ray sees both',
    ],
    [
      'rays that do not leave an open body',
      ['lid-off.stl', 'small.stl', '--move', '3,0,0', '--direction', '1,0,0'],
      3,
      'lid-off × small: undecided, no interference found',
    ],
  ])('%s', async (_, args, exitCode, verdict) => {
    const { stdout, code } = await runZclash(['gap', ...args, ...small], { files: SHAPES });
    expect([code, stdout.split('\n')[0]]).toEqual([exitCode, verdict]);
  });

  it('takes two parts of one file, or those that are chosen', async () => {
    let first = 1;
    const cube = (name: string, x: number): string => {
      const { positions, indices } = box();
      const lines = [`o ${name}`];
      for (let v = 0; v < positions.length; v += 3)
        lines.push(`v ${positions[v] + x} ${positions[v + 1]} ${positions[v + 2]}`);
      for (let i = 0; i < indices.length; i += 3)
        lines.push(`f ${indices[i] + first} ${indices[i + 1] + first} ${indices[i + 2] + first}`);
      first += positions.length / 3;
      return `${lines.join('\n')}\n`;
    };
    const files = { 'three.obj': cube('left', 0) + cube('right', 1.5) + cube('far', 4) };
    const chosen = await gapOf(['gap', 'three.obj', '--a', 'far', '--b', 'left', ...small], { files });
    expect([chosen.code, chosen.report.bodies.map(({ name }) => name)]).toEqual([0, ['far', 'left']]);
    expect(chosen.report.minimum!.gap).toBeCloseTo(3, 6);
    expect(await runZclash(['gap', 'three.obj'], { files })).toMatchObject({
      code: 2,
      stderr: 'zclash: gap: three.obj has 3 bodies. Say with --a and --b between which of them, or give two files.\n',
    });
  });

  it('what cannot be read or written is said in one sentence, with 2', async () => {
    const none = await runZclash(['gap', 'upper.stl', 'none.stl'], { files: FILES });
    expect([none.code, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toMatch(/^zclash: none\.stl: .*\n$/);
    const over = await runZclash(['gap', 'jaws-a.ply', 'lower.stl', '-o', 'jaws.ply', '-q'], {
      files: { ...FILES, 'jaws-a.ply': 'ply\n' },
    });
    expect([over.code, over.stderr]).toEqual([
      2,
      'zclash: jaws-a.ply: the report would go over a file that is read. Give --out another name.\n',
    ]);
  });

  it('Ctrl-C ends it with 130, and nothing is written', async () => {
    const ran = await runZclash(['gap', '-', 'lower.stl', '--format', 'stl', '-o', 'map.png'], {
      // A config file that is found is told of: then the command is at work, and waits for its input.
      files: { ...FIELDS, 'zclash.config.json': '{}' },
      input: 'endless',
      onStart: ({ kill, onStderr }) => onStderr(() => kill('SIGINT')),
    });
    expect([ran.code, ran.stdout, ran.files.has('map.png')]).toEqual([130, '', false]);
  });
});

describeGpu('zclash gap --backend webgpu', () => {
  it('answers as the CPU does', async () => {
    const env = { VK_ICD_FILENAMES: process.env.VK_ICD_FILENAMES ?? SWIFTSHADER_ICD };
    const [cpu, gpu] = await Promise.all([forPrograms(), gapOf([...jaws, '--backend', 'webgpu'], { env })]);
    expect(gpu.report.backend).not.toBe(cpu.report.backend);
    expect([gpu.code, gpu.report.rays]).toEqual([cpu.code, cpu.report.rays]);
    const [one, other] = [gpu.report.minimum!, cpu.report.minimum!];
    expect(Math.abs(one.gap - other.gap)).toBeLessThanOrEqual(one.error + other.error);
  });
});
