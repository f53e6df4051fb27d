import type { ListSweep, TileLists } from '../../machine/listSweep.js';
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { pixelSize, type View, worldFromScreen } from '../../view/view.js';
import { type GroupAccount, groupCounter } from './groupAccount.js';
import { neighboursOf } from './pairAccount.js';
import { DEPTH_PARTS } from './sweepUnits.js';
import { volumeErrorOf } from './volumeError.js';

/** What {@link groupSweep} is told of a tile. */
export interface GroupRules {
  /** By slot, as in {@link Soundness}. */
  readonly soundness: readonly { readonly oddInside: boolean; readonly mayBeOpen: boolean }[];
  /** Stretches no longer than this may be rounding, in model units. */
  readonly depthError: number;
}

/** Bodies that overlap all at once, by their slots, in model units. */
export interface SweptGroup {
  readonly slots: readonly number[];
  readonly pixels: number;
  readonly volume: number;
  readonly volumeError: number;
  readonly depth: number;
  /** The middle of the longest stretch. */
  readonly deepest: Vec3;
}

/**
 * Sweeps every ray of one tile, as {@link sceneSweep} does, for groups alone: places inside three bodies or more. Most rays
 * meet fewer, and most of the others are nowhere inside three at once, so that a count will do until one is.
 */
export const groupSweep: ListSweep<GroupRules, SweptGroup[]> = {
  name: 'groupSweep',
  inThreads: true,
  run(lists, rules) {
    const { groups, open } = sweepGroups(lists, rules);
    return toGroups(groups, open, lists.view, rules.depthError);
  },
};

function sweepGroups(
  { view, first, offset, stride, name, depth: depths, shift, faceBits }: TileLists,
  { soundness, depthError }: GroupRules,
): { groups: Map<string, GroupAccount>; open: number[] } {
  const { columns, rows } = view;
  const noise = depthError / view.size[2];
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
      const place = offset + row * stride + column;
      const begin = first[place];
      const end = first[place + 1];
      if (end - begin < 3) continue;
      let metCount = 0;
      for (let k = begin; k < end; k++) {
        const slot = (name[k << shift] & 0x7fff_ffff) >>> faceBits;
        if (lastMet[slot] === p) continue;
        lastMet[slot] = p;
        metCount++;
      }
      if (metCount < 3) continue;
      // Bodies that the ray does not leave again are put aside; every ray begins outside of all of them.
      for (let slot = 0; slot < slotCount; slot++) winding[slot] = 0;
      for (let k = begin; k < end; k++)
        winding[(name[k << shift] & 0x7fff_ffff) >>> faceBits] += (name[k << shift] >>> 31) * 2 - 1;
      for (let slot = 0; slot < slotCount; slot++) {
        isAside[slot] = mayBeOpen[slot] === 1 && (winding[slot] & bits[slot]) !== 0 ? 1 : 0;
        open[slot] += isAside[slot];
        winding[slot] = 0;
      }
      let insideCount = 0;
      let from = 0;
      for (let k = begin; k < end; k++) {
        const slot = (name[k << shift] & 0x7fff_ffff) >>> faceBits;
        if (isAside[slot] === 1) continue;
        const was = (winding[slot] & bits[slot]) !== 0;
        const turned = winding[slot] + (name[k << shift] >>> 31) * 2 - 1;
        const is = (turned & bits[slot]) !== 0;
        if (was !== is) {
          if (insideCount > 2) {
            listInside(inside, winding, bits);
            countGroup(inside, p, from, depths[(k << shift) + shift]);
          }
          from = depths[(k << shift) + shift];
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

/** What the accounts of a tile's groups come to, in model units. `open`: rays put aside, by slot. */
export function toGroups(
  groups: ReadonlyMap<string, GroupAccount>,
  open: readonly number[],
  view: View,
  depthError: number,
): SweptGroup[] {
  const world = worldFromScreen(view);
  const [across, down] = pixelSize(view);
  const depthSize = view.size[2];
  return [...groups.values()].map(({ slots, lengths, longestPixel: p, longest, longestFrom }) => {
    const aside = slots.reduce((sum, slot) => sum + open[slot], 0);
    const { changeX, changeY } = neighboursOf(lengths, view.columns);
    const length = [...lengths.values()].reduce((sum, one) => sum + one, 0);
    const middle: Vec3 = [(p % view.columns) + 0.5, Math.floor(p / view.columns) + 0.5, longestFrom + longest / 2];
    return {
      slots,
      pixels: lengths.size,
      volume: length * depthSize * across * down,
      volumeError: volumeErrorOf(view, {
        pixels: lengths.size,
        change: ((changeX + changeY) / DEPTH_PARTS) * depthSize,
        // Nothing is known of rays on which one of them was put aside.
        rounding: lengths.size * depthError + aside * depthSize,
      }),
      depth: longest * depthSize,
      deepest: transformPoint(world, middle),
    };
  });
}
