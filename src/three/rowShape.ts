import type { BufferGeometry } from 'three';
import type { Positions } from '../mesh/mesh.js';
import { type Kept, keptNumbers } from './kept.js';
import { type Shape, shape } from './shape.js';
import type { WeldedFaces } from './weldFaces.js';

/** Whether the positions lie as floats in a buffer of their own, and most of them are drawn: then the numbers they have there can be kept. */
export function hasRows({ attributes: { position } }: BufferGeometry, { drawn }: WeldedFaces): boolean {
  if ('isInterleavedBufferAttribute' in position || !(position.array instanceof Float32Array)) return false;
  return 2 * drawn.vertexCount >= position.count;
}

/** A stored shape by the numbers that its vertices have in the attribute, so that machines can read them off a device. */
export function rowShape(
  { attributes }: BufferGeometry,
  stored: Shape,
  faces: WeldedFaces,
  memory: Kept<Shape>,
): Shape {
  const { position } = attributes;
  const { vertices } = faces;
  if (!vertices) return stored;
  return memory([stored, position], (before) => {
    const positions = new Float32Array(3 * position.count); // of vertices that no face uses nothing has to be known
    for (let v = 0; v < vertices.length; v++)
      for (let c = 0; c < 3; c++) positions[3 * vertices[v] + c] = stored.mesh.positions[3 * v + c];
    const indices = faces.indices.map((v) => vertices[v]);
    return shape(
      keptNumbers<Positions>(before?.mesh.positions, positions),
      keptNumbers(before?.mesh.indices, indices),
      position,
    );
  });
}
