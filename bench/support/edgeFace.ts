// J. W. Boyse, "Interference Detection Among Solids and Surfaces", CACM 22(1), 1979: two polyhedra interfere where an edge of
// the one goes through a face of the other. Every edge is tried against every face: the conventional method of figure 5 of
// Shinya and Forgue, without any structure to go faster.
import type { Body } from '../../src/body.js';
import { uniqueEdges } from '../../src/mesh/edges.js';

/** A body with its edges at hand; where it stands is looked up in every query. */
export interface Edged {
  readonly body: Body;
  readonly edges: Uint32Array;
}

export const withEdges = (body: Body): Edged => ({ body, edges: uniqueEdges(body.mesh) });

export interface Crossings {
  /** An edge of A and the face of B that it goes through, one after the other; then of B and of A. */
  readonly edgesOfA: readonly number[];
  readonly edgesOfB: readonly number[];
}

/** Where edges of the one body go through faces of the other. An edge that only touches a face's plane from below counts. */
export function crossingEdges(a: Edged, b: Edged): Crossings {
  const [worldA, worldB] = [inWorld(a.body), inWorld(b.body)];
  return {
    edgesOfA: edgesThroughFaces(a.edges, worldA, b.body.mesh.indices, worldB),
    edgesOfB: edgesThroughFaces(b.edges, worldB, a.body.mesh.indices, worldA),
  };
}

/** Vertices in world coordinates, in f64. */
function inWorld({ mesh: { positions }, pose: m }: Body): Float64Array {
  const at = new Float64Array(positions.length);
  for (let k = 0; k < at.length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    at[k] = m[0] * x + m[1] * y + m[2] * z + m[3];
    at[k + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    at[k + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
  return at;
}

function edgesThroughFaces(edges: Uint32Array, at: Float64Array, indices: Uint32Array, other: Float64Array): number[] {
  const found: number[] = [];
  const height = new Float64Array(at.length / 3);
  for (let face = 0; 3 * face < indices.length; face++) {
    const a = 3 * indices[3 * face];
    const b = 3 * indices[3 * face + 1];
    const c = 3 * indices[3 * face + 2];
    const ax = other[a];
    const ay = other[a + 1];
    const az = other[a + 2];
    const ux = other[b] - ax;
    const uy = other[b + 1] - ay;
    const uz = other[b + 2] - az;
    const vx = other[c] - ax;
    const vy = other[c + 1] - ay;
    const vz = other[c + 2] - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    // How high each vertex lies over the face's plane: once per vertex, as each belongs to some six edges.
    for (let i = 0, k = 0; i < height.length; i++, k += 3)
      height[i] = nx * (at[k] - ax) + ny * (at[k + 1] - ay) + nz * (at[k + 2] - az);

    for (let e = 0; e < edges.length; e += 2) {
      const p = edges[e];
      const q = edges[e + 1];
      const hp = height[p];
      const hq = height[q];
      if (hp < 0 === hq < 0) continue;
      // Where the edge goes through the plane, from the face's first corner; then whether that lies inside of all sides.
      const t = hp / (hp - hq);
      const x = at[3 * p] + t * (at[3 * q] - at[3 * p]) - ax;
      const y = at[3 * p + 1] + t * (at[3 * q + 1] - at[3 * p + 1]) - ay;
      const z = at[3 * p + 2] + t * (at[3 * q + 2] - at[3 * p + 2]) - az;
      const beta = nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx);
      const gamma = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
      if (beta >= 0 && gamma >= 0 && beta + gamma <= nx * nx + ny * ny + nz * nz) found.push(e >> 1, face);
    }
  }
  return found;
}
