import type { Mesh } from '../src/mesh/mesh.js';

export interface CombSolidOptions {
  /** From the lowest tine up: how far each reaches along x from the spine at x = 0, and its lower and upper side there. */
  tines: readonly { readonly reach: number; readonly z: readonly [lower: number, upper: number] }[];
  /** x of the spine's back, below 0. */
  back: number;
  /** Half the width along y, at the spine and at x = 1: tines taper. */
  halfWidth: readonly [spine: number, tip: number];
  /** How much thinner a tine is at its tip, as a share of its thickness. */
  thinning: number;
}

/**
 * A comb: tines along x, one above the other, on a spine along z; 16 × tines + 4 triangles. A line along z through n tines
 * meets 2n layers. Its faces are plane.
 */
export function combSolid({ tines, back, halfWidth, thinning }: CombSolidOptions): Mesh {
  const corners = tines.flatMap(({ reach, z: [lower, upper] }): [x: number, z: number][] => {
    const thin = (thinning * (upper - lower)) / 2;
    return [
      [0, lower],
      [reach, lower + thin],
      [reach, upper - thin],
      [0, upper],
    ];
  });
  const [lowest, highest] = [corners[0][1], corners[corners.length - 1][1]];
  const [backTop, backBottom] = [corners.length, corners.length + 1];
  corners.push([back, highest], [back, lowest]);

  const positions = new Float64Array(6 * corners.length);
  corners.forEach(([x, z], i) => {
    const half = halfWidth[0] + (halfWidth[1] - halfWidth[0]) * Math.max(0, x);
    positions.set([x, -half, z, x, half, z], 6 * i);
  });

  const side: [number, number, number][] = [];
  const roots: number[] = [];
  for (let k = 0; k < backTop; k += 4) {
    side.push([k, k + 1, k + 2], [k, k + 2, k + 3]);
    roots.push(k, k + 3);
  }
  for (let j = 1; j < roots.length; j++) side.push([backBottom, roots[j - 1], roots[j]]);
  side.push([backBottom, backTop - 1, backTop]);

  // Seen against y the outline runs counter-clockwise: the side at -half is what is seen of it.
  const indices: number[] = [];
  for (const [a, b, c] of side) indices.push(2 * a, 2 * b, 2 * c, 2 * a + 1, 2 * c + 1, 2 * b + 1);
  for (let i = 0; i < corners.length; i++) {
    const next = (i + 1) % corners.length;
    indices.push(2 * i, 2 * i + 1, 2 * next, 2 * next, 2 * i + 1, 2 * next + 1);
  }
  return { positions, indices: Uint32Array.from(indices) };
}
