import type { BodyState } from '../../body.js';
import { blocksToDraw } from '../../bodyBlocks.js';
import { facesOnRays } from '../../exact/solid/crossingWitness.js';
import type { Faces } from '../../exact/solid/windingAround.js';
import { putInWorld } from '../../exact/worldMesh.js';
import { boundsOf } from '../../math/box.js';
import { createMeshParts, findParts } from '../../mesh/meshParts.js';

/** One for all bodies, so that none is made for each; room for a body's vertices as well. */
const parts = createMeshParts();
let vertices = new Float64Array(0);

/**
 * The faces of a body, as they are in the world, that count for `windingAround` at some points, or hold one of them. Of a large body these
 * are few, and where its blocks are known, few others are looked at.
 */
export function facesOverPoints(body: BodyState, points: Float64Array): Faces {
  const { positions, indices } = body.mesh;
  if (vertices.length < positions.length) vertices = new Float64Array(2 * positions.length);
  const { min, max } = boundsOf(points);
  const zone = { min, max: [max[0], max[1], Infinity] } as const;
  findParts(parts, { positions, indices, blocks: blocksToDraw(body) }, body.pose, zone);
  for (let run = 0; run < parts.vertexRuns; run++)
    putInWorld(body, vertices, parts.vertices[2 * run], parts.vertices[2 * run + 1]);
  const corners: number[] = [];
  for (let run = 0; run < parts.faceRuns; run++) {
    const faces = indices.subarray(3 * parts.faces[2 * run], 3 * parts.faces[2 * run + 1]);
    for (const vertex of facesOnRays({ positions: vertices, indices: faces }, points).indices) corners.push(vertex);
  }
  // Of its own: the room is for the next body.
  const own = new Float64Array(3 * corners.length);
  corners.forEach((vertex, k) => {
    for (let n = 0; n < 3; n++) own[3 * k + n] = vertices[3 * vertex + n];
  });
  return { positions: own, indices: Uint32Array.from(corners.keys()) };
}
