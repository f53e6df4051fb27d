// Appending layers to the stream.
import { counts, makeRoom, next, pairsFrom, setNext } from './memory';

/** One layer more for a pixel; there has to be room for it. */
export function appendLayer(pixel: i32, name: u32, depth: f32): void {
  makeRoom(1);
  const count = counts + (<usize>pixel << 2);
  store<i32>(count, load<i32>(count) + 1);
  store<i32>(next, pixel);
  const pair = pairsFrom() + (next << 1);
  store<u32>(pair, name);
  store<f32>(pair, depth, 4);
  setNext(next + 4);
}

/** By which of four lanes are covered, as bits: their numbers, the first ones first. */
const COVERED = memory.data<i32>([
  0, 0, 0, 0,  0, 0, 0, 0,  1, 0, 0, 0,  0, 1, 0, 0,  2, 0, 0, 0,  0, 2, 0, 0,  1, 2, 0, 0,  0, 1, 2, 0,
  3, 0, 0, 0,  0, 3, 0, 0,  1, 3, 0, 0,  0, 1, 3, 0,  2, 3, 0, 0,  0, 2, 3, 0,  1, 2, 3, 0,  0, 1, 2, 3,
], 16);

/** The same as bytes of those lanes. */
const COVERED_BYTES = memory.data(256, 16);
for (let k = 0; k < 64; k++) store<u32>(COVERED_BYTES + 4 * k, 0x0302_0100 + 0x0404_0404 * load<i32>(COVERED + 4 * k));

/**
 * Appends up to four neighbours' layers, pixels at `at`, names and depths at `pair`, and returns how many. There is no branch on
 * which of them are covered (such branches are mispredicted half of the time): the covered lanes are moved to the front, and
 * four layers are written, of which the next ones overwrite what is too much. `covered` is -1 in the lanes that are; `count` is
 * where the first pixel's count lies.
 */
// @ts-ignore: decorator
@inline
export function append4(
  at: usize,
  pair: usize,
  count: usize,
  pixels: v128,
  covered: v128,
  names: v128,
  depths: v128,
): i32 {
  const lanes = i32x4.bitmask(covered);
  const entry = <usize>lanes << 4;
  v128.store(count, i32x4.sub(v128.load(count), covered));
  v128.store(at, i32x4.add(pixels, v128.load(entry, COVERED)));
  const packed = v128.swizzle(depths, v128.load(entry, COVERED_BYTES));
  v128.store(pair, v128.shuffle<i32>(names, packed, 0, 4, 1, 5));
  v128.store(pair, v128.shuffle<i32>(names, packed, 2, 6, 3, 7), 16);
  return popcnt(lanes);
}
