import { determinant } from '../math/affine.js';
import type { Mesh } from '../mesh/mesh.js';
import type { ScenePart } from './scene.js';

/** All parts as one mesh, in the scene's frame; the parts' faces follow each other. Mirrored parts keep their outside outside. */
export function mergeParts(parts: readonly Pick<ScenePart, 'mesh' | 'pose'>[]): Mesh {
  const count = (of: (mesh: Mesh) => number): number => parts.reduce((sum, { mesh }) => sum + of(mesh), 0);
  const positions = new Float64Array(count((mesh) => mesh.positions.length));
  const indices = new Uint32Array(count((mesh) => mesh.indices.length));
  let vertex = 0;
  let corner = 0;
  for (const { mesh, pose: m } of parts) {
    const { positions: from, indices: faces } = mesh;
    for (let i = 0; i < from.length; i += 3) {
      const [x, y, z] = [from[i], from[i + 1], from[i + 2]];
      const to = 3 * vertex + i;
      positions[to] = m[0] * x + m[1] * y + m[2] * z + m[3];
      positions[to + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
      positions[to + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
    }
    const [second, third] = determinant(m) < 0 ? [2, 1] : [1, 2];
    for (let i = 0; i < faces.length; i += 3) {
      indices[corner + i] = vertex + faces[i];
      indices[corner + i + 1] = vertex + faces[i + second];
      indices[corner + i + 2] = vertex + faces[i + third];
    }
    vertex += from.length / 3;
    corner += faces.length;
  }
  return { positions, indices };
}
