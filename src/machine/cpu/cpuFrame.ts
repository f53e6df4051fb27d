import type { Body, BodyState } from '../../body.js';
import { InputError } from '../../errors.js';
import type { Atlas } from '../../view/atlas.js';
import { type Best, decodeBest, type Kernel, type Parameters, parametersOf, type Tally } from '../kernel.js';
import { bodiesByTile, faceBitsFor } from '../layerNames.js';
import type { ListSweep } from '../listSweep.js';
import type { LayerLists } from '../lists.js';
import { type Frame, NO_LISTS, NOTHING_LEFT, type Timings } from '../machine.js';
import { takeTurns } from '../takeTurns.js';
import { pairsInTiles } from '../touchingPairs.js';
import { draw } from './draw.js';
import { type ExaminedTile, emptyTally, examineBand, noBest, wholeTile, withoutLayers } from './examineBand.js';
import { type FaceMarks, markBaseOf, markedFaces, noMarks } from './faceMarks.js';
import { fill } from './fill.js';
import type { ExaminedLists, Gatherer, TileFindings } from './gatherer.js';
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
  let lists: Listed | undefined;
  /** The lists that the gatherer holds just now. */
  let gathered: { key: string; tile: number; layers: readonly GatheredLayers[] } | undefined;
  const unsettled = new Map<Body, number>();
  /** What the last kernels of the kind left, by tile. */
  let marks: FaceMarks[] | undefined;
  let best: Uint32Array[] | undefined;

  /** Keeps on how many rays the bodies of a tile were not settled, the most of all tiles. */
  function noteUnsettled(bodies: readonly BodyState[], rays: readonly number[]): void {
    rays.forEach((count, slot) => {
      const { identity } = bodies[slot];
      if (count > 0) unsettled.set(identity, Math.max(count, unsettled.get(identity) ?? 0));
    });
  }

  async function layersOf(asked: Listed, tile: number, inOnePiece = false): Promise<readonly GatheredLayers[]> {
    const { key, tiles, faceBits, onlyTogether } = asked;
    const isThere = gathered?.key === key && gathered.tile === tile && !(inOnePiece && gathered.layers.length > 1);
    if (gathered && isThere) return gathered.layers;
    gathered = undefined;
    const layers = await watch.timeAsync('lists', () =>
      gatherer.gather(atlas.tiles[tile].view, tiles[tile], faceBits, { onlyTogether, inOnePiece }),
    );
    gathered = { key, tile, layers };
    noteUnsettled(
      tiles[tile],
      tiles[tile].map((_, slot) => layers.reduce((sum, part) => sum + part.unsettled[slot], 0)),
    );
    return layers;
  }

  const examinedTile = ({ tiles, faceBits }: Listed, t: number): ExaminedTile => {
    const { view, x, y } = atlas.tiles[t];
    return { view, offset: y * atlas.width + x, stride: atlas.width, faceBits, slotCount: tiles[t].length };
  };

  async function examine(asked: Listed | undefined, kernel: Kernel, parameters: Parameters = []): Promise<Tally[]> {
    const byTile = parametersOf(kernel, parameters, atlas.tiles.length);
    if (kernel.reads.includes('lists') && !asked) throw new InputError(NO_LISTS);
    const seen = asked ?? nothingListed(atlas);
    const found = gatherer.examine && kernel.inThreads ? await examineInThreads(seen, kernel, byTile) : undefined;
    return found ?? examineHere(seen, kernel, byTile);
  }

  /** What the gatherer's threads are told of all tiles. */
  function examinedLists(asked: Listed, byTile: readonly (readonly number[])[] = []): ExaminedLists {
    const { key, onlyTogether } = asked;
    const tiles = asked.tiles.map((bodies, t) => ({
      tile: examinedTile(asked, t),
      bodies,
      markBase: markBaseOf(bodies),
      parameters: byTile[t] ?? [],
    }));
    return { key, onlyTogether, tiles };
  }

  /** Notes what threads saw of all tiles besides, and how long it took: their time, as shares of the time that passed here. */
  function noteThreads(
    { tiles }: Listed,
    found: readonly Pick<TileFindings, 'unsettled' | 'gatherMs' | 'examineMs'>[],
    start: number,
  ): void {
    const wallMs = performance.now() - start;
    const gatherMs = found.reduce((sum, tile) => sum + tile.gatherMs, 0);
    const threadsMs = found.reduce((sum, { examineMs }) => sum + examineMs, gatherMs) || 1;
    if (gatherMs > 0) watch.add('lists', (wallMs * gatherMs) / threadsMs);
    watch.add('examine', wallMs * (1 - gatherMs / threadsMs));
    found.forEach((tile, t) => {
      noteUnsettled(tiles[t], tile.unsettled);
    });
  }

  /** Undefined where the gatherer's threads cannot do it. */
  async function examineInThreads(
    asked: Listed,
    kernel: Kernel,
    byTile: readonly (readonly number[])[],
  ): Promise<Tally[] | undefined> {
    const start = performance.now();
    const told = examinedLists(asked, byTile);
    const map = kernel.map || kernel.reads.includes('map') ? planes.map : NO_MAP;
    const found = await gatherer.examine!(kernel, told, map);
    if (!found) return undefined;
    noteThreads(asked, found, start);
    if (kernel.marks) marks = found.map((tile, t) => ({ marks: tile.marks!, markBase: told.tiles[t].markBase }));
    if (kernel.best) best = found.map((tile) => tile.best!);
    return found.map(({ tally }) => tally);
  }

  async function examineHere(asked: Listed, kernel: Kernel, byTile: readonly (readonly number[])[]): Promise<Tally[]> {
    if (kernel.marks) marks = asked.tiles.map((bodies) => noMarks(markBaseOf(bodies)));
    if (kernel.best) best = atlas.tiles.map(({ view }) => noBest(view));
    const tallies: Tally[] = [];
    for (let t = 0; t < atlas.tiles.length; t++) {
      const tally = emptyTally(kernel);
      const tile = examinedTile(asked, t);
      const left = { marks: kernel.marks ? marks![t] : undefined, best: kernel.best ? best![t] : undefined };
      const bands = kernel.reads.includes('lists') ? await layersOf(asked, t) : [withoutLayers(tile.view)];
      for (const layers of bands)
        watch.time('examine', () => examineBand(kernel, tile, layers, planes, left, tally, byTile[t]));
      tallies.push(tally);
    }
    return tallies;
  }

  async function sweep<Given, Found>(
    asked: Listed | undefined,
    way: ListSweep<Given, Found>,
    given: readonly Given[],
  ): Promise<Found[]> {
    if (!asked) throw new InputError(NO_LISTS);
    const start = performance.now();
    const swept = await gatherer.sweep?.(way, examinedLists(asked), given);
    if (swept) {
      noteThreads(asked, swept, start);
      return swept.map(({ found }) => found as Found);
    }
    const found: Found[] = [];
    for (let t = 0; t < atlas.tiles.length; t++) {
      const [layers] = await layersOf(asked, t, true);
      found.push(watch.time('examine', () => way.run(wholeTile(examinedTile(asked, t), layers), given[t])));
    }
    return found;
  }

  async function readLists(asked: Listed | undefined): Promise<LayerLists> {
    if (!asked) throw new InputError(NO_LISTS);
    return joinLists(atlas, asked.tiles, asked.faceBits, (tile) => layersOf(asked, tile));
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
      lists = { key: `${listsMade++}`, tiles, faceBits: faceBitsFor(tiles), onlyTogether };
    },
    async touching(pairs) {
      const touching = await touchingPass();
      return watch.time('touching', () => pairsInTiles(pairs, atlas).map(({ pair, view }) => touching(pair, view)));
    },
    // Lists are those that were asked for before, whenever it is their turn.
    examine(kernel, parameters) {
      const asked = lists;
      return inTurn(() => examine(asked, kernel, parameters));
    },
    sweep(way, given) {
      const asked = lists;
      return inTurn(() => sweep(asked, way, given));
    },
    passed: async () => passed.slice(),
    // biome-ignore lint/suspicious/noExplicitAny: overloads
    read: ((plane: 'lists' | 'marks' | 'best' | 'stencil' | 'id' | 'depth' | 'kept' | 'map'): Promise<any> => {
      const asked = lists;
      return inTurn(async () => {
        if (plane === 'lists') return readLists(asked);
        if (plane === 'marks') return readMarks();
        if (plane === 'best') return readBest();
        return planes[plane].slice();
      });
    }) as Frame['read'],
    unsettled: () => unsettled,
    timings: (): Timings => watch.timings(),
  };
}

/** Lists that were asked for. */
interface Listed {
  /** Another one for all others. */
  readonly key: string;
  readonly tiles: readonly (readonly BodyState[])[];
  readonly faceBits: number;
  readonly onlyTogether: boolean;
}

const nothingListed = ({ tiles }: Atlas): Listed => ({
  key: '',
  tiles: tiles.map(() => []),
  faceBits: 1,
  onlyTogether: false,
});

/** Every frame's lists have a number of their own. */
let listsMade = 0;

const NO_MAP = new Float32Array(0);
