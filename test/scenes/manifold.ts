import initialize, { type Manifold } from 'manifold-3d';
import type { Affine } from '../../src/math/affine.js';
import type { Mesh } from '../../src/mesh/mesh.js';

const library = await initialize();
library.setup();

/** A closed mesh as a solid of manifold-3d, which does booleans exactly enough to be asked for their volumes. */
export function manifoldOf({ positions, indices }: Mesh, pose?: Affine): Manifold {
  const vertProperties = Float32Array.from(positions);
  const solid = new library.Manifold(new library.Mesh({ numProp: 3, vertProperties, triVerts: indices }));
  if (!pose) return solid;
  const m = pose;
  // biome-ignore format: a matrix, column by column
  return solid.transform([
    m[0], m[4], m[8], 0,
    m[1], m[5], m[9], 0,
    m[2], m[6], m[10], 0,
    m[3], m[7], m[11], 1,
  ]);
}

export const overlapVolume = (a: Manifold, b: Manifold): number => a.intersect(b).volume();
