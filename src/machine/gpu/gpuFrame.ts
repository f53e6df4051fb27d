import type { Body } from '../../body.js';
import { InputError } from '../../errors.js';
import type { Atlas } from '../../view/atlas.js';
import { type Kernel, type Parameters, parametersOf, type Tally } from '../kernel.js';
import { bodiesByTile, faceBitsFor } from '../layerNames.js';
import { tileOf } from '../listSweep.js';
import type { LayerLists } from '../lists.js';
import { type Frame, NO_LISTS, NOTHING_LEFT, type TouchingFaces } from '../machine.js';
import { takeTurns } from '../takeTurns.js';
import { type PairInView, pairsInTiles } from '../touchingPairs.js';
import type { GpuContext, RoomyBuffer } from './context.js';
import { createDrawPasses, type DrawParts, type DrawPasses } from './drawPasses.js';
import { type Examined, examineInSlices, type PartOfFrame } from './examineInSlices.js';
import type { Host } from './host.js';
import { kernelWords } from './kernelWords.js';
import { type BuiltLists, dispatch, entries, type LayerPasses } from './layerPasses.js';
import { COUNTERS, TALLY } from './layout.js';
import type { ListRequest } from './listInput.js';
import { createMapPlane } from './mapPlane.js';
import type { Pipelines } from './pipelines.js';
import type { DrawnPlane } from './planePasses.js';
import { readSlots, startsOf } from './readLists.js';
import { createRecorder, TIMER_BYTES } from './recorder.js';
import { fitsInOne, whereToList } from './slices.js';
import type { TouchingPasses } from './touchingPasses.js';
import type { ListForm } from './wgsl/kernel.wgsl.js';

/** What all frames of a machine share on one device. */
export interface GpuParts {
  readonly context: GpuContext;
  readonly pipelines: Pipelines;
  readonly passes: LayerPasses;
  readonly tallies: RoomyBuffer;
  readonly maps: RoomyBuffer;
  /** Parameters, and where marks go. */
  readonly given: RoomyBuffer;
  readonly draws: DrawParts;
  readonly touching: TouchingPasses;
  readonly host: Host;
}

/** A frame of the GPU machine: everything a query needs goes into one submission with one small read-back. */
export function createGpuFrame(atlas: Atlas, parts: GpuParts, part?: PartOfFrame): Frame {
  const { context, pipelines, passes } = parts;
  const { device } = context;
  const pixelCount = atlas.width * atlas.height;
  const record = createRecorder(context);
  const begin = performance.now();
  const inTurn = takeTurns();
  let request: ListRequest | undefined;
  const map = createMapPlane(atlas, parts, record, part?.map);
  let built: BuiltLists | undefined;
  const unsettled = part?.unsettled ?? new Map<Body, number>();
  /** What the last kernels of the kind left. */
  let marks: Examined['marks'] | undefined;
  let best: Examined['best'] | undefined;

  /** Most frames draw nothing. */
  let drawn: DrawPasses | undefined;
  function draws(): DrawPasses {
    drawn ??= createDrawPasses(atlas, parts.draws);
    return drawn;
  }

  /** A body's positions are about to be renewed on the device: what was drawn of it before must be on its way. */
  function submitStale(): void {
    if (drawn?.isStale()) submitDraws();
  }

  function submitDraws(): void {
    draws().record(record);
    record.submit();
  }

  /** Builds the lists that were asked for, if that has not been done: at first into slots. */
  async function buildLists(): Promise<void> {
    if (!request) throw new InputError(NO_LISTS);
    if (built?.request === request) return;
    if (whereToList(atlas, request, context.mostBytes) !== 'device') built = await castOnHost();
    else built = passes.recordSlots(record, atlas, request);
  }

  const isInParts = (asked: ListRequest): boolean => whereToList(atlas, asked, context.mostBytes) === 'parts';

  /** The lists as the CPU machine gathers them: for what the device has no room for, cannot call, or could not settle. */
  async function gatherOnHost(): Promise<LayerLists> {
    const { lists, unsettled: rays } = await parts.host.gather(atlas, request!);
    for (const [body, count] of rays) unsettled.set(body, Math.max(count, unsettled.get(body) ?? 0));
    return lists;
  }

  const castOnHost = async (): Promise<BuiltLists> => passes.upload(atlas, request!, await gatherOnHost());

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

  /**
   * What does not fit the device's buffers is asked of its parts; what reads the map needs its tiles in one piece, unless it
   * reads its own pixel alone.
   */
  async function examineElsewhere(kernel: Kernel, parameters: readonly (readonly number[])[]): Promise<Examined> {
    if (planesOf(kernel).length > 0)
      throw new InputError(
        `webgpu: the kernel ${kernel.name} reads lists or a map that do not fit the device's buffers together with planes (${atlas.width} × ${atlas.height} pixels). Lower the resolution, or use the backend \`cpu\`.`,
      );
    if (kernel.reads.includes('map') && !kernel.map)
      return parts.host.examine(atlas, request, await map.onHost(), kernel, parameters);
    built = undefined;
    return examineInSlices(
      atlas,
      request ?? nothingListed(atlas),
      kernel,
      parameters,
      map,
      unsettled,
      context.mostBytes,
      (slice, partOf) => createGpuFrame(slice, parts, partOf),
    );
  }

  function recordKernel(kernel: Kernel, given: Uint32Array<ArrayBuffer>, tally: GPUBuffer): void {
    const form: ListForm = kernel.reads.includes('lists') && built ? built.form : 'none';
    const pass = pipelines.kernel(kernel, form, built?.slotCount ?? 0);
    // Nothing that reads what was given before can wait: a kernel is recorded and submitted in one go.
    const givenBuffer = parts.given.atLeast(given.byteLength);
    if (given.length > 0) device.queue.writeBuffer(givenBuffer, 0, given);
    const { frame, tiles, counters, layers, first } = passes.buffers;
    const read = planesOf(kernel);
    if (read.length > 0) draws().record(record, read);
    const mapBuffer = usesMap(kernel) ? map.onDevice() : parts.maps.atLeast(4);
    const group = context.bind(
      `kernel ${kernel.name} ${form}`,
      pass.layout,
      entries(frame(), tiles(), counters(), layers(), tally, givenBuffer, first(), mapBuffer),
    );
    const p = record.pass('examine');
    p.setPipeline(pass.pipeline);
    p.setBindGroup(0, group);
    if (pass.planes) p.setBindGroup(1, context.bind(`kernel ${kernel.name} planes`, pass.planes, planeEntries(read)));
    dispatch(p, passes.blockCount());
  }

  /** Bindings as in kernel.wgsl.ts. */
  function planeEntries(read: readonly DrawnPlane[]): GPUBindGroupEntry[] {
    const planes = draws().planes();
    const bindings: readonly DrawnPlane[] = ['depth', 'kept', 'stencil', 'id'];
    return read.map((plane) => ({ binding: bindings.indexOf(plane), resource: planes[plane] }));
  }

  async function passed(): Promise<boolean[]> {
    const drawCount = drawn?.drawCount ?? 0;
    if (drawCount === 0) return [];
    draws().record(record);
    const results = parts.draws.occlusion.recordResults(record.encoder(), drawCount);
    const back = await record.readBack(results, 0, 8 * drawCount, true);
    return Array.from(new BigUint64Array(back, 0, drawCount), (samples) => samples > 0n);
  }

  async function readPlane(plane: DrawnPlane): Promise<Uint8Array | Uint32Array | Float32Array> {
    draws().record(record, [plane]);
    const { buffer, bytes } = parts.draws.planePasses.recordRead(record.encoder(), draws().planes(), plane);
    const back = await record.readBack(buffer, 0, bytes, true);
    return plane === 'stencil'
      ? new Uint8Array(back, 0, pixelCount)
      : plane === 'id'
        ? new Uint32Array(back, 0, pixelCount)
        : new Float32Array(back, 0, pixelCount);
  }

  async function examine(kernel: Kernel, parameters: Parameters = []): Promise<Tally[]> {
    const byTile = parametersOf(kernel, parameters, atlas.tiles.length);
    submitStale();
    const left = (await examineHere(kernel, byTile)) ?? (await examineElsewhere(kernel, byTile));
    if (kernel.marks) marks = left.marks;
    if (kernel.best) best = left.best;
    return left.tallies;
  }

  /** Lists that turn out longer than their slots are packed. Undefined where the device has no room for what is asked. */
  async function examineHere(
    kernel: Kernel,
    parameters: readonly (readonly number[])[],
  ): Promise<Examined | undefined> {
    const readsLists = kernel.reads.includes('lists');
    const words = kernelWords(kernel, parameters, atlas, request?.tiles ?? atlas.tiles.map(() => []));
    const bytes = 4 * words.wordCount;
    if (readsLists && request && !fitsInOne(atlas, request, context.mostBytes)) return undefined;
    if (readsLists && request && canBeParted(kernel) && isInParts(request)) return undefined;
    if (kernel.reads.includes('map') && 4 * pixelCount > context.mostBytes) return undefined;
    if (kernel.marks && bytes > context.mostBytes && atlas.tiles.length > 1) return undefined;
    // What goes on from the map must be run once only: an empty question makes sure that the lists are complete.
    if (readsLists && kernel.map && kernel.reads.includes('map')) {
      const none = parameters.map(() => []);
      if (!(await examineHere(NOTHING_ASKED, none))) return undefined;
    }
    for (;;) {
      const tally = parts.tallies.atLeast(bytes + TIMER_BYTES);
      record.encoder().clearBuffer(tally, 0, bytes);
      if (usesMap(kernel)) map.onDevice();
      if (readsLists) await buildLists();
      else if (!built) passes.prepare(atlas);
      recordKernel(kernel, words.given, tally);
      const back = await record.readBack(tally, 0, bytes, true);
      const head = new Uint32Array(back, 0, TALLY.tiles);
      if (readsLists && !passes.hadRoom(built!, head[TALLY.queued])) {
        built = undefined;
      } else if (readsLists && head[TALLY.gaveUp] > 0) {
        built = await castOnHost();
      } else if (head[TALLY.overflowed] > 0) {
        if (!(await packLists())) return undefined;
      } else
        return {
          tallies: words.tallies(back),
          marks: async () => words.marks(back),
          best: async () => words.best(back),
        };
    }
  }

  async function readListsOf(): Promise<LayerLists> {
    if (request && isInParts(request)) return gatherOnHost();
    // An empty question makes sure that the lists are complete, in whichever form; in slices they never are.
    await examine(NOTHING_ASKED);
    if (!built && request) return gatherOnHost();
    const counters = new Uint32Array(await record.readBack(passes.buffers.counters(), 0, 4 * built!.counterWords));
    return readSlots(atlas, built!, counters, passes.buffers, record.readBack);
  }

  function touching(pairs: readonly PairInView[]): Promise<TouchingFaces[]> {
    submitStale();
    return parts.touching.run(record, pairs);
  }

  return {
    atlas,
    lists(bodies) {
      const tiles = bodiesByTile(bodies, atlas);
      request = { tiles, faceBits: faceBitsFor(tiles), firstRows: part?.firstRows };
    },
    async touching(pairs) {
      const asked = pairsInTiles(pairs, atlas);
      return inTurn(() => touching(asked));
    },
    examine: (kernel, parameters) => inTurn(() => examine(kernel, parameters)),
    sweep: (sweep, given) =>
      inTurn(async () => {
        const lists = await readListsOf();
        return atlas.tiles.map((_, t) => sweep.run(tileOf(lists, atlas, t), given[t]));
      }),
    clear: (values) => draws().clear(values),
    draw(what, bodies, state) {
      submitStale();
      return draws().draw(what, bodies, state);
    },
    fill: (state) => draws().fill(state),
    keep: () => draws().keep(),
    store(key) {
      draws().store(key);
      submitDraws();
    },
    recall: (key) => draws().recall(key),
    passed: () => inTurn(passed),
    // biome-ignore lint/suspicious/noExplicitAny: overloads
    read: ((plane: string): Promise<any> =>
      inTurn(async () => {
        if (plane === 'lists') return readListsOf();
        if (plane === 'map') return map.read();
        if (plane === 'marks') return left(marks, 'marks');
        if (plane === 'best') return left(best, 'best pixels');
        return readPlane(plane as DrawnPlane);
      })) as Frame['read'],
    unsettled: () => unsettled,
    timings: () => ({ wallMs: performance.now() - begin, stagesMs: { ...record.stagesMs } }),
  };
}

const NOTHING_ASKED: Kernel = { name: 'nothing', reads: ['lists'], tally: {}, cpu() {}, wgsl: 'fn examine() {}' };

const nothingListed = ({ tiles }: Atlas): ListRequest => ({ tiles: tiles.map(() => []), faceBits: 1 });

const usesMap = ({ map, reads }: Kernel): boolean => map === true || reads.includes('map');

/** Whether tiles can be asked in parts: planes lie on the device for all of them, and what a kernel reads of the map, and does not write, has to be whole. */
const canBeParted = (kernel: Kernel): boolean =>
  planesOf(kernel).length === 0 && (kernel.map === true || !kernel.reads.includes('map'));

const planesOf = ({ reads }: Kernel): DrawnPlane[] => reads.filter((what) => what !== 'lists' && what !== 'map');

function left<T>(read: (() => Promise<T>) | undefined, what: string): Promise<T> {
  if (!read) throw new InputError(NOTHING_LEFT(what));
  return read();
}
