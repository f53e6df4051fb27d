import type { QuadMesh } from './catmullClark.js';

/** Planes along each axis, in metres: the hero stands on y = 0, looks along z, and stretches the arms out along x. */
const X = [-0.86, -0.7, -0.46, -0.32, -0.19, -0.04, 0.04, 0.19, 0.32, 0.46, 0.7, 0.86];
const Y = [0, 0.09, 0.48, 0.88, 1.03, 1.2, 1.38, 1.49, 1.57, 1.68, 1.84];
const Z = [-0.11, -0.06, 0.06, 0.11, 0.2];

/** Blocks of cells between the planes, by the numbers of the first plane and the last one. */
type Block = readonly [x: readonly [number, number], y: readonly [number, number], z: readonly [number, number]];
const BLOCKS: readonly Block[] = [
  [
    [4, 7],
    [3, 7],
    [0, 3],
  ], // trunk
  [
    [0, 11],
    [6, 7],
    [1, 2],
  ], // arms, from hand to hand
  [
    [4, 5],
    [0, 3],
    [1, 2],
  ], // legs
  [
    [6, 7],
    [0, 3],
    [1, 2],
  ],
  [
    [4, 5],
    [0, 1],
    [1, 4],
  ], // feet
  [
    [6, 7],
    [0, 1],
    [1, 4],
  ],
  [
    [5, 6],
    [7, 10],
    [1, 2],
  ], // neck and head
];

/**
 * A cage around a human figure: the outside of a few blocks, then shaped. It is closed and does not run through itself, and so is the smooth
 * surface that it stands for. 150 faces.
 */
export function characterCage(): QuadMesh {
  const isInside = (i: number, j: number, k: number): boolean =>
    BLOCKS.some(([x, y, z]) => x[0] <= i && i < x[1] && y[0] <= j && j < y[1] && z[0] <= k && k < z[1]);
  const places = new Map<string, number>();
  const positions: number[] = [];
  const quads: number[] = [];
  const vertexAt = (cell: readonly number[]): number => {
    const name = cell.join();
    const vertex = places.get(name) ?? places.size;
    if (vertex === places.size) {
      places.set(name, vertex);
      positions.push(...shaped(X[cell[0]], Y[cell[1]], Z[cell[2]]));
    }
    return vertex;
  };
  for (let i = 0; i < X.length - 1; i++)
    for (let j = 0; j < Y.length - 1; j++)
      for (let k = 0; k < Z.length - 1; k++)
        for (let axis = 0; isInside(i, j, k) && axis < 3; axis++)
          for (const end of [0, 1]) {
            const cell = [i, j, k];
            const beyond = cell.with(axis, cell[axis] + 2 * end - 1);
            if (isInside(beyond[0], beyond[1], beyond[2])) continue;
            // The other two axes in the order that makes a right-handed frame with the outward normal.
            const [u, v] = [(axis + (end ? 1 : 2)) % 3, (axis + (end ? 2 : 1)) % 3];
            const corner = cell.with(axis, cell[axis] + end);
            const [right, up] = [corner.with(u, cell[u] + 1), corner.with(v, cell[v] + 1)];
            quads.push(...[corner, right, right.with(v, cell[v] + 1), up].map(vertexAt));
          }
  return { positions: Float64Array.from(positions), quads: Uint32Array.from(quads) };
}

/** From blocks to limbs that grow thinner towards their ends, a waist, and a head that is wider than the neck. */
function shaped(x: number, y: number, z: number): [number, number, number] {
  const side = Math.sign(x);
  if (Math.abs(x) > 0.19) {
    const thick = 1.05 - 0.5 * (Math.abs(x) - 0.19);
    const isHand = Math.abs(x) > 0.8;
    return [x, 1.435 + (isHand ? 1.1 : thick) * (y - 1.435), thick * z];
  }
  if (y >= 1.57) return [(y > 1.8 ? 2.1 : y > 1.6 ? 2.6 : 1.9) * x, y, (y > 1.6 ? 2 : 1.1) * z + 0.02];
  if (y >= 0.88) {
    const wide = y > 1 && y < 1.25 ? 0.82 : y > 1.25 ? 1.05 : 0.95;
    const isCorner = Math.abs(x) > 0.1 && Math.abs(z) > 0.1;
    return [wide * x, y, (isCorner ? 0.65 : 1) * wide * z];
  }
  const middle = 0.115 * side;
  const thick = 0.7 + 0.6 * y;
  return y > 0.1 ? [middle + thick * (x - middle), y, thick * z] : [middle + 0.75 * (x - middle), y, z];
}
