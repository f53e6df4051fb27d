import { FIRST_EDGE, WITHIN } from '../contact/contactKind.js';
import { carrierAt, type FaceContacts, FIRST, LAST } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import type { MeshEdges } from './meshEdges.js';
import { windingAround } from './windingAround.js';

const UNKNOWN = 2 ** 31 - 1;

/**
 * How often a surface winds around the vertices of another one, in general position. Edges are followed: where one goes through a face of
 * the other surface, the winding changes by one, so one vertex of each piece has to be asked. `undefined` where that does not add up.
 */
export function windingsAt(
  own: WorldMesh,
  other: WorldMesh,
  meshEdges: MeshEdges,
  contacts: FaceContacts,
  body: 0 | 1,
): Int32Array | undefined {
  const { edges, corners, firstAt, edgesAt } = meshEdges;
  const steps = stepsAlong(meshEdges, contacts, body);
  const windings = new Int32Array(firstAt.length - 1).fill(UNKNOWN);
  const open = new Uint32Array(windings.length);
  let left = 0;
  for (const seed of corners) {
    if (windings[seed] !== UNKNOWN) continue;
    windings[seed] = windingAround(other, own.positions, 3 * seed);
    open[left++] = seed;
    while (left > 0) {
      const v = open[--left];
      for (let k = firstAt[v]; k < firstAt[v + 1]; k++) {
        const edge = edgesAt[k];
        const runsAway = edges[2 * edge] === v;
        const to = edges[2 * edge + (runsAway ? 1 : 0)];
        const winding = windings[v] + (runsAway ? steps[edge] : -steps[edge]);
        if (windings[to] === UNKNOWN) {
          windings[to] = winding;
          open[left++] = to;
        } else if (windings[to] !== winding) return undefined;
      }
    }
  }
  return windings;
}

/** By how much the winding changes along each edge. */
function stepsAlong({ edgeOfSide, sideOfEdge }: MeshEdges, { a, b, carriers }: FaceContacts, body: 0 | 1): Int32Array {
  const steps = new Int32Array(sideOfEdge.length);
  const faces = body === 0 ? a : b;
  for (let k = 0; k < faces.length; k++)
    for (const end of [FIRST, LAST] as const) {
      const carrier = carrierAt(carriers[k], end, body);
      if (carrier === WITHIN) continue;
      const side = 3 * faces[k] + carrier - FIRST_EDGE;
      // Both faces at an edge tell of it.
      if (sideOfEdge[edgeOfSide[side]] === side) steps[edgeOfSide[side]] += stepAt(end, body);
    }
  return steps;
}

/**
 * By how much the winding changes along a side of a face where a segment of contact ends on it. Segments run along the normal of A times
 * that of B, with the inside of B on the left of A's face: so on A's a side goes in at the last point, and out at the first; on B's it is
 * the other way round.
 */
export const stepAt = (end: typeof FIRST | typeof LAST, body: 0 | 1): 1 | -1 =>
  (end === LAST) === (body === 0) ? 1 : -1;
