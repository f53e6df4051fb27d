import { type BodyState, pieceCount } from '../../../body.js';
import type { ExaminedLists, Gatherer, TileToExamine } from '../gatherer.js';
import { layerBody } from '../gatherLayers.js';
import { bandsOf } from './bandsOf.js';
import { joinBands } from './joinBands.js';
import type { BandAnswer, BandToGather } from './messages.js';
import { sentBody } from './sentBody.js';
import { type Crew, spread, type Weighed } from './spread.js';
import { createTileWorker, type TileWorker } from './tileWorker.js';

/** Smaller tiles are not cut into bands. */
const LEAST_TILE = 1 << 14;

/** Workers take a while to start, and to get fast: they are started when so many times what is worth spreading has been asked. */
const STARTING = 16;

/**
 * Runs kernels and sweeps in the workers, where lists are gathered: tile by tile, or in bands of each tile where a kernel has fewer
 * tiles than there are threads. Tallies are whole numbers, so it makes no difference who did which part.
 */
export function createExaminer(crew: Crew): Required<Pick<Gatherer, 'examine' | 'sweep'>> {
  const { threads, loops, spreadFrom, ask, canSend } = crew;
  let own: TileWorker | undefined;
  const here = (): TileWorker => {
    own ??= createTileWorker(loops);
    return own;
  };
  const canSendAll = ({ tiles }: ExaminedLists) => tiles.every(({ bodies }) => canSend(bodies));
  let asked = 0;
  const isLittle = (lists: ExaminedLists, isGathered: boolean): boolean => {
    const weight = weightOf(lists, isGathered);
    asked += weight;
    return weight < spreadFrom || asked < STARTING * spreadFrom;
  };
  return {
    async examine(kernel, lists, map) {
      if (!kernel.inThreads || !canSendAll(lists)) return undefined;
      const isGathered = kernel.reads.includes('lists');
      const stays = isLittle(lists, isGathered);
      const bandCount = isGathered && !stays ? Math.ceil(threads / lists.tiles.length) : 1;
      const bands = lists.tiles.flatMap((tile, t) =>
        bandsOfTile(lists, t, bandCount, isGathered && (stays ? layerBody : sentBody)).map((band) => ({
          ...band,
          question: { ...band.question, markBase: tile.markBase, parameters: tile.parameters },
        })),
      );
      const questionsOf = (portion: readonly (typeof bands)[number][]) => portion.map(({ question }) => question);
      if (stays || bands.length === 1) return here().examine(kernel, questionsOf(bands), map);
      const answers = await spread(crew, bands, (k, portion) =>
        ask(k, { kernel: kernel.name, bands: questionsOf(portion), map, loops }),
      );
      if (!answers) return undefined;
      const byTile: BandAnswer[][] = lists.tiles.map(() => []);
      for (const [k, answer] of answers.entries()) byTile[bands[k].tile].push(answer);
      return byTile.map((parts) => joinBands(kernel, parts));
    },
    async sweep(sweep, lists, given) {
      if (!canSendAll(lists)) return undefined;
      const stays = isLittle(lists, true);
      const tiles = lists.tiles.flatMap((_, t) => bandsOfTile(lists, t, 1, stays ? layerBody : sentBody));
      const questionsOf = (portion: readonly BandOfTile[]) =>
        portion.map(({ tile, question }) => ({ ...question, given: given[tile] }));
      if (stays || tiles.length === 1) return here().sweep(sweep, questionsOf(tiles));
      return spread(crew, tiles, (k, portion) => ask(k, { sweep: sweep.name, tiles: questionsOf(portion), loops }));
    },
  };
}

const facesOf = (bodies: readonly BodyState[]): number => bodies.reduce((sum, body) => sum + pieceCount(body), 0);

const weightOf = ({ tiles }: ExaminedLists, isGathered: boolean): number =>
  tiles.reduce(
    (sum, { tile: { view }, bodies }) => sum + view.columns * view.rows + (isGathered ? facesOf(bodies) : 0),
    0,
  );

interface BandOfTile extends Weighed {
  readonly tile: number;
  readonly question: BandToGather;
}

/** A tile in so many bands, its bodies as `seen` makes them; without bodies where nothing is gathered. */
function bandsOfTile(
  { tiles, key, onlyTogether }: ExaminedLists,
  t: number,
  count: number,
  seen: typeof layerBody | false,
): BandOfTile[] {
  const { tile, bodies }: TileToExamine = tiles[t];
  const { view, faceBits } = tile;
  const { columns, rows } = view;
  const bands = bandsOf(columns, rows, columns * rows >= LEAST_TILE ? count : 1);
  const sent = seen ? bodies.map((body) => seen(view, body)) : [];
  const faces = seen ? facesOf(bodies) : 0;
  return bands.map(
    (band, k): BandOfTile => ({
      tile: t,
      weight: columns * (band.endRow - band.firstRow) + faces,
      question: {
        tile,
        // Only a whole tile can tell that a body does not show in it.
        job: { band, bodies: sent, faceBits, onlyTogether: onlyTogether && bands.length === 1 },
        key: `${key} ${t} ${k} of ${bands.length}`,
      },
    }),
  );
}
