import { type Affine, identity, transformPoint } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';

/** A mesh as a binary STL file, with its pose worked into the coordinates. */
export function writeStl({ positions, indices }: Mesh, pose: Affine = identity()): Uint8Array {
  const out = new DataView(new ArrayBuffer(84 + (indices.length / 3) * 50));
  out.setUint32(80, indices.length / 3, true);
  for (let i = 0; i < indices.length; i++) {
    const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    const v = 3 * indices[i];
    const corner = transformPoint(pose, [positions[v], positions[v + 1], positions[v + 2]]);
    for (let k = 0; k < 3; k++) out.setFloat32(at + 4 * k, corner[k], true);
  }
  return new Uint8Array(out.buffer);
}
