import type { Vec3 } from '../../math/vector.js';
import type { WorldMesh } from '../worldMesh.js';
import { type Carrier, FIRST_EDGE, WITHIN } from './contactKind.js';
import { carrierAt, type FaceContacts, type FIRST, type LAST } from './meetingFaces.js';
import { planeHeight } from './planeHeight.js';

/**
 * The first or last point of a contact, in world coordinates: a corner as it is, or where an edge goes through the other
 * face's plane, rounded.
 */
export function contactPoint(
  a: WorldMesh,
  b: WorldMesh,
  { a: facesA, b: facesB, carriers }: FaceContacts,
  k: number,
  end: typeof FIRST | typeof LAST,
): Vec3 {
  const f = facesA[k];
  const g = facesB[k];
  const carrierA = carrierAt(carriers[k], end, 0);
  const carrierB = carrierAt(carriers[k], end, 1);
  if (carrierA < FIRST_EDGE) return corner(a, f, carrierA);
  if (carrierB < FIRST_EDGE) return corner(b, g, carrierB);
  // Of two edges that meet, one may lie in the other's face.
  return (
    (carrierA === WITHIN ? undefined : through(a, f, carrierA, b, g)) ??
    (carrierB === WITHIN ? undefined : through(b, g, carrierB, a, f)) ??
    corner(a, f, 0)
  );
}

function corner({ positions, indices }: WorldMesh, face: number, k: number): Vec3 {
  const v = 3 * indices[3 * face + k];
  return [positions[v], positions[v + 1], positions[v + 2]];
}

/** Where an edge of a face goes through another face's plane; `undefined` where it lies in it. */
function through(mesh: WorldMesh, face: number, edge: Carrier, other: WorldMesh, plane: number): Vec3 | undefined {
  const k = edge - FIRST_EDGE;
  const s = corner(mesh, face, k);
  const t = corner(mesh, face, k === 2 ? 0 : k + 1);
  const from = height(other, plane, s);
  const to = height(other, plane, t);
  if (from === to) return undefined;
  const share = from / (from - to);
  return [s[0] + share * (t[0] - s[0]), s[1] + share * (t[1] - s[1]), s[2] + share * (t[2] - s[2])];
}

/** How far a point is from a face's plane, in units of that face. */
const height = ({ positions, indices }: WorldMesh, face: number, [x, y, z]: Vec3): number =>
  planeHeight(positions, 3 * indices[3 * face], 3 * indices[3 * face + 1], 3 * indices[3 * face + 2], x, y, z);
