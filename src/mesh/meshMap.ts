import type { Mesh } from './mesh.js';

/** Something for each mesh, by its two arrays; of arrays that nobody else holds it keeps nothing. */
export interface MeshMap<T> {
  get(mesh: Mesh): T | undefined;
  set(mesh: Mesh, value: T): void;
}

export function createMeshMap<T>(): MeshMap<T> {
  const ofPositions = new WeakMap<Mesh['positions'], WeakMap<Mesh['indices'], T>>();
  return {
    get: ({ positions, indices }) => ofPositions.get(positions)?.get(indices),
    set({ positions, indices }, value) {
      const ofIndices = ofPositions.get(positions) ?? new WeakMap();
      ofPositions.set(positions, ofIndices.set(indices, value));
    },
  };
}
