import type { BodyState } from '../../body.js';
import type { View } from '../../view/view.js';
import type { CpuTally, Kernel } from '../kernel.js';
import type { ListSweep } from '../listSweep.js';
import type { ExaminedTile } from './examineBand.js';
import { type GatheredLayers, gatherLayers, layerBody } from './gatherLayers.js';
import type { LayerRasterizer } from './layerRasterizer.js';
import { createPlainRasterizer } from './plainRasterizer.js';
import { createWasmRasterizer } from './wasmRasterizer.js';

/** Which loops to use: WebAssembly where the page's policy lets it be compiled, or the plain twin. */
export type Loops = 'auto' | 'wasm' | 'plain';

export interface GatherOptions {
  /** Whether the lists may be left empty where one of the bodies does not show. */
  readonly onlyTogether?: boolean;
  /** Whether they have to come in one band. */
  readonly inOnePiece?: boolean;
}

/** Gathers the lists of one tile after the other, in one band or several; arrays are good until the next tile. */
export interface Gatherer {
  /** Which loops it has, and how many threads, in words. */
  readonly loops: string;
  readonly name: string;
  gather(
    view: View,
    bodies: readonly BodyState[],
    faceBits: number,
    options?: GatherOptions,
  ): Promise<readonly GatheredLayers[]>;
  /**
   * Runs a kernel over all tiles where it gathers their lists; undefined where it does not know the kernel, or has no thread of
   * its own: the caller then gathers, and runs it. `map` is the frame's, in shared memory.
   */
  examine?(kernel: Kernel, lists: ExaminedLists, map: Float32Array): Promise<readonly TileFindings[] | undefined>;
  /** The same for a sweep, with what it is given for each tile. */
  sweep?<Given>(
    sweep: ListSweep<Given, unknown>,
    lists: ExaminedLists,
    given: readonly Given[],
  ): Promise<readonly TileSwept[] | undefined>;
  close(): void;
}

/** Lists to be examined or swept. */
export interface ExaminedLists {
  /** Another one for other lists. */
  readonly key: string;
  readonly onlyTogether: boolean;
  readonly tiles: readonly TileToExamine[];
}

export interface TileToExamine {
  readonly tile: ExaminedTile;
  readonly bodies: readonly BodyState[];
  /** As in {@link FaceMarks}. */
  readonly markBase: Uint32Array;
  /** Of the kernel, if there is one. */
  readonly parameters: readonly number[];
}

/** What was seen when a tile was gathered, and how long it took the thread to gather it, and then to examine it. */
interface TileWork {
  /** Rays per body, as in {@link GatheredLayers}; none where no lists were read. */
  readonly unsettled: readonly number[];
  readonly gatherMs: number;
  readonly examineMs: number;
}

/** What a kernel found in a tile. */
export interface TileFindings extends TileWork {
  readonly tally: CpuTally;
  readonly marks: Uint8Array | undefined;
  readonly best: Uint32Array | undefined;
}

/** What a sweep found in a tile. */
export interface TileSwept extends TileWork {
  readonly found: unknown;
}

/** Gathers on the caller's own thread. */
export function createGatherer(loops: Loops): Gatherer {
  const rasterizer = createRasterizer(loops);
  return {
    loops: rasterizer.kind === 'wasm' ? 'WebAssembly loops' : 'plain loops',
    name: '1 thread',
    async gather(view, bodies, faceBits, { onlyTogether } = {}) {
      const band = { columns: view.columns, firstRow: 0, endRow: view.rows };
      const job = {
        band,
        bodies: bodies.map((body) => layerBody(view, body)),
        faceBits,
        onlyTogether: onlyTogether ? ('whole' as const) : undefined,
      };
      return [gatherLayers(rasterizer, job)];
    },
    close() {},
  };
}

export function createRasterizer(loops: Loops): LayerRasterizer {
  if (loops === 'plain') return createPlainRasterizer();
  try {
    return createWasmRasterizer();
  } catch (error) {
    if (loops === 'wasm') throw error;
    return createPlainRasterizer();
  }
}
