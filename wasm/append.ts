// Appending a layer to its pixel's list: into slots, and where these are full, into a chain.
import { chain, chainRoom, counts, heads, nextLink, NOWHERE, plane, SLOTS, slots } from './memory';

// @ts-expect-error: decorator
@inline
export function append(pixel: i32, name: u32, depth: f32): void {
  const count = counts + <usize>pixel;
  const n = <i32>load<u8>(count);
  if (n < SLOTS) {
    store<u8>(count, <u8>(n + 1));
    const at = slots + (<usize>(n * plane + pixel) << 3);
    store<u32>(at, name);
    store<f32>(at, depth, 4);
  } else appendToChain(pixel, n, name, depth);
}

/**
 * Appends up to four neighbours' layers without a branch on which of them are covered (such branches are mispredicted
 * half of the time): covered lanes write their pair into their pixel's next free slot and its count grows, the others
 * write where nothing is kept.
 */
// @ts-expect-error: decorator
@inline
export function append4(pixel: i32, covered: i32, pairs01: v128, pairs23: v128): void {
  const count = counts + <usize>pixel;
  const n = load<u32>(count);
  if (n & 0x08080808) {
    if (covered & 1) append(pixel, i32x4.extract_lane(pairs01, 0), f32x4.extract_lane(pairs01, 1));
    if (covered & 2) append(pixel + 1, i32x4.extract_lane(pairs01, 2), f32x4.extract_lane(pairs01, 3));
    if (covered & 4) append(pixel + 2, i32x4.extract_lane(pairs23, 0), f32x4.extract_lane(pairs23, 1));
    if (covered & 8) append(pixel + 3, i32x4.extract_lane(pairs23, 2), f32x4.extract_lane(pairs23, 3));
    return;
  }
  const at = slots + (<usize>pixel << 3);
  v128.store_lane<u64>(select<usize>(at + (<usize>((n & 7) * plane) << 3), NOWHERE, covered & 1), pairs01, 0);
  v128.store_lane<u64>(select<usize>(at + 8 + (<usize>(((n >> 8) & 7) * plane) << 3), NOWHERE, covered & 2), pairs01, 1);
  v128.store_lane<u64>(select<usize>(at + 16 + (<usize>(((n >> 16) & 7) * plane) << 3), NOWHERE, covered & 4), pairs23, 0);
  v128.store_lane<u64>(select<usize>(at + 24 + (<usize>((n >> 24) * plane) << 3), NOWHERE, covered & 8), pairs23, 1);
  store<u32>(count, n + ((covered * 0x00204081) & 0x01010101));
}

/** One layer more for a pixel, whatever it holds. */
export function appendLayer(pixel: i32, name: u32, depth: f32): void {
  append(pixel, name, depth);
}

function appendToChain(pixel: i32, n: i32, name: u32, depth: f32): void {
  const link = nextLink();
  if (link >= chainRoom) return;
  const head = heads + (<usize>pixel << 2);
  const at = chain + (<usize>link << 4);
  store<u32>(at, name);
  store<f32>(at, depth, 4);
  store<i32>(at, n == SLOTS ? -1 : load<i32>(head), 8);
  store<i32>(head, link);
  store<u8>(counts + <usize>pixel, <u8>(SLOTS + 1));
}
