import type { Mesh, Positions } from '../../../mesh/mesh.js';

/**
 * The faces on their own vertices alone, in the order of first use. `numbers` has room for every vertex and need not be
 * cleared from call to call: a number counts only where it leads back to its vertex.
 */
export function compactMesh(positions: Positions, indices: Uint32Array, numbers: Uint32Array): Mesh {
  const used = new Uint32Array(Math.min(indices.length, numbers.length));
  const own = new Uint32Array(indices.length);
  let count = 0;
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i];
    let number = numbers[vertex];
    if (number >= count || used[number] !== vertex) {
      number = count++;
      numbers[vertex] = number;
      used[number] = vertex;
    }
    own[i] = number;
  }
  const at = new (positions.constructor as Float64ArrayConstructor)(3 * count);
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) at[3 * i + k] = positions[3 * used[i] + k];
  return { positions: at, indices: own };
}
