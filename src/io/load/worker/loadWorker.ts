import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../../errors.js';
import type { Scene } from '../../scene.js';
import { load } from '../load.js';
import type { LoadAnswer, LoadJob } from './loadMessages.js';

// Reads one file, in a thread that can be ended at any moment, and hands the scene over without copying it.

/** Keeps WebAssembly from growing beyond a limit; what asks for more is told that there is none. Only in this thread. */
function limitMemory(bytes: number): { readonly reached: boolean } {
  const state = { reached: false };
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65536 > bytes) {
      state.reached = true;
      throw new RangeError('the limit of memory is reached');
    }
    return grow.call(this, pages);
  };
  return state;
}

async function answer({ bytes, name, format, chordError, wasmBytes }: LoadJob): Promise<LoadAnswer> {
  const memory = limitMemory(wasmBytes);
  try {
    const scene = await load(bytes, { name, format, chordError });
    // Readers go on without the memory they were refused, and would hand over half of the file.
    return memory.reached ? { outOfMemory: true } : { scene };
  } catch (error) {
    if (memory.reached) return { outOfMemory: true };
    const { message } = error as Error;
    return { fault: String(message).split('\n')[0], isInput: error instanceof InputError };
  }
}

function buffersOf({ parts }: Scene): ArrayBuffer[] {
  const buffers = new Set<ArrayBufferLike>();
  for (const { mesh, pose } of parts)
    for (const { buffer } of [mesh.positions, mesh.indices, pose as Float64Array]) buffers.add(buffer);
  return [...buffers].filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
}

const reply = await answer(workerData as LoadJob);
parentPort!.postMessage(reply, 'scene' in reply ? buffersOf(reply.scene) : []);
