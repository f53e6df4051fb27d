import type { ExaminedLists, Gatherer } from '../gatherer.js';
import { layerBody } from '../gatherLayers.js';
import { bandsOf } from './bandsOf.js';
import { joinBands } from './joinBands.js';
import type { BandAnswer, BandToGather } from './messages.js';
import { sentBody } from './sentBody.js';
import { type Crew, spread, type Weighed } from './spread.js';
import { createTileWorker, type TileWorker } from './tileWorker.js';
import { weightOf } from './weightOf.js';

/** Smaller tiles are not cut into bands. */
const LEAST_TILE = 1 << 14;

/**
 * Runs kernels and sweeps in the workers, where lists are gathered: tile by tile, or in bands of each tile where a kernel has fewer
 * tiles than there are threads. Tallies are whole numbers, so it makes no difference who did which part. Little work, one piece of it, and
 * tiles that cannot be sent are done on the caller's thread.
 */
export function createExaminer(crew: Crew): Required<Pick<Gatherer, 'examine' | 'sweep'>> {
  const { threads, loops, ask, canSend, isLittle } = crew;
  let own: TileWorker | undefined;
  const here = (): TileWorker => {
    own ??= createTileWorker(loops);
    return own;
  };

  /** All pieces of work; those that are sent, and those that stay here. */
  function divide(lists: ExaminedLists, isGathered: boolean, bandCount: number): Piece[] {
    const weights = lists.tiles.map(({ tile: { view }, bodies }) => weightOf(view, isGathered ? bodies : []));
    const staysHere = isLittle(weights.reduce((sum, weight) => sum + weight, 0));
    const pieces = lists.tiles.flatMap(({ bodies }, t) => {
      const isSent = !staysHere && (!isGathered || canSend(bodies));
      return piecesOf(lists, t, { count: isSent ? bandCount : 1, weight: weights[t], isGathered, isSent });
    });
    const sent = pieces.filter(({ isSent }) => isSent);
    return sent.length > 1 ? pieces : pieces.map((piece) => ({ ...piece, isSent: false }));
  }

  /** Has all pieces done, in their order; undefined where the caller's own thread has to do all of them otherwise. */
  async function doAll<A>(
    pieces: readonly Piece[],
    askFor: (k: number, some: readonly Piece[]) => Promise<readonly A[]>,
    doHere: (some: readonly Piece[]) => readonly A[],
  ): Promise<A[] | undefined> {
    const [sent, kept] = [pieces.filter(({ isSent }) => isSent), pieces.filter(({ isSent }) => !isSent)];
    const underWay = spread(crew, sent, askFor);
    let done: readonly A[];
    try {
      done = kept.length > 0 ? doHere(kept) : [];
    } catch (error) {
      // The next question must find the workers idle, and nobody else waits for them.
      await underWay.catch(() => {});
      throw error;
    }
    const answers = await underWay;
    if (!answers) return undefined;
    const next = { sent: 0, kept: 0 };
    return pieces.map(({ isSent }) => (isSent ? answers[next.sent++] : done[next.kept++]));
  }

  return {
    async examine(kernel, lists, map) {
      if (!kernel.inThreads) return undefined;
      const isGathered = kernel.reads.includes('lists');
      const pieces = divide(lists, isGathered, isGathered ? Math.ceil(threads / lists.tiles.length) : 1);
      const toBands = (some: readonly Piece[]) =>
        some.map(({ tile, question }) => {
          const { markBase, parameters } = lists.tiles[tile];
          return { ...question, markBase, parameters };
        });
      const answers = await doAll<BandAnswer>(
        pieces,
        (k, some) => ask(k, { kernel: kernel.name, bands: toBands(some), map, loops }),
        (some) => here().examine(kernel, toBands(some), map),
      );
      if (!answers) return undefined;
      const byTile: BandAnswer[][] = lists.tiles.map(() => []);
      for (const [k, answer] of answers.entries()) byTile[pieces[k].tile].push(answer);
      return byTile.map((parts) => joinBands(kernel, parts));
    },
    async sweep(sweep, lists, given) {
      if (!sweep.inThreads) return undefined;
      const toTiles = (some: readonly Piece[]) =>
        some.map(({ tile, question }) => ({ ...question, given: given[tile] }));
      return doAll(
        divide(lists, true, 1),
        (k, some) => ask(k, { sweep: sweep.name, tiles: toTiles(some), loops }),
        (some) => here().sweep(sweep, toTiles(some)),
      );
    },
  };
}

interface Piece extends Weighed {
  readonly tile: number;
  /** Whether a worker gets it. */
  readonly isSent: boolean;
  readonly question: BandToGather;
}

interface Cut {
  /** Into how many bands, if the tile is large enough. */
  readonly count: number;
  readonly weight: number;
  readonly isGathered: boolean;
  readonly isSent: boolean;
}

function piecesOf(
  { tiles, key, onlyTogether }: ExaminedLists,
  t: number,
  { count, weight, isGathered, isSent }: Cut,
): Piece[] {
  const { tile, bodies } = tiles[t];
  const { view, faceBits } = tile;
  const { columns, rows } = view;
  const bands = bandsOf(columns, rows, columns * rows >= LEAST_TILE ? count : 1);
  const seen = isSent ? sentBody : layerBody;
  const shown = isGathered ? bodies.map((body) => seen(view, body)) : [];
  const together = onlyTogether ? (bands.length === 1 ? 'whole' : 'part') : undefined;
  return bands.map((band, k) => ({
    tile: t,
    isSent,
    weight: weight / bands.length,
    question: {
      tile,
      job: { band, bodies: shown, faceBits, onlyTogether: together },
      key: `${key} ${t} ${k} of ${bands.length}`,
    },
  }));
}
