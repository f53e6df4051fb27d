import { hasBalancedEdges } from '../../mesh/balancedEdges.js';
import { type EdgeTable, edgeTable, NO_EDGE } from '../../mesh/edges.js';
import { weldMap } from '../../mesh/weld.js';
import type { WorldMesh } from '../worldMesh.js';

/** The edges of a mesh by the places of its vertices, and at which edges a vertex lies. */
export interface MeshEdges extends EdgeTable {
  /** The vertices at which sides of faces begin: of those in one place the first. */
  readonly corners: Uint32Array;
  /** Of each edge the side that names it: the edge runs as this one does. */
  readonly sideOfEdge: Uint32Array;
  /** The edges at vertex v are `edgesAt[firstAt[v]]` to `edgesAt[firstAt[v + 1]]`. */
  readonly firstAt: Uint32Array;
  readonly edgesAt: Uint32Array;
}

/** What is known of meshes, by their vertex numbers: these stay the same when a body deforms. */
const known = new WeakMap<Uint32Array, MeshEdges>();

/** The edges of a mesh; once per mesh, unless its faces do not share their vertices. */
export function meshEdges({ positions, indices }: WorldMesh): MeshEdges {
  const before = known.get(indices);
  if (before) return before;
  const vertexCount = positions.length / 3;
  if (hasBalancedEdges(indices)) {
    const made = edgesOf(indices, vertexCount);
    known.set(indices, made);
    return made;
  }
  const { map } = weldMap(positions);
  const firstOf = new Uint32Array(vertexCount);
  for (let v = vertexCount - 1; v >= 0; v--) firstOf[map[v]] = v;
  return edgesOf(
    indices.map((vertex) => firstOf[map[vertex]]),
    vertexCount,
  );
}

function edgesOf(corners: Uint32Array, vertexCount: number): MeshEdges {
  const { edges, edgeOfSide } = edgeTable(corners);
  const sideOfEdge = new Uint32Array(edges.length / 2);
  for (let side = edgeOfSide.length - 1; side >= 0; side--)
    if (edgeOfSide[side] !== NO_EDGE) sideOfEdge[edgeOfSide[side]] = side;
  const firstAt = new Uint32Array(vertexCount + 1);
  for (const vertex of edges) firstAt[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) firstAt[v + 1] += firstAt[v];
  const next = firstAt.slice();
  const edgesAt = new Uint32Array(edges.length);
  for (let k = 0; k < edges.length; k++) edgesAt[next[edges[k]]++] = k >> 1;
  return { edges, edgeOfSide, corners, sideOfEdge, firstAt, edgesAt };
}
