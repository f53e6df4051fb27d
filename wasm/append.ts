// Appending layers to the stream.
import { counts, setStream, stream } from './memory';

const LAYER_BYTES: i32 = 12;

/** One layer more for a pixel. */
export function appendLayer(pixel: i32, name: u32, depth: f32): void {
  const count = counts + (<usize>pixel << 2);
  store<i32>(count, load<i32>(count) + 1);
  store<i32>(stream, pixel);
  store<u32>(stream, name, 4);
  store<f32>(stream, depth, 8);
  setStream(stream + LAYER_BYTES);
}

/**
 * Appends up to four neighbours' layers at `to` and returns where the next one goes. There is no branch on which of them
 * are covered (such branches are mispredicted half of the time): every lane writes, and the place moves on and the count
 * grows for covered ones only. `outside` is -1 in the lanes that are not.
 */
// @ts-ignore: decorator
@inline
export function append4(to: usize, pixel: i32, outside: v128, pairs01: v128, pairs23: v128): usize {
  const covered = ~i32x4.bitmask(outside);
  const count = counts + (<usize>pixel << 2);
  v128.store(count, i32x4.add(v128.load(count), i32x4.add(i32x4.splat(1), outside)));
  store<i32>(to, pixel);
  v128.store_lane<u64>(to, pairs01, 0, 4);
  to += <usize>((covered & 1) * LAYER_BYTES);
  store<i32>(to, pixel + 1);
  v128.store_lane<u64>(to, pairs01, 1, 4);
  to += <usize>(((covered >> 1) & 1) * LAYER_BYTES);
  store<i32>(to, pixel + 2);
  v128.store_lane<u64>(to, pairs23, 0, 4);
  to += <usize>(((covered >> 2) & 1) * LAYER_BYTES);
  store<i32>(to, pixel + 3);
  v128.store_lane<u64>(to, pairs23, 1, 4);
  return to + <usize>(((covered >> 3) & 1) * LAYER_BYTES);
}
