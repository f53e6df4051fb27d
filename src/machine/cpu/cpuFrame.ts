import type { Body, BodyState } from '../../body.js';
import { InputError } from '../../errors.js';
import type { Atlas } from '../../view/atlas.js';
import {
  BEST_WORDS,
  type Best,
  BLOCK_PX,
  type CpuTally,
  decodeBest,
  type Kernel,
  type Parameters,
  type Pixels,
  parametersOf,
  type Tally,
} from '../kernel.js';
import { bodiesByTile, faceBitsFor } from '../layerNames.js';
import type { LayerLists } from '../lists.js';
import { type Frame, NO_LISTS, NOTHING_LEFT, type Timings } from '../machine.js';
import { takeTurns } from '../takeTurns.js';
import { pairsInTiles } from '../touchingPairs.js';
import { draw } from './draw.js';
import { type FaceMarks, markedFaces, noMarks } from './faceMarks.js';
import { fill } from './fill.js';
import type { Gatherer } from './gatherer.js';
import type { GatheredLayers } from './gatherLayers.js';
import { joinLists } from './joinLists.js';
import type { PlaneStore } from './planeStore.js';
import type { Planes } from './planes.js';
import { createStopwatch } from './stopwatch.js';
import type { TouchingPass } from './touchingPass.js';

/** A frame of the CPU machine: draws at once, gathers lists tile by tile when they are asked for. */
export function createCpuFrame(
  atlas: Atlas,
  gatherer: Gatherer,
  touchingPass: () => Promise<TouchingPass>,
  planes: Planes,
  stored: PlaneStore,
): Frame {
  const passed: boolean[] = [];
  const watch = createStopwatch();
  /** A tile's lists are good until the next tile's: whoever reads them must be done with all of them first. */
  const inTurn = takeTurns();
  let lists: { tiles: BodyState[][]; faceBits: number; onlyTogether: boolean } | undefined;
  /** The tile whose lists the gatherer holds just now. */
  let gathered: { tile: number; layers: readonly GatheredLayers[] } | undefined;
  const unsettled = new Map<Body, number>();

  async function layersOf(tile: number): Promise<readonly GatheredLayers[]> {
    if (!lists) throw new InputError(NO_LISTS);
    if (gathered?.tile !== tile) {
      const { tiles, faceBits, onlyTogether } = lists;
      const layers = await watch.timeAsync('lists', () =>
        gatherer.gather(atlas.tiles[tile].view, tiles[tile], faceBits, onlyTogether),
      );
      gathered = { tile, layers };
      lists.tiles[tile].forEach(({ identity }, slot) => {
        const rays = layers.reduce((sum, { unsettled }) => sum + unsettled[slot], 0);
        if (rays > 0) unsettled.set(identity, Math.max(rays, unsettled.get(identity) ?? 0));
      });
    }
    return gathered.layers;
  }

  /** What the last kernels of the kind left, by tile. */
  let marks: FaceMarks[] | undefined;
  let best: Uint32Array[] | undefined;

  /** One kernel over one band of a tile, or over all of the tile where it reads no lists. */
  function runKernel(
    kernel: Kernel,
    t: number,
    layers: GatheredLayers,
    tally: CpuTally,
    parameters: readonly number[],
  ) {
    const { view, x, y } = atlas.tiles[t];
    const { first, layerName, layerDepth, before, band } = layers;
    const reads = (plane: Kernel['reads'][number]) => kernel.reads.includes(plane);
    const pixels: Pixels = {
      view,
      columns: view.columns,
      rows: band.endRow - band.firstRow,
      firstRow: band.firstRow,
      first,
      layerName,
      layerDepth,
      before,
      faceBits: lists?.faceBits ?? 1,
      slotCount: lists?.tiles[t].length ?? 0,
      offset: (y + band.firstRow) * atlas.width + x,
      stride: atlas.width,
      depth: reads('depth') ? planes.depth : NO_FLOATS,
      kept: reads('kept') ? planes.kept : NO_FLOATS,
      stencil: reads('stencil') ? planes.stencil : NO_BYTES,
      id: reads('id') ? planes.id : NO_WORDS,
      map: kernel.map || reads('map') ? planes.map : NO_FLOATS,
      marks: kernel.marks ? marks![t].marks : NO_BYTES,
      markBase: kernel.marks ? marks![t].markBase : NO_WORDS,
      best: kernel.best ? best![t] : NO_WORDS,
    };
    watch.time('examine', () => kernel.cpu(pixels, tally, parameters));
  }

  async function examine(kernel: Kernel, parameters: Parameters = []): Promise<Tally[]> {
    const byTile = parametersOf(kernel, parameters, atlas.tiles.length);
    if (kernel.marks) marks = atlas.tiles.map((_, t) => noMarks(lists?.tiles[t] ?? []));
    if (kernel.best) best = atlas.tiles.map(({ view }) => new Uint32Array(BEST_WORDS * blockCount(view)));
    const tallies: Tally[] = [];
    for (let t = 0; t < atlas.tiles.length; t++) {
      const tally = emptyTally(kernel);
      const bands = kernel.reads.includes('lists') ? await layersOf(t) : [withoutLayers(atlas.tiles[t].view)];
      for (const layers of bands) runKernel(kernel, t, layers, tally, byTile[t]);
      tallies.push(tally);
    }
    return tallies;
  }

  function readLists(): Promise<LayerLists> {
    const { tiles, faceBits } = lists ?? { tiles: [], faceBits: 1 };
    return joinLists(atlas, tiles, faceBits, layersOf);
  }

  function readMarks(): Uint32Array[][] {
    if (!marks) throw new InputError(NOTHING_LEFT('marks'));
    return marks.map(markedFaces);
  }

  function readBest(): Best[][] {
    if (!best) throw new InputError(NOTHING_LEFT('best pixels'));
    return best.map((words, t) => decodeBest(words, atlas.tiles[t].view.columns));
  }

  return {
    atlas,
    clear({ depth, stencil, id }) {
      if (depth !== undefined) planes.depth.fill(depth);
      if (stencil !== undefined) planes.stencil.fill(stencil);
      if (id !== undefined) planes.id.fill(id);
    },
    draw(what, drawn, state) {
      passed.push(watch.time(what, () => draw(planes, atlas, what, drawn, state)));
      return passed.length - 1;
    },
    fill: (state) => watch.time('fill', () => fill(planes, atlas, state)),
    keep: () => planes.kept.set(planes.depth),
    store: (key) => stored.store(key, planes),
    recall: (key) => stored.recall(key, planes),
    lists(drawn, { onlyTogether = false } = {}) {
      const tiles = bodiesByTile(drawn, atlas);
      lists = { tiles, faceBits: faceBitsFor(tiles), onlyTogether };
      gathered = undefined;
    },
    async touching(pairs) {
      const touching = await touchingPass();
      return watch.time('touching', () => pairsInTiles(pairs, atlas).map(({ pair, view }) => touching(pair, view)));
    },
    examine: (kernel, parameters) => inTurn(() => examine(kernel, parameters)),
    passed: async () => passed.slice(),
    // biome-ignore lint/suspicious/noExplicitAny: overloads
    read: ((plane: 'lists' | 'marks' | 'best' | 'stencil' | 'id' | 'depth' | 'kept' | 'map'): Promise<any> =>
      inTurn(async () => {
        if (plane === 'lists') return readLists();
        if (plane === 'marks') return readMarks();
        if (plane === 'best') return readBest();
        return planes[plane].slice();
      })) as Frame['read'],
    unsettled: () => unsettled,
    timings: (): Timings => watch.timings(),
  };
}

const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_WINDINGS = new Int32Array(0);

const withoutLayers = ({ columns, rows }: { columns: number; rows: number }): GatheredLayers => ({
  band: { columns, firstRow: 0, endRow: rows },
  first: NO_WORDS,
  layerName: NO_WORDS,
  layerDepth: NO_FLOATS,
  before: NO_WINDINGS,
  unsettled: [],
});

const blockCount = ({ columns, rows }: { columns: number; rows: number }): number =>
  Math.ceil(columns / BLOCK_PX) * Math.ceil(rows / BLOCK_PX);

function emptyTally(kernel: Kernel): CpuTally {
  const tally: CpuTally = {};
  for (const [word, rule] of Object.entries(kernel.tally)) tally[word] = rule === 'min' ? 0xffff_ffff : 0;
  return tally;
}
