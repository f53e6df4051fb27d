import type { Mesh } from './mesh.js';

/** Unit normals `x y z` per face, zero where a face has no area; and the faces' areas. */
export function faceNormals(mesh: Mesh): { normals: Float32Array; areas: Float64Array } {
  const doubled = doubledAreaNormals(mesh);
  const areas = new Float64Array(mesh.indices.length / 3);
  for (let f = 0; f < areas.length; f++)
    areas[f] = Math.hypot(doubled[3 * f], doubled[3 * f + 1], doubled[3 * f + 2]) / 2;
  return { normals: unit(doubled), areas };
}

/**
 * Unit normals `x y z` per vertex: the mean of the faces around it, weighted by area; zero where there is no area or it
 * cancels. Vertices count as they are indexed: weld first for smooth shading across faces that do not share vertices.
 */
export function vertexNormals(mesh: Mesh): Float32Array {
  const doubled = doubledAreaNormals(mesh);
  const sums = new Float64Array(mesh.positions.length);
  for (let i = 0; i < mesh.indices.length; i++) {
    const vertex = 3 * mesh.indices[i];
    const face = i - (i % 3);
    sums[vertex] += doubled[face];
    sums[vertex + 1] += doubled[face + 1];
    sums[vertex + 2] += doubled[face + 2];
  }
  return unit(sums);
}

/** Per face the cross product of two sides: the normal, as long as twice the area. */
function doubledAreaNormals({ positions, indices }: Mesh): Float64Array {
  const out = new Float64Array(indices.length);
  for (let f = 0; f < indices.length; f += 3) {
    const a = 3 * indices[f];
    const b = 3 * indices[f + 1];
    const c = 3 * indices[f + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    out[f] = uy * vz - uz * vy;
    out[f + 1] = uz * vx - ux * vz;
    out[f + 2] = ux * vy - uy * vx;
  }
  return out;
}

function unit(vectors: Float64Array): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3) {
    const length = Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]);
    if (length === 0) continue;
    out[i] = vectors[i] / length;
    out[i + 1] = vectors[i + 1] / length;
    out[i + 2] = vectors[i + 2] / length;
  }
  return out;
}
