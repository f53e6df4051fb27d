import { readdirSync, readFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { manyBodies } from '../../scenes/manyBodies.js';
import { type Body, body } from '../../src/body.js';
import { gap } from '../../src/gap.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { Kernel } from '../../src/machine/kernel.js';
import type { Machine } from '../../src/machine/machine.js';
import { rotation } from '../../src/math/affine.js';
import { box } from '../../src/mesh/shapes/box.js';
import type { learnEveryCaster } from '../../src/surface/everyCaster.js';
import { functionSolid } from '../../src/surface/implicit/functionSolid.js';
import { torus } from '../../src/surface/torus/torusSurface.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';

// Kernels and sweeps in worker threads. Workers are started from a file, so the machine is taken from the build that `npm test` has made.
const built = '../../dist/src/machine/cpu/cpuMachine.js';
const { createCpuMachine: createBuilt } = (await import(built)) as { createCpuMachine: typeof createCpuMachine };

const one = createCpuMachine();
// However little there is to do.
const spreadFrom = 0;
const threaded = [2, 3, 7].map((threads) => ({ threads, machine: createBuilt({ threads, spreadFrom }) }));
afterAll(() => {
  for (const { machine } of threaded) machine.close();
});

/** A box without its last two faces. */
function openBox(): Body {
  const { positions, indices } = box({ size: [1.4, 1.2, 1], segments: 3 });
  return body({ positions, indices: indices.slice(0, -6) }, { pose: rotation([1, 2, 3], 0.4) });
}

const BALL = {
  f: (x: number, y: number, z: number) => Math.hypot(x, y, z) - 0.9,
  lipschitz: 1,
  bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
} as const;
const ball = functionSolid(BALL);
// The build, where it is not what is tested itself, learns of a kind when one of it is made.
const solids = '../../dist/src/surface/implicit/functionSolid.js';
((await import(solids)) as { functionSolid: typeof functionSolid }).functionSolid(BALL);
const casters = '../../dist/src/surface/everyCaster.js';
((await import(casters)) as { learnEveryCaster: typeof learnEveryCaster }).learnEveryCaster();

const scenes: readonly { name: string; bodies: readonly Body[]; options: InterferenceOptions }[] = [
  { name: 'a shallow contact', bodies: bumpyPair(24, 2.05), options: { resolution: 150 } },
  {
    name: 'a deep contact, with a tolerance',
    bodies: bumpyPair(24, 0.5),
    options: { resolution: 150, tolerance: 0.01 },
  },
  { name: 'a ball in itself', bodies: bumpyPair(12, 0), options: { resolution: 140, views: 3 } },
  {
    name: 'sixty bodies, in threes and fours among them',
    bodies: manyBodies({ count: 60, edge: 6 }),
    options: { resolution: 48 },
  },
  {
    name: 'twenty bodies with a clearance',
    bodies: manyBodies({ count: 20, edge: 5 }),
    options: { resolution: 40, clearance: 0.3 },
  },
  { name: 'an open box', bodies: [...bumpyPair(12, 1), openBox()], options: { resolution: 130 } },
  {
    name: 'a torus that is no mesh',
    bodies: [body(torus({ radius: 1, tubeRadius: 0.4 })), ...bumpyPair(12, 1.2)],
    options: { resolution: 130 },
  },
  {
    name: 'a function, which cannot be sent',
    bodies: [body(ball), ...bumpyPair(12, 1.2)],
    options: { resolution: 64 },
  },
  { name: 'exactly', bodies: manyBodies({ count: 12, edge: 4 }), options: { resolution: 32, precision: 'exact' } },
  { name: 'by counting solids', bodies: bumpyPair(20, 1.4), options: { resolution: 140, method: 'solids' } },
];

const report = async (machine: Machine, bodies: readonly Body[], options: InterferenceOptions) => {
  const { timings, machine: name, ...rest } = await interference(bodies, { ...options, machine });
  expect(Object.keys(timings.stagesMs)).toContain('lists');
  return rest;
};

describe.each(threaded)('$threads threads', ({ machine }) => {
  it.each(scenes)('report the same as one: $name', async ({ bodies, options }) => {
    const expected = await report(one, bodies, options);
    expect(expected.pairs.length).toBeGreaterThan(0);
    expect(await report(machine, bodies, options)).toEqual(expected);
  });

  it('see the same gap', async () => {
    const [a, b] = bumpyPair(20, 2.6);
    const [expected, found] = [
      await gap(a, b, { machine: one, resolution: 150 }),
      await gap(a, b, { machine, resolution: 150 }),
    ];
    expect({ ...found, timings: 0, machine: 0 }).toEqual({ ...expected, timings: 0, machine: 0 });
  });

  it('find the groups of three among sixty bodies', async () => {
    const { groups } = await report(machine, manyBodies({ count: 60, edge: 6 }), { resolution: 48 });
    expect(groups.length).toBeGreaterThan(20);
  });
});

/** Counts layers and their faces, and maps them: all that a kernel can leave. */
const ownKernel: Kernel = {
  name: 'pairSweep', // of another name than its own: what counts is that it says of itself whether workers know it
  reads: ['lists'],
  tally: { layers: 'sum' },
  map: true,
  marks: true,
  cpu({ columns, rows, first, offset, stride, map, marks }, tally) {
    for (let p = 0; p < columns * rows; p++) {
      tally.layers += first[p + 1] - first[p];
      map[offset + Math.floor(p / columns) * stride + (p % columns)] = first[p + 1] - first[p];
    }
    marks[0] = 1;
  },
  wgsl: '',
};

describe('kernels', () => {
  it('that workers do not know are run on the caller’s thread', async () => {
    const [a, b] = bumpyPair(12, 1.5);
    const view = fitPair(a, b, { resolution: 140 })!;
    const ask = (m: Machine) =>
      m.run(single(view), async (frame) => {
        frame.lists([{ body: a }, { body: b }]);
        const tally = await frame.examine(ownKernel);
        return { tally, map: await frame.read('map'), marks: await frame.read('marks') };
      });
    const expected = await ask(one);
    expect(expected.tally[0].layers).toBeGreaterThan(1000);
    for (const { machine } of threaded) expect(await ask(machine)).toEqual(expected);
  });

  it('that say they are known to the workers are', () => {
    const worker = readFileSync(new URL('../../src/cpuWorker.ts', import.meta.url), 'utf8');
    const told = /answerAsWorker\(\s*\[([^\]]*)\],\s*\[([^\]]*)\]/.exec(worker)!;
    const names = (list: string) => list.split(',').map((name) => name.trim()).filter(Boolean); // biome-ignore format: one list
    const folder = new URL('../../src/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(new URL(path, folder), 'utf8'));
    const known = sources.filter((text) => text.includes('inThreads: true'));
    const exported = known.map((text) =>
      [...text.matchAll(/export const (\w+): (?:Kernel|ListSweep)\b/g)].map(([, name]) => name),
    );
    expect(exported.every((some) => some.length > 0)).toBe(true);
    expect(exported.flat().sort()).toEqual([...names(told[1]), ...names(told[2])].sort());
  });
});

describe('a worker that fails while it examines', () => {
  let workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  beforeAll(() => void process.on('worker', note));
  afterAll(() => void process.off('worker', note));

  const bodies = manyBodies({ count: 40, edge: 5 });
  const options = { resolution: 96 };
  const isBusy = async (count: number) => {
    while (workers.length < count) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is told of, and the machine works on', async () => {
    workers = [];
    using machine = createBuilt({ threads: 2, spreadFrom });
    const refused = expect(interference(bodies, { ...options, machine })).rejects.toThrow(
      /^cpu: a worker thread failed \(it ended with code [01]\)\. Ask again, or use one thread\.$/,
    );
    await isBusy(2);
    workers[1].terminate();
    await refused;
    expect(await report(machine, bodies, options)).toEqual(await report(one, bodies, options));
  });

  it('of a machine that is closed: the question is refused, and no worker is left', async () => {
    workers = [];
    const machine = createBuilt({ threads: 2, spreadFrom });
    await report(machine, bodies, options);
    const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    const refused = expect(interference(bodies, { ...options, machine })).rejects.toMatchObject({
      name: 'DeviceError',
      message: 'cpu: this machine is closed (2 threads). Open another one.',
    });
    await new Promise((resolve) => setImmediate(resolve));
    machine.close();
    await refused;
    await Promise.all(ended);
    expect(workers).toHaveLength(2);
  });
});

it('little is done on the caller’s own thread, and is the same', async () => {
  using machine = createBuilt({ threads: 2 });
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  for (const { bodies, options } of scenes.slice(0, 3))
    expect(await report(machine, bodies, options)).toEqual(await report(one, bodies, options));
  expect(started).toBe(0);
  // Threads are started for more than a question or two.
  const large = bumpyPair(24, 1);
  const expected = await report(one, large, { resolution: 520 });
  for (let round = 0; round < 9; round++) expect(await report(machine, large, { resolution: 520 })).toEqual(expected);
  expect(started).toBe(2);
  process.off('worker', count);
});

it('tiles of many sizes, in one frame and with fewer threads than tiles', async () => {
  const pairs = [2.05, 1.8, 1.2, 0.4, 0].map((dx) => bumpyPair(16, dx));
  const views = pairs.map(([a, b], k) => fitPair(a, b, { resolution: [130 + 7 * k, 129] })!);
  const [{ atlas, indices }] = packAtlas(views);
  const drawn = indices.flatMap((k, tile) => pairs[k].map((b) => ({ body: b, tile })));
  const { longestStretch } = await import('../../src/detect/exact/longestStretch.js');
  const { listOrder } = await import('../../src/detect/solids/listOrder.js');
  const ask = (m: Machine) =>
    m.run(atlas, async (frame) => {
      frame.lists(drawn);
      await frame.examine(longestStretch);
      const best = await frame.read('best');
      const tallies = await frame.examine(listOrder, [0]);
      return { best, tallies, map: await frame.read('map') };
    });
  const expected = await ask(one);
  expect(expected.best.every((tile) => tile.length > 0)).toBe(true);
  for (const { machine } of threaded) expect(await ask(machine)).toEqual(expected);
});
