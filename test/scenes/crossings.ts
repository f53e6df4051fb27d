import { uniqueEdges } from '../../src/mesh/edges.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { orientation } from '../../src/mesh/orientation.js';

/**
 * The edges that meet a face with which they share no vertex, by exact predicates: none where a surface stays clear of
 * itself. Edges in a face's plane are left out; what else is wrong there shows at other edges.
 */
export function crossings(mesh: Mesh): { edge: [number, number]; face: number }[] {
  const { positions, indices } = mesh;
  const edges = uniqueEdges(mesh);
  const [edgeBoxes, faceBoxes] = [boxes(positions, edges, 2), boxes(positions, indices, 3)];
  const found: { edge: [number, number]; face: number }[] = [];
  for (let f = 0; f < indices.length / 3; f++) {
    const [a, b, c] = indices.subarray(3 * f, 3 * f + 3);
    for (let e = 0; e < edges.length / 2; e++) {
      if (apart(faceBoxes, f, edgeBoxes, e)) continue;
      const [p, q] = [edges[2 * e], edges[2 * e + 1]];
      if (p === a || p === b || p === c || q === a || q === b || q === c) continue;
      const [above, below] = [orientation(positions, a, b, c, p), orientation(positions, a, b, c, q)];
      if (above * below > 0 || (above === 0 && below === 0)) continue;
      const sides = [
        orientation(positions, p, q, a, b),
        orientation(positions, p, q, b, c),
        orientation(positions, p, q, c, a),
      ];
      if (sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) found.push({ edge: [p, q], face: f });
    }
  }
  return found;
}

/** Six numbers for every `size` vertices: the least and the most of x, y and z. */
function boxes(positions: ArrayLike<number>, vertices: Uint32Array, size: number): Float64Array {
  const out = new Float64Array((6 * vertices.length) / size);
  for (let i = 0; i < out.length / 6; i++)
    for (let k = 0; k < 3; k++) {
      const values = Array.from({ length: size }, (_, j) => positions[3 * vertices[size * i + j] + k]);
      out[6 * i + k] = Math.min(...values);
      out[6 * i + 3 + k] = Math.max(...values);
    }
  return out;
}

function apart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) if (a[6 * i + k] > b[6 * j + 3 + k] || b[6 * j + k] > a[6 * i + 3 + k]) return true;
  return false;
}
