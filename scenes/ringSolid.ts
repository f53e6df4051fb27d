import type { Mesh } from '../src/mesh/mesh.js';
import { polarGrid } from '../src/mesh/shapes/polarGrid.js';

/** A star's outline, blown up and lifted. */
export interface Ring {
  readonly scale: number;
  readonly z: number;
}

export interface RingSolidOptions {
  /** Points of the star. */
  points: number;
  /** Of the notches between the points; the points are at 1. */
  inner: number;
  /** From the upper tip to the lower one. */
  rings: readonly Ring[];
  /** z of the two tips, on the axis. */
  tips: readonly [upper: number, lower: number];
  /** Turns the star about z, in radians. */
  turn?: number;
}

/**
 * A solid of star-shaped rings about the z axis, of 4 × points × rings triangles. Its faces are plane: the rings are one
 * star in several sizes. Where the sizes grow down to the largest ring and shrink below it, every line along z that meets the solid
 * meets it in a single segment: it is π-convex along z, and not convex.
 */
export function ringSolid({ points, inner, rings, tips, turn = 0 }: RingSolidOptions): Mesh {
  const corners = 2 * points;
  const positions = new Float64Array(3 * (corners * rings.length + 2));
  rings.forEach(({ scale, z }, row) => {
    for (let i = 0; i < corners; i++) {
      const angle = turn + (Math.PI * i) / points;
      const r = scale * (i % 2 === 0 ? 1 : inner);
      positions.set([r * Math.cos(angle), r * Math.sin(angle), z], 3 * (row * corners + i));
    }
  });
  positions.set([0, 0, tips[0], 0, 0, tips[1]], 3 * corners * rings.length);
  return { positions, indices: polarGrid(corners, rings.length) };
}
