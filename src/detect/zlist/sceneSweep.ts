// Shinya, Forgue: Interference detection through rasterization, 1991: one view over all bodies, as in the paper. The lists
// of any number of bodies are swept here, on the host: how many pairs there are is only known afterwards.
import { type LayerLists, slotOf } from '../../machine/lists.js';
import type { Atlas } from '../../view/atlas.js';
import type { Soundness } from '../soundness.js';
import { type GroupAccount, groupCounter } from './groupAccount.js';
import { type BodyAccount, createPairAccount, type PairAccount } from './pairAccount.js';

export interface SceneSweep {
  readonly pairs: ReadonlyMap<string, PairAccount>;
  readonly groups: ReadonlyMap<string, GroupAccount>;
  /** By slot. */
  readonly bodies: readonly BodyAccount[];
}

/**
 * Sweeps every ray of one tile that holds all bodies, whole in depth, so that every ray begins outside. `noise`: stretches no
 * longer than this share of the depth range are touching.
 */
export function sceneSweep(
  lists: LayerLists,
  atlas: Atlas,
  tile: number,
  soundness: readonly Soundness[],
  noise: number,
): SceneSweep {
  const { first, name, depth: depths } = lists;
  const { x, y, view } = atlas.tiles[tile];
  const { columns, rows } = view;
  const pixelCount = columns * rows;
  const slotCount = soundness.length;
  const bits = soundness.map(({ oddInside }) => (oddInside ? 1 : -1));
  const pairs = new Map<string, PairAccount>();
  const groups = new Map<string, GroupAccount>();
  const countGroup = groupCounter(groups, noise);
  const bodies = soundness.map(() => ({ pixels: [] as number[], open: 0 }));
  const winding = new Int32Array(slotCount);
  const lengths = new Float64Array(slotCount);
  const entered = new Float64Array(slotCount);

  const pairOf = (s: number, t: number): PairAccount => {
    const [a, b] = s < t ? [s, t] : [t, s];
    const key = `${a},${b}`;
    let account = pairs.get(key);
    if (!account) pairs.set(key, (account = createPairAccount(a, b, columns)));
    return account;
  };

  // Whom a ray meets: kept in arrays that serve all rays.
  const lastMet = new Int32Array(slotCount).fill(-1);
  const met: number[] = [];
  const aside = new Set<number>();
  for (let p = 0; p < pixelCount; p++) {
    const row = Math.floor(p / columns);
    const place = (y + row) * atlas.width + x + p - row * columns;
    const begin = first[place];
    const end = first[place + 1];
    met.length = 0;
    for (let k = begin; k < end; k++) {
      const slot = slotOf(name[k], lists);
      if (lastMet[slot] !== p) {
        lastMet[slot] = p;
        winding[slot] = 0;
        met.push(slot);
      }
      winding[slot] += (name[k] >>> 31) * 2 - 1;
    }
    if (met.length === 0) continue;
    aside.clear();
    for (const slot of met) {
      if (soundness[slot].mayBeOpen && (winding[slot] & bits[slot]) !== 0) {
        aside.add(slot);
        bodies[slot].open++;
      }
      winding[slot] = 0;
      lengths[slot] = 0;
    }

    const inside: number[] = [];
    const touched = new Set<PairAccount>();
    const left: { slot: number; at: number }[] = [];
    let from = 0;
    for (let k = begin; k < end; k++) {
      const slot = slotOf(name[k], lists);
      if (aside.has(slot)) continue;
      const was = (winding[slot] & bits[slot]) !== 0;
      winding[slot] += (name[k] >>> 31) * 2 - 1;
      const is = (winding[slot] & bits[slot]) !== 0;
      if (was === is) continue;
      const depth = depths[k];
      const face = name[k] & ((1 << lists.faceBits) - 1);
      if (inside.length > 2) countGroup(inside, p, from, depth);
      from = depth;
      if (is) {
        for (const other of inside) pairOf(slot, other).enter(depth, slot, face);
        while (left.length > 0 && depth - left[0].at > noise) left.shift();
        for (const { slot: other, at } of left)
          if (other !== slot && depth - at <= noise && !inside.includes(other)) {
            const account = pairOf(slot, other);
            account.touch();
            touched.add(account);
          }
        insert(inside, slot);
        entered[slot] = depth;
      } else {
        inside.splice(inside.indexOf(slot), 1);
        lengths[slot] += depth - entered[slot];
        for (const other of inside) {
          const account = pairOf(slot, other);
          account.leave(depth, slot, face, noise);
          touched.add(account);
        }
        left.push({ slot, at: depth });
      }
    }
    for (const slot of met) if (!aside.has(slot) && lengths[slot] > noise) bodies[slot].pixels.push(p);
    for (const account of touched) account.endRay(p, noise, lengths[account.a], lengths[account.b]);
  }
  return { pairs, groups, bodies };
}

/** Keeps the slots in ascending order. */
function insert(inside: number[], slot: number): void {
  let at = inside.length;
  while (at > 0 && inside[at - 1] > slot) at--;
  inside.splice(at, 0, slot);
}
