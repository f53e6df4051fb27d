import { fingerprint } from './fingerprint.js';
import type { Mesh } from './mesh.js';
import { createMeshMap } from './meshMap.js';

/** What is remembered of a mesh, and how to remember something. */
export interface Remembered<T> {
  readonly value: T | undefined;
  keep(value: T): void;
}

/**
 * Remembers something of meshes by their arrays, for bodies that are made of the same ones. Somebody may have written into them, for a new
 * body, and have forgotten the old one: so it is looked whether they hold what they held.
 */
export interface MeshMemory<T> {
  /** `print`: the mesh's fingerprint as it is now, where it is known. */
  of(mesh: Mesh, print?: number): Remembered<T>;
  /** What was kept of these arrays last, whatever they hold now. */
  last(mesh: Mesh): T | undefined;
}

export function createMeshMemory<T>(): MeshMemory<T> {
  const kept = createMeshMap<{ print: number; value: T }>();
  return {
    of(mesh, print = fingerprint(mesh)) {
      const before = kept.get(mesh);
      return {
        value: before?.print === print ? before.value : undefined,
        keep: (value) => kept.set(mesh, { print, value }),
      };
    },
    last: (mesh) => kept.get(mesh)?.value,
  };
}
