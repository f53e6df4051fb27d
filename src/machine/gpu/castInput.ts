import { castAt } from '../../body.js';
import { invert } from '../../math/affine.js';
import { center } from '../../math/box.js';
import { programOf } from '../../surface/casterOf.js';
import type { CastProgram } from '../../surface/surface.js';
import type { Atlas } from '../../view/atlas.js';
import { CAST_GROUP, CAST_ITEM } from './layout.js';
import { NOTHING, type Seen } from './seenBodies.js';

/** A solid that rays are cast at, in one tile. */
export interface Cast extends Seen {
  readonly program: CastProgram;
  /** The pixels that the body's box lies over: the first, and how many across and down. */
  readonly pixels: readonly [x: number, y: number, columns: number, rows: number];
}

/** A run of items whose programs are the same text: one dispatch. */
export interface CastPortion {
  readonly wgsl: string;
  itemCount: number;
  groups: number;
}

/** Those of one program together. Bodies that are drawn, or whose boxes lie over no pixel, are left out. */
export function placeCasts(atlas: Atlas, seen: readonly Seen[]): Cast[] {
  const casts: Cast[] = [];
  for (const one of seen) {
    const surface = castAt(one.body);
    const program = surface && programOf(surface);
    if (!program) continue;
    const { columns, rows } = atlas.tiles[one.tile].view;
    const { min, max } = one.box;
    const [x, y] = [Math.max(0, Math.floor(min[0] - 0.5)), Math.max(0, Math.floor(min[1] - 0.5))];
    const across = Math.min(columns - 1, Math.ceil(max[0] - 0.5)) - x + 1;
    const down = Math.min(rows - 1, Math.ceil(max[1] - 0.5)) - y + 1;
    if (across > 0 && down > 0) casts.push({ ...one, program, pixels: [x, y, across, down] });
  }
  const numbers = new Map<string, number>();
  for (const { program } of casts) if (!numbers.has(program.wgsl)) numbers.set(program.wgsl, numbers.size);
  return casts.sort((one, other) => numbers.get(one.program.wgsl)! - numbers.get(other.program.wgsl)!);
}

export const parameterCount = (casts: readonly Cast[]): number =>
  casts.reduce((sum, { program }) => sum + program.parameters.length, 0);

/** Writes the items and, from `parametersAt` on, what their programs read. */
export function writeCasts(
  words: Uint32Array<ArrayBuffer>,
  itemsAt: number,
  parametersAt: number,
  atlas: Atlas,
  faceBits: number,
  casts: readonly Cast[],
  before: readonly number[],
): CastPortion[] {
  const floats = new Float32Array(words.buffer);
  const portions: CastPortion[] = [];
  let parameters = 0;
  casts.forEach(({ tile, slot, map, box, program, pixels }, i) => {
    const { view, x, y } = atlas.tiles[tile];
    if (portions.at(-1)?.wgsl !== program.wgsl) portions.push({ wgsl: program.wgsl, itemCount: 0, groups: 0 });
    const portion = portions[portions.length - 1];
    const at = itemsAt + CAST_ITEM.words * i;
    // Rays are measured from a point near both the body and the view: there f32 is finest.
    const middle = center(box);
    const column = Math.round(Math.min(Math.max(middle[0], 0), view.columns));
    const row = Math.round(Math.min(Math.max(middle[1], 0), view.rows));
    const depth = Math.fround(Math.min(Math.max(middle[2], 0), 1));
    const back = invert(map);
    for (let k = 0; k < 3; k++) {
      const r = 4 * k;
      floats[at + CAST_ITEM.origin + k] =
        back[r] * (column + 0.5) + back[r + 1] * (row + 0.5) + back[r + 2] * depth + back[r + 3];
      floats[at + CAST_ITEM.right + k] = back[r];
      floats[at + CAST_ITEM.down + k] = back[r + 1];
      floats[at + CAST_ITEM.along + k] = back[r + 2];
    }
    words[at + CAST_ITEM.firstGroup] = portion.groups;
    words[at + CAST_ITEM.nameBase] = slot * 2 ** faceBits;
    words[at + CAST_ITEM.before] = before[tile] === NOTHING ? NOTHING : before[tile] + slot * view.columns * view.rows;
    words[at + CAST_ITEM.parameters] = parameters;
    words.set([x, y, view.columns, view.rows], at + CAST_ITEM.tile);
    words.set(pixels, at + CAST_ITEM.pixels);
    floats.set([column, row, depth], at + CAST_ITEM.reference);
    floats.set(program.parameters, parametersAt + parameters);
    parameters += program.parameters.length;
    portion.itemCount++;
    portion.groups += Math.ceil(pixels[2] / CAST_GROUP) * Math.ceil(pixels[3] / CAST_GROUP);
  });
  return portions;
}
