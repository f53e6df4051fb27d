import { triangleDistance } from './triangleDistance.js';

/** Vertices and faces, in any frame. */
interface Faces {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** The distance of face f of A and face g of B, as {@link triangleDistance} has it. */
export function faceDistance(
  { positions: p, indices: i }: Faces,
  f: number,
  { positions: q, indices: j }: Faces,
  g: number,
  points: Float64Array,
  limit = Infinity,
): number {
  const a = 3 * f;
  const b = 3 * g;
  const [a0, a1, a2] = [3 * i[a], 3 * i[a + 1], 3 * i[a + 2]];
  const [b0, b1, b2] = [3 * j[b], 3 * j[b + 1], 3 * j[b + 2]];
  return triangleDistance(p, a0, a1, a2, q, b0, b1, b2, points, limit);
}
