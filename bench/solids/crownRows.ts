import type { BodyState } from '../../src/body.js';

/** Up to which row, as a share, a crown of `molars` is its occlusal side; and where, over the edge, its wall is widest. */
export const OCCLUSAL_END = 0.5;
export const EDGE_END = 0.73;

/**
 * At which row of its crown each face of one jaw of `molars` ends, as a share: 0 is the middle of the occlusal side, 1 the neck. The
 * flat bottom has 2.
 */
export function crownRows({ mesh: { indices } }: BodyState, teeth: number): Float32Array {
  const perTooth = indices.length / 3 / teeth;
  // Faces of a tooth are those of `polarGrid`: the second corner of the first one is the first vertex of the second row.
  const segments = indices[1];
  const rows = perTooth / (2 * segments);
  return Float32Array.from({ length: perTooth * teeth }, (_, face) => {
    const n = face % perTooth;
    const row = Math.floor(n / (2 * segments));
    // Last come the caps: around the middle of the top, and around that of the bottom, in turn.
    if (row === rows - 1) return n % 2 === 0 ? 1 / rows : 2;
    return (row + 2) / rows;
  });
}
