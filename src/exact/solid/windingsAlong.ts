import { FIRST_EDGE, WITHIN } from '../contact/contactKind.js';
import { carrierAt, type FaceContacts, FIRST, LAST } from '../contact/meetingFaces.js';
import { planeHeight } from '../contact/planeHeight.js';
import type { WorldMesh } from '../worldMesh.js';
import type { MeshEdges } from './meshEdges.js';
import { windingAround } from './windingAround.js';

/** How often a surface winds around the vertices of another one, and around its edges: the mean along each. */
export interface WindingsAlong {
  readonly atVertex: Int32Array;
  readonly alongEdge: Float64Array;
}

const UNKNOWN = 2 ** 31 - 1;

/**
 * Follows the edges of a mesh: where one goes through a face of the other surface, the winding changes by one. So one vertex of each
 * piece has to be asked. `undefined` where that does not add up, or the surface winds around some of it more than once.
 */
export function windingsAlong(
  own: WorldMesh,
  other: WorldMesh,
  meshEdges: MeshEdges,
  contacts: FaceContacts,
  body: 0 | 1,
): WindingsAlong | undefined {
  const { edges, corners, firstAt, edgesAt } = meshEdges;
  const { steps, shares } = crossings(own, other, meshEdges, contacts, body);
  const atVertex = new Int32Array(firstAt.length - 1).fill(UNKNOWN);
  const open = new Uint32Array(atVertex.length);
  let left = 0;
  for (const seed of corners) {
    if (atVertex[seed] !== UNKNOWN) continue;
    atVertex[seed] = windingAround(other, own.positions, 3 * seed);
    open[left++] = seed;
    while (left > 0) {
      const v = open[--left];
      for (let k = firstAt[v]; k < firstAt[v + 1]; k++) {
        const edge = edgesAt[k];
        const runsAway = edges[2 * edge] === v;
        const to = edges[2 * edge + (runsAway ? 1 : 0)];
        const winding = atVertex[v] + (runsAway ? steps[edge] : -steps[edge]);
        if (atVertex[to] === UNKNOWN) {
          atVertex[to] = winding;
          open[left++] = to;
        } else if (atVertex[to] !== winding) return undefined;
      }
    }
  }
  // A solid winds once around what is inside.
  const isOnce = [1, -1].some((way) =>
    atVertex.every((winding) => winding === 0 || winding === way || winding === UNKNOWN),
  );
  if (!isOnce) return undefined;
  for (let edge = 0; edge < shares.length; edge++) shares[edge] += atVertex[edges[2 * edge + 1]];
  return { atVertex, alongEdge: shares };
}

/**
 * By how much the winding changes along each edge, and what that takes from its mean: from a change at a share u of the edge on, it
 * counts for 1 − u, so u is taken from what would be the winding at the end all along.
 */
function crossings(
  own: WorldMesh,
  other: WorldMesh,
  { edges, edgeOfSide, sideOfEdge }: MeshEdges,
  { a, b, carriers }: FaceContacts,
  body: 0 | 1,
): { steps: Int32Array; shares: Float64Array } {
  const steps = new Int32Array(sideOfEdge.length);
  const shares = new Float64Array(sideOfEdge.length);
  const [faces, through] = body === 0 ? [a, b] : [b, a];
  const behind = (face: number, vertex: number): number => {
    const { positions, indices } = other;
    const [i, j, k] = [0, 1, 2].map((n) => 3 * indices[3 * face + n]);
    const { positions: p } = own;
    return planeHeight(positions, i, j, k, p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
  };
  for (let k = 0; k < faces.length; k++)
    for (const end of [FIRST, LAST] as const) {
      const carrier = carrierAt(carriers[k], end, body);
      if (carrier === WITHIN) continue;
      const side = 3 * faces[k] + carrier - FIRST_EDGE;
      const edge = edgeOfSide[side];
      // Both faces at an edge tell of it.
      if (sideOfEdge[edge] !== side) continue;
      const from = behind(through[k], edges[2 * edge]);
      const to = behind(through[k], edges[2 * edge + 1]);
      const step = to > from ? 1 : -1;
      steps[edge] += step;
      shares[edge] -= (step * from) / (from - to);
    }
  return { steps, shares };
}
