import type { Kernel } from '../../kernel.js';
import type { ListSweep } from '../../listSweep.js';
import { emptyTally, examineBand, noBest, wholeTile, withoutLayers } from '../examineBand.js';
import { noMarks } from '../faceMarks.js';
import { createRasterizer, type Loops, type TileSwept } from '../gatherer.js';
import { type GatheredLayers, gatherLayers, type LayerJob } from '../gatherLayers.js';
import type { BandAnswer, BandQuestion, BandToGather, TileQuestion } from './messages.js';

// biome-ignore lint/suspicious/noExplicitAny: each sweep is given what its name stands for
export type AnySweep = ListSweep<any, unknown>;

/** Gathers bands and tiles one after the other, and examines or sweeps each where it lies: what every thread does. */
export interface TileWorker {
  /** The arrays are good until the next question. */
  gather(job: LayerJob): GatheredLayers;
  examine(kernel: Kernel, bands: readonly BandQuestion[], map: Float32Array): BandAnswer[];
  sweep(sweep: AnySweep, tiles: readonly TileQuestion[]): TileSwept[];
}

export function createTileWorker(loops: Loops): TileWorker {
  const rasterizer = createRasterizer(loops);
  /** What the rasterizer's memory holds just now. */
  let gathered: { readonly key: string; readonly layers: GatheredLayers } | undefined;

  function gather(job: LayerJob): GatheredLayers {
    gathered = undefined;
    return gatherLayers(rasterizer, job);
  }

  function layersOf({ key, job }: BandToGather): GatheredLayers {
    if (gathered?.key !== key) gathered = { key, layers: gather(job) };
    return gathered.layers;
  }

  return {
    gather,
    examine: (kernel, bands, map) =>
      bands.map((band) => {
        const { tile, markBase, parameters } = band;
        const start = performance.now();
        const layers = kernel.reads.includes('lists') ? layersOf(band) : withoutLayers(tile.view);
        const middle = performance.now();
        const marks = kernel.marks ? noMarks(markBase) : undefined;
        const best = kernel.best ? noBest(tile.view) : undefined;
        const tally = emptyTally(kernel);
        examineBand(kernel, tile, layers, { ...NO_PLANES, map }, { marks, best }, tally, parameters);
        const times = { gatherMs: middle - start, examineMs: performance.now() - middle };
        const { unsettled, absent } = layers;
        return { tally, marks: marks?.marks, best, unsettled, absent, ...times };
      }),
    sweep: (sweep, tiles) =>
      tiles.map((question) => {
        const start = performance.now();
        const layers = layersOf(question);
        const middle = performance.now();
        const found = sweep.run(wholeTile(question.tile, layers), question.given);
        const times = { gatherMs: middle - start, examineMs: performance.now() - middle };
        return { found, unsettled: layers.unsettled, ...times };
      }),
  };
}

/** Kernels that read planes other than the map are not run in threads. */
const NO_PLANES = {
  depth: new Float32Array(0),
  kept: new Float32Array(0),
  stencil: new Uint8Array(0),
  id: new Uint32Array(0),
};
