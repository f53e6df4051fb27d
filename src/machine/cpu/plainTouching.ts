import type { BodyState } from '../../body.js';
import type { Affine } from '../../math/affine.js';
import type { View } from '../../view/view.js';
import { type CellGrid, cellGrid, cellsFromBody, FEW_CELLS, leastShift, SLABS } from '../cells.js';
import type { TouchingFaces, TouchingPair } from '../machine.js';
import { coverCells, slabBits, type TakeCell } from './coverCells.js';
import { mostCellsOver } from './mostCellsOver.js';

/**
 * Conservative rasterization of two bodies, in plain loops; wasm/touching.ts is the fast twin.
 *
 * A cell is a word, with a bit for each slab. A's faces mark the cells that they touch; B's that touch a mark are kept, and
 * mark theirs, since B's others touch no cell that a face of A touches; A's that touch one of these are kept. Faces are
 * grown by the pad before they are put into cells, so rounding loses none.
 */
export function plainTouching({ a, b, reach }: TouchingPair, view: View): TouchingFaces {
  const first = leastShift(view);
  const grid = cellGrid(view, reach, first);
  const facesA = facesInView(a, cellsFromBody(view, a.pose, first), grid);
  const facesB = facesInView(b, cellsFromBody(view, b.pose, first), grid);
  const most = mostCellsOver(facesA.faces.length + facesB.faces.length);
  let shift = 0;
  while (cellsOver(facesA, shift) + cellsOver(facesB, shift) > most) shift++;
  const cells: ShiftedGrid = { shift, ...cellGrid(view, reach, first + shift) };
  const keptB = touching(mark(facesA, cells), facesB, cells);
  const keptA = touching(mark(keptB, cells), facesA, cells);
  return { a: keptA.faces, b: keptB.faces, columns: cells.columns, rows: cells.rows };
}

/** Cells of 2^shift × 2^shift cells of the first grid. */
interface ShiftedGrid extends CellGrid {
  readonly shift: number;
}

/** The faces of a body that reach into a view, and the boxes that hold them, in cells of the first grid. */
interface ViewFaces {
  readonly faces: Uint32Array;
  /** A face's first and last column, first and last row, a byte each from the lowest on. */
  readonly ranges: Uint32Array;
  readonly slabs: Uint32Array;
  /** The body's vertices in cells and slabs, and its faces' vertex numbers. */
  readonly vertices: Float64Array;
  readonly indices: Uint32Array;
}

function facesInView({ mesh: { positions, indices } }: BodyState, map: Affine, grid: CellGrid): ViewFaces {
  const { columns, rows, pad } = grid;
  const [padX, padY, padZ] = pad;
  const { vertices, outside } = project(positions, map, grid);
  const faceCount = indices.length / 3;
  const faces = new Uint32Array(faceCount);
  const ranges = new Uint32Array(faceCount);
  const slabs = new Uint32Array(faceCount);
  let count = 0;
  for (let face = 0, k = 0; face < faceCount; face++, k += 3) {
    let a = indices[k];
    let b = indices[k + 1];
    let c = indices[k + 2];
    if ((outside[a] & outside[b] & outside[c]) !== 0) continue;
    a *= 3;
    b *= 3;
    c *= 3;
    const x0 = cellAt(Math.min(vertices[a], vertices[b], vertices[c]) - padX, columns);
    const x1 = cellAt(Math.max(vertices[a], vertices[b], vertices[c]) + padX, columns);
    const y0 = cellAt(Math.min(vertices[a + 1], vertices[b + 1], vertices[c + 1]) - padY, rows);
    const y1 = cellAt(Math.max(vertices[a + 1], vertices[b + 1], vertices[c + 1]) + padY, rows);
    const z0 = cellAt(Math.min(vertices[a + 2], vertices[b + 2], vertices[c + 2]) - padZ, SLABS);
    const z1 = cellAt(Math.max(vertices[a + 2], vertices[b + 2], vertices[c + 2]) + padZ, SLABS);
    faces[count] = face;
    ranges[count] = x0 | (x1 << 8) | (y0 << 16) | (y1 << 24);
    slabs[count] = slabBits(z0, z1);
    count++;
  }
  return { vertices, indices, ...first(count, { faces, ranges, slabs }) };
}

/** What lies beyond the last of `count` cells by no more than the pad counts as in it. */
const cellAt = (x: number, count: number): number => Math.max(0, Math.min(x, count - 1)) | 0;

/** The vertices in cells and slabs, and the sides of the grid, a bit each, beyond which they lie by more than the pad. */
function project(
  positions: ArrayLike<number>,
  [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11]: Affine,
  { columns, rows, pad: [padX, padY, padZ] }: CellGrid,
) {
  const vertices = new Float64Array(positions.length);
  const outside = new Uint8Array(positions.length / 3);
  for (let i = 0, k = 0; k < positions.length; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const px = m0 * x + m1 * y + m2 * z + m3;
    const py = m4 * x + m5 * y + m6 * z + m7;
    const pz = m8 * x + m9 * y + m10 * z + m11;
    vertices[k] = px;
    vertices[k + 1] = py;
    vertices[k + 2] = pz;
    outside[i] =
      (px + padX < 0 ? 1 : px - padX > columns ? 2 : 0) |
      (py + padY < 0 ? 4 : py - padY > rows ? 8 : 0) |
      (pz + padZ < 0 ? 16 : pz - padZ > SLABS ? 32 : 0);
  }
  return { vertices, outside };
}

/** How many cells of 2^shift × 2^shift the boxes of the faces lie over together. */
function cellsOver({ ranges }: ViewFaces, shift: number): number {
  let cells = 0;
  for (let i = 0; i < ranges.length; i++) {
    const range = ranges[i];
    const across = (((range >>> 8) & 255) >> shift) - ((range & 255) >> shift) + 1;
    const down = ((range >>> 24) >> shift) - (((range >>> 16) & 255) >> shift) + 1;
    cells += across * down;
  }
  return cells;
}

/** The slabs that the faces touch, by cell. */
function mark({ faces, ranges, slabs, ...body }: ViewFaces, grid: ShiftedGrid): Uint32Array {
  const { columns, rows, shift } = grid;
  const marks = new Uint32Array(columns * rows);
  const corners = new Float64Array(9);
  const take: TakeCell = (cell, bits) => {
    marks[cell] |= bits;
    return false;
  };
  for (let i = 0; i < faces.length; i++) {
    const range = ranges[i];
    const x0 = (range & 255) >> shift;
    const x1 = ((range >>> 8) & 255) >> shift;
    const y0 = ((range >>> 16) & 255) >> shift;
    const y1 = (range >>> 24) >> shift;
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > FEW_CELLS) {
      coverCells(cornersOf(body, faces[i], shift, corners), grid, x0, x1, y0, y1, take);
      continue;
    }
    const bits = slabs[i];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) marks[y * columns + x] |= bits;
  }
  return marks;
}

/** Those of the faces that touch what is marked. */
function touching(marks: Uint32Array, all: ViewFaces, grid: ShiftedGrid): ViewFaces {
  const { columns, shift } = grid;
  const faces = new Uint32Array(all.faces.length);
  const ranges = new Uint32Array(all.faces.length);
  const slabs = new Uint32Array(all.faces.length);
  const corners = new Float64Array(9);
  const take: TakeCell = (cell, bits) => (marks[cell] & bits) !== 0;
  let count = 0;
  for (let i = 0; i < all.faces.length; i++) {
    const range = all.ranges[i];
    const x0 = (range & 255) >> shift;
    const x1 = ((range >>> 8) & 255) >> shift;
    const y0 = ((range >>> 16) & 255) >> shift;
    const y1 = (range >>> 24) >> shift;
    const bits = all.slabs[i];
    let touched = 0;
    for (let y = y0; y <= y1 && touched === 0; y++)
      for (let x = x0; x <= x1; x++) touched |= marks[y * columns + x] & bits;
    if (touched === 0) continue;
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > FEW_CELLS)
      if (!coverCells(cornersOf(all, all.faces[i], shift, corners), grid, x0, x1, y0, y1, take)) continue;
    faces[count] = all.faces[i];
    ranges[count] = range;
    slabs[count] = bits;
    count++;
  }
  return { ...all, ...first(count, { faces, ranges, slabs }) };
}

/** A face's corners in cells and slabs. */
function cornersOf(
  { vertices, indices }: Pick<ViewFaces, 'vertices' | 'indices'>,
  face: number,
  shift: number,
  out: Float64Array,
): Float64Array {
  const cell = 2 ** -shift;
  for (let k = 0; k < 3; k++) {
    const v = 3 * indices[3 * face + k];
    out[3 * k] = vertices[v] * cell;
    out[3 * k + 1] = vertices[v + 1] * cell;
    out[3 * k + 2] = vertices[v + 2];
  }
  return out;
}

const first = (count: number, { faces, ranges, slabs }: Pick<ViewFaces, 'faces' | 'ranges' | 'slabs'>) => ({
  faces: faces.slice(0, count),
  ranges: ranges.subarray(0, count),
  slabs: slabs.subarray(0, count),
});
