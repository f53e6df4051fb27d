import type { FaceContacts } from '../../exact/contact/meetingFaces.js';
import { hasCrossingWitness, windingUnlessOn } from '../../exact/solid/crossingWitness.js';
import { shellsByNumbers } from '../../exact/solid/shells.js';
import { relationOf, type SolidRelation } from '../../exact/solid/solidRelation.js';
import { windingAround } from '../../exact/solid/windingAround.js';
import type { WorldMesh } from '../../exact/worldMesh.js';
import { transformPoint } from '../../math/affine.js';
import type { Party } from '../pairFinding.js';
import { facesOverPoints } from './facesOverPoints.js';

/**
 * What two solids are to each other, where faces around a few points tell it: the same as `solidRelation`, without all of a body that is
 * large. `undefined` where they do not. `near` are the faces in contact, as they are in the world.
 */
export function relationNearby(
  a: Party,
  b: Party,
  near: readonly [WorldMesh, WorldMesh],
  contacts: FaceContacts,
): SolidRelation | undefined {
  const isWitnessed = hasCrossingWitness(...near, contacts, (points) => {
    const [facesA, facesB] = [facesOverPoints(a.body, points), facesOverPoints(b.body, points)];
    return (at) => [windingUnlessOn(facesA, points, at), windingUnlessOn(facesB, points, at)];
  });
  if (isWitnessed) return { kind: 'hard' };
  if (contacts.a.length > 0 || !isOneShell(a) || !isOneShell(b)) return undefined;
  // Each lies inside the other as a whole, or outside, as any of its points does.
  const [isInB, isInA] = [isCornerWithin(a, b), isCornerWithin(b, a)];
  return relationOf({ both: isInB || isInA, onlyA: !isInB, onlyB: !isInA }, false);
}

const isOneShell = ({ body: { mesh } }: Party): boolean => shellsByNumbers(mesh.indices)?.count === 1;

/** Whether the first corner of a body lies in another one, whose surface it does not touch. */
function isCornerWithin({ body: { mesh, pose } }: Party, { body }: Party): boolean {
  const { positions, indices } = mesh;
  const at = 3 * indices[0];
  const corner = Float64Array.from(transformPoint(pose, [positions[at], positions[at + 1], positions[at + 2]]));
  return windingAround(facesOverPoints(body, corner), corner, 0) !== 0;
}
