import { learnEveryCaster } from '../../../surface/everyCaster.js';
import { createRasterizer } from '../gatherer.js';
import { type GatheredLayers, gatherLayers } from '../gatherLayers.js';
import type { LayerRasterizer } from '../layerRasterizer.js';
import type { Answer } from './messages.js';
import { answerQuestions } from './workerPort.js';

// A worker of the CPU machine: gathers one band after the other, and leaves the result in shared memory.

let rasterizer: LayerRasterizer | undefined;
let result = new SharedArrayBuffer(1 << 20);

/** Copies the lists out of the rasterizer's memory, which cannot be shared. */
function publish({ first, layerName, before, unsettled }: GatheredLayers): Answer {
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
void answerQuestions(({ job, loops }) => {
  rasterizer ??= createRasterizer(loops);
  return publish(gatherLayers(rasterizer, job));
});
