import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describeGpu, SWIFTSHADER_ICD } from '../../support/gpu.js';
import { runZclash } from '../support/runZclash.js';
import { reportOf, SHAPES, timeless, validReport } from './support.js';

/** The two cubes have this much in common. */
const SHARED = 0.5 * 0.75 * 0.875;
const small = ['--resolution', '64'];

describeGpu('zclash check --backend webgpu', () => {
  it('answers as the CPU does', async () => {
    const args = ['check', 'ball.stl', 'shifted.stl', ...small, '--move', '0.9,0,0'];
    const env = { VK_ICD_FILENAMES: process.env.VK_ICD_FILENAMES ?? SWIFTSHADER_ICD };
    const [cpu, gpu] = await Promise.all([
      reportOf([...args, '--backend', 'cpu']),
      reportOf([...args, '--backend', 'webgpu'], { env }),
    ]);
    expect([gpu.code, gpu.report.pairs[0].kind]).toEqual([1, 'hard']);
    expect(gpu.report.backend).not.toBe(cpu.report.backend);
    expect(gpu.report.pairs[0].volume).toBeCloseTo(cpu.report.pairs[0].volume, 5);
  });
});

/** What is told to people, and the report that is written beside it. */
async function forBoth(...options: string[]) {
  const args = ['check', 'cube.stl', 'shifted.stl', ...small, '--out', 'report.json', ...options];
  const ran = await runZclash(args, { files: SHAPES });
  return { ...ran, report: validReport(ran.files.get('report.json')!.toString()) };
}

describe('zclash check', () => {
  it('tells of a clash with its figures, to people and to programs', async () => {
    const { report, code, stderr, stdout } = await forBoth();
    expect([code, stderr]).toEqual([1, '']);
    expect(report).toMatchObject({ units: null, clash: true, complete: true, undecided: [], diagnostics: [] });
    expect(report.bodies.map(({ name, triangles, closed, volume }) => [name, triangles, closed, volume])).toEqual([
      ['cube', 12, true, 1],
      ['shifted', 12, true, 1],
    ]);
    const [pair] = report.pairs;
    expect([pair.a, pair.b, pair.kind]).toEqual(['cube', 'shifted', 'hard']);
    expect(Math.abs(pair.volume - SHARED)).toBeLessThanOrEqual(pair.volumeError);
    expect(pair.depthAlongView).toBeCloseTo(0.5, 6);
    expect(pair.distance).toBeCloseTo(-0.5, 6);
    expect(stdout).toMatch(/^cube × shifted: clash, hard/);
    expect(stdout).toMatch(/volume +0\.328 ± 0\.012/);
  });

  it.each([
    [['--move', '5,0,0'], 0, undefined],
    [['--move', '-5,0,0'], 0, undefined],
    // A quarter turn about z brings the second cube from (0.5, 0.25) to (-0.25, 0.5).
    [['--pose', '0,-1,0,0,1,0,0,0,0,0,1,0', '--precision', 'exact'], 1, 'hard'],
    [['--move', '0.5,0,0'], 0, 'touch'],
    [['--move', '0.5,0,0', '--fail-on', 'touch'], 1, 'touch'],
    [['--move', '0.6,0,0', '--clearance', '0.2', '--precision', 'exact'], 1, 'clearance'],
    // A gap of nothing is less than any that is demanded.
    [['--move', '0.5,0,0', '--clearance', '0.2'], 1, 'touch'],
    [['--tolerance', '0.6'], 0, 'touch'],
  ])('%j: exit %i, %s', async (options, exitCode, kind) => {
    const { report, code } = await reportOf(['check', 'cube.stl', 'shifted.stl', ...small, ...options]);
    expect([code, report.pairs[0]?.kind]).toEqual([exitCode, kind]);
    expect(report.clash).toBe(exitCode === 1);
    if (kind === 'clearance') expect(report.pairs[0].distance).toBeCloseTo(0.1, 6);
    if (options[0] === '--pose') {
      const { bounds, facePairCount } = report.pairs[0];
      expect(bounds!.max[0]).toBeCloseTo(0.25, 2);
      expect(facePairCount).toBeGreaterThan(0);
    }
  });

  it('counts faces first with --method solids, and says what that showed', async () => {
    const solids = await forBoth('--method', 'solids');
    const zlist = await reportOf(['check', 'cube.stl', 'shifted.stl', ...small]);
    expect([solids.code, solids.report.method, zlist.report.method]).toEqual([1, 'solids', 'zlist']);
    const { solids: count, ...pair } = solids.report.pairs[0];
    expect(pair).toEqual(zlist.report.pairs[0]);
    expect(count).toMatchObject({ algorithm: 'basic', isApart: false });
    expect(solids.stdout).toMatch(/counting +basic algorithm, \d rendering/);
    expect(count!.settled.some(({ answer, pixels }) => answer === 'collision' && pixels > 100)).toBe(true);
  });

  it('finds a ball in a ball, with the volume of the inner one', async () => {
    const { report, code } = await reportOf(['check', 'ball.stl', 'small.stl', ...small, '--units', 'mm']);
    expect([code, report.units, report.pairs[0].kind, report.pairs[0].inner]).toEqual([1, 'mm', 'contained', 'b']);
    const { volume, volumeError } = report.pairs[0];
    expect(Math.abs(volume - report.bodies[1].volume!)).toBeLessThanOrEqual(volumeError);
  });

  it('is undecided where an open body may hold the other, and decided where it cannot', async () => {
    const scaled = (x: number): string => `0.2,0,0,${x},0,0.2,0,0,0,0,0.2,0`;
    const run = (x: number, ...more: string[]) =>
      reportOf(['check', 'lid-off.stl', 'small.stl', ...small, '--pose', scaled(x), ...more]);
    // In the middle of the open cube, with all faces far away.
    for (const precision of ['sampled', 'exact']) {
      const inside = await run(0, '--precision', precision);
      expect(inside.report.bodies[0]).toMatchObject({ closed: false, volume: null });
      expect(inside.report.diagnostics.map((one) => one.code)).toContain('open');
      expect(inside.report.undecided.length + inside.report.pairs.length).toBe(1);
      expect(inside.code).toBe(inside.report.clash ? 1 : 3);
    }
    const apart = await run(5);
    expect([apart.code, apart.report.pairs, apart.report.undecided]).toEqual([0, [], []]);
  });

  it('reads standard input', async () => {
    const { code, report } = await reportOf(['check', '-', 'shifted.stl', ...small, '--format', 'stl'], {
      files: SHAPES,
      input: SHAPES['cube.stl'],
    });
    expect([code, report.pairs[0].kind]).toEqual([1, 'hard']);
  });

  it('writes every kind of report, and the same bytes each time', async () => {
    const names = ['json', 'csv', 'html', 'bcf', 'png'].map((ending) => `out.${ending}`);
    const args = [
      'check',
      'cube.stl',
      'shifted.stl',
      ...small,
      '--units',
      'mm',
      ...names.flatMap((name) => ['--out', name]),
    ];
    const [first, second] = [await runZclash(args, { files: SHAPES }), await runZclash(args, { files: SHAPES })];
    expect([first.code, first.stderr]).toEqual([1, '']);
    expect([...first.files.keys()].sort()).toEqual([...Object.keys(SHAPES), ...names].sort());
    const json = validReport(first.files.get('out.json')!.toString());
    expect(timeless(json)).toEqual(timeless(validReport(second.files.get('out.json')!.toString())));
    expect(first.files.get('out.csv')!.toString().split('\r\n')[1]).toContain(json.pairs[0].id);
    expect(first.files.get('out.html')!.toString()).toContain('data:image/png;base64,');
    expect([...first.files.get('out.png')!.subarray(1, 4)].map((c) => String.fromCharCode(c)).join('')).toBe('PNG');
    for (const name of ['out.csv', 'out.png']) expect(first.files.get(name)).toEqual(second.files.get(name));
    const entries = Object.keys(unzipSync(first.files.get('out.bcf')!));
    expect(entries).toContain('bcf.version');
    expect(entries.filter((name) => name.endsWith('/markup.bcf')).length).toBe(1);
    expect(entries.filter((name) => name.endsWith('.png')).length).toBe(1);
  });
});
