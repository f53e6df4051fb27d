import { type BodyState, castAt } from '../../body.js';
import { programOf } from '../../surface/casterOf.js';
import type { Atlas } from '../../view/atlas.js';
import { isTooLargeForF32 } from '../castError.js';
import { DEPTH_SLACK } from '../raster.js';
import { type CastPortion, parameterCount, placeCasts, writeCasts } from './castInput.js';
import { CAST_ITEM, COUNTERS, FACES_EACH, FRAME, GROUP, ITEM, KERNEL_GROUP, MANY_FACES, TILE } from './layout.js';
import type { Page } from './places.js';
import type { Residency, Resident } from './residency.js';
import { NOTHING, type Seen, seenBodies } from './seenBodies.js';
import { type OnScreen, onScreen, writeItemMaps } from './writeItem.js';

/** What is asked for: the bodies of each tile, and how faces are numbered. */
export interface ListRequest {
  readonly tiles: readonly (readonly BodyState[])[];
  readonly faceBits: number;
  /** Where tiles are bands of rows: which row of the whole one is each one's first. */
  readonly firstRows?: readonly number[] | undefined;
  /** Where the bodies are on the screen: worked out once, by `screensOf`. */
  screens?: readonly (readonly OnScreen[])[];
}

/** How the passes are to keep layers. */
export interface ListRoom {
  /** Layers per pixel; 0: packed lists. */
  readonly slotCount: number;
  /** Layers in all packed lists. */
  readonly layerRoom: number;
  readonly queueRoom: number;
}

/** A run of items whose bodies lie on one page. */
export interface Portion {
  readonly page: Page;
  itemCount: number;
  vertexGroups: number;
  faceGroups: number;
}

/** How many faces an invocation looks at, too. */
export interface ListPortion extends Portion {
  readonly facesEach: number;
}

/** Everything that the list passes and kernels read, as words for one buffer, and where its parts begin (in words). */
export interface ListInput {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly wordCount: number;
  readonly tilesAt: number;
  readonly itemsAt: number;
  readonly itemCount: number;
  readonly portions: readonly ListPortion[];
  /** Solids that rays are cast at: their items, and what their programs read. Their frames' words follow those of the portions. */
  readonly castsAt: number;
  readonly castCount: number;
  readonly parametersAt: number;
  readonly parameterCount: number;
  readonly castPortions: readonly CastPortion[];
  readonly projectedCount: number;
  /** Per tile: where its windings before the near plane begin among the counters, or NOTHING. */
  readonly before: readonly number[];
  readonly counterWords: number;
  /** Room for blocks of large faces; 0 where none are expected. */
  readonly queueRoom: number;
  readonly residents: readonly Resident[];
  /** Blocks of pixels in all tiles, a workgroup of a kernel each. */
  readonly blockCount: number;
}

/** Bindings begin at multiples of this many bytes, on every device. */
export const ALIGN_BYTES = 256;
const ALIGN = ALIGN_BYTES / 4;

/** A body that the passes draw: it is on the device. */
type Item = Seen & { readonly resident: Resident };

/** What a vertex takes in the largest of the buffers that it lies in: whole numbers on a lattice. Projected it takes less. */
export const VERTEX_BYTES = 12;

/**
 * Tiles that the host has to gather: some body there reaches farther off the tile than the compute rasterizer's numbers do, has more
 * vertices or faces than one buffer holds, is a function that only the host can call, or so large that f32 is too coarse for what is
 * seen of it; or the tile's bodies have more vertices together.
 */
export function tilesForHost(atlas: Atlas, request: ListRequest, mostBytes: number): boolean[] {
  const screens = screensOf(atlas, request);
  return request.tiles.map(
    (bodies, t) =>
      VERTEX_BYTES * vertexCount(bodies) > mostBytes ||
      bodies.some((body, slot) => {
        const surface = castAt(body);
        if (surface) return !programOf(surface) || isTooLargeForF32(body, atlas.tiles[t].view);
        return 4 * body.mesh.indices.length > mostBytes || screens[t][slot].tooLarge;
      }),
  );
}

/** How many vertices are projected to draw these bodies. */
export function vertexCount(bodies: readonly BodyState[]): number {
  let count = 0;
  for (const body of bodies) if (!castAt(body)) count += body.mesh.positions.length / 3;
  return count;
}

function screensOf({ tiles }: Atlas, request: ListRequest): readonly (readonly OnScreen[])[] {
  request.screens ??= request.tiles.map((bodies, t) => bodies.map((body) => onScreen(tiles[t].view, body)));
  return request.screens;
}

/** Prepares `words` (grown where it is too small) for one query. Without `residency` nothing is to be drawn. */
export function writeListInput(
  atlas: Atlas,
  request: ListRequest,
  room: ListRoom,
  residency: Residency | undefined,
  scratch: Uint32Array<ArrayBuffer>,
): ListInput {
  const seen = seenBodies(atlas, request.tiles, screensOf(atlas, request));
  const items = residency ? placeItems(seen, residency) : [];
  const casts = residency ? placeCasts(atlas, seen) : [];
  const pageCount = new Set(items.map(({ resident }) => resident.page)).size;
  const programCount = new Set(casts.map(({ program }) => program.wgsl)).size;
  const aligned = (word: number): number => Math.ceil(word / ALIGN) * ALIGN;
  const tilesAt = ALIGN * Math.max(1, pageCount + programCount);
  const itemsAt = aligned(tilesAt + TILE.words * atlas.tiles.length);
  const castsAt = aligned(itemsAt + ITEM.words * Math.max(1, items.length));
  const parametersAt = aligned(castsAt + CAST_ITEM.words * casts.length);
  const wordCount = parametersAt + parameterCount(casts);
  const words = scratch.length >= wordCount ? scratch : new Uint32Array(wordCount * 2);
  const { before, counterWords } = placeWindings(atlas, request, seen);

  const floats = new Float32Array(words.buffer);
  let blockCount = 0;
  atlas.tiles.forEach(({ view, x, y }, t) => {
    const bodies = request.tiles[t].length;
    const at = tilesAt + TILE.words * t;
    words.set([x, y, view.columns, view.rows, bodies, before[t], blockCount], at);
    floats[at + TILE.depthSize] = view.size[2];
    words[at + TILE.firstRow] = request.firstRows?.[t] ?? 0;
    blockCount += Math.ceil(view.columns / KERNEL_GROUP) * Math.ceil(view.rows / KERNEL_GROUP);
  });
  const { portions, projectedCount } = writeItems(words, itemsAt, atlas, request, items, before);
  const castPortions = writeCasts(words, castsAt, parametersAt, atlas, request.faceBits, casts, before);
  const residents = items.map(({ resident }) => resident);
  const queueRoom = residents.every(({ largeFaces }) => largeFaces === 'none') ? 0 : room.queueRoom;
  const frames = [...portions, ...castPortions];
  let firstItem = 0;
  for (let k = 0; k < Math.max(1, frames.length); k++) {
    const at = ALIGN * k;
    const itemCount = frames[k]?.itemCount ?? 0;
    if (k === portions.length) firstItem = 0;
    words[at + FRAME.width] = atlas.width;
    words[at + FRAME.pixelCount] = atlas.width * atlas.height;
    words[at + FRAME.slotCount] = room.slotCount;
    words[at + FRAME.firstItem] = firstItem;
    words[at + FRAME.endItem] = firstItem + itemCount;
    words[at + FRAME.queueRoom] = queueRoom;
    words[at + FRAME.tileCount] = atlas.tiles.length;
    words[at + FRAME.faceBits] = request.faceBits;
    words[at + FRAME.layerRoom] = room.layerRoom;
    words[at + FRAME.blockCount] = blockCount;
    firstItem += itemCount;
  }
  return {
    ...{ words, wordCount, tilesAt, itemsAt, itemCount: items.length, portions, projectedCount },
    ...{ castsAt, castCount: casts.length, parametersAt, parameterCount: parameterCount(casts), castPortions },
    ...{ before, counterWords, queueRoom, residents, blockCount },
  };
}

/** Those of one page together: each page is one dispatch. */
function placeItems(seen: readonly Seen[], residency: Residency): Item[] {
  const drawn = seen.filter(({ body }) => !castAt(body));
  const residents = residency.reside(drawn.map(({ body }) => body));
  const items = drawn.map((one, k): Item => ({ ...one, resident: residents[k] }));
  const numbers = new Map<Page, number>();
  for (const { resident } of items) if (!numbers.has(resident.page)) numbers.set(resident.page, numbers.size);
  if (numbers.size > 1) items.sort((a, b) => numbers.get(a.resident.page)! - numbers.get(b.resident.page)!);
  return items;
}

/** Windings are kept only for tiles in which something reaches before the near plane. */
function placeWindings(atlas: Atlas, request: ListRequest, seen: readonly Seen[]) {
  let counterWords = COUNTERS.pixels + atlas.width * atlas.height;
  const reaches = new Set<number>();
  for (const { tile, box } of seen) if (box.min[2] < DEPTH_SLACK) reaches.add(tile);
  const before = atlas.tiles.map(({ view }, t) => {
    if (!reaches.has(t)) return NOTHING;
    const at = counterWords;
    counterWords += view.columns * view.rows * request.tiles[t].length;
    return at;
  });
  return { before, counterWords };
}

function writeItems(
  words: Uint32Array<ArrayBuffer>,
  itemsAt: number,
  atlas: Atlas,
  request: ListRequest,
  items: readonly Item[],
  before: readonly number[],
): { portions: ListPortion[]; projectedCount: number } {
  const ints = new Int32Array(words.buffer);
  const floats = new Float32Array(words.buffer);
  const portions: ListPortion[] = [];
  let projectedCount = 0;
  items.forEach(({ body, tile, slot, map, resident }, i) => {
    const { view, x, y } = atlas.tiles[tile];
    const vertexCount = body.mesh.positions.length / 3;
    const faceCount = body.mesh.indices.length / 3;
    if (portions.at(-1)?.page !== resident.page) {
      const facesEach = faceCount < MANY_FACES ? 1 : FACES_EACH;
      portions.push({ page: resident.page, itemCount: 0, vertexGroups: 0, faceGroups: 0, facesEach });
    }
    const portion = portions[portions.length - 1];
    const at = itemsAt + ITEM.words * i;
    writeItemMaps(floats, ints, at, view, map, resident.lattice);
    words[at + ITEM.firstVertex] = resident.firstVertex;
    words[at + ITEM.firstIndex] = resident.firstIndex;
    words[at + ITEM.vertexCount] = vertexCount;
    words[at + ITEM.faceCount] = faceCount;
    words[at + ITEM.firstProjected] = projectedCount;
    words[at + ITEM.firstVertexGroup] = portion.vertexGroups;
    words[at + ITEM.firstFaceGroup] = portion.faceGroups;
    words[at + ITEM.nameBase] = slot * 2 ** request.faceBits;
    words[at + ITEM.tile] = x;
    words[at + ITEM.tile + 1] = y;
    words[at + ITEM.tile + 2] = view.columns;
    words[at + ITEM.tile + 3] = view.rows;
    words[at + ITEM.before] = before[tile] === NOTHING ? NOTHING : before[tile] + slot * view.columns * view.rows;
    projectedCount += vertexCount;
    portion.itemCount++;
    portion.vertexGroups += Math.ceil(vertexCount / GROUP);
    portion.faceGroups += Math.ceil(faceCount / (GROUP * portion.facesEach));
  });
  return { portions, projectedCount };
}
