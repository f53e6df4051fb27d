import { InputError } from '../../errors.js';
import { add, scale } from '../../math/vector.js';
import { type Atlas, packAtlas, single } from '../../view/atlas.js';
import { pixelSize, type View } from '../../view/view.js';
import { type Best, BLOCK_PX, type Kernel, type Tally } from '../kernel.js';
import { type ListRequest, tilesForHost, VERTEX_BYTES, vertexCount } from './listInput.js';

/** A part of an atlas, as an atlas of its own, and what each of its tiles is a part of. */
export interface Slice {
  readonly atlas: Atlas;
  readonly parts: readonly { readonly tile: number; readonly firstRow: number }[];
}

/** Fewer slots per pixel than this are not worth a first run: most lists would overflow. */
const LEAST_SLOTS = 4;

/** Whether the lists of an atlas can be tried at all within buffers of so many bytes. */
export function fitsInOne({ width, height, tiles }: Atlas, request: ListRequest, mostBytes: number): boolean {
  const windings = tiles.reduce((sum, { view }, t) => sum + view.columns * view.rows * request.tiles[t].length, 0);
  return 8 * LEAST_SLOTS * width * height <= mostBytes && 4 * (16 + width * height + windings) <= mostBytes;
}

/** More vertices than these bytes hold need not be projected at once, whatever a device allows: it would only take memory. */
const MOST_PROJECTED = 2 ** 28;

/**
 * Where lists are made. In parts, where the host has to gather some tiles and not others, or where all their bodies together have too many
 * vertices for the device.
 */
export function whereToList(atlas: Atlas, request: ListRequest, mostBytes: number): 'device' | 'host' | 'parts' {
  const forHost = tilesForHost(atlas, request, mostBytes);
  if (forHost.includes(true)) return forHost.includes(false) ? 'parts' : 'host';
  const vertices = request.tiles.reduce((sum, bodies) => sum + vertexCount(bodies), 0);
  const isTooMuch = VERTEX_BYTES * vertices > Math.min(mostBytes, MOST_PROJECTED);
  return isTooMuch && atlas.tiles.length > 1 ? 'parts' : 'device';
}

/**
 * Two parts (or a few, as they pack): what the host has to gather and what it has not, where there are both; else about half the
 * pixels each, half of the tiles, or half of the one tile's rows.
 */
export function sliceAtlas(atlas: Atlas, request: ListRequest, mostBytes: number): Slice[] {
  const { tiles } = atlas;
  if (tiles.length > 1) {
    const forHost = tilesForHost(atlas, request, mostBytes);
    const half = Math.ceil(tiles.length / 2);
    const isMixed = forHost.includes(true) && forHost.includes(false);
    const isInFirst = (tile: number) => (isMixed ? forHost[tile] : tile < half);
    const numbers = [...tiles.keys()];
    return [numbers.filter(isInFirst), numbers.filter((tile) => !isInFirst(tile))].flatMap((part) =>
      packAtlas(part.map((tile) => tiles[tile].view)).map(({ atlas: packed, indices }) => ({
        atlas: packed,
        parts: indices.map((k) => ({ tile: part[k], firstRow: 0 })),
      })),
    );
  }
  const [{ view }] = tiles;
  if (view.rows < 2)
    throw new InputError(
      `webgpu: the layers of one row of ${view.columns} pixels do not fit the device's buffers. Use the backend \`cpu\`.`,
    );
  // Whole rows of blocks as long as there are several: then the best pixels of blocks are those of the whole tile's.
  const half = view.rows > BLOCK_PX ? BLOCK_PX * Math.round(view.rows / 2 / BLOCK_PX) : view.rows >> 1;
  return [
    { atlas: single(rowsOf(view, 0, half)), parts: [{ tile: 0, firstRow: 0 }] },
    { atlas: single(rowsOf(view, half, view.rows)), parts: [{ tile: 0, firstRow: half }] },
  ];
}

/** The same rays, those of some rows only. */
function rowsOf(view: View, firstRow: number, endRow: number): View {
  const [, down] = pixelSize(view);
  return {
    ...view,
    origin: add(view.origin, scale(view.down, down * firstRow)),
    size: [view.size[0], down * (endRow - firstRow), view.size[2]],
    rows: endRow - firstRow,
  };
}

/** Which pixels of a slice are which of the whole frame: for each row of each tile both places, and how many there are. */
export function eachRow(
  whole: Atlas,
  { atlas, parts }: Slice,
  take: (inWhole: number, inSlice: number, columns: number) => void,
): void {
  parts.forEach(({ tile, firstRow }, k) => {
    const { x, y, view } = atlas.tiles[k];
    const to = whole.tiles[tile];
    for (let row = 0; row < view.rows; row++)
      take((to.y + firstRow + row) * whole.width + to.x, (y + row) * atlas.width + x, view.columns);
  });
}

/** One of each tile from what was found in the slices' tiles. */
export function joinParts<T>(
  slices: readonly Slice[],
  found: readonly (readonly T[])[],
  merge: (one: T, other: T, tile: number) => T,
): T[] {
  const joined: T[] = [];
  slices.forEach(({ parts }, s) => {
    parts.forEach(({ tile }, k) => {
      joined[tile] = tile in joined ? merge(joined[tile], found[s][k], tile) : found[s][k];
    });
  });
  return joined;
}

/** One tally of the tallies of a tile's parts. */
export function mergeTallies({ tally }: Kernel, one: Tally, other: Tally): Tally {
  const merged: Record<string, number> = {};
  for (const [name, rule] of Object.entries(tally)) {
    const [a, b] = [one[name], other[name]];
    merged[name] = rule === 'max' ? Math.max(a, b) : rule === 'min' ? Math.min(a, b) : a + b;
  }
  return merged;
}

/** The faces that were marked in either part of a tile, by slot. */
export function mergeMarks(one: readonly Uint32Array[], other: readonly Uint32Array[]): Uint32Array[] {
  return one.map((faces, slot) => {
    const both = new Set(faces);
    for (const face of other[slot]) both.add(face);
    return Uint32Array.from(both).sort();
  });
}

/** The best pixels of two parts of a tile, the upper one first: one of each block, in the order of blocks. */
export function mergeBest(one: readonly Best[], other: readonly Best[], columns: number): Best[] {
  const blocks = new Map<number, Best>();
  for (const best of [...one, ...other]) {
    const block = Math.floor(best.row / BLOCK_PX) * Math.ceil(columns / BLOCK_PX) + Math.floor(best.column / BLOCK_PX);
    if (best.value > (blocks.get(block)?.value ?? 0)) blocks.set(block, best);
  }
  return [...blocks].sort(([a], [b]) => a - b).map(([, best]) => best);
}
