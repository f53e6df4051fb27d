import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { seeded } from '../../../src/math/random.js';
import { mutate } from './fuzz/mutate.js';
import { seedFiles } from './fuzz/seedFiles.js';

const HANG_MS = 5000;
const MEMORY_MIB = 2048;
/** Readers that start a WebAssembly module for each file get fewer. */
const SLOW = /\.(step|ifc)$/;
const MUTANTS = { quick: 180, slow: 10 };

interface Outcome {
  readonly file?: string;
  readonly came: 'scene' | 'error' | 'fault' | 'end';
  readonly message?: string;
  readonly peakMiB?: number;
}

const folder = await mkdtemp(join(tmpdir(), 'zclash-fuzz-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Loads files in a process of its own, which is ended when it says nothing for too long. */
function loadAll(files: readonly string[], hangMs = HANG_MS): Promise<Outcome[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fuzz/loadAll.mjs'), String(0.8 * hangMs)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const outcomes: Outcome[] = [];
  let errors = '';
  return new Promise((resolve, reject) => {
    const hangs = () => {
      child.kill('SIGKILL');
      reject(new Error(`${files[outcomes.length]} takes more than ${hangMs} ms`));
    };
    let watch = setTimeout(hangs, 2 * hangMs); // it has to start, too
    child.stderr.on('data', (data) => (errors += data));
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(watch);
      const outcome = JSON.parse(line) as Outcome;
      outcomes.push(outcome);
      if (outcome.came !== 'end') watch = setTimeout(hangs, hangMs);
    });
    child.on('exit', (code) => {
      clearTimeout(watch);
      if (outcomes[outcomes.length - 1]?.came === 'end') resolve(outcomes);
      else reject(new Error(`The process ended (${code}) at ${files[outcomes.length]}: ${errors}`));
    });
    child.stdin.end(files.join('\n'));
  });
}

describe('files with faults', async () => {
  const seeds = await seedFiles();

  it('the seeds themselves are whole', async () => {
    const files = await Promise.all(
      seeds.map(async ({ name, bytes }) => {
        await writeFile(join(folder, name), bytes);
        return join(folder, name);
      }),
    );
    // However slow the machine is: a limit would make errors of them.
    const outcomes = await loadAll(files, 60_000);
    expect(outcomes.filter(({ came }) => came !== 'scene' && came !== 'end')).toEqual([]);
  });

  let total = 0;
  const half = Math.ceil(seeds.length / 2);
  it.each([
    { seed: 101, some: seeds.slice(0, half) },
    { seed: 102, some: seeds.slice(half) },
  ])('give a clear error or a valid scene, no hang, no flood (seed $seed)', async ({ seed, some }) => {
    const random = seeded(seed);
    const files: string[] = [];
    for (const [s, { name, bytes }] of some.entries())
      for (let k = 0; k < (SLOW.test(name) ? MUTANTS.slow : MUTANTS.quick); k++) {
        const file = join(folder, `${seed}-${s}-${k}-${name}`);
        const other = seeds[Math.floor(random() * seeds.length)].bytes;
        await writeFile(file, mutate(bytes, random, other));
        files.push(file);
      }
    const outcomes = await loadAll(files);
    const end = outcomes.pop()!;
    expect(outcomes.length).toBe(files.length);
    expect(outcomes.filter(({ came }) => came === 'fault')).toEqual([]);
    for (const { message, file } of outcomes)
      if (message !== undefined) {
        expect(message.startsWith(`${file}: `), message).toBe(true);
        expect(message, file).not.toMatch(/\n|undefined|\[object|TypeError|RangeError|at .*:\d+:\d+/);
        expect(message.length, message).toBeLessThan(500);
      }
    expect(end.peakMiB).toBeLessThan(MEMORY_MIB);
    // Both ends are reached: faults are found, and harmless ones are lived with.
    for (const came of ['scene', 'error'] as const)
      expect(outcomes.filter((one) => one.came === came).length).toBeGreaterThan(files.length / 50);
    total += outcomes.length;
  });

  it('are at least 2,000', () => expect(total).toBeGreaterThanOrEqual(2000));
});
