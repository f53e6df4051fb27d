// The loops of conservative rasterization as one small WebAssembly module (AssemblyScript): the fast twin of
// src/machine/cpu/plainTouching.ts, which says why each step is right. Both keep the same faces: every f64 operation stands
// in the same order in both.
import { across, columns, coordinate, indices, map, marks, padX, padY, padZ, rows, shift } from './cells';
import { coverCells } from './coverCells';

export { setBody, setGrid } from './cells';

const SLABS: i32 = 32;
const FEW_CELLS: i32 = 9;

// A box of cells is eight i16: its first column, row and slab, half of the face's number; then its last column, row and slab,
// negated, so that all six are least numbers; and the other half. A vertex's box has no number.
const BOX: usize = 16;
/** Beyond the last cell. */
const BEYOND: f64 = 32767;
/** Added to a whole f64, it leaves that number in the low 32 bits. */
const MAGIC: f64 = 6755399441055744; // 1.5 × 2^52

/** The boxes of the body's vertices `from` to `end`, grown by the pad, each at its place behind `boxes`. */
export function boxVertices(from: i32, end: i32, boxes: usize): void {
  const m0 = f64x2(load<f64>(map), load<f64>(map, 32));
  const m1 = f64x2(load<f64>(map, 8), load<f64>(map, 40));
  const m2 = f64x2(load<f64>(map, 16), load<f64>(map, 48));
  const m3 = f64x2(load<f64>(map, 24), load<f64>(map, 56));
  const z0 = load<f64>(map, 64);
  const z1 = load<f64>(map, 72);
  const z2 = load<f64>(map, 80);
  const z3 = load<f64>(map, 88);
  const pad = f64x2(padX, padY);
  const padDepth = f64x2(-padZ, padZ);
  const sides = f64x2(<f64>columns, <f64>rows);
  const endDepth = f64x2(<f64>SLABS, Infinity);
  const beyond = f64x2.splat(BEYOND);
  const before = f64x2.splat(-1);
  const magic = f64x2.splat(MAGIC);
  boxes += <usize>from << 4;
  for (let v = from; v < end; v++) {
    const x = coordinate(v, 0);
    const y = coordinate(v, 1);
    const z = coordinate(v, 2);
    const p = f64x2.add(
      f64x2.add(
        f64x2.add(f64x2.mul(m0, f64x2.splat(x)), f64x2.mul(m1, f64x2.splat(y))),
        f64x2.mul(m2, f64x2.splat(z)),
      ),
      m3,
    );
    let low = f64x2.sub(p, pad);
    let high = f64x2.add(p, pad);
    let depth = f64x2.add(f64x2.splat(z0 * x + z1 * y + z2 * z + z3), padDepth);
    low = v128.bitselect(beyond, low, f64x2.gt(low, sides));
    depth = v128.bitselect(beyond, depth, f64x2.gt(depth, endDepth));
    // Whole numbers from -1 to BEYOND.
    low = f64x2.add(f64x2.floor(f64x2.pmin(f64x2.pmax(low, before), beyond)), magic);
    high = f64x2.add(f64x2.floor(f64x2.pmin(f64x2.pmax(high, before), beyond)), magic);
    depth = f64x2.add(f64x2.floor(f64x2.pmin(f64x2.pmax(depth, before), beyond)), magic);
    const first = i32x4.shuffle(low, depth, 0, 2, 4, 4);
    const last = i32x4.neg(i32x4.shuffle(high, depth, 0, 2, 6, 6));
    v128.store(boxes, i16x8.narrow_i32x4_s(first, last));
    boxes += BOX;
  }
}

/** The boxes of those of the body's faces `from` to `end` that reach into the grid. Returns where they end. */
export function boxFaces(from: i32, end: i32, vertices: usize, boxes: usize): usize {
  const beyond = i16x8(<i16>columns, <i16>rows, <i16>SLABS, 32767, 0, 0, 0, 32767);
  const least = i16x8(0, 0, 0, 0, <i16>(1 - columns), <i16>(1 - rows), <i16>(1 - SLABS), 0);
  const most = i16x8(<i16>(columns - 1), <i16>(rows - 1), <i16>(SLABS - 1), 0, 0, 0, 0, 0);
  let corner = indices + <usize>(12 * from);
  for (let face = from; face < end; face++, corner += 12) {
    const a = v128.load(vertices + (<usize>load<u32>(corner) << 4));
    const b = v128.load(vertices + (<usize>load<u32>(corner, 4) << 4));
    const c = v128.load(vertices + (<usize>load<u32>(corner, 8) << 4));
    const box = i16x8.min_s(i16x8.min_s(a, b), c);
    if (v128.any_true(i16x8.gt_s(box, beyond))) continue;
    v128.store(boxes, i16x8.min_s(i16x8.max_s(box, least), most));
    store<u16>(boxes, <u16>face, 6);
    store<u16>(boxes, <u16>(face >>> 16), 14);
    boxes += BOX;
  }
  return boxes;
}

// @ts-expect-error: decorator
@inline
function faceOf(box: usize): i32 {
  return <i32>load<u16>(box, 6) | (<i32>load<u16>(box, 14) << 16);
}

/** How many cells in use the boxes lie over together. */
export function cellsOver(boxes: usize, end: usize): f64 {
  let cells: i64 = 0;
  for (; boxes < end; boxes += BOX) {
    const wide = (-(<i32>load<i16>(boxes, 8)) >> shift) - (<i32>load<i16>(boxes) >> shift) + 1;
    const high = (-(<i32>load<i16>(boxes, 10)) >> shift) - (<i32>load<i16>(boxes, 2) >> shift) + 1;
    cells += wide * high;
  }
  return <f64>cells;
}

// @ts-expect-error: decorator
@inline
function slabBits(box: usize): i32 {
  return (-1 << <i32>load<i16>(box, 4)) & (-1 >>> (SLABS - 1 + <i32>load<i16>(box, 12)));
}

/** The lanes 0 … last of four. */
// @ts-expect-error: decorator
@inline
function firstLanes(last: i32): v128 {
  return i32x4.le_s(i32x4(0, 1, 2, 3), i32x4.splat(last));
}

// @ts-expect-error: decorator
@inline
function markRow(at: usize, bits: v128): void {
  v128.store(at, v128.or(v128.load(at), bits));
}

/** Marks the slabs that the faces touch, by cell. Four words beyond the last cell are read and written as they were. */
export function mark(boxes: usize, end: usize): void {
  const stride = <usize>across << 2;
  for (; boxes < end; boxes += BOX) {
    const x0 = <i32>load<i16>(boxes) >> shift;
    const x1 = -(<i32>load<i16>(boxes, 8)) >> shift;
    const y0 = <i32>load<i16>(boxes, 2) >> shift;
    const y1 = -(<i32>load<i16>(boxes, 10)) >> shift;
    const wide = x1 - x0;
    const high = y1 - y0;
    const top = marks + (<usize>(y0 * across + x0) << 2);
    if (wide <= 2 && high <= 2) {
      // The same row twice does no harm, and costs less than a loop whose end nobody can foretell.
      const bits = v128.and(i32x4.splat(slabBits(boxes)), firstLanes(wide));
      markRow(top, bits);
      if (high > 0) {
        markRow(top + stride, bits);
        markRow(top + stride * <usize>high, bits);
      }
    } else if ((wide + 1) * (high + 1) > FEW_CELLS) {
      coverCells(faceOf(boxes), x0, x1, y0, y1, true);
    } else {
      const bits = slabBits(boxes);
      for (let y = y0, at = top; y <= y1; y++, at += stride)
        for (let x = 0; x <= wide; x++) {
          const word = at + (<usize>x << 2);
          store<i32>(word, load<i32>(word) | bits);
        }
    }
  }
}

/** The boxes of those faces that touch what is marked, at the same place. Returns where they end. */
export function touching(boxes: usize, end: usize): usize {
  const stride = <usize>across << 2;
  let kept = boxes;
  for (; boxes < end; boxes += BOX) {
    const x0 = <i32>load<i16>(boxes) >> shift;
    const x1 = -(<i32>load<i16>(boxes, 8)) >> shift;
    const y0 = <i32>load<i16>(boxes, 2) >> shift;
    const y1 = -(<i32>load<i16>(boxes, 10)) >> shift;
    const wide = x1 - x0;
    const high = y1 - y0;
    const top = marks + (<usize>(y0 * across + x0) << 2);
    const bits = slabBits(boxes);
    if (wide <= 2 && high <= 2) {
      const found = v128.or(
        v128.or(v128.load(top), v128.load(top + stride * <usize>(high + 1 >> 1))),
        v128.load(top + stride * <usize>high),
      );
      if (!v128.any_true(v128.and(found, v128.and(i32x4.splat(bits), firstLanes(wide))))) continue;
    } else {
      let found = 0;
      for (let y = y0, at = top; y <= y1; y++, at += stride)
        for (let x = 0; x <= wide; x++) found |= load<i32>(at + (<usize>x << 2));
      if ((found & bits) == 0) continue;
      if ((wide + 1) * (high + 1) > FEW_CELLS && !coverCells(faceOf(boxes), x0, x1, y0, y1, false)) continue;
    }
    v128.store(kept, v128.load(boxes));
    kept += BOX;
  }
  return kept;
}

/** Face numbers, word after word, over the boxes themselves. */
export function facesOf(boxes: usize, end: usize): void {
  for (let at = boxes; boxes < end; boxes += BOX, at += 4) store<i32>(at, faceOf(boxes));
}
