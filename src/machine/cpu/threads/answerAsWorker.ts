import { learnEveryCaster } from '../../../surface/everyCaster.js';
import type { Kernel } from '../../kernel.js';
import type { GatheredLayers } from '../gatherLayers.js';
import type { GatherAnswer } from './messages.js';
import { type AnySweep, createTileWorker, type TileWorker } from './tileWorker.js';
import { answerQuestions } from './workerPort.js';

/** Makes this thread a worker of the CPU machine, which knows these kernels and sweeps by their names. */
export function answerAsWorker(kernels: readonly Kernel[], sweeps: readonly AnySweep[]): void {
  let worker: TileWorker | undefined;
  let result = new SharedArrayBuffer(1 << 20);

  /** Copies the lists out of the rasterizer's memory, which cannot be shared. */
  function publish({ first, layerName, before, unsettled }: GatheredLayers): GatherAnswer {
    const bytes = first.byteLength + layerName.byteLength + before.byteLength;
    if (result.byteLength < bytes) result = new SharedArrayBuffer(Math.ceil(bytes * 1.25));
    let at = 0;
    const place = (array: Uint32Array | Int32Array): readonly [number, number] => {
      const offset = at;
      new Uint32Array(result, offset, array.length).set(array);
      at += array.byteLength;
      return [offset, array.length];
    };
    return { buffer: result, first: place(first), layers: place(layerName), before: place(before), unsettled };
  }

  // Surfaces come as plain data, and none is made here.
  learnEveryCaster();

  // No await: bundlers that make scripts of workers know none at the top.
  void answerQuestions((question) => {
    worker ??= createTileWorker(question.loops);
    if ('kernel' in question) return worker.examine(named(question.kernel, kernels), question.bands, question.map);
    if ('sweep' in question) return worker.sweep(named(question.sweep, sweeps), question.tiles);
    return publish(worker.gather(question.job));
  });
}

function named<T extends { readonly name: string }>(name: string, known: readonly T[]): T {
  const one = known.find((each) => each.name === name);
  if (!one) throw new Error(`${name} is not known to src/cpuWorker.ts`);
  return one;
}
