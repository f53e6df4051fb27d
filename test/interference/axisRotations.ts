import { type Affine, determinant } from '../../src/math/affine.js';

/** The 24 rotations that map the axes on each other, with entries 0 and ±1 exactly. */
export function axisRotations(): Affine[] {
  const found: Affine[] = [];
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ])
    for (let signs = 0; signs < 8; signs++) {
      const m = new Float64Array(12);
      m[i] = signs & 1 ? -1 : 1;
      m[4 + j] = signs & 2 ? -1 : 1;
      m[8 + k] = signs & 4 ? -1 : 1;
      if (determinant(m) > 0) found.push(m);
    }
  return found;
}
