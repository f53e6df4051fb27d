import { fault } from '../fault.js';
import type { TriangleMode } from './primitive.js';

export interface Triangles {
  /** Three vertices per triangle. */
  readonly corners: Uint32Array;
  /** Vertices at the end that make no triangle. */
  readonly leftOver: number;
}

/**
 * The triangles of a list, strip or fan, as the specification orders them (3.7.2.1); without indices, of the vertices
 * one after the other. Strips are often tied together by triangles that name a vertex twice: those are left out.
 */
export function trianglesOf(
  mode: TriangleMode,
  indices: ArrayLike<number> | undefined,
  vertexCount: number,
): Triangles {
  const count = indices ? indices.length : vertexCount;
  if (indices)
    for (let i = 0; i < count; i++)
      if (!(indices[i] < vertexCount)) throw fault(`index ${i} names vertex ${indices[i]} of ${vertexCount}`);
  const vertex = indices ? (i: number) => indices[i] : (i: number) => i;
  if (mode === 'triangles') {
    const corners = new Uint32Array(count - (count % 3));
    for (let i = 0; i < corners.length; i++) corners[i] = vertex(i);
    return { corners, leftOver: count % 3 };
  }
  const corners = new Uint32Array(3 * Math.max(0, count - 2));
  let length = 0;
  for (let i = 0; i + 2 < count; i++) {
    const odd = i % 2;
    const a = vertex(mode === 'strip' ? i : i + 1);
    const b = vertex(mode === 'strip' ? i + 1 + odd : i + 2);
    const c = vertex(mode === 'strip' ? i + 2 - odd : 0);
    if (a === b || b === c || c === a) continue;
    corners[length++] = a;
    corners[length++] = b;
    corners[length++] = c;
  }
  return { corners: corners.subarray(0, length), leftOver: count < 3 ? count : 0 };
}
