import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readWords } from '../../src/cli/commandLine.js';
import type { ClashResult, RunningJob } from '../../src/cli/job/jobEvent.js';
import type { JobSpec } from '../../src/cli/job/jobSpec.js';
import { readOptions } from '../../src/cli/readOptions.js';
import { createTerminal } from '../../src/cli/terminal/terminal.js';
import { InputError } from '../../src/errors.js';
import type { ClashPicture } from '../../src/report/clashPicture.js';
import { temporaryFolder } from './support/runZclash.js';
import { samplePair, sampleReport } from './support/sampleReport.js';

/** The job is played: what it was asked, and what it answers. */
const stage = vi.hoisted(() => ({
  asked: undefined as unknown,
  stopped: 0,
  running: undefined as unknown,
}));
vi.mock('../../src/cli/job/runJob.js', () => ({
  runJob: (job: JobSpec) => {
    stage.asked = job;
    return { ...(stage.running as RunningJob<ClashResult>), stop: () => stage.stopped++ };
  },
}));

const result = (changes: Partial<ClashResult> = {}): ClashResult => ({
  report: sampleReport(),
  pictures: new Map<string, ClashPicture>(),
  unreadable: [],
  ...changes,
});
const finished = (changes?: Partial<ClashResult>) => {
  stage.running = { done: Promise.resolve(result(changes)), soFar: () => undefined };
};
const endless = (soFar: ClashResult | undefined) => {
  stage.running = { done: new Promise(() => {}), soFar: () => soFar };
};

/** A stream that keeps what it gets. */
const collector = () => {
  const self = {
    text: '',
    write(more: string, done?: (error?: Error | null) => void) {
      self.text += more;
      done?.();
      return true;
    },
  };
  return self;
};

async function run(line: string) {
  const { commandSpec } = await import('../../src/cli/commandTable.js');
  const { listenForInterrupts } = await import('../../src/cli/interrupts.js');
  const [out, err] = [collector(), collector()];
  const { command, operands, given } = readWords(line.split(' '));
  const options = readOptions(command!, given, { file: undefined, values: new Map() });
  const { run: start } = await commandSpec(command!).load();
  const ended = start(
    { command: command!, operands, options, configFile: undefined },
    createTerminal(out, err, {}),
  ).then(
    (code) => ({ code, error: undefined }),
    (error: Error) => ({ code: undefined, error }),
  );
  return { ended, out, err, listenForInterrupts };
}

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  stage.stopped = 0;
  stage.asked = undefined;
});

describe('what a job is asked', () => {
  test('check', async () => {
    finished();
    const { ended } = await run(
      'check a.stl b.dat --format stl --move 1,2,3 --clearance 0.5 --backend cpu --time-limit 2 -u mm',
    );
    expect((await ended).code).toBe(1);
    expect(stage.asked).toEqual({
      kind: 'check',
      a: { path: 'a.stl' },
      b: { path: 'b.dat', format: 'stl' },
      poseOfB: [1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3],
      settings: {
        ...{ backend: 'cpu', method: 'zlist', precision: 'sampled', resolution: 512, views: 1, tolerance: 0 },
        ...{ clearance: 0.5, units: 'mm', failOn: ['hard', 'contained', 'duplicate', 'clearance'] },
        ...{ pictures: false, timeLimitMs: 2000, threads: 'auto' },
      },
    });
  });

  test('scene, with pictures where a report shows some', async () => {
    finished();
    await (await run(`scene x.glb y.glb --a A* --b B --ignore X,Y --within same-parent -o ${folder}/r.html`)).ended;
    expect(stage.asked).toMatchObject({
      kind: 'scene',
      files: [{ path: 'x.glb' }, { path: 'y.glb' }],
      selection: { a: ['A*'], b: ['B'], ignore: [['X', 'Y']], within: 'same-parent' },
      settings: { pictures: true },
    });
  });

  test('motion', async () => {
    finished();
    await (await run('motion m.json --steps 7 --animation pick')).ended;
    expect(stage.asked).toMatchObject({ kind: 'motion', file: { path: 'm.json' }, steps: 7, animation: 'pick' });
  });
});

describe('what comes of it', () => {
  test('with --json the report is all there is on standard output', async () => {
    finished();
    const { ended, out, err } = await run('check a.stl b.stl --json');
    expect((await ended).code).toBe(1);
    expect(JSON.parse(out.text)).toMatchObject({ clash: true, complete: true });
    expect(err.text).toBe('');
  });

  test('files that could not be read are named, once, and the exit code is 2', async () => {
    const sentence = 'c.stl: the file is empty (0 bytes). Export it again.';
    const diagnostics = [{ body: 'c.stl', code: 'unreadable', message: sentence, count: 1 }];
    const undecided = [{ a: 'c.stl', reason: `It could not be read: ${sentence}` }];
    finished({ unreadable: [sentence], report: sampleReport({ diagnostics, undecided, clash: false, pairs: [] }) });
    const { ended, out, err } = await run('scene a.stl b.stl c.stl');
    expect((await ended).code).toBe(2);
    expect(err.text).toBe(`zclash: ${sentence}\n`);
    expect(out.text).toMatch(/^undecided, no clash found\n/);
    expect(out.text).toContain('undecided: c.stl: It could not be read.\n');
    expect(out.text).not.toContain('0 bytes');
  });

  test('a baseline: approved clashes are none, and the report that was there may be replaced', async () => {
    const path = join(folder, 'r.json');
    await writeFile(path, JSON.stringify(sampleReport({ pairs: [samplePair({ status: 'approved' })] })));
    finished();
    const { ended, out } = await run(`scene a.glb --baseline ${path} -o ${path}`);
    expect((await ended).code).toBe(0);
    expect(out.text).toMatch(/^no clash: 1 hard, 1 of these approved or resolved$/m);
    expect(JSON.parse(await readFile(path, 'utf8')).pairs[0].status).toBe('approved');
  });

  test('a baseline that cannot be read stops the work before it starts', async () => {
    finished();
    const { error } = await (await run(`scene a.glb --baseline ${folder}/none.json`)).ended;
    expect(error?.message).toMatch(/none\.json: there is no such file\. Check its name\./);
    await writeFile(join(folder, 'odd.json'), '[]');
    expect((await (await run(`scene a.glb --baseline ${folder}/odd.json`)).ended).error?.name).toBe('InputError');
    expect(stage.asked).toBe(undefined);
  });

  test('where a report cannot be written, the result is printed all the same', async () => {
    stage.running = {
      // The folder goes while the work is done.
      get done() {
        return rm(folder, { recursive: true }).then(() => result());
      },
    };
    const { ended, out } = await run(`check a.stl b.stl -o ${folder}/r.json`);
    expect((await ended).error?.message).toMatch(
      /r\.json: it cannot be written: there is no such file or folder \(ENOENT\)/,
    );
    expect(out.text).toMatch(/^duct × wall: clash/);
  });

  test('BCF without a unit says what it assumes', async () => {
    finished({ report: sampleReport({ units: null }) });
    const { ended, err } = await run(`check a.stl b.stl -o ${folder}/r.bcf`);
    expect((await ended).code).toBe(1);
    expect(err.text).toBe(
      'zclash: BCF files are in metres, and nothing tells the unit of these files: 1 is taken for a metre. Give --units.\n',
    );
    expect((await readFile(join(folder, 'r.bcf'))).subarray(0, 2).toString()).toBe('PK');
  });
});

describe('Ctrl-C', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const others = signals.map((signal) => process.listeners(signal));
  afterEach(() => {
    signals.forEach((signal, k) => {
      for (const listener of process.listeners(signal))
        if (!others[k].includes(listener)) process.removeListener(signal, listener);
    });
  });
  // A process can be interrupted only once.
  beforeEach(() => {
    vi.resetModules();
  });
  const started = () => vi.waitFor(() => expect(stage.asked).toBeDefined());

  test('leaves what is finished in a valid report; a signal that npm passes on as well is no second one', async () => {
    endless(result({ report: sampleReport({ timings: {} }) }));
    const { ended, out, err, listenForInterrupts } = await run(`scene a.glb -o ${folder}/r.json -o ${folder}/r.csv`);
    listenForInterrupts();
    await started();
    process.emit('SIGINT');
    process.emit('SIGINT');
    expect((await ended).code).toBe(130);
    expect(stage.stopped).toBe(1);
    expect((await readdir(folder)).sort()).toEqual(['r.csv', 'r.json']);
    expect(JSON.parse(await readFile(join(folder, 'r.json'), 'utf8'))).toMatchObject({ complete: false, clash: true });
    expect(out.text).toContain('clash, interrupted before the end: 1 hard');
    expect(err.text).toBe('zclash: interrupted; the report holds what was finished ("complete": false).\n');
    // From now on nobody here answers: the next signal is the system's.
    expect(signals.map((signal) => process.listeners(signal))).toEqual(others);
  });

  test('while reports are made: the result and the JSON report are there, the others are not begun', async () => {
    const report = sampleReport();
    let isInterrupted = false;
    const timings = () => {
      if (!isInterrupted) process.emit('SIGINT');
      isInterrupted = true;
      return report.timings;
    };
    // The first who looks at the report is the writer of JSON.
    finished({ report: Object.defineProperty({ ...report }, 'timings', { get: timings, enumerable: true }) });
    const { ended, out, err, listenForInterrupts } = await run(`scene a.glb -o ${folder}/r.csv -o ${folder}/r.json`);
    listenForInterrupts();
    expect((await ended).code).toBe(130);
    expect(await readdir(folder)).toEqual(['r.json']);
    expect(JSON.parse(await readFile(join(folder, 'r.json'), 'utf8'))).toMatchObject({ complete: true, clash: true });
    expect(out.text).toContain('clash: 1 hard');
    expect(err.text).toBe(`zclash: interrupted; not written: ${folder}/r.csv.\n`);
  });

  test('before anything is finished nothing is written; SIGTERM has its own code', async () => {
    endless(undefined);
    const { ended, out, err, listenForInterrupts } = await run(`scene a.glb --json -o ${folder}/r.json`);
    listenForInterrupts();
    await started();
    process.emit('SIGTERM');
    expect((await ended).code).toBe(143);
    expect([out.text, await readdir(folder)]).toEqual(['', []]);
    expect(err.text).toBe('zclash: interrupted before anything was finished; no report was written.\n');
  });

  test("a fault of the job is the job's, not an interrupt", async () => {
    stage.running = {
      get done() {
        return Promise.reject(new InputError('a.glb: there is no such file.'));
      },
    };
    const { ended, out } = await run('scene a.glb');
    expect((await ended).error?.message).toBe('a.glb: there is no such file.');
    expect([out.text, stage.stopped]).toEqual(['', 1]);
  });
});
