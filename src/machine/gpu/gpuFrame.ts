import { InputError } from '../../errors.js';
import type { Atlas } from '../../view/atlas.js';
import { checkParameters, type Kernel, type Tally } from '../kernel.js';
import { bodiesByTile, faceBitsFor } from '../layerNames.js';
import type { LayerLists } from '../lists.js';
import { type Frame, NO_LISTS } from '../machine.js';
import { takeTurns } from '../takeTurns.js';
import type { GpuContext } from './context.js';
import { createDrawPasses, type DrawParts } from './drawPasses.js';
import { type BuiltLists, dispatch, entries, type LayerPasses } from './layerPasses.js';
import { COUNTERS, TALLY } from './layout.js';
import { type ListRequest, needsHost } from './listInput.js';
import type { Pipelines } from './pipelines.js';
import type { DrawnPlane } from './planePasses.js';
import { readSlots, startsOf } from './readLists.js';
import { createRecorder, TIMER_BYTES } from './recorder.js';
import { fitsInOne, mergeTallies, sliceAtlas } from './slices.js';
import { type ListForm, tallyWords } from './wgsl/kernel.wgsl.js';

/** What all frames of a machine share on one device. */
export interface GpuParts {
  readonly context: GpuContext;
  readonly pipelines: Pipelines;
  readonly passes: LayerPasses;
  readonly tallies: { atLeast(bytes: number): GPUBuffer };
  readonly maps: { atLeast(bytes: number): GPUBuffer };
  readonly parameters: GPUBuffer;
  readonly draws: DrawParts;
  /** Lists by the CPU machine, for bodies that are too much for this device. */
  readonly gatherOnHost: (atlas: Atlas, request: ListRequest) => Promise<LayerLists>;
}

/** A frame of the GPU machine: everything a query needs goes into one submission with one small read-back. */
export function createGpuFrame(atlas: Atlas, parts: GpuParts): Frame {
  const { context, pipelines, passes } = parts;
  const { device } = context;
  const pixelCount = atlas.width * atlas.height;
  const record = createRecorder(context);
  const draws = createDrawPasses(atlas, parts.draws);
  const begin = performance.now();
  const inTurn = takeTurns();
  let request: ListRequest | undefined;
  let mapIsClear = false;
  /** The map, where it was put together here from slices. */
  let hostMap: Float32Array | undefined;
  let built: BuiltLists | undefined;

  /** A body's positions are about to be renewed on the device: what was drawn of it before must be on its way. */
  function submitStale(): void {
    if (!draws.isStale()) return;
    const encoder = device.createCommandEncoder({ label: 'draws' });
    draws.record(encoder);
    device.queue.submit([encoder.finish()]);
  }

  /** Builds the lists that were asked for, if that has not been done: at first into slots. */
  async function buildLists(): Promise<void> {
    if (!request) throw new InputError(NO_LISTS);
    if (built?.request === request) return;
    if (needsHost(atlas, request, context.mostBytes))
      built = passes.upload(atlas, request, await parts.gatherOnHost(atlas, request));
    else built = passes.recordSlots(record, atlas, request);
  }

  /** Counts what each pixel has, and builds packed lists of just that length; false where these would not fit. */
  async function packLists(): Promise<boolean> {
    const counts = new Uint32Array(
      await record.readBack(passes.buffers.counters(), 4 * COUNTERS.pixels, 4 * pixelCount),
    );
    const first = startsOf(counts);
    if (first[pixelCount] * 8 > context.mostBytes) return false;
    built = passes.recordPacked(record, atlas, request!, first);
    return true;
  }

  /** What does not fit the device's buffers is asked of its parts, each in a frame of its own. */
  async function examineInSlices(kernel: Kernel, parameters: readonly number[]): Promise<Tally[]> {
    if (kernel.reads.some((what) => what !== 'lists'))
      throw new InputError(
        `webgpu: the kernel ${kernel.name} reads lists that do not fit the device's buffers together with planes (${atlas.width} × ${atlas.height} pixels). Lower the resolution, or use the backend \`cpu\`.`,
      );
    built = undefined;
    const tallies: (Tally | undefined)[] = atlas.tiles.map(() => undefined);
    for (const slice of sliceAtlas(atlas)) {
      const frame = createGpuFrame(slice.atlas, parts);
      frame.lists(slice.parts.flatMap((part, tile) => request!.tiles[part.tile].map((body) => ({ body, tile }))));
      const found = await frame.examine(kernel, parameters);
      const map = kernel.map ? await frame.read('map') : undefined;
      slice.parts.forEach(({ tile, firstRow }, k) => {
        tallies[tile] = mergeTallies(kernel, tallies[tile], found[k]);
        if (map) copyTile(map, slice.atlas, k, tile, firstRow);
      });
    }
    return tallies as Tally[];
  }

  function copyTile(map: Float32Array, from: Atlas, k: number, tile: number, firstRow: number): void {
    hostMap ??= new Float32Array(pixelCount);
    const { x, y, view } = from.tiles[k];
    const to = atlas.tiles[tile];
    for (let row = 0; row < view.rows; row++) {
      const start = (y + row) * from.width + x;
      hostMap.set(map.subarray(start, start + view.columns), (to.y + firstRow + row) * atlas.width + to.x);
    }
  }

  /** The map starts at zero, and then goes on from kernel to kernel. */
  function clearMap(): GPUBuffer {
    const map = parts.maps.atLeast(4 * pixelCount);
    if (!mapIsClear) record.encoder().clearBuffer(map, 0, 4 * pixelCount);
    mapIsClear = true;
    return map;
  }

  function recordKernel(kernel: Kernel, parameters: readonly number[], tally: GPUBuffer): void {
    const form: ListForm = kernel.reads.includes('lists') && built ? built.form : 'none';
    const pass = pipelines.kernel(kernel, form, built?.slotCount ?? 0);
    if (parameters.length > 0) device.queue.writeBuffer(parts.parameters, 0, Float32Array.from(parameters));
    const { frame, tiles, counters, layers, first } = passes.buffers;
    const read = kernel.reads.filter((what) => what !== 'lists');
    if (read.length > 0) draws.record(record.encoder(), read);
    const group = context.bind(
      `kernel ${kernel.name} ${form}`,
      pass.layout,
      entries(
        frame(),
        tiles(),
        counters(),
        layers(),
        tally,
        parts.parameters,
        first(),
        kernel.map ? clearMap() : parts.maps.atLeast(4),
      ),
    );
    const p = record.pass('examine');
    p.setPipeline(pass.pipeline);
    p.setBindGroup(0, group, [0]);
    if (pass.planes) p.setBindGroup(1, context.bind(`kernel ${kernel.name} planes`, pass.planes, planeEntries(read)));
    dispatch(p, passes.blockCount());
  }

  /** Bindings as in kernel.wgsl.ts. */
  function planeEntries(read: readonly DrawnPlane[]): GPUBindGroupEntry[] {
    const planes = draws.planes();
    const bindings: readonly DrawnPlane[] = ['depth', 'kept', 'stencil', 'id'];
    return read.map((plane) => ({ binding: bindings.indexOf(plane), resource: planes[plane] }));
  }

  async function passed(): Promise<boolean[]> {
    const { drawCount } = draws;
    if (drawCount === 0) return [];
    const encoder = record.encoder();
    draws.record(encoder);
    const results = parts.draws.occlusion.recordResults(encoder, drawCount);
    return Array.from(new BigUint64Array(await record.readBack(results, 0, 8 * drawCount)), (samples) => samples > 0n);
  }

  async function readPlane(plane: DrawnPlane): Promise<Uint8Array | Uint32Array | Float32Array> {
    const encoder = record.encoder();
    draws.record(encoder, [plane]);
    const { buffer, bytes } = parts.draws.planePasses.recordRead(encoder, draws.planes(), plane);
    const back = await record.readBack(buffer, 0, bytes);
    return plane === 'stencil'
      ? new Uint8Array(back, 0, pixelCount)
      : plane === 'id'
        ? new Uint32Array(back)
        : new Float32Array(back);
  }

  async function examine(kernel: Kernel, parameters: readonly number[] = []): Promise<Tally[]> {
    const { count, at } = tallyWords(kernel.tally);
    const words = Math.ceil((TALLY.tiles + count * atlas.tiles.length) / 2) * 2;
    checkParameters(kernel, parameters);
    const readsLists = kernel.reads.includes('lists');
    submitStale();
    if (readsLists && request && !fitsInOne(atlas, request, context.mostBytes))
      return examineInSlices(kernel, parameters);
    for (;;) {
      const tally = parts.tallies.atLeast(4 * words + TIMER_BYTES);
      record.encoder().clearBuffer(tally, 0, 4 * words);
      if (kernel.map) clearMap();
      if (readsLists) await buildLists();
      else if (!built) passes.prepare(atlas);
      recordKernel(kernel, parameters, tally);
      const back = await record.readBack(tally, 0, 4 * words, true);
      const head = new Uint32Array(back, 0, TALLY.tiles);
      if (readsLists && head[TALLY.queued] > passes.queueRoom()) {
        passes.reserveQueue(Math.ceil(head[TALLY.queued] * 1.25));
        built = undefined;
      } else if (head[TALLY.overflowed] > 0) {
        if (!(await packLists())) return examineInSlices(kernel, parameters);
      } else
        return atlas.tiles.map((_, t) =>
          tallyOf(kernel, at, new Uint32Array(back, 4 * (TALLY.tiles + t * count), count)),
        );
    }
  }

  async function readListsOf(): Promise<LayerLists> {
    // An empty question makes sure that the lists are complete, in whichever form; in slices they never are.
    await examine(NOTHING_ASKED);
    if (!built && request) return parts.gatherOnHost(atlas, request);
    const counters = new Uint32Array(await record.readBack(passes.buffers.counters(), 0, 4 * built!.counterWords));
    return readSlots(atlas, built!, counters, passes.buffers, record.readBack);
  }

  return {
    atlas,
    lists(drawn) {
      const tiles = bodiesByTile(drawn, atlas.tiles.length);
      request = { tiles, faceBits: faceBitsFor(tiles) };
    },
    examine: (kernel, parameters) => inTurn(() => examine(kernel, parameters)),
    clear: draws.clear,
    draw(what, drawn, state) {
      submitStale();
      return draws.draw(what, drawn, state);
    },
    fill: draws.fill,
    keep: draws.keep,
    passed: () => inTurn(passed),
    // biome-ignore lint/suspicious/noExplicitAny: overloads
    read: ((plane: string): Promise<any> =>
      inTurn(async () => {
        if (plane === 'lists') return readListsOf();
        if (plane === 'map' && hostMap) return hostMap.slice();
        if (plane === 'map') return new Float32Array(await record.readBack(clearMap(), 0, 4 * pixelCount));
        return readPlane(plane as DrawnPlane);
      })) as Frame['read'],
    timings: () => ({ wallMs: performance.now() - begin, stagesMs: { ...record.stagesMs } }),
  };
}

const NOTHING_ASKED: Kernel = { name: 'nothing', reads: ['lists'], tally: {}, cpu() {}, wgsl: 'fn examine() {}' };

function tallyOf(kernel: Kernel, at: Record<string, number>, words: Uint32Array): Tally {
  const tally: Record<string, number> = {};
  for (const [name, rule] of Object.entries(kernel.tally)) {
    const low = words[at[name]];
    tally[name] = rule === 'min' ? ~low >>> 0 : rule === 'sum64' ? low + words[at[name] + 1] * 2 ** 32 : low;
  }
  return tally;
}
