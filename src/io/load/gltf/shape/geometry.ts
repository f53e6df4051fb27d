import type { Mesh } from '../../../../mesh/mesh.js';
import { weld } from '../../../../mesh/weld.js';
import { once, type Store } from '../bytes/store.js';
import { called, within } from '../fault.js';
import { listOf, nameOf, referred } from '../json.js';
import { weldDeforming } from '../moving/weldDeforming.js';
import { mergePrimitives } from './mergePrimitives.js';
import { type Primitive, parsePrimitive } from './primitive.js';
import { type Motion, readPrimitive } from './vertices.js';

/** A mesh of the file as one solid: all its primitives, which differ by material alone, on welded vertices. */
export interface Geometry {
  /** As it is without morphing and skinning. */
  readonly mesh: Mesh;
  /** What moves its vertices. */
  readonly shifts: Shifts;
  /** What was read otherwise than it is written. */
  readonly repairs: readonly string[];
}

/** What moves the vertices of a mesh. */
export interface Shifts {
  /** x y z per vertex, for every morph target. */
  readonly targets: readonly Float32Array[];
  /** How many joints may hold a vertex; 0 where none does. */
  readonly influenceCount: number;
  /** So many per vertex. Weights need not sum up to 1; of no vertex they sum up to 0. */
  readonly joints: Uint32Array;
  readonly weights: Float32Array;
}

/**
 * The triangles of a mesh; undefined where it has only points and lines. Vertices are merged where they stand at the same
 * place; where the mesh deforms, they must move alike, too, or deforming would glue what can come apart.
 */
export function readGeometry(store: Store, meshIndex: number, motion: Motion): Geometry | undefined {
  const json = referred(store.json, 'meshes', meshIndex);
  return once(store, `mesh ${meshIndex} ${motion}`, () =>
    within(called('mesh', meshIndex, nameOf(json)), () => {
      const primitives: (Primitive | undefined)[] = listOf(json, 'primitives', 'it').map((value, k) =>
        within(`primitive ${k}`, () => parsePrimitive(value)),
      );
      if (primitives.every((primitive) => primitive === undefined)) return undefined;
      // Meshes that differ by material alone are the same.
      return once(store, `geometry ${motion} ${JSON.stringify(primitives)}`, () =>
        readPrimitives(store, primitives, motion),
      );
    }),
  );
}

function readPrimitives(
  store: Store,
  primitives: readonly (Primitive | undefined)[],
  motion: Motion,
): Geometry | undefined {
  const repairs: string[] = [];
  const pieces = primitives.flatMap((primitive, k) => {
    if (!primitive) return [];
    const piece = within(`primitive ${k}`, () => readPrimitive(store, primitive, motion));
    if (piece.leftOver > 0)
      repairs.push(`primitive ${k}: its last ${piece.leftOver} vertices make no triangle and were left out`);
    return piece.corners.length > 0 ? [{ ...piece, where: `primitive ${k}` }] : [];
  });
  if (pieces.length === 0) return undefined;
  const { mesh, shifts, unheld } = mergePrimitives(store, pieces);
  if (unheld > 0) repairs.push(`${unheld} vertices have no weight and were left to their first joint`);
  return motion === 'rigid' ? { mesh: weld(mesh).mesh, shifts, repairs } : { ...weldDeforming(mesh, shifts), repairs };
}
