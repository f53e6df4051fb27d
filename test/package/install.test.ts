import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser, launchChromium, SOFTWARE_GPU } from '../support/chromium.js';
import { describeInstalled, freshProject } from './freshProject.js';
import { inChromium } from './inChromium.js';
import { nodeBinary } from './nodeBinary.js';
import { npmEnvironment, packed } from './packed.js';
import { readmeSnippet, shortened } from './readmeSnippet.js';
import { typeErrors } from './typeErrors.js';

const execute = promisify(execFile);

describeInstalled('a fresh project that installs the tarball', () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zclash-install-'));
    project = join(folder, 'project');
    const { file } = await packed();
    await freshProject(project, { zclash: `file:${file}` });
    const snippet = await readmeSnippet();
    await writeFile(join(project, 'snippet.js'), snippet);
    for (const backend of ['cpu', 'webgpu'] as const)
      await writeFile(join(project, `${backend}.js`), shortened(snippet, backend));
    await writeFile(
      join(project, 'asJson.js'),
      'console.log = (...words) => process.stdout.write(JSON.stringify(words) + "\\n");',
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What a module of the project prints, call by call. */
  async function printedBy(node: string, module: string): Promise<unknown[][]> {
    const { stdout } = await execute(node, ['--import', './asJson.js', module], { cwd: project });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('has four packages beside it, and no other', async () => {
    const names = (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(names.sort()).toEqual(['fflate', 'robust-predicates', 'saxes', 'xmlchars', 'zclash']);
  });

  let reference: Promise<unknown[][]> | undefined;
  /** What the README's piece of code prints in the Node that runs here. */
  const expected = () => (reference ??= printedBy(process.execPath, 'snippet.js'));

  for (const line of [20, 22, 24, 26] as const)
    it(`runs the README's first piece of code, and the command, on Node ${line}`, async () => {
      const node = await nodeBinary(line);
      const { stdout: version } = await execute(node, ['--version']);
      expect(version).toMatch(new RegExp(`^v${line}\\.`));
      const lines = node === process.execPath ? await expected() : await printedBy(node, 'snippet.js');
      expect(lines.length).toBe(14);
      expect(lines).toEqual(await expected());
      const { stdout } = await execute(node, ['node_modules/zclash/dist/src/cli/main.js', 'help'], { cwd: project });
      expect(stdout).toContain('do two bodies collide');
    });

  it('has the command, of its own version', async () => {
    const { version } = JSON.parse(await readFile(join(project, 'node_modules/zclash/package.json'), 'utf8'));
    const npx = { cwd: project, env: npmEnvironment() };
    expect((await execute('npx', ['--no-install', 'zclash', '--version'], npx)).stdout).toBe(`zclash ${version}\n`);
  });

  // TypeScript 7's `dom` knows WebGPU, 5.6's does not.
  for (const [compiler, lib] of [
    ['5.6', ['es2022', 'dom']],
    ['7', ['es2022', 'dom']],
    ['7', ['es2022']],
  ] as const)
    it(`has types that TypeScript ${compiler} accepts with lib ${lib.join(' and ')}`, async () => {
      await writeFile(join(project, 'use.ts'), USE);
      expect(await typeErrors(compiler, project, { lib }, ['use.ts'])).toBe('');
    });

  describeBrowser('bundled by Vite', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium(...SOFTWARE_GPU);
    });
    afterAll(() => browser?.close());

    it('prints in Chromium what it prints in Node, on the CPU and on WebGPU', async () => {
      const { warnings, printed } = await inChromium(browser, project, ['snippet.js', 'webgpu.js']);
      expect(warnings).toEqual([]);
      expect(printed[0]).toEqual(await expected());
      // Kinds and names are the same; the GPU measures in f32.
      const onCpu = await printedBy(process.execPath, 'cpu.js');
      expect(onCpu.map((words) => words.slice(0, 4))).toEqual(printed[1].map((words) => words.slice(0, 4)));
      for (const [i, [, , , , volume, volumeError]] of printed[1].entries()) {
        expect(volume).toBeCloseTo(onCpu[i][4] as number, 5);
        expect(volumeError).toBeCloseTo(onCpu[i][5] as number, 5);
      }
      expect(printed[1].length).toBe(4);
    });

    it('works in development, too, without the packages that it does not need', async () => {
      await writeFile(join(project, 'develop.js'), DEVELOP);
      const { warnings, printed } = await inChromium(browser, project, ['develop.js'], 'in development');
      expect(warnings).toEqual([]);
      expect(printed[0]).toEqual([
        ['cpu', 'hard', '0.5000'],
        ['webgpu', 'hard', '0.5000'],
        ['volume', '0.5000000000'],
        ['step', expect.stringContaining('occt-import-js')],
      ]);
    });
  });
});

/** Machines, parts that are loaded when they are asked for, and a package that is not installed. */
const DEVELOP = `
import { body, box, interference, load, open, translation } from 'zclash';
const bodies = [body(box()), body(box(), { pose: translation(0.5, 0, 0) })];
for (const backend of ['cpu', 'webgpu']) {
  const machine = await open({ backend });
  const { pairs } = await interference(bodies, { machine, resolution: 16, precision: 'exact' });
  console.log(machine.kind, pairs[0].kind, pairs[0].volume.toFixed(4));
}
const { pairs } = await interference(bodies, { volume: 'exact', machine: await open({ backend: 'cpu' }) });
console.log('volume', pairs[0].volume.toFixed(10));
await load(new TextEncoder().encode('ISO-10303-21; HEADER; ENDSEC; DATA; ENDSEC; END-ISO-10303-21;'), { name: 'a.step' }).catch((error) => console.log('step', error.message));
`;

/** What a user's file says of the package, right and wrong. */
const USE = `
import { body, icoSphere, interference, type Machine, type OpenOptions, open, type PairReport } from 'zclash';
import { loadFile } from 'zclash/node';
const options: OpenOptions = { backend: 'cpu' };
const machine: Machine = await open(options);
const { parts } = await loadFile('part.stl');
const { pairs } = await interference([body(parts[0].mesh), body(icoSphere({ radius: 1 }))], { machine });
export const volumes: number[] = pairs.map((pair: PairReport) => pair.volume);
// @ts-expect-error volumes are numbers
export const names: string[] = pairs.map((pair) => pair.volume);
// @ts-expect-error no such machine
await open({ backend: 'webgl' });
machine[Symbol.dispose]();
`;
