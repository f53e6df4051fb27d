// Bringing the stream's layers to their pixels, sorted; the twin of `sortLists` in src/machine/cpu/plainRasterizer.ts.
import { closePage, counts, PAGE, PAIRS, PIXELS, page } from './memory';

/** Longer lists are heap-sorted, which keeps ten thousand layers at a pixel bearable. */
const LONG: i32 = 48;

/**
 * A counting sort by pixel, then each list by depth and name. A (name, depth) pair read as one f64 orders by depth, then by
 * name: depths are not negative, and such floats order like their bits.
 */
export function sortLists(pixelCount: i32, begin: usize, first: usize, out: usize): void {
  // first[p + 1] runs from pixel p's start to its end, which is the next one's start.
  store<i32>(first, 0);
  let total: i32 = 0;
  for (let p = 0; p < pixelCount; p++) {
    store<i32>(first + (<usize>p << 2), total, 4);
    total += load<i32>(counts + (<usize>p << 2));
  }
  closePage();
  for (let from = begin; from <= page; from += PAGE) {
    const end = from + PIXELS + (<usize>load<u32>(from) << 2);
    let pair = from + PAIRS;
    for (let at = from + PIXELS; at < end; at += 4) {
      const cursor = first + (<usize>load<u32>(at) << 2);
      const to = load<u32>(cursor, 4);
      store<u32>(cursor, to + 1, 4);
      store<u64>(out + (<usize>to << 3), load<u64>(pair));
      pair += 8;
    }
  }
  for (let p = 0; p < pixelCount; p++) {
    const n = load<i32>(counts + (<usize>p << 2));
    if (n < 2) continue;
    const start = out + (<usize>load<u32>(first + (<usize>p << 2)) << 3);
    if (n == 2) sort2(start);
    else if (n == 3) sort3(start);
    else if (n > LONG) heapSort(start, n);
    else {
      sort4(start);
      for (let k = 4; k < n; k++) insert(start, start + (<usize>k << 3));
    }
  }
}

// Most lists are short, and in which order they are nobody can foretell: they are sorted by networks, without a branch.

// @ts-ignore: decorator
@inline
function swapped(keys: v128): v128 {
  return v128.shuffle<i64>(keys, keys, 1, 0);
}

// @ts-ignore: decorator
@inline
function sort2(at: usize): void {
  const keys = v128.load(at);
  const low = f64x2.pmin(keys, swapped(keys));
  const high = f64x2.pmax(keys, swapped(keys));
  v128.store(at, v128.shuffle<i64>(low, high, 0, 2));
}

// @ts-ignore: decorator
@inline
function sort3(at: usize): void {
  const keys = v128.load(at);
  const third = v128.load64_splat(at, 16);
  const low = f64x2.pmin(keys, swapped(keys));
  const high = f64x2.pmax(keys, swapped(keys));
  const middle = f64x2.pmax(low, third);
  v128.store(at, v128.shuffle<i64>(f64x2.pmin(low, third), f64x2.pmin(high, middle), 0, 2));
  v128.store_lane<u64>(at, f64x2.pmax(high, middle), 0, 16);
}

// @ts-ignore: decorator
@inline
function sort4(at: usize): void {
  const keys01 = v128.load(at);
  const keys23 = v128.load(at, 16);
  const low = f64x2.pmin(keys01, keys23);
  const high = f64x2.pmax(keys01, keys23);
  const evens = v128.shuffle<i64>(low, high, 0, 2);
  const odds = v128.shuffle<i64>(low, high, 1, 3);
  const lows = f64x2.pmin(evens, odds);
  const highs = f64x2.pmax(evens, odds);
  // The first of `lows` is the least, the second of `highs` the greatest; the other two are not yet in order.
  const other = swapped(lows);
  v128.store(at, v128.shuffle<i64>(lows, f64x2.pmin(highs, other), 0, 2));
  v128.store(at, v128.shuffle<i64>(f64x2.pmax(highs, other), highs, 0, 3), 16);
}

/** Puts the key at `end` into its place among the sorted keys before it. */
// @ts-ignore: decorator
@inline
function insert(start: usize, end: usize): void {
  const key = load<f64>(end);
  let at = end;
  while (at > start && load<f64>(at - 8) > key) {
    store<f64>(at, load<f64>(at - 8));
    at -= 8;
  }
  store<f64>(at, key);
}

function heapSort(start: usize, n: i32): void {
  for (let root = (n >> 1) - 1; root >= 0; root--) siftDown(start, root, n);
  for (let end = n - 1; end > 0; end--) {
    const last = start + (<usize>end << 3);
    const top = load<f64>(start);
    store<f64>(start, load<f64>(last));
    store<f64>(last, top);
    siftDown(start, 0, end);
  }
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
