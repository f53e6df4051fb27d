// Neighbours of one row, from the first to the last without a gap: four at a time, and only the last four may be fewer.
import { depthsOf, FACE, LANES, NAMES, SLOPE } from './face';
import { counts, makeRoom, next, pairsFrom, setNext } from './memory';

/** Pages of the stream have room for so many at a time. */
const PORTION: i32 = 1 << 10;

/** The lanes 0 … last of four. */
// @ts-expect-error: decorator
@inline
export function firstLanes(last: i32): v128 {
  return i32x4.le_s(v128.load(LANES), i32x4.splat(last));
}

/** A layer of the face that is kept in face.ts for each of n pixels; the first lies in the face's column k, z is its depth in column 0. */
export function appendRun(pixel: i32, k: i32, n: i32, z: f64): void {
  const zs = f64x2.splat(z);
  let k01 = f64x2(<f64>k, <f64>(k + 1));
  let pixels = i32x4.add(i32x4.splat(pixel), v128.load(LANES));
  let count = counts + (<usize>pixel << 2);
  for (let left = n; left > 0; ) {
    const portion = min(left, PORTION);
    makeRoom(portion + 3);
    let at = next;
    let pair = pairsFrom() + (next << 1);
    for (let x = portion; x > 0; x -= 4) {
      const k23 = f64x2.add(k01, f64x2.splat(2));
      const z01 = f64x2.add(zs, f64x2.mul(v128.load(FACE, SLOPE), k01));
      const z23 = f64x2.add(zs, f64x2.mul(v128.load(FACE, SLOPE), k23));
      const depths = depthsOf(z01, z23);
      const names = v128.load(FACE, NAMES);
      v128.store(count, i32x4.sub(v128.load(count), firstLanes(x - 1)));
      v128.store(at, pixels);
      v128.store(pair, v128.shuffle<i32>(names, depths, 0, 4, 1, 5));
      v128.store(pair, v128.shuffle<i32>(names, depths, 2, 6, 3, 7), 16);
      k01 = f64x2.add(k01, f64x2.splat(4));
      pixels = i32x4.add(pixels, i32x4.splat(4));
      count += 16;
      at += 16;
      pair += 32;
    }
    setNext(next + (<usize>portion << 2));
    left -= portion;
  }
}

/** The windings of n pixels at the near plane change. */
export function turnRun(before: usize, pixel: i32, n: i32, sign: i32): void {
  const signs = i32x4.splat(sign);
  let cell = before + (<usize>pixel << 2);
  for (let x = n; x > 0; x -= 4, cell += 16)
    v128.store(cell, i32x4.add(v128.load(cell), v128.and(signs, firstLanes(x - 1))));
}
