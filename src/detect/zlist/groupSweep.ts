import type { LayerLists } from '../../machine/lists.js';
import type { Atlas } from '../../view/atlas.js';
import type { Soundness } from '../soundness.js';
import { type GroupAccount, groupCounter } from './groupAccount.js';

export interface GroupSweep {
  readonly groups: ReadonlyMap<string, GroupAccount>;
  /** By slot: rays put aside because they do not leave the body again. */
  readonly open: readonly number[];
}

/**
 * Sweeps every ray of one tile, as {@link sceneSweep} does, for groups alone: places inside three bodies or more. Most rays
 * meet fewer, and most of the others are nowhere inside three at once, so that a count will do until one is.
 */
export function groupSweep(
  lists: LayerLists,
  atlas: Atlas,
  tile: number,
  soundness: readonly Soundness[],
  noise: number,
): GroupSweep {
  const { first, name, depth: depths, faceBits } = lists;
  const { x, y, view } = atlas.tiles[tile];
  const { columns, rows } = view;
  const slotCount = soundness.length;
  const bits = Int32Array.from(soundness, ({ oddInside }) => (oddInside ? 1 : -1));
  const mayBeOpen = Uint8Array.from(soundness, (one) => Number(one.mayBeOpen));
  const groups = new Map<string, GroupAccount>();
  const countGroup = groupCounter(groups, noise);
  const winding = new Int32Array(slotCount);
  const isAside = new Uint8Array(slotCount);
  const open: number[] = new Array(slotCount).fill(0);
  const lastMet = new Int32Array(slotCount).fill(-1);
  const inside: number[] = [];
  for (let row = 0, p = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, p++) {
      const place = (y + row) * atlas.width + x + column;
      const begin = first[place];
      const end = first[place + 1];
      if (end - begin < 3) continue;
      let metCount = 0;
      for (let k = begin; k < end; k++) {
        const slot = (name[k] & 0x7fff_ffff) >>> faceBits;
        if (lastMet[slot] === p) continue;
        lastMet[slot] = p;
        metCount++;
      }
      if (metCount < 3) continue;
      // Bodies that the ray does not leave again are put aside; every ray begins outside of all of them.
      for (let slot = 0; slot < slotCount; slot++) winding[slot] = 0;
      for (let k = begin; k < end; k++) winding[(name[k] & 0x7fff_ffff) >>> faceBits] += (name[k] >>> 31) * 2 - 1;
      for (let slot = 0; slot < slotCount; slot++) {
        isAside[slot] = mayBeOpen[slot] === 1 && (winding[slot] & bits[slot]) !== 0 ? 1 : 0;
        open[slot] += isAside[slot];
        winding[slot] = 0;
      }
      let insideCount = 0;
      let from = 0;
      for (let k = begin; k < end; k++) {
        const slot = (name[k] & 0x7fff_ffff) >>> faceBits;
        if (isAside[slot] === 1) continue;
        const was = (winding[slot] & bits[slot]) !== 0;
        const turned = winding[slot] + (name[k] >>> 31) * 2 - 1;
        const is = (turned & bits[slot]) !== 0;
        if (was !== is) {
          if (insideCount > 2) {
            listInside(inside, winding, bits);
            countGroup(inside, p, from, depths[k]);
          }
          from = depths[k];
          insideCount += is ? 1 : -1;
        }
        winding[slot] = turned;
      }
    }
  return { groups, open };
}

/** The slots that a ray is inside of, in ascending order. */
function listInside(inside: number[], winding: Int32Array, bits: Int32Array): void {
  let count = 0;
  for (let slot = 0; slot < winding.length; slot++) if ((winding[slot] & bits[slot]) !== 0) inside[count++] = slot;
  inside.length = count;
}
