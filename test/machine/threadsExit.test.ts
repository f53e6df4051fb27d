import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { fitPair } from '../../src/view/fit.js';
import { listsOf } from '../support/lists.js';

// A program that uses threads and forgets to close the machine: it gets its answer, and it ends.

const folder = mkdtempSync(join(tmpdir(), 'zclash-exit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const build = new URL('../../dist/', import.meta.url);
const HEAD = `
import { bumpyPair } from '${build}scenes/bumpyPair.js';
import { createCpuMachine } from '${build}src/machine/cpu/cpuMachine.js';
import { single } from '${build}src/view/atlas.js';
import { fitPair } from '${build}src/view/fit.js';
const [a, b] = bumpyPair(24, 1.5);
const machine = createCpuMachine({ threads: 2, spreadFrom: 0 });
const layerCount = (resolution) =>
  machine.run(single(fitPair(a, b, { resolution })), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    return (await frame.read('lists')).name.length;
  });
`;

/** Long after any of these programs has ended: one that is still there then is ended, and has no exit code. */
const HANG_MS = 60_000;
let programs = 0;

const run = (program: string) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const file = join(folder, `program${programs++}.mjs`);
    writeFileSync(file, HEAD + program);
    execFile(process.execPath, [file], { timeout: HANG_MS, killSignal: 'SIGKILL' }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, out, err }),
    );
  });

describe('a process with worker threads', () => {
  const [a, b] = bumpyPair(24, 1.5);
  const layerCount = async (resolution: number) =>
    (await listsOf(createCpuMachine(), fitPair(a, b, { resolution })!, [a, b])).name.length;

  it('prints its answer and ends by itself, without close()', async () => {
    const { code, out, err } = await run('layerCount(64).then((count) => console.log(count));');
    expect(err).toBe('');
    expect(out).toBe(`${await layerCount(64)}\n`);
    expect(code).toBe(0);
  });

  it('waits for an answer at top level, the first and one after a pause', async () => {
    const { code, out, err } = await run(`
      console.log(await layerCount(64));
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log(await layerCount(48), await layerCount(40));
    `);
    expect(err).toBe('');
    expect(out).toBe(`${await layerCount(64)}\n${await layerCount(48)} ${await layerCount(40)}\n`);
    expect(code).toBe(0);
  });

  it('ends where a worker was started and never asked', async () => {
    const { code, err } = await run(
      `import { startWorker } from '${build}src/machine/cpu/threads/workerPort.js'; startWorker();`,
    );
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  it('is told when the machine is closed under it, and ends', async () => {
    const { code, out, err } = await run(`
      await layerCount(16);
      const asked = Promise.allSettled([layerCount(1024), layerCount(1024)]);
      setTimeout(() => machine.close(), 0);
      for (const { reason } of await asked) console.log(String(reason));
    `);
    expect(err).toBe('');
    expect(out).toBe('DeviceError: cpu: this machine is closed (2 threads). Open another one.\n'.repeat(2));
    expect(code).toBe(0);
  });
});
