import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepFile } from './stepShapes.js';

// The build, in a folder where `web-ifc` is not there, and `occt-import-js` is one that does its worst.

const folder = mkdtempSync(join(tmpdir(), 'zclash-worst-'));
afterAll(() => rmSync(folder, { recursive: true }));

const build = new URL('../../../dist/src/', import.meta.url);

/** Does what the file says between two exclamation marks. */
const WORST = `
const loop = new WebAssembly.Module(Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11));
const trap = new WebAssembly.Module(Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11));
const run = (module) => new WebAssembly.Instance(module).exports.f();
const cube = { positions: [0,0,0, 1,0,0, 0,1,0, 0,0,1], indices: [0,2,1, 0,1,3, 1,2,3, 0,3,2] };
const found = (...shapes) => ({
  success: true,
  root: { name: '', meshes: [], children: [{ name: 'part', meshes: shapes.map((_, i) => i), children: [] }] },
  meshes: shapes.map(({ positions, indices }) => ({
    name: 'part', attributes: { position: { array: positions } }, index: { array: indices }, brep_faces: [{ first: 0, last: 3 }],
  })),
});
const deeper = (n) => deeper(n + 1) + 1;
const WAYS = {
  good: () => found(cube),
  'loop in JavaScript': () => { for (;;); },
  'loop in WebAssembly': () => run(loop),
  trap: () => run(trap),
  'calls without end': () => deeper(0),
  'throws a number': () => { throw 1234; },
  'throws nothing': () => { throw undefined; },
  exit: () => process.exit(3),
  'heap without end': () => { const all = []; for (;;) all.push(new Array(1e6).fill({}).map(() => ({}))); },
  'memory without end': () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    try { for (;;) memory.grow(1024); } catch {}
    return found(cube); // as if nothing had happened
  },
  'no number': () => found(cube, { positions: [NaN, ...cube.positions.slice(1)], indices: cube.indices }),
  'no vertex': () => found(cube, { positions: cube.positions, indices: [0, 1, 99] }),
  'no face': () => found(cube, { positions: [], indices: [] }),
  'no answer': () => undefined,
  talk: () => {
    console.log('to stdout'); console.error('to stderr'); process.stdout.write('to stdout'); process.stderr.write('to stderr');
    return found(cube);
  },
};
module.exports = async () => ({
  ReadStepFile: (bytes) => WAYS[/!(.*)!/.exec(new TextDecoder().decode(bytes))[1]](),
});
`;

/** Loads what it is told, one after the other, and says how each ended. */
const PROGRAM = `
import { loadFile } from './dist/src/node.js';
const files = JSON.parse(process.argv[2]);
for (const [name, text, options] of files) {
  const data = new TextEncoder().encode(text);
  const end = await loadFile(name, { data, ...options }).then(
    ({ parts, problems }) => ({ parts: parts.length, problems }),
    ({ name, message }) => ({ name, message }),
  );
  console.log(JSON.stringify(end));
}
`;

interface End {
  readonly parts?: number;
  readonly problems?: readonly { readonly code: string }[];
  readonly name?: string;
  readonly message?: string;
}
type Job = readonly [name: string, text: string, options?: object];

/** Long after all of it has ended: a process that is still there then is ended, and has no exit code. */
const HANG_MS = 60_000;

const run = (program: string, jobs: readonly Job[]): Promise<{ code: unknown; ends: End[]; err: string }> =>
  new Promise((resolve) => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program);
    execFile(
      process.execPath,
      [file, JSON.stringify(jobs)],
      { timeout: HANG_MS, killSignal: 'SIGKILL' },
      (error, out, err) =>
        resolve({
          code: error ? (error.code ?? error.signal) : 0,
          ends: out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as End),
          err,
        }),
    );
  });

const MIB = 2 ** 20;
const file = (way: string): string => `ISO-10303-21;!${way}!;END-ISO-10303-21;`;
const failed = (reason: string) => `x.step: the reader of STEP failed on it (${reason}). Export it again.`;
const outOfMemory = 'x.step: reading it takes more memory than it may (300 MiB). Split it into several files.';
const tooSlow =
  'x.step: reading it takes longer than it may (0.4 s). Give it more time, or split it into several files.';
const small = { memoryLimitBytes: 300 * MIB };

const WAYS: readonly (readonly [way: string, options: object, message: string])[] = [
  ['loop in JavaScript', { timeLimitMs: 400 }, tooSlow],
  ['loop in WebAssembly', { timeLimitMs: 400 }, tooSlow],
  ['trap', {}, failed('unreachable')],
  ['calls without end', {}, failed('its calls nest too deep')],
  ['throws a number', {}, failed('it gave up on the data')],
  ['throws nothing', {}, failed('it gave up on the data')],
  ['exit', {}, 'x.step: its reader failed on it (it ended with code 3). Export it again.'],
  ['heap without end', small, outOfMemory],
  ['memory without end', small, outOfMemory],
  ['no answer', {}, 'x.step: its data are no STEP that can be read. Export it again, as AP203, AP214 or AP242.'],
];

beforeAll(() => {
  cpSync(build, join(folder, 'dist/src'), { recursive: true, filter: (path) => !/\.(map|d\.ts)$/.test(path) });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const fake = join(folder, 'node_modules/occt-import-js');
  mkdirSync(fake, { recursive: true });
  writeFileSync(join(fake, 'package.json'), '{ "name": "occt-import-js", "main": "index.js" }');
  writeFileSync(join(fake, 'index.js'), WORST);
  mkdirSync(join(folder, 'node_modules/web-ifc')); // empty: it hides any that is installed further up
});

describe('readers that do their worst', () => {
  it('each ends with one sentence, the process goes on and ends by itself', async () => {
    const jobs = WAYS.map(([way, options]): Job => ['x.step', file(way), options]);
    const { code, ends, err } = await run(PROGRAM, [...jobs, ['x.step', file('good')]]);
    expect(err).toBe('');
    expect(ends).toEqual([
      ...WAYS.map(([, , message]) => ({ name: 'InputError', message })),
      { parts: 1, problems: [] },
    ]);
    expect(code).toBe(0);
  });

  it('bad meshes are left out and named; what readers print is not seen', async () => {
    const { code, ends, err } = await run(
      PROGRAM,
      ['no number', 'no vertex', 'no face', 'talk'].map((way): Job => ['x.step', file(way)]),
    );
    const left = (...codes: string[]) => ({
      parts: 1,
      problems: codes.map((one) => expect.objectContaining({ code: one, part: 'part' })),
    });
    expect([code, ends, err]).toEqual([0, [left('unreadable'), left('unreadable'), left('unreadable'), left()], '']);
  });

  it('a package that is not installed', async () => {
    const ifc = "ISO-10303-21;FILE_SCHEMA(('IFC4'));END-ISO-10303-21;";
    const { code, ends, err } = await run(PROGRAM, [['house.ifc', ifc]]);
    expect([code, err]).toEqual([0, '']);
    expect(ends).toEqual([
      {
        name: 'InputError',
        message:
          'house.ifc: IFC is read with the package `web-ifc`, which is not installed. Install it with `npm install web-ifc`; on a web page load its script, or leave its module in `globalThis.WebIFC`.',
      },
    ]);
  });

  it('a program that is given as a text', async () => {
    const program = `import { loadFile } from ${JSON.stringify(pathToFileURL(join(folder, 'dist/src/node.js')).href)};
      const data = new TextEncoder().encode(${JSON.stringify(file('good'))});
      console.log((await loadFile('x.step', { data })).parts.length);`;
    const out = await new Promise((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', program], (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    expect(out).toBe('1\n');
  });

  it('many at once, and from within a worker', async () => {
    const main = pathToFileURL(join(folder, 'inner.mjs')).href;
    writeFileSync(
      join(folder, 'inner.mjs'),
      `import { parentPort, workerData } from 'node:worker_threads';
       import { loadFile } from './dist/src/node.js';
       const load = ([name, text, options]) => loadFile(name, { data: new TextEncoder().encode(text), ...options }).then(
         ({ parts }) => ({ parts: parts.length }), ({ name, message }) => ({ name, message }));
       parentPort.postMessage(await Promise.all(workerData.map(load)));`,
    );
    const program = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker(new URL('${main}'), { workerData: JSON.parse(process.argv[2]) });
      worker.on('message', (ends) => ends.forEach((end) => console.log(JSON.stringify(end))));
    `;
    const { code, ends, err } = await run(program, [
      ['x.step', file('good')],
      ['x.step', file('loop in WebAssembly'), { timeLimitMs: 400 }],
      ['x.step', file('trap')],
      ['x.step', file('good')],
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(ends).toEqual([
      { parts: 1 },
      { name: 'InputError', message: tooSlow },
      { name: 'InputError', message: failed('unreachable') },
      { parts: 1 },
    ]);
  });
});

describe('the package itself, in a worker', () => {
  it('a limit that it needs to exceed', async () => {
    const { loadFile } = (await import(new URL('node.js', build).href)) as typeof import('../../../src/node.js');
    const data = new TextEncoder().encode(stepFile([{ cylinder: [10, 20] }]));
    await expect(loadFile('c.step', { data, timeLimitMs: 1 })).rejects.toThrow(
      'c.step: reading it takes longer than it may (0.001 s). Give it more time, or split it into several files.',
    );
    await expect(loadFile('c.step', { data, memoryLimitBytes: 8 * MIB })).rejects.toThrow(
      'c.step: reading it takes more memory than it may (8 MiB). Split it into several files.',
    );
    expect((await loadFile('c.step', { data })).parts.length).toBe(1);
  });
});
