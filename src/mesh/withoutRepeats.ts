import { duplicateFaces } from './duplicateFaces.js';
import type { Mesh } from './mesh.js';
import { weldMap } from './weld.js';

/**
 * The mesh with every face once that it has several times in the same direction: those after the first become points, so
 * that faces keep their numbers. A face and its reverse are left: they enclose nothing, and a ray crosses both. The mesh
 * itself where there is nothing to do.
 */
export function withoutRepeats(mesh: Mesh): Mesh {
  const { positions, indices } = mesh;
  const { map } = weldMap(positions);
  const corners = indices.map((v) => map[v]);
  if (duplicateFaces(corners).length === 0) return mesh;
  const out = indices.slice();
  const seen = new Set<string>();
  let hasRepeats = false;
  for (let f = 0; f < indices.length; f += 3) {
    const name = directedName(corners[f], corners[f + 1], corners[f + 2]);
    if (seen.has(name)) {
      out[f + 1] = out[f + 2] = out[f];
      hasRepeats = true;
    }
    seen.add(name);
  }
  return hasRepeats ? { positions, indices: out } : mesh;
}

/** Faces in the same direction have the same name, wherever they begin. */
function directedName(a: number, b: number, c: number): string {
  if (a <= b && a <= c) return `${a},${b},${c}`;
  return b <= c ? `${b},${c},${a}` : `${c},${a},${b}`;
}
