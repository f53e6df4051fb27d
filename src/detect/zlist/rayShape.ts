import type { Pixels } from '../../machine/kernel.js';

/** What one body's windings count as inside: all that are not 0, or the odd ones. */
export interface Insides {
  readonly bitsA: number;
  readonly bitsB: number;
}

/**
 * What the names of a ray's layers tell without their depths: where it goes into A (slot 0) and B (slot 1) and out of them.
 * Faces do not matter for it, so that neighbouring rays mostly are of one shape.
 */
export interface RayShape {
  layerCount: number;
  /** The windings at the near plane. */
  a: number;
  b: number;
  /** Where the ray begins; bit 0: inside A, bit 1: inside B. */
  state: number;
  /** The layers at which that changes, counted from the ray's first one, and what it changes to. */
  changeCount: number;
  changeAt: Int32Array;
  changeTo: Int32Array;
  overlapCount: number;
  /** The layers by which the last overlap begins and ends; −1: the view's border. */
  beginAt: number;
  endAt: number;
  /** How often it leaves one body, and then goes into the other one. */
  gapCount: number;
  /** Whether a winding is neither −1, 0 nor 1 somewhere. */
  isMany: boolean;
  /** Whether the ray does not leave the body again. */
  staysInA: boolean;
  staysInB: boolean;
}

export const createRayShape = (): RayShape => ({
  layerCount: 0,
  a: 0,
  b: 0,
  state: 0,
  changeCount: 0,
  changeAt: new Int32Array(64),
  changeTo: new Int32Array(64),
  overlapCount: 0,
  beginAt: -1,
  endAt: -1,
  gapCount: 0,
  isMany: false,
  staysInA: false,
  staysInB: false,
});

function makeRoom(shape: RayShape, layerCount: number): void {
  if (layerCount <= shape.changeAt.length) return;
  shape.changeAt = new Int32Array(2 * layerCount);
  shape.changeTo = new Int32Array(2 * layerCount);
}

/** The shape of pixel p's ray. */
export function readShape(
  shape: RayShape,
  { first, layerName, faceBits, before, columns, rows }: Pixels,
  { bitsA, bitsB }: Insides,
  p: number,
): void {
  const from = first[p];
  const layerCount = first[p + 1] - from;
  makeRoom(shape, layerCount);
  const { changeAt, changeTo } = shape;
  let a = before[p];
  let b = before[columns * rows + p];
  let state = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
  let isMany = (a + 1) >>> 0 > 2 || (b + 1) >>> 0 > 2;
  let changes = 0;
  let overlaps = state === 3 ? 1 : 0;
  let beginAt = -1;
  let endAt = -1;
  let left = 0;
  let gaps = 0;
  shape.layerCount = layerCount;
  shape.a = a;
  shape.b = b;
  shape.state = state;
  for (let k = 0; k < layerCount; k++) {
    const name = layerName[2 * (from + k)];
    const turn = (name >>> 31) * 2 - 1;
    if ((name & 0x7fff_ffff) >>> faceBits === 0) {
      a += turn;
      if ((a + 1) >>> 0 > 2) isMany = true;
    } else {
      b += turn;
      if ((b + 1) >>> 0 > 2) isMany = true;
    }
    const next = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
    if (next === state) continue;
    changeAt[changes] = k;
    changeTo[changes++] = next;
    if (next === 3) {
      overlaps++;
      beginAt = k;
      endAt = -1;
    } else if (state === 3) endAt = k;
    else if (state === 0) {
      if (left !== 0 && left !== next) gaps++;
    } else left = state;
    state = next;
  }
  shape.changeCount = changes;
  shape.overlapCount = overlaps;
  shape.beginAt = beginAt;
  shape.endAt = endAt;
  shape.gapCount = gaps;
  shape.isMany = isMany;
  shape.staysInA = (state & 1) !== 0;
  shape.staysInB = (state & 2) !== 0;
}

/** How many rays from pixel p on, `most` at most, are of p's shape. */
export function alikeCount(shape: RayShape, words: ListWords, pixels: Pixels, p: number, most: number): number {
  let count = 1;
  // Some are looked at ahead, more and more of them: mostly they are alike, but where they are not, no time should be lost.
  for (let ahead = 3; count < most; ahead *= 4) {
    const asked = Math.min(most - count, ahead);
    const found = alikeAfter(shape, words, pixels, p + count, asked);
    count += found;
    if (found < asked) break;
  }
  return count;
}

/** The arrays of lists as signed words: what is unsigned, the engine checks for being too large wherever it is read. */
export interface ListWords {
  readonly first: Int32Array;
  readonly layerName: Int32Array;
}

const signed = ({ buffer, byteOffset, length }: Uint32Array): Int32Array => new Int32Array(buffer, byteOffset, length);

export const listWords = ({ first, layerName }: Pixels): ListWords => ({
  first: signed(first),
  layerName: signed(layerName),
});

/** How many rays from pixel p on, `most` at most, are of the shape, as the one before p is. The loops are apart, and call nothing, to be fast. */
function alikeAfter(
  { layerCount, a, b }: RayShape,
  { first, layerName }: ListWords,
  { faceBits, before, columns, rows }: Pixels,
  p: number,
  most: number,
): number {
  const end = p + most;
  const from = first[p];
  let q = p;
  for (let last = from + layerCount, inB = columns * rows + p; q < end; q++, inB++, last += layerCount)
    if (first[q + 1] !== last || before[q] !== a || before[inB] !== b) break;
  let count = q - p;
  // The layers of the ray before p tell whose they are to be.
  const notFace = ~((1 << faceBits) - 1);
  const step = 2 * layerCount;
  for (let layer = 2 * from; layer < 2 * from + step; layer += 2) {
    const name = layerName[layer - step];
    let k = 0;
    for (let at = layer; k < count; k++, at += step) if (((layerName[at] ^ name) & notFace) !== 0) break;
    count = k;
  }
  return count;
}
