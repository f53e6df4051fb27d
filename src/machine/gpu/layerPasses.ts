import type { Atlas } from '../../view/atlas.js';
import type { LayerLists } from '../lists.js';
import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import { CAST_ITEM, COUNTERS, FRAME, GROUP, ITEM, QUEUE_ENTRY_WORDS, TILE } from './layout.js';
import { ALIGN_BYTES, type ListInput, type ListRequest, type ListRoom, writeListInput } from './listInput.js';
import type { Pass, Pipelines } from './pipelines.js';
import type { Recorder } from './recorder.js';
import type { Residency, Resident } from './residency.js';
import { NOTHING } from './seenBodies.js';

/** Where the lists of the last request are. */
export interface BuiltLists {
  readonly request: ListRequest;
  readonly form: 'slots' | 'packed';
  readonly slotCount: number;
  /** Per tile: where its windings before the near plane begin among the counters, or NOTHING. */
  readonly before: readonly number[];
  readonly counterWords: number;
  /** Blocks of large faces that were drawn at most. */
  readonly queueRoom: number;
  readonly residents: readonly Resident[];
}

/** The buffers and passes that build lists; one per machine, used by one frame at a time. */
export interface LayerPasses {
  /** Says where the tiles are, for kernels that read no lists. */
  prepare(atlas: Atlas): void;
  /** Records everything from projection to unsorted layers in slots. */
  recordSlots(record: Recorder, atlas: Atlas, request: ListRequest): BuiltLists;
  /** Records the same into packed lists of known lengths, and sorts them. `first` is each pixel's start, and the total. */
  recordPacked(record: Recorder, atlas: Atlas, request: ListRequest, first: Uint32Array<ArrayBuffer>): BuiltLists;
  /** Takes lists that were gathered elsewhere. */
  upload(atlas: Atlas, request: ListRequest, lists: LayerLists): BuiltLists;
  /** Whether all large faces were drawn, of which so many blocks were queued; if not, the next lists have room for them. */
  hadRoom(built: BuiltLists, queued: number): boolean;
  /** Nobody knows what the device holds of what was written: a command failed. */
  doubt(): void;
  readonly buffers: {
    frame(): GPUBufferBinding;
    tiles(): GPUBufferBinding;
    counters(): GPUBuffer;
    layers(): GPUBuffer;
    first(): GPUBuffer;
  };
  /** Blocks of pixels in all tiles of the frame that was prepared last. */
  blockCount(): number;
}

/** Layers per pixel that are kept without a second run, as far as one binding has room for them. */
const MOST_SLOTS = 16;
const MOST_GROUPS = 65535;
/** Workgroups that share the queue of blocks: enough to fill a large GPU; a software driver pays for each. */
const QUEUE_GROUPS = { hardware: 4096, software: 32 };

export function createLayerPasses(context: GpuContext, pipelines: Pipelines, residency: Residency): LayerPasses {
  const { device, mostBytes, software } = context;
  const { storage, copyDst, copySrc, uniform } = USAGE;
  const inputs = context.roomy('list inputs', storage | uniform | copyDst);
  const projected = context.roomy('projected vertices', storage);
  const depths = context.roomy('depths of vertices', storage);
  const counters = context.roomy('counters', storage | copyDst | copySrc);
  const layers = context.roomy('layers', storage | copySrc | copyDst);
  const firsts = context.roomy('list starts', storage | copyDst | copySrc);
  const queue = context.roomy('queue of blocks', storage);
  let queueRoom = 1 << 18;
  let words = new Uint32Array(1024);
  /** What the buffer of inputs begins with, and which buffer that was. */
  let written = new Uint32Array(1024);
  let writtenTo: GPUBuffer | undefined;
  let inputBuffer = inputs.atLeast(1);
  let frame: GPUBufferBinding = { buffer: inputBuffer };
  let tiles: GPUBufferBinding = frame;
  let items: GPUBufferBinding = frame;
  let casts: GPUBufferBinding = frame;
  let parameters: GPUBufferBinding = frame;
  let blockCount = 0;

  /** The words of the frame's k-th portion. */
  const frameOf = (k: number): GPUBufferBinding => ({
    buffer: inputBuffer,
    offset: ALIGN_BYTES * k,
    size: 4 * FRAME.words,
  });

  /** One write per query, and none where the same is asked again. Bodies that are not to be drawn need not be on the device. */
  function writeInput(atlas: Atlas, request: ListRequest, room: Omit<ListRoom, 'queueRoom'>, draws = true): ListInput {
    const input = writeListInput(atlas, request, { ...room, queueRoom }, draws ? residency : undefined, words);
    const { wordCount } = input;
    words = input.words;
    blockCount = input.blockCount;
    const buffer = inputs.atLeast(4 * wordCount);
    if (buffer !== writtenTo || !startsWith(written, words, wordCount)) {
      device.queue.writeBuffer(buffer, 0, words, 0, wordCount);
      if (written.length < wordCount) written = new Uint32Array(words.length);
      written.set(words.subarray(0, wordCount));
      writtenTo = buffer;
    }
    inputBuffer = buffer;
    frame = frameOf(0);
    tiles = { buffer, offset: 4 * input.tilesAt, size: 4 * TILE.words * atlas.tiles.length };
    items = { buffer, offset: 4 * input.itemsAt, size: 4 * ITEM.words * Math.max(1, input.itemCount) };
    casts = { buffer, offset: 4 * input.castsAt, size: 4 * CAST_ITEM.words * Math.max(1, input.castCount) };
    parameters = { buffer, offset: 4 * input.parametersAt, size: 4 * Math.max(1, input.parameterCount) };
    return input;
  }

  /** Casts rays at the solids that are no meshes, those of one program at a time. */
  function recordCasts(record: Recorder, { portions, castPortions }: ListInput, layerBuffer: GPUBuffer): void {
    castPortions.forEach(({ wgsl, groups }, k) => {
      const pass = pipelines.cast(wgsl);
      const group = context.bind(
        `cast ${k}`,
        pass.layout,
        entries(frameOf(portions.length + k), casts, parameters, counters.atLeast(4), layerBuffer),
      );
      const p = record.pass('cast');
      p.setPipeline(pass.pipeline);
      p.setBindGroup(0, group);
      dispatch(p, groups);
    });
  }

  function recordRaster(record: Recorder, input: ListInput, layerBuffer: GPUBuffer): void {
    const { portions, projectedCount, counterWords } = input;
    recordCasts(record, input, layerBuffer);
    if (portions.length === 0) return;
    const projectedBuffer = projected.atLeast(8 * projectedCount);
    const depthBuffer = depths.atLeast(4 * projectedCount);
    const counterBuffer = counters.atLeast(4 * counterWords);
    const queueBuffer = queue.atLeast(4 * QUEUE_ENTRY_WORDS * queueRoom);
    const groups = portions.map(({ page: { positions, indices } }, k) => ({
      project: context.bind(
        `project ${k}`,
        pipelines.project.layout,
        entries(frameOf(k), items, positions, projectedBuffer, depthBuffer),
      ),
      layers: context.bind(
        `layers ${k}`,
        pipelines.small.layout,
        entries(
          ...[frameOf(k), items, positions, indices, projectedBuffer],
          ...[depthBuffer, counterBuffer, layerBuffer, queueBuffer],
        ),
      ),
    }));
    const stage = (name: string, pass: Pass, each: (p: GPUComputePassEncoder, k: number) => void) => {
      const p = record.pass(name);
      p.setPipeline(pass.pipeline);
      for (let k = 0; k < portions.length; k++) each(p, k);
    };
    stage('project', pipelines.project, (p, k) => {
      p.setBindGroup(0, groups[k].project);
      dispatch(p, portions[k].vertexGroups);
    });
    stage('small faces', pipelines.small, (p, k) => {
      p.setPipeline((portions[k].facesEach > 1 ? pipelines.smallOfMany : pipelines.small).pipeline);
      p.setBindGroup(0, groups[k].layers);
      dispatch(p, portions[k].faceGroups);
    });
    if (input.queueRoom === 0) return;
    // Each page's dispatch takes its own items' blocks from the one queue.
    stage('large faces', pipelines.large, (p, k) => {
      p.setBindGroup(0, groups[k].layers);
      p.dispatchWorkgroups(software ? QUEUE_GROUPS.software : QUEUE_GROUPS.hardware);
    });
  }

  const builtAs = (
    form: 'slots' | 'packed',
    slotCount: number,
    request: ListRequest,
    input: ListInput,
  ): BuiltLists => ({
    request,
    form,
    slotCount,
    before: input.before,
    counterWords: input.counterWords,
    queueRoom: input.queueRoom,
    residents: input.residents,
  });

  return {
    blockCount: () => blockCount,
    hadRoom(built, queued) {
      for (const resident of built.residents)
        if (queued > 0) resident.largeFaces = 'some';
        else if (resident.largeFaces === 'unknown') resident.largeFaces = 'none';
      if (queued <= built.queueRoom) return true;
      queueRoom = Math.max(queueRoom, Math.ceil(queued * 1.25));
      return false;
    },
    doubt() {
      writtenTo = undefined;
    },
    prepare(atlas) {
      writeInput(atlas, { tiles: atlas.tiles.map(() => []), faceBits: 1 }, { slotCount: 0, layerRoom: 0 });
    },
    recordSlots(record, atlas, request) {
      const pixelCount = atlas.width * atlas.height;
      const slotCount = Math.max(1, Math.min(MOST_SLOTS, Math.floor(mostBytes / 8 / pixelCount)));
      const input = writeInput(atlas, request, { slotCount, layerRoom: 0 });
      const layerBuffer = layers.atLeast(8 * pixelCount * slotCount);
      record.encoder().clearBuffer(counters.atLeast(4 * input.counterWords), 0, 4 * input.counterWords);
      recordRaster(record, input, layerBuffer);
      return builtAs('slots', slotCount, request, input);
    },
    recordPacked(record, atlas, request, first) {
      const pixelCount = atlas.width * atlas.height;
      const layerCount = first[pixelCount];
      const input = writeInput(atlas, request, { slotCount: 0, layerRoom: layerCount });
      const layerBuffer = layers.atLeast(8 * layerCount);
      const counterBuffer = counters.atLeast(4 * input.counterWords);
      const firstBuffer = firsts.atLeast(first.byteLength);
      const encoder = record.encoder();
      encoder.clearBuffer(counterBuffer, 0, 4 * input.counterWords);
      device.queue.writeBuffer(firstBuffer, 0, first);
      encoder.copyBufferToBuffer(firstBuffer, 0, counterBuffer, 4 * COUNTERS.pixels, 4 * pixelCount);
      recordRaster(record, input, layerBuffer);
      const pass = record.pass('sort');
      pass.setPipeline(pipelines.sort.pipeline);
      pass.setBindGroup(0, context.bind('sort', pipelines.sort.layout, entries(frame, firstBuffer, layerBuffer)));
      dispatch(pass, Math.ceil(pixelCount / GROUP));
      return builtAs('packed', 0, request, input);
    },
    upload(atlas, request, lists) {
      const input = writeInput(atlas, request, { slotCount: 0, layerRoom: lists.name.length }, false);
      const pairs = new Uint32Array(2 * Math.max(1, lists.name.length));
      const depthBits = new Uint32Array(lists.depth.buffer, lists.depth.byteOffset, lists.depth.length);
      for (let k = 0; k < lists.name.length; k++) {
        pairs[2 * k] = lists.name[k];
        pairs[2 * k + 1] = depthBits[k];
      }
      device.queue.writeBuffer(counters.atLeast(4 * input.counterWords), 0, windings(atlas, input, lists));
      device.queue.writeBuffer(layers.atLeast(pairs.byteLength), 0, pairs);
      device.queue.writeBuffer(firsts.atLeast(lists.first.byteLength), 0, lists.first as Uint32Array<ArrayBuffer>);
      return builtAs('packed', 0, request, input);
    },
    buffers: {
      frame: () => frame,
      tiles: () => tiles,
      counters: () => counters.atLeast(4),
      layers: () => layers.atLeast(8),
      first: () => firsts.atLeast(4),
    },
  };
}

function startsWith(long: Uint32Array, words: Uint32Array, count: number): boolean {
  if (long.length < count) return false;
  for (let i = 0; i < count; i++) if (long[i] !== words[i]) return false;
  return true;
}

/** The counters with nothing but the windings before the near plane, tile by tile. */
function windings(atlas: Atlas, input: ListInput, { before }: LayerLists): Int32Array<ArrayBuffer> {
  const counters = new Int32Array(input.counterWords);
  if (before.length === 0) return counters;
  const pixelCount = atlas.width * atlas.height;
  atlas.tiles.forEach(({ view: { columns, rows }, x, y }, t) => {
    const start = input.before[t];
    if (start === NOTHING) return;
    const next = input.before.slice(t + 1).find((at) => at !== NOTHING) ?? input.counterWords;
    const slotCount = (next - start) / (columns * rows);
    for (let slot = 0; slot < slotCount; slot++)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          counters[start + (slot * rows + row) * columns + column] =
            before[slot * pixelCount + (y + row) * atlas.width + x + column];
  });
  return counters;
}

/** Bind group entries in order; a whole buffer, or a part of one. */
export const entries = (...parts: readonly (GPUBuffer | GPUBufferBinding)[]): GPUBindGroupEntry[] =>
  parts.map((part, binding) => ({ binding, resource: 'buffer' in part ? part : { buffer: part } }));

/** So many workgroups, in as many rows as it takes. */
export function dispatch(pass: GPUComputePassEncoder, groups: number): void {
  if (groups === 0) return;
  const down = Math.ceil(groups / MOST_GROUPS);
  pass.dispatchWorkgroups(Math.ceil(groups / down), down);
}
