import type { BodyState } from '../../body.js';
import { multiply } from '../../math/affine.js';
import type { Vec3 } from '../../math/vector.js';
import { screenFromWorld, type View } from '../../view/view.js';
import { type CellGrid, CULL_SLABS, coverCells, slabBits, type TakeCell } from './coverCells.js';

/** The most cells across or down a view: a face's first and last column and row are kept in a byte each. */
export const MOST_CELLS = 256;

/**
 * A face over this many cells or fewer is taken as its box; over more, {@link coverCells} tells which of them it touches.
 * Two bumpy spheres of 80,400 triangles deep in each other, at 128 cells: from 4 cells on 5 % fewer faces are kept, but it
 * takes 10.6 ms instead of 6.2.
 */
const FEW_CELLS = 9;

/**
 * How many cells a body's faces may lie over together: so many a face, and so many in any case. Where they lie over more,
 * cells are made larger, so that the time stays linear in the number of faces, however large they are.
 */
const CELLS_PER_FACE = 5;
const CELLS_IN_ANY_CASE = 2 ** 16;

export interface CulledFaces {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** The cells in use: as many as the view has pixels, or fewer where faces are large. */
  readonly columns: number;
  readonly rows: number;
}

/**
 * The faces of two bodies that can interfere within a view, by their numbers, ascending: those that touch a box of space
 * which a face of the other body touches, too. The boxes are the view's pixels, as cells, cut into slabs of depth; the
 * slabs of a cell are the bits of one word.
 *
 * Nothing is sampled: a cell is a region, and faces are grown by `reach` (along right, down and direction, in model units)
 * before they are put into cells. Where a point of the view, itself grown so, lies within `reach` of two faces, one of each
 * body, both are kept. It takes a pass over the vertices and three over the faces of each body; nothing is prepared.
 */
export function cullFaces(a: BodyState, b: BodyState, view: View, reach: Vec3): CulledFaces {
  const { columns, rows, size } = view;
  const pad: Vec3 = [(reach[0] * columns) / size[0], (reach[1] * rows) / size[1], (reach[2] * CULL_SLABS) / size[2]];
  const facesA = facesInView(a, view, pad);
  const facesB = facesInView(b, view, pad);
  let shift = 0;
  while (overTooMany(facesA, shift) || overTooMany(facesB, shift)) shift++;
  const grid: ShiftedGrid = {
    shift,
    columns: ((columns - 1) >> shift) + 1,
    rows: ((rows - 1) >> shift) + 1,
    pad: [pad[0] / 2 ** shift, pad[1] / 2 ** shift, pad[2]],
  };
  // B's faces that touch nothing of A's mark no cell that a face of A touches.
  const keptB = touching(mark(facesA, grid), facesB, grid);
  const keptA = touching(mark(keptB, grid), facesA, grid);
  return { a: keptA.faces, b: keptB.faces, columns: grid.columns, rows: grid.rows };
}

/** Cells of 2^shift × 2^shift pixels. */
interface ShiftedGrid extends CellGrid {
  readonly shift: number;
}

/** The faces of a body that reach into a view, and the boxes that hold them. */
interface ViewFaces {
  readonly faces: Uint32Array;
  /** A face's first and last column, first and last row, a byte each from the lowest on, in pixels. */
  readonly ranges: Uint32Array;
  readonly slabs: Uint32Array;
  /** The body's vertices in pixels and slabs, and its faces' vertex numbers. */
  readonly vertices: Float64Array;
  readonly indices: Uint32Array;
}

function facesInView({ mesh: { positions, indices }, pose }: BodyState, view: View, pad: Vec3): ViewFaces {
  const [padX, padY, padZ] = pad;
  const { vertices, outside } = project(positions, multiply(screenFromWorld(view), pose), view, pad);
  const lastX = view.columns - 1;
  const lastY = view.rows - 1;
  const lastZ = CULL_SLABS - 1;
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
    const x0 = cellAt(Math.min(vertices[a], vertices[b], vertices[c]) - padX, lastX);
    const x1 = cellAt(Math.max(vertices[a], vertices[b], vertices[c]) + padX, lastX);
    const y0 = cellAt(Math.min(vertices[a + 1], vertices[b + 1], vertices[c + 1]) - padY, lastY);
    const y1 = cellAt(Math.max(vertices[a + 1], vertices[b + 1], vertices[c + 1]) + padY, lastY);
    const z0 = cellAt(Math.min(vertices[a + 2], vertices[b + 2], vertices[c + 2]) - padZ, lastZ);
    const z1 = cellAt(Math.max(vertices[a + 2], vertices[b + 2], vertices[c + 2]) + padZ, lastZ);
    faces[count] = face;
    ranges[count] = x0 | (x1 << 8) | (y0 << 16) | (y1 << 24);
    slabs[count] = slabBits(z0, z1);
    count++;
  }
  return { vertices, indices, ...first(count, { faces, ranges, slabs }) };
}

/** What lies beyond the last cell by no more than the pad counts as in it. */
const cellAt = (x: number, last: number): number => Math.max(0, Math.min(x, last)) | 0;

/** The vertices in pixels and slabs, and the sides of the view, a bit each, beyond which they lie by more than the pad. */
function project(
  positions: ArrayLike<number>,
  [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11]: Readonly<Float64Array>,
  { columns, rows }: View,
  [padX, padY, padZ]: Vec3,
) {
  const vertices = new Float64Array(positions.length);
  const outside = new Uint8Array(positions.length / 3);
  const endX = columns + padX;
  const endY = rows + padY;
  const endZ = CULL_SLABS + padZ;
  for (let i = 0, k = 0; k < positions.length; i++, k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const px = m0 * x + m1 * y + m2 * z + m3;
    const py = m4 * x + m5 * y + m6 * z + m7;
    const pz = (m8 * x + m9 * y + m10 * z + m11) * CULL_SLABS;
    vertices[k] = px;
    vertices[k + 1] = py;
    vertices[k + 2] = pz;
    outside[i] =
      (px < -padX ? 1 : px > endX ? 2 : 0) |
      (py < -padY ? 4 : py > endY ? 8 : 0) |
      (pz < -padZ ? 16 : pz > endZ ? 32 : 0);
  }
  return { vertices, outside };
}

/** Whether the boxes of the faces lie over more cells of 2^shift pixels than there is time for. */
function overTooMany({ ranges }: ViewFaces, shift: number): boolean {
  const most = CELLS_PER_FACE * ranges.length + CELLS_IN_ANY_CASE;
  let cells = 0;
  for (let i = 0; i < ranges.length && cells <= most; i++) {
    const range = ranges[i];
    const across = (((range >>> 8) & 255) >> shift) - ((range & 255) >> shift) + 1;
    const down = ((range >>> 24) >> shift) - (((range >>> 16) & 255) >> shift) + 1;
    cells += across * down;
  }
  return cells > most;
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
