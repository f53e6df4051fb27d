// The machine's own figures: a full list query (gather, sort, sweep, tally) over two bumpy spheres at 512².
//   npm run bench -- machine          the CPU machine beside three-mesh-bvh, as ratios within one run
//   npm run bench -- machine --gpu    the GPU machine by size of mesh, wall and device time
import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { BUMPY_CONTACTS, bumpyPair } from '../scenes/bumpyPair.js';
import { type Body, body } from '../src/body.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Machine, Timings } from '../src/machine/machine.js';
import { single } from '../src/view/atlas.js';
import { fitPair } from '../src/view/fit.js';
import type { View } from '../src/view/view.js';
import { type Measured, sideBySide, summarize } from './support/measure.js';
import { LENGTH_PARTS, pairOverlap } from './support/pairOverlap.js';

const RESOLUTION = 512;

interface Answer {
  readonly volume: number;
  readonly pixels: number;
  readonly timings: Timings;
}

async function query(machine: Machine, view: View, a: Body, b: Body): Promise<Answer> {
  return machine.run(single(view), async (frame) => {
    frame.lists([{ body: a }, { body: b }]);
    const [{ pixels, length }] = await frame.examine(pairOverlap);
    const [x, y, z] = view.size;
    const volume = (length / LENGTH_PARTS) * ((x * y * z) / (view.columns * view.rows));
    return { volume, pixels, timings: frame.timings() };
  });
}

const viewOf = (a: Body, b: Body): View => fitPair(a, b, { resolution: RESOLUTION, closely: true })!;

function geometry({ mesh }: Body): BufferGeometry {
  const g = new BufferGeometry();
  g.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  g.setIndex(new BufferAttribute(mesh.indices.slice(), 1)); // the build reorders it
  return g;
}

export async function benchMachine(options: readonly string[]): Promise<void> {
  if (options.includes('--gpu')) await benchGpu();
  else await benchCpu();
}

async function benchCpu(): Promise<void> {
  const machine = createCpuMachine();
  console.log(`${machine.name}, ${RESOLUTION}², 160,800 triangles\n`);
  console.log('   dx   query ms  bvh build ms  ratio   drawn before   volume   (manifold-3d)');
  const answers = new Map<number, Answer>();
  const turns = BUMPY_CONTACTS.map(({ dx }) => {
    const [a, b] = bumpyPair(200, dx);
    const fresh = freshBodies(a, b);
    return {
      [`query ${dx}`]: async () => {
        const [p, q] = fresh();
        answers.set(dx, await query(machine, viewOf(p, q), p, q));
      },
      [`again ${dx}`]: () => query(machine, viewOf(a, b), a, b),
      [`bvh ${dx}`]: () => {
        new MeshBVH(geometry(a));
        new MeshBVH(geometry(b));
      },
    };
  });
  // All of them in turns: the machine's speed changes within seconds, and no contact should get the better ones.
  const measured = await sideBySide<string>(Object.assign({}, ...turns), { rounds: 25 });
  const median = (what: string, dx: number): number => measured[`${what} ${dx}`].p50;
  for (const { dx, volume } of BUMPY_CONTACTS) {
    const [asked, bvh] = [median('query', dx), median('bvh', dx)];
    console.log(
      `  ${dx.toFixed(1)}   ${ms(asked)}      ${ms(bvh)}   ${(asked / bvh).toFixed(3)}         ${ms(median('again', dx))}   ${answers.get(dx)!.volume.toFixed(5)}  (${volume})`,
    );
  }
  const spread = (what: string): string => {
    const times = BUMPY_CONTACTS.map(({ dx }) => median(what, dx));
    return (Math.max(...times) / Math.min(...times)).toFixed(2);
  };
  console.log(`\nmax/min over contact positions: ${spread('query')}; drawn before: ${spread('again')}`);

  console.log('\n4 times the triangles, at each contact position:');
  for (const { dx } of BUMPY_CONTACTS) {
    const [a, b] = bumpyPair(200, dx);
    const [c, d] = bumpyPair(400, dx);
    const [few, many] = [freshBodies(a, b), freshBodies(c, d)];
    const ask = ([p, q]: readonly [Body, Body]) => query(machine, viewOf(p, q), p, q);
    const { one, four } = await sideBySide({ one: () => ask(few()), four: () => ask(many()) });
    console.log(`  ${dx.toFixed(1)}   ${ms(one.p50)} -> ${ms(four.p50)}   times ${(four.p50 / one.p50).toFixed(2)}`);
  }

  const [a, b] = bumpyPair(60, 1.5);
  const view = viewOf(a, b);
  for (let i = 0; i < 50; i++) await query(machine, view, a, b);
  const memory = () => {
    globalThis.gc?.();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    return [rss, heapUsed, arrayBuffers].map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`).join(', ');
  };
  console.log(`\nmemory (rss, heap, array buffers) before 1,000 queries: ${memory()}`);
  for (let i = 0; i < 1000; i++) await query(machine, view, a, b);
  console.log(`                                   after 1,000 queries: ${memory()}`);
}

/** Bodies that no query has seen: what the machine finds out about those that it draws again is no part of the figures. */
function freshBodies(a: Body, b: Body): () => readonly [Body, Body] {
  const pairs = Array.from({ length: 32 }, () => [a, b].map(({ mesh, pose }) => body(mesh, { pose })) as [Body, Body]);
  for (const one of pairs.flat()) void one.bounds;
  return () => pairs.pop()!;
}

async function benchGpu(): Promise<void> {
  const opened = performance.now();
  using machine = await createGpuMachine({ timing: false });
  console.log(
    `${machine.name}, ${RESOLUTION}², opened in ${ms(performance.now() - opened)} ms; each figure over 500 queries`,
  );
  using timed = await createGpuMachine();
  console.log('\n  triangles    dx   wall ms p50  least    p99   with stage times p50   device ms: all = by stage');
  for (const n of [20, 60, 200, 600, 1500])
    for (const { dx, volume } of BUMPY_CONTACTS) {
      const [a, b] = bumpyPair(n, dx);
      const view = viewOf(a, b);
      const plain = await steadily(() => query(machine, view, a, b));
      const staged = await steadily(() => query(timed, view, a, b));
      const stages = Object.entries(staged.last.timings.stagesMs);
      const device = stages.reduce((sum, [, time]) => sum + time, 0).toFixed(3);
      const known = n === 200 ? ` (manifold-3d ${volume})` : '';
      console.log(
        `  ${(4 * n * (n + 1)).toLocaleString('en').padStart(10)}   ${dx.toFixed(1)}     ${plain.p50.toFixed(3)}     ${plain.least.toFixed(3)}   ${plain.p99.toFixed(3)}          ${staged.p50.toFixed(3)}          ${device} = ${stages.map(([s, t]) => `${s} ${t.toFixed(3)}`).join(' + ')}; volume ${plain.last.volume.toFixed(5)}${known}`,
      );
      for (const m of [machine, timed]) for (const body of [a, b]) m.forget(body);
    }
}

/** Runs until the engine and the clocks have settled, then measures. */
async function steadily<T>(run: () => Promise<T>): Promise<Measured & { last: T }> {
  const settled = performance.now() + 700;
  let last = await run();
  while (performance.now() < settled) last = await run();
  const times: number[] = [];
  for (let round = 0; round < 500; round++) {
    const start = performance.now();
    last = await run();
    times.push(performance.now() - start);
  }
  return { ...summarize(times), last };
}

const ms = (time: number): string => time.toFixed(2).padStart(6);
