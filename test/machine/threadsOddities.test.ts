import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { type Body, body } from '../../src/body.js';
import { listOrder } from '../../src/detect/solids/listOrder.js';
import { countRays } from '../../src/detect/zlist/bodyRays.js';
import { type InterferenceOptions, interference } from '../../src/interference.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import type { ListSweep } from '../../src/machine/listSweep.js';
import type { Machine } from '../../src/machine/machine.js';
import { translation } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vector.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import type { learnEveryCaster } from '../../src/surface/everyCaster.js';
import { add, mul, square, sub, x, y, z } from '../../src/surface/formula/formula.js';
import { functionSolid } from '../../src/surface/implicit/functionSolid.js';
import { implicit } from '../../src/surface/implicit/implicit.js';
import { sphere } from '../../src/surface/quadric/sphere.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import { listsOf } from '../support/lists.js';

// What threads have done differently from one, or not at all. Workers are started from a file, so machines are taken from the build.
const built = '../../dist/src';
const { createCpuMachine: createBuilt } = (await import(`${built}/machine/cpu/cpuMachine.js`)) as {
  createCpuMachine: typeof createCpuMachine;
};
((await import(`${built}/surface/everyCaster.js`)) as { learnEveryCaster: typeof learnEveryCaster }).learnEveryCaster();

const one = createCpuMachine();
const threaded = [2, 5, 8].map((threads) => ({ threads, machine: createBuilt({ threads, spreadFrom: 0 }) }));
afterAll(() => {
  for (const { machine } of threaded) machine.close();
});

const moved = (size: Vec3, by: Vec3) => {
  const { positions, indices } = box({ size });
  return { positions: positions.map((v, k) => v + by[k % 3]), indices };
};

/** Boxes that are one body. */
function boxes(...parts: readonly (readonly [size: Vec3, at: Vec3])[]): Body {
  const meshes = parts.map(([size, at]) => moved(size, at));
  const starts = meshes.map((_, k) => meshes.slice(0, k).reduce((sum, m) => sum + m.positions.length / 3, 0));
  return body({
    positions: Float64Array.from(meshes.flatMap(({ positions }) => [...positions])),
    indices: Uint32Array.from(meshes.flatMap(({ indices }, k) => [...indices].map((i) => i + starts[k]))),
  });
}

const plates = (bump: Vec3): Body[] => [
  boxes([[4, 4, 1], [0, 0, -0.5]], [[0.5, 3, 0.6], bump]), // biome-ignore format: size and place
  body(box({ size: [4, 4, 1] }), { pose: translation(0, 0, 0.5) }),
];

/** A formula that is 0 but for rounding, so that no ray can be settled, amid two walls that the view does not show. */
const unsettled = (): Body[] => {
  const zero = sub(square(add(x, y)), add(add(square(x), square(y)), mul(2, mul(x, y))));
  const bounds = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
  return [
    boxes([[0.2, 8, 8], [4, 0, 0]], [[0.2, 8, 8], [-4, 0, 0]]), // biome-ignore format: size and place
    body(implicit({ f: add(zero, mul(1e-18, z)), bounds })),
  ];
};

const report = async (machine: Machine, bodies: readonly Body[], options: InterferenceOptions) => {
  const { timings, machine: name, ...rest } = await interference(bodies, { ...options, machine });
  return rest;
};

describe.each(threaded)('$threads threads', ({ machine }) => {
  it.each([-1.5, 0, 1.5])('plates that touch, with a bump that overlaps at %d', async (at) => {
    for (const direction of [undefined, [0, 0, 1], [1, 0, 0], [0, 1, 0]] as const) {
      const options = { resolution: 130, direction };
      const expected = await report(one, plates([at, 0, 0]), options);
      expect(expected.pairs[0].volumeError).toBeGreaterThan(0);
      expect(await report(machine, plates([at, 0, 0]), options)).toEqual(expected);
    }
  });

  it('a surface that cannot be sent, since there is more in it than data', async () => {
    const tagged = { ...sphere({ radius: 1 }), onClick() {} };
    const bodies = () => [body(tagged), body(icoSphere(), { pose: translation(0.5, 0, 0) })];
    expect(await report(machine, bodies(), { resolution: 140 })).toEqual(
      await report(one, bodies(), { resolution: 140 }),
    );
  });

  it('rays of bodies by themselves', async () => {
    const [a, b] = bumpyPair(16, 1);
    const views = [a, b].map((each) => fitPair(each, each, { resolution: 130 })!);
    const [{ atlas }] = packAtlas(views);
    const ask = (m: Machine) =>
      m.run(atlas, (frame) => {
        frame.lists([a, b].map((each, tile) => ({ body: each, tile })));
        return frame.examine(countRays, [0, 1e-6]);
      });
    const expected = await ask(one);
    expect(expected[0].rays).toBeGreaterThan(1000);
    expect(await ask(machine)).toEqual(expected);
  });

  it('a sweep of the caller’s own', async () => {
    const layers: ListSweep<number, number> = {
      name: 'groupSweep', // the name alone does not make it one that workers know
      run: ({ first, offset, stride, view: { columns, rows } }, factor) =>
        factor * (first[offset + (rows - 1) * stride + columns] - first[offset]),
    };
    const [a, b] = bumpyPair(16, 1);
    const view = fitPair(a, b, { resolution: 130 })!;
    // Two tiles: one would not leave the caller's thread.
    const [{ atlas }] = packAtlas([view, view]);
    const ask = (m: Machine) =>
      m.run(atlas, (frame) => {
        frame.lists([0, 1].flatMap((tile) => [a, b].map((each) => ({ body: each, tile }))));
        return frame.sweep(layers, [1, 3]);
      });
    const count = (await listsOf(one, view, [a, b])).name.length;
    expect(await ask(machine)).toEqual([count, 3 * count]);
    expect(await ask(one)).toEqual([count, 3 * count]);
    await expect(machine.run(atlas, (frame) => frame.sweep(layers, [1, 3]))).rejects.toThrow(
      'Call frame.lists() first',
    );
  });
});

it.each([{ machine: one }, ...threaded])(
  'each kernel sees the lists that were asked for before it',
  async ({ machine }) => {
    const [a, b] = bumpyPair(12, 0.9);
    const view = fitPair(a, b, { resolution: 150 })!;
    const [both, alone] = await machine.run(single(view), async (frame) => {
      frame.lists([{ body: a }, { body: b }]);
      const first = frame.examine(listOrder, [0]);
      frame.lists([{ body: a }]);
      const second = frame.examine(countRays, [0, 1]);
      frame.lists([]);
      return Promise.all([first, second]);
    });
    const asked = (bodies: readonly Body[], ask: 'both' | 'alone') =>
      one.run(single(view), (frame) => {
        frame.lists(bodies.map((each) => ({ body: each })));
        return ask === 'both' ? frame.examine(listOrder, [0]) : frame.examine(countRays, [0, 1]);
      });
    expect([both, alone]).toEqual([await asked([a, b], 'both'), await asked([a], 'alone')]);
  },
);

it('bodies behind one that does not show in a tile are not looked at, in bands as in one piece', async () => {
  const [walls, formula] = unsettled();
  const expected = await report(one, [walls, formula], { resolution: 130 });
  expect(await report(threaded[0].machine, [walls, formula], { resolution: 130 })).toEqual(expected);
  // Looked at, none of its rays could be settled.
  const rays = await one.run(single(fitPair(formula, formula, { resolution: 4 })!), async (frame) => {
    frame.lists([{ body: formula }]);
    await frame.examine(countRays, [0, 1]);
    return [...frame.unsettled().values()];
  });
  expect(rays).toEqual([16]);
});

it('where the caller’s part fails, it is said when the workers are done with theirs', async () => {
  const { machine } = threaded[0];
  let isBroken = false;
  const f = (px: number, py: number, pz: number) => {
    if (isBroken) throw new Error('out of order');
    return Math.hypot(px, py, pz) - 0.9;
  };
  const solid = { f, lipschitz: 1, bounds: { min: [-1, -1, -1], max: [1, 1, 1] } } as const;
  const learn = (await import(`${built}/surface/implicit/functionSolid.js`)) as { functionSolid: typeof functionSolid };
  learn.functionSolid(solid);
  const bodies = [body(functionSolid(solid)), ...bumpyPair(16, 1), ...bumpyPair(16, 0.5)];
  const expected = await report(one, bodies, { resolution: 40 });
  isBroken = true;
  await expect(report(machine, bodies, { resolution: 40 })).rejects.toThrow('out of order');
  isBroken = false;
  expect(await report(machine, bodies, { resolution: 40 })).toEqual(expected);
});

it('reading a few lists starts no worker', async () => {
  using machine = createBuilt({ threads: 2 });
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  const [a, b] = bumpyPair(12, 1);
  for (let round = 0; round < 3; round++) await listsOf(machine, fitPair(a, b, { resolution: 32 })!, [a, b]);
  process.off('worker', count);
  expect(started).toBe(0);
});

/** By itself, since vitest would look for the sources of what it imports. */
const PROGRAM = `
import { body, bumpySphere, interference, translation } from './src/index.js';
import { createCpuMachine } from './src/machine/cpu/cpuMachine.js';
const machine = createCpuMachine({ threads: 2, spreadFrom: 0 });
const bodies = [body(bumpySphere({ segments: 12 })), body(bumpySphere({ segments: 12 }), { pose: translation(1, 0, 0) })];
for (let round = 0; round < 2; round++) {
  const { pairs } = await interference(bodies, { machine, resolution: 140 });
  console.log(pairs[0].volume, machine.name);
}
`;

it('a build without the workers’ file answers on one thread, and says so', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  mkdirSync(`${root}out`, { recursive: true });
  const folder = mkdtempSync(`${root}out/no-worker-`);
  try {
    cpSync(`${root}dist/src`, `${folder}/src`, { recursive: true, filter: (path) => !path.endsWith('cpuWorker.js') });
    writeFileSync(`${folder}/program.mjs`, PROGRAM);
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/program.mjs`]);
    const mesh = bumpySphere({ segments: 12 });
    const { pairs } = await report(one, [body(mesh), body(mesh, { pose: translation(1, 0, 0) })], { resolution: 140 });
    const line = `${pairs[0].volume} CPU (WebAssembly loops, 1 thread, since its workers cannot be loaded)\n`;
    expect(stdout).toBe(line + line);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
