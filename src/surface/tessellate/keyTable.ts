import { tableSize } from '../../mesh/weld.js';

/** Whole numbers below 2⁵³ → numbers given to them. */
export interface KeyTable {
  /** -1 where there is none. */
  get(key: number): number;
  /** Of a key that has none yet. */
  add(key: number, value: number): void;
}

/** Open addressing on flat arrays: several times faster than a Map, whose keys beyond 2³¹ are objects. */
export function keyTable(): KeyTable {
  let mask = tableSize(512) - 1;
  let keys = new Float64Array(mask + 1).fill(-1);
  let values = new Int32Array(mask + 1);
  let count = 0;

  const slotOf = (key: number): number => {
    let h = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x100000000) | 0, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
    let slot = (h ^ (h >>> 13)) & mask;
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  };
  const put = (key: number, value: number): void => {
    const slot = slotOf(key);
    keys[slot] = key;
    values[slot] = value;
  };
  return {
    get(key) {
      const slot = slotOf(key);
      return keys[slot] === -1 ? -1 : values[slot];
    },
    add(key, value) {
      if (2 * ++count > mask) {
        const oldKeys = keys;
        const oldValues = values;
        mask = 2 * mask + 1;
        keys = new Float64Array(mask + 1).fill(-1);
        values = new Int32Array(mask + 1);
        for (let k = 0; k < oldKeys.length; k++) if (oldKeys[k] !== -1) put(oldKeys[k], oldValues[k]);
      }
      put(key, value);
    },
  };
}

/** The array, or one of twice the length that begins like it, if `count` numbers do not fit. */
export function withRoom<T extends Float64Array | Int32Array | Uint8Array>(array: T, count: number): T {
  if (count <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(2 * array.length, count));
  larger.set(array);
  return larger;
}
