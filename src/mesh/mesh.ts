import { InputError } from '../errors.js';

export type Positions = Float32Array | Float64Array;

/** An indexed triangle mesh on flat arrays: `x y z` per vertex, three vertex numbers per face, outside seen counter-clockwise. */
export interface Mesh {
  readonly positions: Positions;
  readonly indices: Uint32Array;
}

/**
 * Takes arrays as a mesh, without copying typed arrays. Without `indices`, every three vertices are a face.
 * What cannot be a mesh at all throws an `InputError`; a faulty one (open, flipped, degenerate) is a mesh, and
 * {@link inspect} tells what is wrong with it.
 *
 * @example mesh([0,0,0, 1,0,0, 0,1,0, 0,0,1], [0,2,1, 0,1,3, 1,2,3, 0,3,2])
 */
export function mesh(positions: ArrayLike<number>, indices?: ArrayLike<number>): Mesh {
  const at = toPositions(positions);
  const faces = indices === undefined ? Uint32Array.from({ length: at.length / 3 }, (_, i) => i) : indices;
  if (faces.length % 3 !== 0)
    throw new InputError(
      `mesh: the number of indices is no multiple of 3 (${faces.length}). Give three vertex numbers per triangle.`,
    );
  if (faces.length === 0) throw new InputError('mesh: there are no triangles (0 indices). Leave empty parts out.');
  return { positions: at, indices: toIndices(faces, at.length / 3) };
}

/** The checks that new positions of a known mesh need, too. */
export function toPositions(positions: ArrayLike<number>): Positions {
  if (positions.length % 3 !== 0)
    throw new InputError(
      `mesh: the number of coordinates is no multiple of 3 (${positions.length}). Give x, y and z for every vertex.`,
    );
  const at =
    positions instanceof Float32Array || positions instanceof Float64Array ? positions : Float64Array.from(positions);
  for (let i = 0; i < at.length; i++)
    if (!Number.isFinite(at[i]))
      throw new InputError(
        `mesh: a coordinate is not finite (vertex ${Math.floor(i / 3)}, ${'xyz'[i % 3]} = ${at[i]}). Remove or repair that vertex.`,
      );
  return at;
}

function toIndices(indices: ArrayLike<number>, vertexCount: number): Uint32Array {
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i];
    if (!(vertex >= 0 && vertex < vertexCount && Number.isInteger(vertex)))
      throw new InputError(
        `mesh: an index is out of range (face ${Math.floor(i / 3)} names vertex ${vertex} of ${vertexCount}). Use whole numbers from 0 to ${vertexCount - 1}.`,
      );
  }
  return indices instanceof Uint32Array ? indices : Uint32Array.from(indices);
}

export const faceCount = (mesh: Mesh): number => mesh.indices.length / 3;
export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;
