// Sorting every pixel's list into one packed array; the twin of `sortLists` in src/machine/cpu/plainRasterizer.ts.
import { chain, chained, counts, heads, plane, SLOTS, slots } from './memory';

/** The number of layers in all. */
export function layerCount(pixelCount: i32): i32 {
  let total = chained;
  for (let p = 0; p < pixelCount; p++) total += min(<i32>load<u8>(counts + <usize>p), SLOTS);
  return total;
}

/**
 * Sorts every pixel's list and writes them one behind the other to `out`; pixel p's starts at number `first[p]`.
 * A pair read as one f64 orders by depth, then by name: depths are not negative, and such floats order like their bits.
 */
export function sortLists(pixelCount: i32, first: usize, out: usize): void {
  let total: i32 = 0;
  for (let p = 0; p < pixelCount; p++) {
    store<i32>(first + (<usize>p << 2), total);
    const n = <i32>load<u8>(counts + <usize>p);
    if (n == 0) continue;
    const start = out + (<usize>total << 3);
    if (n > SLOTS) {
      total += sortLong(p, start);
      continue;
    }
    let at = slots + (<usize>p << 3);
    store<f64>(start, load<f64>(at));
    for (let k = 1; k < n; k++) {
      at += <usize>plane << 3;
      insert(start, start + (<usize>k << 3), load<f64>(at));
    }
    total += n;
  }
  store<i32>(first + (<usize>pixelCount << 2), total);
}

/** Puts `key` into its place among the sorted keys from `start` up to `end`. */
// @ts-expect-error: decorator
@inline
function insert(start: usize, end: usize, key: f64): void {
  let at = end;
  while (at > start && load<f64>(at - 8) > key) {
    store<f64>(at, load<f64>(at - 8));
    at -= 8;
  }
  store<f64>(at, key);
}

/** A list that overflowed its slots: gathered, then heap-sorted, which keeps ten thousand layers at a pixel bearable. */
function sortLong(pixel: i32, start: usize): i32 {
  let n: i32 = 0;
  for (; n < SLOTS; n++) store<f64>(start + (<usize>n << 3), load<f64>(slots + (<usize>(n * plane + pixel) << 3)));
  for (let link = load<i32>(heads + (<usize>pixel << 2)); link >= 0; n++) {
    const at = chain + (<usize>link << 4);
    store<f64>(start + (<usize>n << 3), load<f64>(at));
    link = load<i32>(at, 8);
  }
  for (let root = (n >> 1) - 1; root >= 0; root--) siftDown(start, root, n);
  for (let end = n - 1; end > 0; end--) {
    const last = start + (<usize>end << 3);
    const top = load<f64>(start);
    store<f64>(start, load<f64>(last));
    store<f64>(last, top);
    siftDown(start, 0, end);
  }
  return n;
}

function siftDown(start: usize, from: i32, n: i32): void {
  let root = from;
  const key = load<f64>(start + (<usize>root << 3));
  for (let child = 2 * root + 1; child < n; child = 2 * root + 1) {
    if (child + 1 < n && load<f64>(start + (<usize>(child + 1) << 3)) > load<f64>(start + (<usize>child << 3))) child++;
    const value = load<f64>(start + (<usize>child << 3));
    if (value <= key) break;
    store<f64>(start + (<usize>root << 3), value);
    root = child;
  }
  store<f64>(start + (<usize>root << 3), key);
}
