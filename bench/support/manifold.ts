import initialize, { type Manifold } from 'manifold-3d';
import type { Body } from '../../src/body.js';
import type { Box } from '../../src/math/box.js';

/** What manifold-3d says of two solids' intersection, whose mesh it computes. */
export interface Intersection {
  readonly volume: number;
  /** Around it; absent where there is none. */
  readonly bounds?: Box;
}

export type Intersect = (a: Body, b: Body) => Intersection;

/** Loads manifold-3d, and returns what makes two solids of it, intersects them, measures that and frees all again. */
export async function loadManifold(): Promise<Intersect> {
  const library = await initialize();
  library.setup();

  function solidOf({ mesh: { positions, indices }, pose: m }: Body, made: Manifold[]): Manifold {
    const vertProperties = positions instanceof Float32Array ? positions : Float32Array.from(positions);
    const solid = new library.Manifold(new library.Mesh({ numProp: 3, vertProperties, triVerts: indices }));
    made.push(solid);
    // biome-ignore format: a matrix, column by column
    const posed = solid.transform([
      m[0], m[4], m[8], 0,
      m[1], m[5], m[9], 0,
      m[2], m[6], m[10], 0,
      m[3], m[7], m[11], 1,
    ]);
    made.push(posed);
    return posed;
  }

  return (a, b) => {
    const made: Manifold[] = [];
    try {
      const common = solidOf(a, made).intersect(solidOf(b, made));
      made.push(common);
      const volume = common.volume(); // it is lazy: here the work is done
      const { min, max } = common.boundingBox();
      return { volume, ...(!common.isEmpty() && { bounds: { min, max } }) };
    } finally {
      for (const solid of made) solid.delete();
    }
  };
}
