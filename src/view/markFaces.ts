// Which voxels of a grid the faces of a mesh meet. Small faces lie in few voxels, which their corners tell. For the others:
// Schwarz, Seidel: Fast parallel surface and solid voxelization on GPUs, 2010, by columns along the axis that a face is most square to.
import type { Affine } from '../math/affine.js';
import type { Vec3 } from '../math/vector.js';
import type { FaceBlocks } from '../mesh/faceBlocks.js';
import type { Mesh } from '../mesh/mesh.js';
import { createMeshParts, findParts } from '../mesh/meshParts.js';
import { bitsBetween, type VoxelBits } from './voxels.js';

/** Places in a grid along x, y and z are packed into so many bits each. */
const BITS = 5;
const PLACE = (1 << BITS) - 1;

/** The sides of the grid: near and far along x, along y, along z. */
const BEYOND = [1, 2, 4, 8, 16, 32] as const;

/** Beyond a side along z by so much that nothing was asked about x and y: their bits are 0, and there is no voxel. */
const FAR = 64;

/** Faces whose box is no more voxels across, the longest way aside, are taken for their box. */
const FEW = 4;

/**
 * With F the farthest coordinate, rounding moves a face's plane by less than this share of F³ / |normal| along an axis, and an edge's side by less than this
 * share of F²: to first order 2^-44.7, of which products of differences make the normal 2^-48 F² wrong, and slopes carry that across F twice.
 */
const ROUNDING = 2 ** -44;

/** What so many vertices need is kept from mesh to mesh, so that nothing is made for each; more is let go when their mesh is done. */
const KEPT_VERTICES = 1 << 20;

/** For each vertex a bit for each side of the grid that it is beyond, and the first and the last voxel within reach, packed. */
let beyond = new Uint8Array(0);
let firsts = new Int32Array(0);
let lasts = new Int32Array(0);
const parts = createMeshParts();

/**
 * Marks at least the voxels of a grid that come within `reach` (in voxels) of a face. `map` puts the mesh into the grid, in
 * voxels, of which there are `count` along each axis. With blocks the same voxels are marked as without.
 */
export function markFaces(
  bits: VoxelBits,
  count: number,
  { positions, indices }: Mesh,
  blocks: FaceBlocks | undefined,
  map: Affine,
  reach: Vec3,
): void {
  const [x, y, z] = reach;
  findParts(parts, { positions, indices, blocks }, map, { min: [-x, -y, -z], max: [count + x, count + y, count + z] });
  makeRoom(positions.length / 3);
  for (let run = 0; run < parts.vertexRuns; run++)
    placeVertices(positions, map, count, reach, parts.vertices[2 * run], parts.vertices[2 * run + 1]);
  for (let run = 0; run < parts.faceRuns; run++) {
    const end = 3 * parts.faces[2 * run + 1];
    for (let k = 3 * parts.faces[2 * run]; k < end; k += 3) {
      const u = indices[k];
      const v = indices[k + 1];
      const w = indices[k + 2];
      if ((beyond[u] & beyond[v] & beyond[w] & ~FAR) !== 0) continue;
      const isNear = ((beyond[u] | beyond[v] | beyond[w]) & FAR) === 0;
      if (!isNear || !markCells(bits, count, u, v, w)) markFace(bits, count, positions, indices, k, map, reach);
    }
  }
  if (beyond.length > KEPT_VERTICES) setRoom(0);
}

function makeRoom(vertexCount: number): void {
  if (beyond.length < vertexCount)
    setRoom(vertexCount > KEPT_VERTICES ? vertexCount : Math.min(KEPT_VERTICES, Math.ceil(1.25 * vertexCount)));
}

function setRoom(room: number): void {
  beyond = new Uint8Array(room);
  firsts = new Int32Array(room);
  lasts = new Int32Array(room);
}

/** Finds the voxels of the vertices `from` to `end`. */
function placeVertices(
  positions: ArrayLike<number>,
  map: Affine,
  count: number,
  [rx, ry, rz]: Vec3,
  from: number,
  end: number,
): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = map;
  const [x0, x1, y0, y1, z0, z1] = BEYOND;
  const most = count - 1;
  for (let v = from; v < end; v++) {
    const px = positions[3 * v];
    const py = positions[3 * v + 1];
    const pz = positions[3 * v + 2];
    const z = m8 * px + m9 * py + m10 * pz + m11;
    if (!(z > -count && z < 2 * count)) {
      beyond[v] = FAR | (z > 0 ? z1 : z0);
      continue;
    }
    const x = m0 * px + m1 * py + m2 * pz + m3;
    const y = m4 * px + m5 * py + m6 * pz + m7;
    beyond[v] =
      (x < -rx ? x0 : x > count + rx ? x1 : 0) |
      (y < -ry ? y0 : y > count + ry ? y1 : 0) |
      (z < -rz ? z0 : z > count + rz ? z1 : 0);
    firsts[v] = (place(z - rz, most) << (2 * BITS)) | (place(y - ry, most) << BITS) | place(x - rx, most);
    lasts[v] = (place(z + rz, most) << (2 * BITS)) | (place(y + ry, most) << BITS) | place(x + rx, most);
  }
}

/** The voxel at a place along an axis, or the nearest one. */
const place = (at: number, most: number): number => (at > 0 ? (at < most ? at | 0 : most) : 0);

const isSlim = (x: number, y: number, z: number): boolean => x * y * z <= FEW * Math.max(x, y, z);

/** Marks the box of three corners' voxels if it is slim; whether it is. */
function markCells(bits: VoxelBits, count: number, u: number, v: number, w: number): boolean {
  const a = firsts[u];
  const b = firsts[v];
  const c = firsts[w];
  const d = lasts[u];
  const e = lasts[v];
  const f = lasts[w];
  if (a === d && a === b && b === c && d === e && e === f) {
    bits[(a >> (2 * BITS)) * count + ((a >> BITS) & PLACE)] |= 1 << (a & PLACE);
    return true;
  }
  const x0 = Math.min(a & PLACE, b & PLACE, c & PLACE);
  const x1 = Math.max(d & PLACE, e & PLACE, f & PLACE);
  const y0 = Math.min((a >> BITS) & PLACE, (b >> BITS) & PLACE, (c >> BITS) & PLACE);
  const y1 = Math.max((d >> BITS) & PLACE, (e >> BITS) & PLACE, (f >> BITS) & PLACE);
  const z0 = Math.min(a, b, c) >> (2 * BITS);
  const z1 = Math.max(d, e, f) >> (2 * BITS);
  if (!isSlim(x1 - x0 + 1, y1 - y0 + 1, z1 - z0 + 1)) return false;
  const row = bitsBetween(x0, x1);
  for (let z = z0; z <= z1; z++) for (let y = y0; y <= y1; y++) bits[z * count + y] |= row;
  return true;
}

/** The axis after each. */
const NEXT = [1, 2, 0] as const;

/** One face: its corners in voxels, x y z each; its normal; and the first and the last voxel of its box along each axis. */
const corners = new Float64Array(9);
const normal = new Float64Array(3);
const low = new Int32Array(3);
const high = new Int32Array(3);

/** Marks the voxels of a face, whichever they are. */
function markFace(
  bits: VoxelBits,
  count: number,
  positions: ArrayLike<number>,
  indices: Uint32Array,
  at: number,
  map: Affine,
  reach: Vec3,
): void {
  let farthest = count;
  for (let corner = 0; corner < 9; corner += 3) {
    const v = 3 * indices[at++];
    const px = positions[v];
    const py = positions[v + 1];
    const pz = positions[v + 2];
    for (let k = 0; k < 3; k++) {
      const x = map[4 * k] * px + map[4 * k + 1] * py + map[4 * k + 2] * pz + map[4 * k + 3];
      corners[corner + k] = x;
      if (x > farthest || -x > farthest) farthest = Math.abs(x);
    }
  }
  for (let k = 0; k < 3; k++) {
    const least = Math.min(corners[k], corners[3 + k], corners[6 + k]);
    const most = Math.max(corners[k], corners[3 + k], corners[6 + k]);
    if (!(most >= -reach[k] && least <= count + reach[k])) return;
    low[k] = place(least - reach[k], count - 1);
    high[k] = place(most + reach[k], count - 1);
  }
  const slim = isSlim(high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1);
  if (!slim && markColumns(bits, count, reach, farthest)) return;
  const row = bitsBetween(low[0], high[0]);
  for (let z = low[2]; z <= high[2]; z++) for (let y = low[1]; y <= high[1]; y++) bits[z * count + y] |= row;
}

/** Marks the voxels near the face in `corners`, column by column within its box; false where rounding could make it miss one. */
function markColumns(bits: VoxelBits, count: number, reach: Vec3, farthest: number): boolean {
  for (let k = 0; k < 3; k++) {
    const i = NEXT[k];
    const j = NEXT[i];
    normal[k] =
      (corners[3 + i] - corners[i]) * (corners[6 + j] - corners[j]) -
      (corners[3 + j] - corners[j]) * (corners[6 + i] - corners[i]);
  }
  const x = Math.abs(normal[0]);
  const y = Math.abs(normal[1]);
  const z = Math.abs(normal[2]);
  const k = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  const i = NEXT[k];
  const j = NEXT[i];
  const loss = (ROUNDING * farthest * farthest * farthest) / Math.abs(normal[k]);
  if (!(loss < 1 / 4)) return false;
  const slopeI = -normal[i] / normal[k];
  const slopeJ = -normal[j] / normal[k];
  const halfI = 1 / 2 + reach[i];
  const halfJ = 1 / 2 + reach[j];
  const half = Math.abs(slopeI) * halfI + Math.abs(slopeJ) * halfJ + reach[k] + loss;
  const first = corners[k] + slopeI * (1 / 2 - corners[i]) + slopeJ * (1 / 2 - corners[j]);
  const sign = normal[k] > 0 ? 1 : -1;
  for (let edge = 0; edge < 3; edge++) keepEdge(edge, i, j, sign, halfI, halfJ, ROUNDING * farthest * farthest);
  for (let v = low[j]; v <= high[j]; v++) {
    // The columns of the row that lie beyond no edge.
    let u0 = low[i];
    let u1 = high[i];
    for (let edge = 0; edge < 9; edge += 3) {
      const atFirst = edges[edge] + edges[edge + 2] * v;
      const du = edges[edge + 1];
      if (du > 0) u0 = Math.max(u0, Math.ceil(-atFirst / du));
      else if (du < 0) u1 = Math.min(u1, Math.floor(-atFirst / du));
      else if (atFirst < 0) u1 = -1;
    }
    for (let u = u0; u <= u1; u++) {
      const middle = first + slopeI * u + slopeJ * v;
      const from = Math.max(low[k], Math.ceil(middle - half) - 1);
      const end = Math.min(high[k], Math.floor(middle + half));
      if (from > end) continue;
      if (k === 0) bits[v * count + u] |= bitsBetween(from, end);
      else if (k === 1) for (let w = from; w <= end; w++) bits[u * count + w] |= 1 << v;
      else for (let w = from; w <= end; w++) bits[w * count + v] |= 1 << u;
    }
  }
  return true;
}

/** Of a face's edges, projected along an axis: c, du and dv, with c + du u + dv v < 0 where all of the column (u, v) lies beyond the edge. */
const edges = new Float64Array(9);

/** Keeps an edge; `sign` is that of the face's projected area, and `loss` what rounding may do. */
function keepEdge(edge: number, i: number, j: number, sign: number, halfI: number, halfJ: number, loss: number): void {
  const from = 3 * edge;
  const to = edge === 2 ? 0 : from + 3;
  const du = -sign * (corners[to + j] - corners[from + j]);
  const dv = sign * (corners[to + i] - corners[from + i]);
  const atFirst = du * (1 / 2 - corners[from + i]) + dv * (1 / 2 - corners[from + j]);
  edges[from] = atFirst + Math.abs(du) * halfI + Math.abs(dv) * halfJ + loss;
  edges[from + 1] = du;
  edges[from + 2] = dv;
}
