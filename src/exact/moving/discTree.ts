import type { Box } from '../../math/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import { hilbertOrder } from './hilbertOrder.js';

/** Faces in a leaf. */
export const LEAF = 4;

/** Numbers a disc has: its middle, the unit vector along its axis, its radius, half its height, and that of a ball around it. */
export const DISC = 9;

/**
 * The faces of a mesh in its own frame, in clusters of two clusters each: node 1 holds all, nodes 2k and 2k + 1 make up
 * node k, and leaves come last. Around each there is a flat cylinder about the mean normal: discs around two pieces of
 * surface that face each other are about as far apart as these. Moving a body changes nothing here.
 */
export interface DiscTree {
  /** The faces' numbers, leaf by leaf: leaf k has those from `LEAF * (k - firstLeaf)` on. */
  readonly faces: Uint32Array;
  readonly firstLeaf: number;
  /** The leaf in which each face is. */
  readonly leafOfFace: Uint32Array;
  /**
   * See {@link DISC}. Most are never asked for: they are made by `makeDisc` when they are needed, and the ball's radius is 0
   * until then. That of an empty node is -Infinity: it is far from everything.
   */
  readonly discs: Float64Array;
  readonly makeDisc: (node: number) => void;
}

/** What was made of meshes. A body that deforms has another one, even where its coordinates come in the same array. */
const known = new WeakMap<Mesh, DiscTree>();

/** The tree of a mesh, made once. */
export function discTreeOf(mesh: Mesh, bounds: Box): DiscTree {
  let tree = known.get(mesh);
  if (!tree) known.set(mesh, (tree = makeTree(mesh.positions, mesh.indices, bounds)));
  return tree;
}

/** By how much discs are larger than computed, as a share of the largest coordinate: some 2^-50 is lost to rounding. */
const PAD_SHARE = 2 ** -46;

function makeTree(positions: Mesh['positions'], indices: Uint32Array, { min, max }: Box): DiscTree {
  const count = indices.length / 3;
  const faces = hilbertOrder(middles(positions, indices));
  const leafCount = Math.ceil(count / LEAF);
  let firstLeaf = 1;
  while (firstLeaf < leafCount) firstLeaf *= 2;
  const leafOfFace = new Uint32Array(count);
  for (let k = 0; k < count; k++) leafOfFace[faces[k]] = firstLeaf + Math.floor(k / LEAF);
  const corners = cornersOf(positions, indices, faces);
  const pad = PAD_SHARE * Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const discs = new Float64Array(DISC * 2 * firstLeaf);
  return { faces, firstLeaf, leafOfFace, discs, makeDisc };

  function makeDisc(node: number): void {
    let first = node;
    let last = node;
    for (; first < firstLeaf; last = 2 * last + 1) first *= 2;
    const from = 9 * LEAF * (first - firstLeaf);
    const to = Math.min(9 * LEAF * (last + 1 - firstLeaf), corners.length);
    if (from < to) discAround(corners, from, to, pad, discs, DISC * node);
    else discs[DISC * node + 8] = -Infinity;
  }
}

/** The middles of the faces' boxes. */
function middles(positions: Mesh['positions'], indices: Uint32Array): Float64Array {
  const out = new Float64Array(indices.length);
  for (let k = 0; k < indices.length; k += 3) {
    const p = 3 * indices[k];
    const q = 3 * indices[k + 1];
    const r = 3 * indices[k + 2];
    for (let c = 0; c < 3; c++) {
      const x = positions[p + c];
      const y = positions[q + c];
      const z = positions[r + c];
      const low = x < y ? (x < z ? x : z) : y < z ? y : z;
      const high = x > y ? (x > z ? x : z) : y > z ? y : z;
      out[k + c] = low / 2 + high / 2;
    }
  }
  return out;
}

/** Nine numbers a face, in the order given. */
function cornersOf(positions: Mesh['positions'], indices: Uint32Array, faces: Uint32Array): Float64Array {
  const corners = new Float64Array(9 * faces.length);
  for (let i = 0, c = 0; i < faces.length; i++)
    for (let k = 3 * faces[i]; k < 3 * faces[i] + 3; k++, c += 3) {
      const v = 3 * indices[k];
      corners[c] = positions[v];
      corners[c + 1] = positions[v + 1];
      corners[c + 2] = positions[v + 2];
    }
  return corners;
}

/** The middle and the axis of a disc may be any; so many faces are enough to choose them by. */
const FACES_TO_ASK = 512;

/** The disc around the faces whose corners are from `from` to `to`. */
function discAround(
  corners: Float64Array,
  from: number,
  to: number,
  pad: number,
  discs: Float64Array,
  at: number,
): void {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  const step = 9 * Math.ceil((to - from) / 9 / FACES_TO_ASK);
  for (let k = from; k < to; k += step) {
    const ax = corners[k];
    const ay = corners[k + 1];
    const az = corners[k + 2];
    const bx = corners[k + 3];
    const by = corners[k + 4];
    const bz = corners[k + 5];
    const cx = corners[k + 6];
    const cy = corners[k + 7];
    const cz = corners[k + 8];
    x0 = Math.min(x0, ax, bx, cx);
    y0 = Math.min(y0, ay, by, cy);
    z0 = Math.min(z0, az, bz, cz);
    x1 = Math.max(x1, ax, bx, cx);
    y1 = Math.max(y1, ay, by, cy);
    z1 = Math.max(z1, az, bz, cz);
    nx += (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    ny += (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    nz += (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const isKnown = length > 0 && length < Infinity;
  nx = isKnown ? nx / length : 1;
  ny = isKnown ? ny / length : 0;
  nz = isKnown ? nz / length : 0;
  const x = (x0 + x1) / 2;
  const y = (y0 + y1) / 2;
  const z = (z0 + z1) / 2;
  let low = Infinity;
  let high = -Infinity;
  let far = 0;
  for (let k = from; k < to; k += 3) {
    const wx = corners[k] - x;
    const wy = corners[k + 1] - y;
    const wz = corners[k + 2] - z;
    const along = nx * wx + ny * wy + nz * wz;
    if (along < low) low = along;
    if (along > high) high = along;
    const sx = wy * nz - wz * ny;
    const sy = wz * nx - wx * nz;
    const sz = wx * ny - wy * nx;
    const square = sx * sx + sy * sy + sz * sz;
    if (square > far) far = square;
  }
  const middle = (low + high) / 2;
  const half = (high - low) / 2 + pad;
  const radius = Math.sqrt(far) + pad;
  discs[at] = x + middle * nx;
  discs[at + 1] = y + middle * ny;
  discs[at + 2] = z + middle * nz;
  discs[at + 3] = nx;
  discs[at + 4] = ny;
  discs[at + 5] = nz;
  discs[at + 6] = radius;
  discs[at + 7] = half;
  discs[at + 8] = Math.sqrt(radius * radius + half * half) + pad;
}
