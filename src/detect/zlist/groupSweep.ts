import { type LayerLists, slotOf } from '../../machine/lists.js';
import type { Atlas } from '../../view/atlas.js';
import type { Soundness } from '../soundness.js';
import { countGroup, type GroupAccount } from './groupAccount.js';

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
  const { first, name, depth: depths } = lists;
  const { x, y, view } = atlas.tiles[tile];
  const { columns, rows } = view;
  const bits = soundness.map(({ oddInside }) => (oddInside ? 1 : -1));
  const groups = new Map<string, GroupAccount>();
  const winding = new Int32Array(soundness.length);
  const isAside = new Uint8Array(soundness.length);
  const open: number[] = new Array(soundness.length).fill(0);
  const lastMet = new Int32Array(soundness.length).fill(-1);
  for (let row = 0, p = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, p++) {
      const place = (y + row) * atlas.width + x + column;
      const begin = first[place];
      const end = first[place + 1];
      if (begin === end) continue;
      let metCount = 0;
      winding.fill(0);
      for (let k = begin; k < end; k++) {
        const slot = slotOf(name[k], lists);
        if (lastMet[slot] !== p) {
          lastMet[slot] = p;
          metCount++;
        }
        winding[slot] += (name[k] >>> 31) * 2 - 1;
      }
      if (metCount < 3) continue;
      for (let k = begin; k < end; k++) {
        const slot = slotOf(name[k], lists);
        // Bodies that the ray does not leave again are put aside; the others start over.
        if (lastMet[slot] === p) {
          isAside[slot] = soundness[slot].mayBeOpen && (winding[slot] & bits[slot]) !== 0 ? 1 : 0;
          open[slot] += isAside[slot];
        }
        lastMet[slot] = -1;
        winding[slot] = 0;
      }
      let insideCount = 0;
      let from = 0;
      for (let k = begin; k < end; k++) {
        const slot = slotOf(name[k], lists);
        if (isAside[slot] === 1) continue;
        const turned = winding[slot] + (name[k] >>> 31) * 2 - 1;
        const change = Number((turned & bits[slot]) !== 0) - Number((winding[slot] & bits[slot]) !== 0);
        if (change !== 0) {
          if (insideCount > 2) countGroup(groups, insideSlots(winding, bits), p, from, depths[k], noise);
          from = depths[k];
          insideCount += change;
        }
        winding[slot] = turned;
      }
    }
  return { groups, open };
}

/** The slots that a ray is inside of, in ascending order. */
function insideSlots(winding: Int32Array, bits: readonly number[]): number[] {
  const inside: number[] = [];
  for (let slot = 0; slot < winding.length; slot++) if ((winding[slot] & bits[slot]) !== 0) inside.push(slot);
  return inside;
}
