import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/cli/terminal/displayWidth.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { runZclash, temporaryFolder, ZCLASH } from './support/runZclash.js';

/** Spheres in a row, each of which overlaps the next. */
function spheres(count: number, subdivisions: number): string {
  const { positions, indices } = icoSphere({ subdivisions });
  const lines: string[] = [];
  for (let k = 0; k < count; k++) {
    lines.push(`o ball ${k}`);
    for (let i = 0; i < positions.length; i += 3)
      lines.push(`v ${positions[i] + k} ${positions[i + 1]} ${positions[i + 2]}`);
    const first = 1 + (k * positions.length) / 3;
    for (let i = 0; i < indices.length; i += 3)
      lines.push(`f ${first + indices[i]} ${first + indices[i + 1]} ${first + indices[i + 2]}`);
  }
  return lines.join('\n');
}

// Hours of work, so that the end comes from outside however fast the machine is.
const LONG = ['scene', 'balls.obj', '--backend', 'cpu', '--resolution', '8192', '--views', '3', '--precision', 'exact'];

describe('work that is interrupted', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it with %i, and what is written is whole', async (signal, expected) => {
    const { code, stderr, files } = await runZclash([...LONG, '--out', 'r.json', '--out', 'r.csv'], {
      files: { 'balls.obj': spheres(40, 3) },
      onStart: ({ kill }) => setTimeout(() => kill(signal), 2000),
    });
    expect(code).toBe(expected);
    expect(stderr).toMatch(/^zclash: interrupted/);
    // On a slow machine the files may not have been read by then.
    const names = [...files.keys()].sort();
    if (stderr.includes('before anything was finished')) expect(names).toEqual(['balls.obj']);
    else {
      expect(names).toEqual(['balls.obj', 'r.csv', 'r.json']);
      const report = JSON.parse(files.get('r.json')!.toString());
      expect(report).toMatchObject({ complete: false, pairsAsked: 780 });
      expect(report.bodies).toHaveLength(40);
    }
  });

  test('while standard input is read', async () => {
    const onStart = ({ kill }: { kill(signal: NodeJS.Signals): void }) => void setTimeout(() => kill('SIGINT'), 1500);
    expect(await runZclash(['inspect', '-'], { input: 'endless', onStart })).toMatchObject({ code: 130, stdout: '' });
  });
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const describeTerminal = hasScript ? describe : describe.skip;

describeTerminal(`on a terminal${hasScript ? '' : ' (left out: there is no `script` here)'}`, () => {
  const inTerminal = async (args: string, env: Record<string, string> = {}): Promise<string> => {
    const { folder } = await runZclash(['--version'], {
      files: { 'balls.obj': spheres(3, 4) },
      folder: await temporaryFolder(),
    });
    const command = `stty cols 60; ${process.execPath} ${ZCLASH} ${args}`;
    const { TERM: _, NO_COLOR: __, FORCE_COLOR: ___, ...rest } = process.env;
    return spawnSync('script', ['-qec', command, '/dev/null'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: 60_000 },
      env: { ...rest, TERM: 'xterm', ...env },
    }).stdout;
  };

  test('progress is shown and taken away; the table fits; colours are on', async () => {
    const shown = await inTerminal('scene balls.obj --backend cpu --resolution 1024');
    expect(shown).toContain('\r\u001b[2Kreading files [');
    expect(shown).toContain('\u001b[31mhard');
    const [last] = shown.split('\r\u001b[2K').slice(-1);
    expect(last).not.toContain('[####');
    for (const line of last.split('\r\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60);
  });

  test('neither with --quiet, nor colours with NO_COLOR', async () => {
    const shown = await inTerminal('scene balls.obj --backend cpu --quiet', { NO_COLOR: '1' });
    expect(shown).toMatch(/^kind /);
    expect(shown).not.toContain('\u001b');
  });
});
