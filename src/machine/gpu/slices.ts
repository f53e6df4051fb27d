import { InputError } from '../../errors.js';
import { add, scale } from '../../math/vector.js';
import { type Atlas, packAtlas, single } from '../../view/atlas.js';
import { pixelSize, type View } from '../../view/view.js';
import type { Kernel, Tally } from '../kernel.js';
import type { ListRequest } from './listInput.js';

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

/** Two parts (or a few, as they pack) of about half the pixels: half of the tiles, or half of the one tile's rows. */
export function sliceAtlas({ tiles }: Atlas): Slice[] {
  if (tiles.length > 1) {
    const half = Math.ceil(tiles.length / 2);
    return [0, half].flatMap((from) => {
      const views = tiles.slice(from, from === 0 ? half : undefined).map(({ view }) => view);
      return packAtlas(views).map(({ atlas, indices }) => ({
        atlas,
        parts: indices.map((k) => ({ tile: from + k, firstRow: 0 })),
      }));
    });
  }
  const [{ view }] = tiles;
  if (view.rows < 2)
    throw new InputError(
      `webgpu: the layers of one row of ${view.columns} pixels do not fit the device's buffers. Use the backend \`cpu\`.`,
    );
  const half = view.rows >> 1;
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

/** One tally of the tallies of a tile's parts. */
export function mergeTallies({ tally }: Kernel, one: Tally | undefined, other: Tally): Tally {
  if (!one) return other;
  const merged: Record<string, number> = {};
  for (const [name, rule] of Object.entries(tally)) {
    const [a, b] = [one[name], other[name]];
    merged[name] = rule === 'max' ? Math.max(a, b) : rule === 'min' ? Math.min(a, b) : a + b;
  }
  return merged;
}
