import Module, { type ManifoldToplevel } from 'manifold-3d';
import type { Box } from '../../src/math/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';

/** What manifold says of two solids. Volumes and areas in the units of the meshes. */
export interface Common {
  readonly volumeA: number;
  readonly volumeB: number;
  /** Of the intersection. */
  readonly volume: number;
  readonly area: number;
  /** How far manifold may have moved surfaces: what is nearer than this it takes to be at the same place. */
  readonly tolerance: number;
  /** The box around the intersection; absent where there is none. */
  readonly bounds?: Box;
}

/** Volumes of intersections by manifold-3d, which computes the intersection's mesh. */
export interface ManifoldOracle {
  /** Why manifold does not take the mesh as a solid, or `undefined` where it does. */
  refusal(mesh: Mesh): string | undefined;
  /** Throws where a mesh is not accepted. Both meshes must be in f32: manifold rounds others. */
  intersect(a: Mesh, b: Mesh): Common;
}

let loaded: Promise<ManifoldToplevel> | undefined;

/** Loads manifold once per process. */
export async function openManifoldOracle(): Promise<ManifoldOracle> {
  loaded ??= Module().then((top) => {
    top.setup();
    return top;
  });
  const { Manifold, Mesh: ManifoldMesh } = await loaded;

  const toManifold = ({ positions, indices }: Mesh) => {
    if (!(positions instanceof Float32Array))
      throw new Error('manifoldOracle: positions are not in f32, and manifold would see another solid. Bake them.');
    return new Manifold(new ManifoldMesh({ numProp: 3, vertProperties: positions, triVerts: indices }));
  };

  return {
    refusal(mesh) {
      try {
        const solid = toManifold(mesh);
        const status = solid.status();
        solid.delete();
        return status === 'NoError' ? undefined : status;
      } catch (error) {
        return String((error as Error).message ?? error);
      }
    },

    intersect(a, b) {
      const made: { delete(): void }[] = [];
      const keep = <T extends { delete(): void }>(one: T): T => {
        made.push(one);
        return one;
      };
      try {
        const [solidA, solidB] = [keep(toManifold(a)), keep(toManifold(b))];
        const common = keep(solidA.intersect(solidB));
        const status = common.status();
        if (status !== 'NoError') throw new Error(`manifoldOracle: the intersection failed (${status}).`);
        return {
          volumeA: solidA.volume(),
          volumeB: solidB.volume(),
          volume: common.volume(),
          area: common.surfaceArea(),
          tolerance: common.tolerance(),
          ...(!common.isEmpty() && { bounds: common.boundingBox() }),
        };
      } finally {
        for (const one of made) one.delete();
      }
    },
  };
}
