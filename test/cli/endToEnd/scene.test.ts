import { describe, expect, it } from 'vitest';
import { box } from '../../../src/mesh/shapes/box.js';
import { runZclash } from '../support/runZclash.js';
import { reportOf, SHAPES, timeless, validReport } from './support.js';

/** Four cubes in a row as objects of one file: left and middle overlap, middle and right touch, far stands alone. */
const row = (): string => {
  const { positions, indices } = box();
  const places = { left: 0, middle: 0.75, right: 1.75, far: 9 };
  return Object.entries(places)
    .map(([name, x], k) => {
      const lines = [`o ${name}`];
      for (let v = 0; v < positions.length; v += 3)
        lines.push(`v ${positions[v] + x} ${positions[v + 1]} ${positions[v + 2]}`);
      for (let i = 0; i < indices.length; i += 3)
        lines.push(`f ${[...indices.slice(i, i + 3)].map((v) => v + 1 + (k * positions.length) / 3).join(' ')}`);
      return lines.join('\n');
    })
    .join('\n');
};
const files = { ...SHAPES, 'row.obj': row() };
const small = ['--resolution', '64'];

describe('zclash scene', () => {
  it('looks at all pairs of all parts', async () => {
    const { report, code } = await reportOf(['scene', 'row.obj', ...small], { files });
    expect(code).toBe(1);
    expect(report.bodies.map(({ name, file }) => [name, file])).toEqual(
      ['left', 'middle', 'right', 'far'].map((name) => [name, 'row.obj']),
    );
    expect(report.pairs.map(({ a, b, kind }) => [a, b, kind])).toEqual([
      ['left', 'middle', 'hard'],
      ['middle', 'right', 'touch'],
    ]);
    expect(report.pairsAsked).toBe(6);
  });

  it('gives the same ids whatever the order of the files', async () => {
    const one = await reportOf(['scene', 'row.obj', 'cube.stl', ...small], { files });
    const other = await reportOf(['scene', 'cube.stl', 'row.obj', ...small], { files });
    const named = ({ report }: typeof one) =>
      report.pairs.map(({ id, a, b, kind }) => [id, ...[a, b].sort(), kind].join(' ')).sort();
    expect(named(other)).toEqual(named(one));
    expect(new Set(one.report.pairs.map(({ id }) => id)).size).toBe(one.report.pairs.length);
    const again = await reportOf(['scene', 'row.obj', 'cube.stl', ...small], { files });
    expect(timeless(again.report)).toEqual(timeless(one.report));
  });

  it('selects pairs', async () => {
    const kinds = async (...options: string[]) => {
      const { report, code } = await reportOf(['scene', 'row.obj', ...small, ...options], { files });
      return [code, ...report.pairs.map(({ a, b }) => `${a}-${b}`)];
    };
    expect(await kinds('--a', 'mid*', '--b', 'left')).toEqual([1, 'middle-left']);
    expect(await kinds('--ignore', 'left,middle')).toEqual([0, 'middle-right']);
    expect(await kinds('--a', 'far')).toEqual([0]);
  });

  it('checks the rest where one file cannot be read, and says so', async () => {
    const { report, code, stderr } = await reportOf(['scene', 'row.obj', 'broken.stl', ...small], {
      files: { ...files, 'broken.stl': SHAPES['cube.stl'].slice(0, 200) },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^zclash: broken\.stl: .+\n$/);
    expect(report.pairs.length).toBe(2);
    expect(report.diagnostics).toContainEqual(expect.objectContaining({ body: 'broken.stl', code: 'unreadable' }));
    expect(report.undecided.length).toBeGreaterThan(0);
  });

  it('carries the review status on from an earlier report', async () => {
    const first = await reportOf(['scene', 'row.obj', ...small], { files });
    const reviewed = {
      ...first.report,
      pairs: first.report.pairs.map((pair) => ({ ...pair, status: pair.kind === 'hard' ? 'approved' : 'new' })),
    };
    const again = await reportOf(['scene', 'row.obj', ...small, '--baseline', 'earlier.json'], {
      files: { ...files, 'earlier.json': JSON.stringify(reviewed) },
    });
    expect(again.report.pairs.map(({ status }) => status)).toEqual(['approved', 'active']);
    // What was approved is no clash any more.
    expect([again.report.clash, again.code]).toEqual([false, 0]);
    const gone = await reportOf(['scene', 'row.obj', '--a', 'far', ...small, '--baseline', 'earlier.json'], {
      files: { ...files, 'earlier.json': JSON.stringify(reviewed) },
    });
    expect(gone.report.pairs).toEqual([]);
  });

  it('ends at once on Ctrl-C, with a valid report of what was finished', async () => {
    // Sixty balls in one place: 1,770 pairs, which take half a minute.
    const names = Array.from({ length: 60 }, (_, k) => `c${k}.stl`);
    const many = Object.fromEntries(names.map((name) => [name, SHAPES['small.stl']]));
    let interruptedAt = 0;
    const interruptAfter = (ms: number) =>
      runZclash(['scene', ...names, '--resolution', '256', '--out', 'out.json', '--json'], {
        files: many,
        onStart: ({ kill }) => {
          setTimeout(() => {
            interruptedAt = performance.now();
            kill('SIGINT');
          }, ms);
        },
      });
    // A busy machine may have finished nothing by then, which is told in words: later, then.
    let ran = await interruptAfter(2000);
    for (let ms = 4000; ms <= 32_000 && (ran.stdout === '' || validReport(ran.stdout).pairs.length === 0); ms *= 2) {
      expect(ran.code).toBe(130);
      ran = await interruptAfter(ms);
    }
    const tookMs = performance.now() - interruptedAt;
    expect(ran.code).toBe(130);
    const report = validReport(ran.stdout);
    expect(report.complete).toBe(false);
    expect(report.pairs.length).toBeGreaterThan(0);
    expect(report.pairs.length).toBeLessThan(1770);
    expect(validReport(ran.files.get('out.json')!.toString())).toEqual(report);
    expect([...ran.files.keys()].filter((name) => !name.endsWith('.stl'))).toEqual(['out.json']);
    console.info(
      `interrupted after ${report.pairsLookedAt} of ${report.pairsAsked} pairs; ended ${tookMs.toFixed(0)} ms later`,
    );
  });
});
