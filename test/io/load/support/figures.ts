import { expect } from 'vitest';
import type { Scene } from '../../../../src/io/scene.js';
import { transformPoint } from '../../../../src/math/affine.js';
import { inspect } from '../../../../src/mesh/inspect.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import type { ModelEntry } from './sharedModels.js';

/** All parts as one mesh in the file's frame, in their order. */
export function asOneMesh({ parts }: Scene): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { mesh, pose } of parts) {
    const first = positions.length / 3;
    for (let i = 0; i < mesh.positions.length; i += 3)
      positions.push(...transformPoint(pose, [mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]]));
    for (const vertex of mesh.indices) indices.push(first + vertex);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Three coordinates for every corner of every triangle, part after part: what readers have in common, whatever they weld. */
export function cornersOf({ positions, indices }: Mesh): Float64Array {
  const out = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * indices[i] + k];
  return out;
}

/** The places where two lists of corners differ after rounding to f32, as three.js keeps them; -0 equals 0. */
export function differences(ours: ArrayLike<number>, others: ArrayLike<number>): number[] {
  const at: number[] = [];
  for (let i = 0; i < Math.max(ours.length, others.length); i++)
    if (Math.fround(ours[i]) !== Math.fround(others[i])) at.push(i);
  return at;
}

/** Compares with what INDEX.json says of a model, which another program has measured. */
export function expectFigures(scene: Scene, entry: ModelEntry): void {
  const found = inspect(asOneMesh(scene));
  expect({
    triangles: found.triangles,
    vertices: found.weldedVertices,
    degenerate: found.degenerateFaces.length,
    duplicateTriangles: found.duplicateFaces.length,
    edges: found.edges,
    boundaryEdges: found.openEdgeCount,
    nonManifoldEdges: found.nonManifoldEdgeCount,
    misorientedEdges: found.flippedEdgeCount,
    components: found.components,
    balanced: found.closed,
    bbox: [found.bounds.min, found.bounds.max],
  }).toEqual({
    triangles: entry.triangles,
    vertices: entry.vertices,
    degenerate: entry.degenerateTriangles + entry.zeroAreaTriangles,
    duplicateTriangles: entry.duplicateTriangles,
    edges: entry.edges,
    boundaryEdges: entry.boundaryEdges,
    nonManifoldEdges: entry.nonManifoldEdges,
    misorientedEdges: entry.misorientedEdges,
    components: entry.components,
    balanced: entry.balanced,
    bbox: entry.bbox,
  });
  expect(Math.abs(found.signedVolume - entry.volume)).toBeLessThanOrEqual(1e-9 * Math.abs(entry.volume) + 1e-15);
}
