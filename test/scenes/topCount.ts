import type { Mesh } from '../../src/mesh/mesh.js';
import { faceNormals } from '../../src/mesh/normals.js';

/** The faces that look upwards: of a slab under a height field, those of the field. */
export function topCount(mesh: Mesh): number {
  const { normals } = faceNormals(mesh);
  let count = 0;
  for (let i = 2; i < normals.length; i += 3) if (normals[i] > 0) count++;
  return count;
}
