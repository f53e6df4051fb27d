import type { Affine } from '../../math/affine.js';
import type { Mesh } from '../../mesh/mesh.js';

/**
 * Writes the corners of one face where the body stands, as nine numbers from `at` on: the same as `worldMesh` has, bit for
 * bit, so that exact answers agree.
 */
export function posedFace(
  { positions, indices }: Mesh,
  pose: Affine,
  face: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) posedVertex(positions, pose, indices[3 * face + k], out, at + 3 * k);
}

/** Writes one vertex where the body stands, from `at` on. */
export function posedVertex(
  positions: Mesh['positions'],
  m: Affine,
  vertex: number,
  out: Float64Array,
  at: number,
): void {
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  out[at] = m[0] * x + m[1] * y + m[2] * z + m[3];
  out[at + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
  out[at + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
}
