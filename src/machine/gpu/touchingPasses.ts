import { cellGrid, leastShift } from '../cells.js';
import type { TouchingFaces } from '../machine.js';
import type { PairInView } from '../touchingPairs.js';
import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import type { Host } from './host.js';
import { dispatch, entries } from './layerPasses.js';
import { CELL_CALL, CELL_QUEUE_WORDS, CELL_STEP, TOUCHED } from './layout.js';
import { ALIGN_BYTES } from './listInput.js';
import type { Pipelines } from './pipelines.js';
import { type Recorder, TIMER_BYTES } from './recorder.js';
import type { Residency } from './residency.js';
import { type CellPair, mostCells, reachesTooFar, type TouchingInput, writeTouchingInput } from './touchingInput.js';

/** Conservative rasterization on the device; one per machine, used by one frame at a time. */
export interface TouchingPasses {
  /** {@link Frame.touching}: one submission for all pairs that fit the device's buffers together. */
  run(record: Recorder, pairs: readonly PairInView[]): Promise<TouchingFaces[]>;
}

/** Workgroups that share a queue of large faces. */
const QUEUE_GROUPS = { hardware: 2048, software: 16 };

const STAGES: Readonly<Record<number, string>> = {
  [CELL_STEP.markA]: 'mark a',
  [CELL_STEP.testB]: 'test b',
  [CELL_STEP.markB]: 'mark b',
  [CELL_STEP.testA]: 'test a',
};

export function createTouchingPasses(
  context: GpuContext,
  pipelines: Pipelines,
  residency: Residency,
  host: Host,
): TouchingPasses {
  const { device, mostBytes, software } = context;
  const { storage, copyDst, copySrc, uniform } = USAGE;
  const inputs = context.roomy('touching inputs', storage | uniform | copyDst);
  const projected = context.roomy('vertices in cells', storage);
  const marks = context.roomy('marks of cells', storage | copyDst);
  const touched = context.roomy('touched faces', storage | copyDst | copySrc);
  const queue = context.roomy('queues of faces', storage);
  /** Entries for A's faces, and as many for B's. */
  const mostQueued = Math.floor(mostBytes / (2 * 4 * CELL_QUEUE_WORDS));
  let queueRoom = Math.min(1 << 14, mostQueued);

  function recordCalls(record: Recorder, input: TouchingInput): GPUBuffer {
    const { words, itemsAt, calls, projectedCount, markWords, touchedWords } = input;
    const inputBuffer = inputs.atLeast(words.byteLength);
    const projectedBuffer = projected.atLeast(16 * projectedCount);
    const markBuffer = marks.atLeast(4 * markWords);
    const touchedBuffer = touched.atLeast(4 * touchedWords + TIMER_BYTES);
    const queueBuffer = queue.atLeast(4 * CELL_QUEUE_WORDS * 2 * queueRoom);
    device.queue.writeBuffer(inputBuffer, 0, words);
    const encoder = record.encoder();
    encoder.clearBuffer(markBuffer, 0, 4 * markWords);
    encoder.clearBuffer(touchedBuffer, 0, 4 * touchedWords);
    const call = { buffer: inputBuffer, offset: 0, size: 4 * CELL_CALL.words };
    const items = { buffer: inputBuffer, offset: 4 * itemsAt, size: words.byteLength - 4 * itemsAt };
    const { vertices, small, large } = pipelines.touching();
    calls.forEach(({ pass, step, portion }, k) => {
      const p = record.pass(pass === 'vertices' ? 'project' : STAGES[step]);
      const page = (portion ?? calls[0].portion!).page;
      if (pass === 'vertices') {
        p.setPipeline(vertices.pipeline);
        const bound = entries(call, items, page.positions, projectedBuffer);
        p.setBindGroup(0, context.bind(`cell vertices ${k}`, vertices.layout, bound), [ALIGN_BYTES * k]);
        dispatch(p, portion!.vertexGroups);
        return;
      }
      p.setPipeline((pass === 'small' ? small : large).pipeline);
      const bound = entries(call, items, page.indices, projectedBuffer, markBuffer, touchedBuffer, queueBuffer);
      p.setBindGroup(0, context.bind(`cell faces ${k}`, small.layout, bound), [ALIGN_BYTES * k]);
      if (portion) dispatch(p, portion.faceGroups);
      else p.dispatchWorkgroups(software ? QUEUE_GROUPS.software : QUEUE_GROUPS.hardware);
    });
    return touchedBuffer;
  }

  /** What was found of each pair; or where its faces lie over too many cells, with which shift to try again. */
  async function runTogether(record: Recorder, pairs: readonly CellPair[]): Promise<(TouchingFaces | number)[]> {
    for (;;) {
      const input = writeTouchingInput(pairs, residency, queueRoom);
      const buffer = recordCalls(record, input);
      const words = new Uint32Array(await record.readBack(buffer, 0, 4 * input.touchedWords, true));
      const queued = Math.max(words[TOUCHED.queuedA], words[TOUCHED.queuedB]);
      if (queued > queueRoom && queued <= mostQueued) {
        queueRoom = Math.min(Math.ceil(queued * 1.25), mostQueued);
        continue;
      }
      return pairs.map((pair, k) => {
        const at = TOUCHED.pairs + 2 * k;
        const over = (words[at] + 2 ** 32 * words[at + 1]) / mostCells(pair);
        // Twice as large, a cell takes the place of four. In larger cells fewer faces are queued, too.
        if (over > 1 || (over > 0 && queued > queueRoom))
          return pair.shift + Math.max(1, Math.ceil(Math.log2(over) / 2));
        const { columns, rows } = cellGrid(pair.view, pair.pair.reach, pair.shift);
        const { a, b } = input.kept[k];
        const faces = (from: number, { mesh }: CellPair['pair']['a']) => facesIn(words, from, mesh.indices.length / 3);
        return { a: faces(a, pair.pair.a), b: faces(b, pair.pair.b), columns, rows };
      });
    }
  }

  return {
    async run(record, pairs) {
      const found: TouchingFaces[] = [];
      let waiting = pairs.map((pair, number) => ({ number, ...pair, shift: leastShift(pair.view) }));
      for (const { number, ...pair } of waiting)
        if (reachesTooFar(pair) || !hasRoom(pair, mostBytes)) found[number] = host.touching(pair.pair, pair.view);
      waiting = waiting.filter(({ number }) => !(number in found));
      while (waiting.length > 0) {
        const together = waiting.slice(0, howManyFit(waiting, mostBytes));
        const results = await runTogether(record, together);
        const again: typeof waiting = [];
        results.forEach((result, k) => {
          if (typeof result === 'number') again.push({ ...together[k], shift: result });
          else found[together[k].number] = result;
        });
        waiting = [...again, ...waiting.slice(together.length)];
      }
      return found;
    },
  };
}

/** What a pair takes of the buffers. */
function bytesOf({ pair: { a, b, reach }, view, shift }: CellPair) {
  const { columns, rows } = cellGrid(view, reach, shift);
  return {
    vertices: (16 * (a.mesh.positions.length + b.mesh.positions.length)) / 3,
    marks: 8 * columns * rows,
    touched: (a.mesh.indices.length + b.mesh.indices.length) / 3 / 8 + 16,
  };
}

/** Whether the device has room for a pair. */
const hasRoom = (pair: CellPair, mostBytes: number): boolean =>
  howManyFit([pair], mostBytes) === 1 &&
  [pair.pair.a, pair.pair.b].every(({ mesh }) => 4 * Math.max(mesh.indices.length, mesh.positions.length) <= mostBytes);

/** How many of the pairs, from the first one on, fit the buffers together. */
function howManyFit(pairs: readonly CellPair[], mostBytes: number): number {
  let [vertices, marks, touched] = [0, 0, TIMER_BYTES];
  const after = pairs.findIndex((pair) => {
    const bytes = bytesOf(pair);
    vertices += bytes.vertices;
    marks += bytes.marks;
    touched += bytes.touched;
    return Math.max(vertices, marks, touched) > mostBytes;
  });
  return after < 0 ? pairs.length : after;
}

/** The numbers of the bits that are set among `count` from a word on. */
function facesIn(words: Uint32Array, from: number, count: number): Uint32Array {
  const end = from + Math.ceil(count / 32);
  let faceCount = 0;
  for (let at = from; at < end; at++) for (let bits = words[at]; bits !== 0; bits &= bits - 1) faceCount++;
  const faces = new Uint32Array(faceCount);
  let n = 0;
  for (let at = from; at < end; at++)
    for (let bits = words[at]; bits !== 0; bits &= bits - 1)
      faces[n++] = 32 * (at - from) + 31 - Math.clz32(bits & -bits);
  return faces;
}
