import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { type Body, body } from '../../src/body.js';
import { createCpuMachine } from '../../src/machine/cpu/cpuMachine.js';
import { createGpuMachine, type GpuMachine } from '../../src/machine/gpu/gpuMachine.js';
import type { Machine, TouchingFaces, TouchingPair } from '../../src/machine/machine.js';
import { type Affine, identity, invert, transformPoint } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { add, scale, type Vec3 } from '../../src/math/vector.js';
import { packAtlas, single } from '../../src/view/atlas.js';
import { fitPair } from '../../src/view/fit.js';
import { type View, worldFromScreen } from '../../src/view/view.js';
import { describeGpu } from '../support/gpu.js';
import { openGpu } from '../support/openGpu.js';
import { between, pick, randomAffine, scaleBetween } from '../support/randomPose.js';
import { isAscending } from './touchingOracle.js';

/** A pair of bodies of so many faces each, of which face k of the one and of the other are within reach of one point of the view. */
interface Planted {
  readonly view: View;
  readonly pair: TouchingPair;
}

const SMALL = ['small', 'cell', 'large', 'sliver', 'point', 'upright', 'flat'] as const;
const HUGE = [...SMALL, 'huge'] as const;
type Kind = (typeof HUGE)[number] | 'beyond';

const vector = (random: Random, size: number): Vec3 => [
  between(random, -size, size),
  between(random, -size, size),
  between(random, -size, size),
];

/** A triangle that holds the point, in numbers of which the view's box is 1 each way. */
function triangleAt(random: Random, kind: Kind, p: Vec3): Vec3[] {
  const sizes: Record<Kind, number> = {
    small: 0.003,
    cell: 0.03,
    large: scaleBetween(random, 0.1, 5),
    sliver: 2,
    point: 0,
    upright: 1,
    flat: 1,
    huge: scaleBetween(random, 10, 1000),
    beyond: 1e9,
  };
  const size = sizes[kind];
  const [u, v] = [
    vector(random, size),
    vector(random, kind === 'sliver' ? size * 10 ** -between(random, 3, 12) : size),
  ];
  // Half of them hold the point in a corner or on an edge.
  const [s, t] = pick(random, [
    [0, 0],
    [random(), 0],
    [0.5 * random(), 0.5 * random()],
    [0.5 * random(), 0.5 * random()],
  ]);
  const corners = [p, add(p, u), add(p, v)].map(
    (corner): Vec3 => add(corner, scale(add(scale(u, s), scale(v, t)), -1)),
  );
  if (kind === 'upright') return corners.map(([x, , z]): Vec3 => [x, p[1], z]);
  if (kind === 'flat') return corners.map(([x, y]): Vec3 => [x, y, p[2]]);
  return corners;
}

/** Bodies whose pose is undone by their coordinates, in any view. */
function plant(seed: number, count: number, kinds: readonly Kind[], reachShare: number): Planted {
  const random = seeded(seed);
  const turn = randomRotation(random);
  const axis = (k: number): Vec3 => [turn[k], turn[4 + k], turn[8 + k]];
  const size: Vec3 = [scaleBetween(random, 0.2, 5), scaleBetween(random, 0.2, 5), scaleBetween(random, 1e-3, 2)];
  const [columns, rows] = pick(random, [
    [64, 64],
    [37, 100],
    [700, 300],
    [1, 9],
  ]);
  const view: View = {
    ...{ origin: vector(random, 20), right: axis(0), down: axis(1), direction: axis(2), size },
    ...{ columns, rows },
  };
  // For rounding alone it takes more the larger faces are.
  const most = kinds.includes('beyond') ? 1e9 : kinds.includes('huge') ? 1000 : 20;
  const share = reachShare + 2 ** -38 * most * Math.max(...size.map((s) => 20 / s));
  const reach = scale(size, share);
  const toWorld = worldFromScreen({ ...view, columns: 1, rows: 1 });
  const positions: [number[], number[]] = [[], []];
  for (let k = 0; k < count; k++) {
    const p: Vec3 = [pick(random, [0, 1, random(), random()]), random(), pick(random, [0, 1, random(), random()])];
    for (const at of positions) {
      const near = add(p, vector(random, 0.99 * share));
      for (const corner of triangleAt(random, pick(random, kinds), near)) at.push(...transformPoint(toWorld, corner));
    }
  }
  const [a, b] = positions.map((at) => {
    const pose: Affine = random() < 0.3 ? identity() : randomAffine(random, 3);
    const back = invert(pose);
    const own = new Float64Array(at.length);
    for (let i = 0; i < at.length; i += 3) own.set(transformPoint(back, [at[i], at[i + 1], at[i + 2]]), i);
    return body({ positions: own }, { pose });
  });
  return { view, pair: { a, b, reach } };
}

interface Asked extends TouchingFaces {
  readonly stages: readonly string[];
}

const ask = (machine: Machine, { view, pair }: Planted): Promise<Asked> =>
  machine.run(single(view), async (frame) => {
    const [found] = await frame.touching([pair]);
    return { ...found, stages: Object.keys(frame.timings().stagesMs) };
  });

/** All of them in tiles of few frames. */
async function askAll(machine: Machine, planted: readonly Planted[]): Promise<Asked[]> {
  const found: Asked[] = [];
  for (const { atlas, indices } of packAtlas(planted.map(({ view }) => view))) {
    const pairs = indices.map((i, tile) => ({ ...planted[i].pair, tile }));
    await machine.run(atlas, async (frame) => {
      const faces = await frame.touching(pairs);
      const stages = Object.keys(frame.timings().stagesMs);
      indices.forEach((i, tile) => {
        found[i] = { ...faces[tile], stages };
      });
    });
  }
  return found;
}

const faceCount = ({ mesh }: { readonly mesh: Body['mesh'] }): number => mesh.indices.length / 3;

function expectAll({ a, b }: TouchingFaces, { pair }: Planted, where: string): void {
  const all = (count: number) => Uint32Array.from({ length: count }, (_, k) => k);
  expect(a, where).toEqual(all(faceCount(pair.a)));
  expect(b, where).toEqual(all(faceCount(pair.b)));
}

const sizeOf = ({ a, b }: TouchingFaces): number => a.length + b.length;

describe('touching on the CPU', () => {
  const machines = { WebAssembly: createCpuMachine({ loops: 'wasm' }), plain: createCpuMachine({ loops: 'plain' }) };

  for (const [loops, machine] of Object.entries(machines))
    test(`keeps two faces that are within reach of a common point, by ${loops} loops (seeds 1 to 1500)`, async () => {
      for (const [kinds, share] of [
        [SMALL, 0],
        [HUGE, 0.02],
        [['beyond', 'small'], 0],
      ] as const) {
        const planted = Array.from({ length: 1500 }, (_, k) => plant(k + 1, 1, kinds, share));
        const found = await askAll(machine, planted);
        for (const [k, one] of found.entries()) expectAll(one, planted[k], `seed ${k + 1}, ${kinds}`);
      }
    });

  test('both loops keep the same faces (seeds 1 to 40)', async () => {
    let dropped = 0;
    for (let seed = 1; seed <= 40; seed++) {
      // Of two that were planted apart most faces do not touch.
      const [one, other] = [plant(seed, 60, HUGE, 0.001), plant(seed + 100, 60, HUGE, 0.001)];
      const mixed = { view: one.view, pair: { ...one.pair, b: other.pair.b } };
      const [wasm, plain] = [await ask(machines.WebAssembly, mixed), await ask(machines.plain, mixed)];
      expect(wasm, `seed ${seed}`).toEqual(plain);
      dropped += 120 - sizeOf(wasm);
    }
    expect(dropped).toBeGreaterThan(1000);
    for (const dx of [2, 1.5, 0.5])
      for (const resolution of [1, 20, 90, 256, 300]) {
        const [a, b] = bumpyPair(24, dx);
        const planted = { view: fitPair(a, b, { resolution })!, pair: { a, b, reach: [0, 1e-9, 1e-3] as const } };
        expect(await ask(machines.WebAssembly, planted)).toEqual(await ask(machines.plain, planted));
      }
  });

  test('more pixels than cells: cells are squares of pixels', async () => {
    const [a, b] = bumpyPair(60, 2.1);
    const view = { ...fitPair(a, b, { resolution: 16 })!, columns: 1000, rows: 520 };
    const pair = { a, b, reach: [1e-9, 1e-9, 1e-9] as const };
    const { columns, rows } = await ask(machines.WebAssembly, { view, pair });
    expect(columns / rows).toBeCloseTo(1000 / 520, 0);
    expect(columns).toBeLessThanOrEqual(250);
  });

  test('a pair says which tile it is in, and how far it reaches', async () => {
    const { view, pair } = plant(1, 3, SMALL, 0);
    const asked = (more: Partial<TouchingPair>) =>
      machines.plain.run(single(view), (frame) => frame.touching([{ ...pair, ...more }]));
    await expect(asked({ tile: 1 })).rejects.toThrow(
      'machine: there is no tile 1 (the frame has 1). Count them from 0.',
    );
    await expect(asked({ reach: [0, -1, 0] })).rejects.toThrow(
      'machine: a reach is not made of lengths (0,-1,0). Give three finite numbers from 0 up.',
    );
    await expect(asked({ a: {} as Body })).rejects.toThrow('body: this is no body (object). Make one with body(mesh).');
  });
});

describeGpu('touching on the GPU', () => {
  const cpu = createCpuMachine();
  let gpu: GpuMachine;
  beforeAll(async () => {
    gpu = await openGpu();
  });
  afterAll(() => gpu.close());

  for (const [kinds, share] of [
    [SMALL, 0],
    [HUGE, 0],
    [HUGE, 0.02],
  ] as const)
    test(`keeps two faces that are within reach of a common point: ${kinds}, grown by ${share} (seeds 1 to 1000)`, async () => {
      const planted = Array.from({ length: 1000 }, (_, k) => plant(k + 1, 1, kinds, share));
      const found = await askAll(gpu, planted);
      for (const [k, one] of found.entries()) expectAll(one, planted[k], `seed ${k + 1}`);
      expect(found.every(({ stages }) => stages.includes('test a'))).toBe(true);
    });

  test('a body that reaches so far off the view that f32 tells nothing is left to the CPU (seeds 1 to 5)', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const planted = plant(seed, 40, ['beyond', 'small'], 0);
      const [{ stages, ...found }, { stages: _, ...expected }] = [await ask(gpu, planted), await ask(cpu, planted)];
      expect(stages).toEqual([]);
      expect(found).toEqual(expected);
    }
  });

  test('keeps hardly more than the CPU in cells of one size, and of faces far off the view none (seeds 1 to 20)', async () => {
    let [onGpu, onCpu] = [0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const [one, other] = [plant(seed, 60, SMALL, 0), plant(seed + 100, 60, SMALL, 0)];
      const mixed = { view: { ...one.view, columns: 16, rows: 16 }, pair: { ...one.pair, b: other.pair.b } };
      const [here, there] = [await ask(gpu, mixed), await ask(cpu, mixed)];
      expect(here.columns).toBeGreaterThanOrEqual(there.columns);
      onGpu += sizeOf(here);
      onCpu += sizeOf(there);
    }
    expect(onGpu).toBeLessThanOrEqual(1.02 * onCpu + 2);
    for (const dx of [2.1, 2, 1.5, 0.5]) {
      const [a, b] = bumpyPair(40, dx);
      const planted = { view: fitPair(a, b, { resolution: 32 })!, pair: { a, b, reach: [1e-9, 1e-9, 1e-9] as const } };
      const [here, there] = [await ask(gpu, planted), await ask(cpu, planted)];
      expect(here.columns).toBeGreaterThanOrEqual(there.columns);
      expect(sizeOf(here)).toBeLessThanOrEqual(1.02 * sizeOf(there) + 2);
      expect(isAscending(here.a) && isAscending(here.b)).toBe(true);
    }
  });

  test('many pairs in tiles of one frame: the same as one by one, bodies in several pairs among them', async () => {
    const [a, b] = bumpyPair(12, 1.5);
    const [c, d] = bumpyPair(30, 2);
    const [e, f] = bumpyPair(12, 0.5);
    const bodies = [[a, b], [c, d], [b, e], [f, c], [e, f], [a, a]] as const; // biome-ignore format: one list
    const views = bodies.map((pair, k) => fitPair(...pair, { resolution: 8 + 9 * k })!);
    const [{ atlas, indices }] = packAtlas(views);
    const pairs = indices.map((i, tile) => ({
      a: bodies[i][0],
      b: bodies[i][1],
      tile,
      reach: [1e-9, 0, 1e-9] as const,
    }));
    const together = await gpu.run(atlas, (frame) => frame.touching(pairs));
    for (const [k, pair] of pairs.entries()) {
      const { stages, ...alone } = await ask(gpu, { view: atlas.tiles[k].view, pair: { ...pair, tile: 0 } });
      expect(together[k], `pair ${k}`).toEqual(alone);
      expect(sizeOf(alone)).toBeGreaterThan(0);
    }
    expect(await gpu.run(atlas, (frame) => frame.touching([]))).toEqual([]);
  });

  test('with little room on the device pairs go one after the other, or to the CPU, with the same result', async () => {
    const small = await openGpu({ mostBytes: 2 ** 16 });
    const bodies = [1.5, 2, 0.5, 1].map((dx, k) => bumpyPair(k === 3 ? 60 : 24, dx));
    const views = bodies.map(([a, b]) => fitPair(a, b, { resolution: 32 })!);
    const [{ atlas }] = packAtlas(views);
    const pairs = bodies.map(([a, b], tile) => ({ a, b, tile, reach: [1e-9, 1e-9, 1e-9] as const }));
    const [here, there] = [
      await small.run(atlas, (frame) => frame.touching(pairs)),
      await gpu.run(atlas, (frame) => frame.touching(pairs)),
    ];
    small.close();
    expect(here.slice(0, 3)).toEqual(there.slice(0, 3));
    expect(here[3]).toEqual((await cpu.run(atlas, (frame) => frame.touching([pairs[3]])))[0]);
  });

  test('a body that deforms between queries, and between asking and answer', async () => {
    const [a, b] = bumpyPair(12, 1.5);
    const reach = [1e-9, 1e-9, 1e-9] as const;
    const view = fitPair(a, b, { resolution: 16 })!;
    const before = await ask(gpu, { view, pair: { a, b, reach } });
    const first = a.mesh.positions;
    a.update(first.map((x) => 0.2 * x));
    expect(sizeOf(await ask(gpu, { view, pair: { a, b, reach } }))).toBe(0);
    a.update(first);
    const after = gpu.run(single(view), async (frame) => {
      const asked = frame.touching([{ a, b, reach }]);
      a.update(first.map((x) => 0.2 * x));
      return asked;
    });
    expect((await after)[0]).toEqual({ a: before.a, b: before.b, columns: before.columns, rows: before.rows });
  });

  test('a device that is lost on the way: another one is asked', async () => {
    const planted = plant(9, 30, SMALL, 0);
    using own = await createGpuMachine();
    const first = await ask(own, planted);
    const { device } = own;
    let runs = 0;
    const again = await own.run(single(planted.view), async (frame) => {
      if (runs++ === 0) device.destroy();
      return frame.touching([planted.pair]);
    });
    expect(again).toEqual([{ a: first.a, b: first.b, columns: first.columns, rows: first.rows }]);
    expect(runs).toBe(2);
    expect(own.device).not.toBe(device);
  });

  test('the same query gives the same faces, whatever comes between', async () => {
    const planted = plant(7, 300, HUGE, 0.001);
    const first = await ask(gpu, planted);
    await ask(gpu, plant(8, 20, SMALL, 0.1));
    expect(await ask(gpu, planted)).toEqual(first);
  });
});
