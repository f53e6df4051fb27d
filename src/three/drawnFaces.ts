import type { BufferGeometry, Mesh } from 'three';
import { InputError } from '../errors.js';
import { haveSameNumbers, type Kept, keptFor } from './kept.js';
import { label } from './label.js';
import { addStamp } from './readAttribute.js';

/** The faces that are drawn, by numbers of the vertices that they use. */
export interface Faces {
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  /** Where the vertices are found in the geometry's attributes; undefined where they are all, in their order. */
  readonly vertices: Uint32Array | undefined;
}

/** Meshes often share a geometry, and then the faces. */
const shared = keptFor<Faces>();

/** The faces of stretches of the geometry's corners: start and end, in turns. The same array as before, unless they differ. */
export function drawnFaces(mesh: Mesh, stretches: readonly number[], memory: Kept<Faces>): Faces {
  const { geometry } = mesh;
  const stamp = [geometry, geometry.attributes.position?.count, ...stretches];
  addStamp(stamp, geometry.index);
  return memory(stamp, (before) => {
    const faces = shared(geometry)(stamp, () => dense(mesh, cornersOf(geometry, stretches)));
    const isAsBefore = before?.vertexCount === faces.vertexCount && haveSameNumbers(before.indices, faces.indices);
    return isAsBefore ? { ...faces, indices: before.indices } : faces;
  });
}

/** The vertices' numbers, three for a face. What is left over of a stretch is not drawn. */
function cornersOf({ index }: BufferGeometry, stretches: readonly number[]): Uint32Array {
  let room = 0;
  for (let i = 0; i < stretches.length; i += 2) room += Math.max(0, stretches[i + 1] - stretches[i]);
  const corners = new Uint32Array(room);
  // Two materials may draw the same faces one above the other: these are there once.
  const isDrawn =
    stretches.length > 2 ? new Uint8Array(stretches.reduce((most, end) => Math.max(most, end))) : undefined;
  let count = 0;
  for (let i = 0; i < stretches.length; i += 2)
    for (let at = stretches[i]; at + 3 <= stretches[i + 1]; at += 3) {
      if (isDrawn?.[at]) continue;
      if (isDrawn) isDrawn[at] = 1;
      for (let corner = at; corner < at + 3; corner++) corners[count++] = index ? index.array[corner] : corner;
    }
  return count === room ? corners : corners.slice(0, count);
}

/** Leaves out the vertices that no face uses: nothing has to be known of them. */
function dense(mesh: Mesh, corners: Uint32Array): Faces {
  const given = mesh.geometry.attributes.position?.count ?? 0;
  let first = given;
  let last = -1;
  for (let i = 0; i < corners.length; i++) {
    first = Math.min(first, corners[i]);
    last = Math.max(last, corners[i]);
  }
  if (last >= given)
    throw new InputError(
      `bodyFrom: a face of the ${label(mesh)} names a vertex that does not exist (${last} of ${given}). Repair the geometry's index.`,
    );
  // A batch has room for all its geometries, and each uses a stretch of it.
  const numbers = new Uint32Array(Math.max(0, last + 1 - first));
  for (let i = 0; i < corners.length; i++) numbers[corners[i] - first] = 1;
  let vertexCount = 0;
  for (let v = 0; v < numbers.length; v++) if (numbers[v] === 1) numbers[v] = ++vertexCount;
  if (vertexCount === given) return { indices: corners, vertexCount, vertices: undefined };
  const vertices = new Uint32Array(vertexCount);
  for (let v = 0; v < numbers.length; v++) if (numbers[v] > 0) vertices[numbers[v] - 1] = first + v;
  return { indices: corners.map((v) => numbers[v - first] - 1), vertexCount, vertices };
}
