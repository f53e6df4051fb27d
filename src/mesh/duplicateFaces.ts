import { HASH_SECRET } from '../math/hashSecret.js';
import { tableSize } from './weld.js';

/** The faces on the same three vertices as an earlier one, whatever their order. */
export function duplicateFaces(indices: Uint32Array): number[] {
  const [s0, s1, s2] = HASH_SECRET;
  const mask = tableSize(indices.length / 3) - 1;
  const slots = new Uint32Array(mask + 1); // face + 1, 0 where free
  const sorted = new Uint32Array(indices.length);
  const out: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const low = Math.min(indices[i], indices[i + 1], indices[i + 2]);
    const high = Math.max(indices[i], indices[i + 1], indices[i + 2]);
    const middle = indices[i] + indices[i + 1] + indices[i + 2] - low - high;
    sorted[i] = low;
    sorted[i + 1] = middle;
    sorted[i + 2] = high;
    let h = Math.imul(low ^ s0, 0x9e3779b1) ^ Math.imul(middle + s1, 0x85ebca6b) ^ Math.imul(high ^ s2, 0xc2b2ae35);
    h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f);
    let slot = (h ^ (h >>> 13)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = 3 * (slots[slot] - 1);
      if (sorted[other] === low && sorted[other + 1] === middle && sorted[other + 2] === high) break;
    }
    if (slots[slot] !== 0) out.push(i / 3);
    else slots[slot] = i / 3 + 1;
  }
  return out;
}
