import { type Affine, invert } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { WorldMesh } from '../worldMesh.js';
import { DISC, type DiscTree, LEAF } from './discTree.js';
import { posedFace } from './posedFace.js';
import { inverseNorm } from './relativeMap.js';

export type FacesOver = Pick<WorldMesh, 'positions' | 'indices'>;

/** A closed surface in its own frame. */
export interface TreeOfSurface {
  readonly mesh: Mesh;
  readonly bounds: Box;
  readonly tree: DiscTree;
}

/**
 * The faces of a body, where it stands, among which are all that the ray up from a point meets, and all that the point lies
 * on: for `windingAround` and `isOn` these are as good as all. A tree in the body's own frame tells which, with room for
 * rounding. They are overwritten by the next call.
 */
export function facesOver({ mesh, bounds, tree }: TreeOfSurface, pose: Affine, point: Float64Array): FacesOver {
  const [px, py, pz] = point;
  const z = invert(pose);
  const ox = z[0] * (px - pose[3]) + z[1] * (py - pose[7]) + z[2] * (pz - pose[11]);
  const oy = z[4] * (px - pose[3]) + z[5] * (py - pose[7]) + z[6] * (pz - pose[11]);
  const oz = z[8] * (px - pose[3]) + z[9] * (py - pose[7]) + z[10] * (pz - pose[11]);
  const length = Math.sqrt(z[2] * z[2] + z[6] * z[6] + z[10] * z[10]);
  const dx = z[2] / length;
  const dy = z[6] / length;
  const dz = z[10] / length;
  const pad = doubt(pose, z, bounds, point, ox, oy, oz);
  const { faces, firstLeaf, discs, makeDisc } = tree;

  let count = 0;
  stack[0] = 1;
  for (let top = 0; top >= 0; ) {
    const node = stack[top--];
    const k = DISC * node;
    if (discs[k + 8] === 0) makeDisc(node);
    const wx = discs[k] - ox;
    const wy = discs[k + 1] - oy;
    const wz = discs[k + 2] - oz;
    const reach = discs[k + 8] + pad;
    if (wx * dx + wy * dy + wz * dz < -reach) continue;
    const cx = wy * dz - wz * dy;
    const cy = wz * dx - wx * dz;
    const cz = wx * dy - wy * dx;
    if (Math.sqrt(cx * cx + cy * cy + cz * cz) > reach) continue;
    if (node < firstLeaf) {
      stack[++top] = 2 * node;
      stack[++top] = 2 * node + 1;
      continue;
    }
    const from = LEAF * (node - firstLeaf);
    const to = Math.min(from + LEAF, faces.length);
    if (9 * (count + LEAF) > near.length) near = larger(near, 2 * near.length);
    for (let f = from; f < to; f++) posedFace(mesh, pose, faces[f], near, 9 * count++);
  }
  if (3 * count > numbers.length) numbers = Uint32Array.from({ length: 6 * count }, (_, i) => i);
  return { positions: near, indices: numbers.subarray(0, 3 * count) };
}

/** Nodes still to be looked at: two a level at most. */
const stack = new Uint32Array(128);

/** Corners of the faces near the ray, and numbers for them. */
let near = new Float64Array(9 * 64);
let numbers = new Uint32Array(0);

function larger(from: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(length);
  to.set(from);
  return to;
}

/**
 * By how far the ray, as it is in the body's frame, may lie off faces that it meets in the world: vertices are rounded there,
 * and the point and the direction are where the inverse has them. Infinite where the pose cannot be trusted to be inverted.
 */
function doubt(m: Affine, z: Affine, { min, max }: Box, p: Float64Array, ox: number, oy: number, oz: number): number {
  const qx = Math.max(Math.abs(min[0]), Math.abs(max[0]), Math.abs(ox));
  const qy = Math.max(Math.abs(min[1]), Math.abs(max[1]), Math.abs(oy));
  const qz = Math.max(Math.abs(min[2]), Math.abs(max[2]), Math.abs(oz));
  let off = 0;
  let size = 0;
  let turn = 0;
  for (let r = 0; r < 12; r += 4) {
    const at = m[r] * ox + m[r + 1] * oy + m[r + 2] * oz + m[r + 3];
    const terms = Math.abs(m[r]) * qx + Math.abs(m[r + 1]) * qy + Math.abs(m[r + 2]) * qz + Math.abs(m[r + 3]);
    off = Math.max(off, Math.abs(at - p[r / 4]));
    size = Math.max(size, terms + Math.abs(p[r / 4]));
  }
  for (let r = 0; r < 12; r += 4) {
    const up = m[r] * z[2] + m[r + 1] * z[6] + m[r + 2] * z[10] - (r === 8 ? 1 : 0);
    const terms = Math.abs(m[r] * z[2]) + Math.abs(m[r + 1] * z[6]) + Math.abs(m[r + 2] * z[10]) + 1;
    turn = Math.max(turn, Math.abs(up) + 2 ** -50 * terms);
  }
  // No face lies higher above the point than twice the size.
  return 4 * inverseNorm(m, z) * (off + 2 ** -48 * size + 4 * turn * size);
}
