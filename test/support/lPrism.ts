import type { Box } from '../../src/math/box.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';

export interface LPrism {
  readonly mesh: Mesh;
  /** The box that fills the notch exactly: with it the prism is a block of 2 × 2 × height. */
  readonly notch: Box;
  readonly volume: number;
}

/** A prism over an L of three unit squares in the xy-plane, from z = 0 to `height`. 20 triangles. */
export function lPrism(height: number): LPrism {
  const outline = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ];
  const count = outline.length;
  const positions = [0, height].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const indices: number[] = [];
  // The L is seen from the corner (0, 0): a fan covers it.
  for (let k = 1; k + 1 < count; k++) indices.push(0, k + 1, k, count, count + k, count + k + 1);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    indices.push(k, next, count + k, next, count + next, count + k);
  }
  return { mesh: mesh(positions, indices), notch: { min: [1, 1, 0], max: [2, 2, height] }, volume: 3 * height };
}
