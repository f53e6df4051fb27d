import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGatherer, type Gatherer } from '../../src/machine/cpu/gatherer.js';
import { layerBody } from '../../src/machine/cpu/gatherLayers.js';
import type { createThreadedGatherer } from '../../src/machine/cpu/threads/threadedGatherer.js';
import type { startWorker } from '../../src/machine/cpu/threads/workerPort.js';
import type { Machine } from '../../src/machine/machine.js';
import { fitPair } from '../../src/view/fit.js';
import { expectSameBytes, listsOf } from '../support/lists.js';
import { pixelView } from './cpuDrawScenes.js';

// Workers are started from a file, so these are taken from the build that `npm test` has made.
const cpu = '../../dist/src/machine/cpu';
const built = {
  ...((await import(`${cpu}/cpuMachine.js`)) as { createCpuMachine: typeof createCpuMachine }),
  ...((await import(`${cpu}/threads/threadedGatherer.js`)) as {
    createThreadedGatherer: typeof createThreadedGatherer;
  }),
  ...((await import(`${cpu}/threads/workerPort.js`)) as { startWorker: typeof startWorker }),
};

/** All workers that were started since the test began; Node tells of each one. */
let workers: Worker[] = [];
const note = (worker: Worker) => workers.push(worker);
beforeAll(() => void process.on('worker', note));
afterAll(() => void process.off('worker', note));
beforeEach(() => {
  workers = [];
});

const [a, b] = bumpyPair(24, 1.5);
const view = fitPair(a, b, { resolution: 60 })!;
const other = fitPair(a, b, { resolution: 37 })!;
const one = createCpuMachine();
const CLOSED = { name: 'DeviceError', message: 'cpu: this machine is closed (2 threads). Open another one.' };
/** Ended while it starts, a worker's code is 0, later it is 1. */
const ENDED = /^cpu: a worker thread failed \(it ended with code [01]\)\. Ask again, or use one thread\.$/;

/** When questions that were put before have been posted: nothing can have come back yet. */
const posted = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** When so many workers have been started; none has had the time to answer. */
async function started(count: number): Promise<void> {
  while (workers.length < count) await new Promise((resolve) => setImmediate(resolve));
}

/** Demands that the machine works as if nothing had happened. */
async function expectRight(machine: Machine): Promise<void> {
  for (const seen of [other, view]) {
    const expected = await listsOf(one, seen, [a, b]);
    expect(expected.name.length).toBeGreaterThan(1000);
    expectSameBytes(await listsOf(machine, seen, [a, b]), expected);
  }
}

describe('a machine of two threads', () => {
  let machine: Machine;
  beforeEach(() => {
    machine = built.createCpuMachine({ threads: 2, spreadFrom: 0 });
  });
  afterEach(() => machine.close());
  const ask = () => listsOf(machine, view, [a, b]);

  it('closed while it gathers for the first time, and asked again', async () => {
    const asked = [ask(), ask()];
    const refused = Promise.all(asked.map((each) => expect(each).rejects.toMatchObject(CLOSED)));
    await posted();
    machine.close();
    await refused;
    await expect(ask()).rejects.toMatchObject(CLOSED);
    machine.close();
  });

  it('closed while it gathers with workers that have answered before', async () => {
    await ask();
    const refused = expect(ask()).rejects.toMatchObject(CLOSED);
    await posted();
    machine.close();
    await refused;
    expect(workers).toHaveLength(2);
  });

  it('closed before it was asked', async () => {
    machine.close();
    await expect(ask()).rejects.toMatchObject(CLOSED);
    expect(workers).toHaveLength(0);
  });

  it('waits for the other band where one fails, and takes no late answer for the next one', async () => {
    await ask();
    const seen: string[] = [];
    workers[1].prependOnceListener('message', () => seen.push('the other band'));
    const refused = ask().catch((error) => {
      seen.push('the refusal');
      throw error;
    });
    const expected = expect(refused).rejects.toMatchObject({
      name: 'DeviceError',
      message: 'cpu: a worker thread failed (not today). Ask again, or use one thread.',
    });
    await posted();
    // In the name of the first worker, whose own answer is still to come.
    workers[0].emit('message', { number: 1, error: { name: 'Error', message: 'not today' } });
    const lateAnswer = new Promise((resolve) => workers[0].once('message', resolve));
    await expected;
    expect(seen).toEqual(['the other band', 'the refusal']);
    await lateAnswer;
    await expectRight(machine);
    expect(workers).toHaveLength(2);
  });

  it('ignores answers to questions that are not open', async () => {
    const expected = await listsOf(one, view, [a, b]);
    await ask();
    const asked = ask();
    await posted();
    for (const number of [0, 2, 999])
      workers[1].emit('message', { number, error: { name: 'Error', message: 'not asked' } });
    expectSameBytes(await asked, expected);
  });

  it('a worker that dies before its first answer', async () => {
    const refused = expect(ask()).rejects.toThrow(ENDED);
    await started(2);
    workers[1].terminate();
    await refused;
    await expectRight(machine);
    expect(workers).toHaveLength(3);
  });

  it('a worker that dies between two questions is replaced unnoticed', async () => {
    await ask();
    await workers[0].terminate();
    await expectRight(machine);
    expect(workers).toHaveLength(3);
  });

  it('a worker that throws while it is asked', async () => {
    await ask();
    workers[0].postMessage(null); // no question at all
    await expect(ask()).rejects.toThrow(/^cpu: a worker thread failed \(.*null.*\)\. Ask again, or use one/);
    await expectRight(machine);
    expect(workers).toHaveLength(3);
  });

  it('all workers die, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const refused = expect(ask()).rejects.toThrow(ENDED);
      await started(2 * round + 2);
      for (const worker of workers) worker.terminate();
      await refused;
    }
    await expectRight(machine);
    expect(workers).toHaveLength(8);
  });
});

describe('a gatherer of two threads', () => {
  it('passes on that the tile is too large, as one thread says it', async () => {
    const gatherer = built.createThreadedGatherer(2, createGatherer('auto'), 'auto', 0);
    const gather = (by: Gatherer, rows: number) => by.gather(pixelView(32_768, rows), [a], 20);
    const refusal = await gather(createGatherer('auto'), 16_384).catch((error: Error) => error);
    expect(String(refusal)).toMatch(/^InputError: cpu: one tile needs .* Lower the resolution, or split the body\.$/);
    const { name, message } = refusal as Error;
    await expect(gather(gatherer, 32_768)).rejects.toMatchObject({ name, message }); // two bands, each as large
    const bands = await gatherer.gather(view, [a, b], 20);
    expect(bands.map(({ band }) => [band.firstRow, band.endRow])).toEqual([[0, view.rows >> 1], [view.rows >> 1, view.rows]]); // biome-ignore format: two pairs
    gatherer.close();
  });

  it('starts no more workers than there are bands', async () => {
    const gatherer = built.createThreadedGatherer(5, createGatherer('auto'), 'auto', 0);
    await gatherer.gather(pixelView(8, 3), [a], 20);
    expect(workers).toHaveLength(3);
    gatherer.close();
  });
});

describe('a worker', () => {
  const bodies = [a, b].map((body) => layerBody(view, body));
  const question = (firstRow: number, endRow: number) => ({
    job: { band: { columns: view.columns, firstRow, endRow }, bodies, faceBits: 20 },
    loops: 'auto' as const,
  });

  it('answers questions that are put at once, each with its own', async () => {
    const port = built.startWorker();
    const answers = await Promise.all([question(0, 7), question(7, 9), question(9, 40)].map(port.ask));
    expect(answers.map(({ first }) => first[1] - 1)).toEqual([7, 2, 31].map((rows) => rows * view.columns));
    expect(port.hasEnded()).toBe(false);
    port.close();
    expect(port.hasEnded()).toBe(true);
  });

  it('closed, rejects what is open and what comes after', async () => {
    const port = built.startWorker();
    await port.ask(question(0, 7));
    const open = [port.ask(question(0, 7)), port.ask(question(7, 9))];
    const refused = Promise.all(open.map((each) => expect(each).rejects.toThrow(/^the machine was closed$/)));
    port.close();
    await refused;
    await expect(port.ask(question(0, 7))).rejects.toThrow(/^the machine was closed$/);
  });

  it('closed before it has started, ends nevertheless', async () => {
    const port = built.startWorker();
    const refused = expect(port.ask(question(0, 7))).rejects.toThrow(/^the machine was closed$/);
    port.close();
    await refused;
    await started(1);
    await new Promise((resolve) => workers[0].once('exit', resolve));
  });

  it('refuses a question that cannot be sent, and stays', async () => {
    const port = built.startWorker();
    const odd = { ...question(0, 7), loops: (() => {}) as never };
    await expect(port.ask(odd)).rejects.toThrow(/could not be cloned/);
    expect((await port.ask(question(0, 7))).first[1]).toBe(7 * view.columns + 1);
    port.close();
  });
});
