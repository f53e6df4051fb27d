import { fingerprint } from './fingerprint.js';
import type { Mesh } from './mesh.js';

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
  of(mesh: Mesh): Remembered<T>;
  /** What was kept of these positions last, whatever they hold now. */
  last(positions: Mesh['positions']): T | undefined;
}

export function createMeshMemory<T>(): MeshMemory<T> {
  const kept = new WeakMap<Mesh['positions'], { indices: Uint32Array; print: number; value: T }>();
  return {
    of(mesh) {
      const { positions, indices } = mesh;
      const print = fingerprint(mesh);
      const before = kept.get(positions);
      const isSame = before?.indices === indices && before.print === print;
      return {
        value: isSame ? before.value : undefined,
        keep(value) {
          kept.set(positions, { indices, print, value });
        },
      };
    },
    last: (positions) => kept.get(positions)?.value,
  };
}
