// Solids that are no meshes, beside tessellations of them, as ratios within one run.
//   npm run bench -- surface            every kind on the CPU, one thread: a ray cast beside a tessellation of equal accuracy
//   npm run bench -- surface --gpu      the same on the GPU, device time; and torus and ball, the whole report
//   npm run bench -- surface pair       torus and ball alone
//   npm run bench -- surface --quick    small and once only, to see that it runs
import { SURFACE_SOLIDS } from '../scenes/surfaceSolids.js';
import { type Body, body, castAt, worldBounds } from '../src/body.js';
import { interference } from '../src/interference.js';
import { createCpuMachine } from '../src/machine/cpu/cpuMachine.js';
import { createGpuMachine } from '../src/machine/gpu/gpuMachine.js';
import type { Machine } from '../src/machine/machine.js';
import { translation } from '../src/math/affine.js';
import { extent } from '../src/math/box.js';
import type { Mesh } from '../src/mesh/mesh.js';
import { uvSphere } from '../src/mesh/shapes/sphere.js';
import { torus as torusMesh } from '../src/mesh/shapes/torus.js';
import { sphere } from '../src/surface/quadric/sphere.js';
import type { RaySurface } from '../src/surface/surface.js';
import { tessellated } from '../src/surface/tessellated.js';
import { torus } from '../src/surface/torus/torusSurface.js';
import { single } from '../src/view/atlas.js';
import { fitPair, fitView } from '../src/view/fit.js';
import type { View } from '../src/view/view.js';
import { type MeasureOptions, sideBySide, summarize } from './support/measure.js';
import { LENGTH_PARTS, pairOverlap } from './support/pairOverlap.js';
import { ms, printTable, times, whole } from './support/table.js';

/** How far tessellations may lie from the surface, as shares of the size. */
const CHORD_SHARES = [1e-3, 1e-4];
/** A finer one is not tried where one has taken so many triangles. */
const MOST_TRIANGLES = 40_000;
/** By how much f32 is off at most where rays meet a surface: what a tessellation needs to be as near, as a share of the size. */
const EQUAL_SHARE = 2 ** -19;
/** Wanted on an H200: torus and ball at 512², below so many ms. */
const WANTED_MS = 0.3;

interface SurfaceBench {
  readonly machine: Machine;
  readonly resolution: number;
  readonly measure: MeasureOptions;
  readonly isGpu: boolean;
}

export async function benchSurface(options: readonly string[]): Promise<void> {
  const isGpu = options.includes('--gpu');
  const isQuick = options.includes('--quick');
  using machine = isGpu ? await createGpuMachine() : createCpuMachine();
  const bench: SurfaceBench = {
    ...{ machine, isGpu, resolution: isQuick ? 64 : 512 },
    measure: isQuick ? { warmUp: 0, rounds: 1 } : isGpu ? { warmUp: 20, rounds: 60 } : { warmUp: 2, rounds: 7 },
  };
  if (isQuick) console.log('quick: small and once each; the figures mean nothing');
  // Short runs vary; more of them are needed.
  await benchTorusAndBall(isGpu && !isQuick ? { ...bench, measure: { warmUp: 200, rounds: 500 } } : bench);
  if (options.includes('pair')) return;
  if (!isQuick) await benchEqual(bench);
  await benchKinds(bench, isQuick);
}

/** Lists of one body, and its volume by them; the time that counts is the device's where it can tell. */
async function listOnce({ machine }: SurfaceBench, view: View, one: Body): Promise<{ volume: number; time: number }> {
  return machine.run(single(view), async (frame) => {
    const begin = performance.now();
    // The body twice: what it has in common with itself is all of it.
    frame.lists([{ body: one }, { body: one }]);
    const [{ length }] = await frame.examine(pairOverlap);
    const { examine: _, ...stages } = frame.timings().stagesMs;
    const device = Object.values(stages).reduce((sum, stage) => sum + stage, 0);
    const [x, y, z] = view.size;
    const volume = (length / LENGTH_PARTS) * ((x * y * z) / (view.columns * view.rows));
    return { volume, time: machine.kind === 'cpu' ? stages.lists : device || performance.now() - begin };
  });
}

async function benchKinds(bench: SurfaceBench, isQuick: boolean): Promise<void> {
  const { machine, resolution, measure } = bench;
  console.log(
    `\nA ray at each pixel of ${resolution}² beside faces drawn there, ${machine.name}; ns a pixel, lists gathered and sorted, without the kernel\n`,
  );
  const shares = isQuick ? CHORD_SHARES.slice(0, 1) : CHORD_SHARES;
  const head = ['kind', 'volume off by', 'cast'];
  for (const share of shares) head.push(`triangles at ${share.toExponential(0)}`, 'drawn', 'cast / drawn');
  const widths = head.map((word, k) => (k === 0 ? 32 : word.length));
  const print = (row: readonly string[]) =>
    console.log(`  ${row.map((cell, k) => cell.padStart(widths[k])).join('   ')}`);
  // Row by row: some take a while.
  print(head);
  for (const { name, make, volume } of SURFACE_SOLIDS) {
    const surface = make();
    // The host would cast there, too.
    if (bench.isGpu && surface.kind === 'function') continue;
    const solid = body(surface);
    const view = fitView(worldBounds(solid), { direction: [0.3, 0.5, 0.81], resolution });
    const meshes = meshesOf(surface, shares);
    const pixels = view.columns * view.rows;
    const samples = new Map<Body, number[]>([solid, ...meshes.map(({ faces }) => faces)].map((one) => [one, []]));
    let seen = 0;
    const { warmUp = 0, rounds = 1 } = measure;
    for (let round = -warmUp; round < rounds; round++)
      for (const [one, taken] of samples) {
        const { volume, time } = await listOnce(bench, view, one);
        if (one === solid) seen = volume;
        if (round >= 0) taken.push(time);
      }
    const perPixel = (one: Body): number => (1e6 * summarize(samples.get(one)!).p50) / (2 * pixels);
    const cast = perPixel(solid);
    print([
      ...[name, volume === undefined ? '' : (seen / volume - 1).toExponential(0), cast.toFixed(castDigits(cast))],
      ...shares.flatMap((_, k) => {
        const mesh = meshes[k];
        if (!mesh) return ['', '', ''];
        const drawn = perPixel(mesh.faces);
        return [whole(mesh.triangles), drawn.toFixed(castDigits(drawn)), times(cast / drawn)];
      }),
    ]);
    for (const one of samples.keys()) machine.forget(one);
  }
}

const castDigits = (ns: number): number => (ns < 10 ? 2 : ns < 100 ? 1 : 0);

/** How many chords a circle needs, to be nowhere farther from it than that. */
const chords = (radius: number, size: number): number =>
  Math.ceil(Math.PI / Math.sqrt((2 * EQUAL_SHARE * size) / radius));

const ballMesh = (radius: number): Mesh => {
  const segments = chords(radius, 2 * radius);
  return uvSphere({ radius, segments, rings: Math.ceil(segments / 2) });
};

const ringMesh = (radius: number, tubeRadius: number): Mesh => {
  const outer = radius + tubeRadius;
  return torusMesh({ radius, tubeRadius, segments: chords(outer, 2 * outer), sides: chords(tubeRadius, 2 * outer) });
};

/** Ball and torus beside meshes that are as near to them as f32 is. */
async function benchEqual(bench: SurfaceBench): Promise<void> {
  const { machine, resolution, measure } = bench;
  console.log(
    `\nBeside meshes of equal accuracy (${EQUAL_SHARE.toExponential(1)} of the size), ${resolution}², ${machine.name}; ns a pixel\n`,
  );
  const pairs = [
    { name: 'sphere', surface: sphere({ radius: 1 }), mesh: ballMesh(1) },
    { name: 'torus', surface: torus({ radius: 1.2, tubeRadius: 0.45 }), mesh: ringMesh(1.2, 0.45) },
  ];
  const rows: string[][] = [];
  for (const { name, surface, mesh } of pairs) {
    const [cast, drawn] = [body(surface), body(mesh)];
    const view = fitView(worldBounds(cast), { direction: [0.3, 0.5, 0.81], resolution });
    const taken: Record<'cast' | 'drawn', number[]> = { cast: [], drawn: [] };
    const { warmUp = 0, rounds = 1 } = measure;
    for (let round = -warmUp; round < rounds; round++)
      for (const [which, one] of [
        ['cast', cast],
        ['drawn', drawn],
      ] as const) {
        const { time } = await listOnce(bench, view, one);
        if (round >= 0) taken[which].push(time);
      }
    const perPixel = (which: 'cast' | 'drawn') => (1e6 * summarize(taken[which]).p50) / (2 * view.columns * view.rows);
    const [one, other] = [perPixel('cast'), perPixel('drawn')];
    rows.push([
      ...[name, one.toFixed(castDigits(one)), whole(mesh.indices.length / 3), other.toFixed(castDigits(other))],
      times(one / other),
    ]);
    for (const kept of [cast, drawn]) machine.forget(kept);
  }
  printTable(['kind', 'cast', 'triangles', 'drawn', 'cast / drawn'], rows);
}

/** Tessellations, finer from one to the next, as long as they are not too large; those that missed their error are left out. */
function meshesOf(surface: RaySurface, shares: readonly number[]): { faces: Body; triangles: number }[] {
  const size = Math.max(...extent(surface.bounds));
  const meshes: { faces: Body; triangles: number }[] = [];
  for (const share of shares) {
    if ((meshes.at(-1)?.triangles ?? 0) > MOST_TRIANGLES) break;
    const { mesh, chordError } = tessellated(surface, share * size);
    if (chordError > 1.01 * share * size) break;
    meshes.push({ faces: body(mesh), triangles: mesh.indices.length / 3 });
  }
  return meshes;
}

/** The whole report on a torus and a ball, beside the same with meshes. */
async function benchTorusAndBall({ machine, resolution, measure, isGpu }: SurfaceBench): Promise<void> {
  const surfaces = [torus({ radius: 2, tubeRadius: 0.5 }), sphere({ radius: 1 })] as const;
  const poses = [translation(0, 0, 0), translation(2, 0.3, 0.2)];
  const cast = surfaces.map((one, k) => body(one, { pose: poses[k] }));
  const drawn = [ringMesh(2, 0.5), ballMesh(1)].map((one, k) => body(one, { pose: poses[k] }));
  const device: Record<string, number[]> = { cast: [], drawn: [] };
  const stages: Record<string, number[]> = {};
  const look = async (name: 'cast' | 'drawn', bodies: readonly Body[]): Promise<void> => {
    const { timings } = await interference(bodies, { machine, resolution });
    const values = Object.entries(timings.stagesMs);
    device[name].push(values.reduce((sum, [, time]) => sum + time, 0));
    if (name === 'cast') for (const [stage, time] of values) (stages[stage] ??= []).push(time);
  };
  // One question put to the lists of both, without the rest of a report: a submission and a read-back. Timestamps would add to it.
  using untimed = isGpu ? await createGpuMachine({ timing: false }) : createCpuMachine();
  const view = fitPair(cast[0], cast[1], { resolution })!;
  const ask = (bodies: readonly Body[]) =>
    untimed.run(single(view), async (frame) => {
      frame.lists(bodies.map((one) => ({ body: one })));
      return frame.examine(pairOverlap);
    });
  const query = await sideBySide({ cast: () => ask(cast), drawn: () => ask(drawn) }, measure);
  const wall = await sideBySide({ cast: () => look('cast', cast), drawn: () => look('drawn', drawn) }, measure);
  const triangles = drawn.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0);
  console.log(`\nTorus and ball, the whole report at ${resolution}², ${machine.name}; ms\n`);
  const row = (name: 'cast' | 'drawn', what: string): string[] => [
    ...[what, ms(query[name].p50), ms(wall[name].p50), ms(summarize(device[name]).p50)],
  ];
  printTable(
    ['', 'one query, wall', 'report, wall', isGpu ? 'report, device' : 'report, in stages'],
    [row('cast', 'surfaces'), row('drawn', `${whole(triangles)} triangles`)],
  );
  console.log(
    `\nsurfaces by stage: ${Object.entries(stages)
      .map(([stage, taken]) => `${stage} ${ms(summarize(taken).p50)}`)
      .join(', ')}${isGpu ? ` (wanted below ${WANTED_MS} on an H200)` : ''}`,
  );
  if (cast.some((one) => !castAt(one))) throw new Error('bench: a body is drawn that is to be cast at.');
}
