import type { GpuContext } from './context.js';
import { USAGE } from './device.js';
import { TIMER_BYTES } from './recorder.js';

/** Occlusion queries by the number of the draw. Zero is exact; of another value only that it is one is used. */
export interface Occlusion {
  setOf(draw: number): GPUQuerySet;
  indexOf(draw: number): number;
  /** Records the results of the first `drawCount` draws of a frame, one u64 each, with room for timestamps behind. */
  recordResults(encoder: GPUCommandEncoder, drawCount: number): GPUBuffer;
  dispose(): void;
}

/** Queries in a set; WebGPU allows 4096. A frame with more draws uses more sets. */
const SET_SIZE = 1024;

export function createOcclusion(context: GpuContext): Occlusion {
  const sets: GPUQuerySet[] = [];
  const results = context.roomy('occlusion', USAGE.queryResolve | USAGE.copySrc | USAGE.copyDst);

  function setOf(draw: number): GPUQuerySet {
    const k = Math.floor(draw / SET_SIZE);
    sets[k] ??= context.device.createQuerySet({ label: `occlusion ${k}`, type: 'occlusion', count: SET_SIZE });
    return sets[k];
  }

  return {
    setOf,
    indexOf: (draw) => draw % SET_SIZE,
    recordResults(encoder, drawCount) {
      const buffer = results.atLeast(8 * drawCount + TIMER_BYTES);
      for (let from = 0; from < drawCount; from += SET_SIZE)
        encoder.resolveQuerySet(setOf(from), 0, Math.min(SET_SIZE, drawCount - from), buffer, 8 * from);
      return buffer;
    },
    dispose() {
      for (const set of sets) set.destroy();
    },
  };
}
