import type { BodyState } from '../../body.js';
import { facePairs } from '../../exact/candidates/facePairs.js';
import { CROSSING } from '../../exact/contact/contactKind.js';
import { type FaceContacts, meetingFaces } from '../../exact/contact/meetingFaces.js';
import { relationByShells, type SolidRelation, solidRelation } from '../../exact/solid/solidRelation.js';
import { isWellInRange, type WorldMesh, worldFaces, worldMesh } from '../../exact/worldMesh.js';
import type { Machine, Timings } from '../../machine/machine.js';
import type { Party } from '../pairFinding.js';
import { touchingFaces } from '../touchingFaces.js';
import { relationNearby } from './relationNearby.js';

/** Which faces of two bodies meet, exactly, and what follows from it. */
export interface ContactFinding {
  readonly a: Party;
  readonly b: Party;
  /** Their faces that come near each other, and no others, in world coordinates. */
  readonly meshes: readonly [WorldMesh, WorldMesh];
  readonly contacts: FaceContacts;
  /** What the two are to each other. Where one of them is no closed surface, this says only whether surfaces meet. */
  readonly relation: SolidRelation;
  /** Whether both are solids, so that inside and outside are told apart. */
  readonly areSolids: boolean;
}

/**
 * Finds all pairs of faces that meet, of all pairs of bodies given: conservative rasterization leaves out the faces that
 * cannot, cells of space bring those left together, and exact predicates decide.
 */
export async function detectContacts(
  machine: Machine,
  pairs: readonly (readonly [Party, Party])[],
  time: (timings: Timings) => void = () => {},
): Promise<ContactFinding[]> {
  const found = await facesThatMeet(
    machine,
    pairs.map(([a, b]) => [a.given ?? a.body, b.given ?? b.body] as const),
    time,
  );
  // Faces that are there twice meet others twice; but they bound a body once.
  const isMended = pairs.map(([a, b]) => a.given !== undefined || b.given !== undefined);
  const mended = await facesThatMeet(
    machine,
    pairs.filter((_, k) => isMended[k]).map(([a, b]) => [a.body, b.body] as const),
    time,
  );
  const meshes = new Map<Party, WorldMesh>();
  const meshOf = (party: Party): WorldMesh => {
    const known = meshes.get(party) ?? worldMesh(party.body);
    meshes.set(party, known);
    return known;
  };
  return pairs.map(([a, b], k) => {
    const { contacts, meshes: near } = isMended[k] ? mended.shift()! : found[k];
    const areSolids = isSolid(a) && isSolid(b);
    const relation = areSolids ? relationOfSolids(a, b, near, contacts) : surfaceRelation(contacts);
    return { a, b, ...found[k], relation, areSolids };
  });

  function relationOfSolids(a: Party, b: Party, near: ContactFinding['meshes'], contacts: FaceContacts): SolidRelation {
    // Boxes that were turned are larger than what they hold; where that decides, all of the meshes tell, and may refuse.
    if (!isWellInRange(a.bounds) || !isWellInRange(b.bounds)) return solidRelation(meshOf(a), meshOf(b), contacts);
    return relationNearby(a, b, near, contacts) ?? relationByShells(meshOf(a), meshOf(b), contacts);
  }
}

async function facesThatMeet(
  machine: Machine,
  pairs: readonly (readonly [BodyState, BodyState])[],
  time: (timings: Timings) => void,
): Promise<Pick<ContactFinding, 'meshes' | 'contacts'>[]> {
  const touching = await touchingFaces(machine, pairs, {}, time);
  return pairs.map(([a, b], k) => {
    const meshes = [worldFaces(a, touching[k].a), worldFaces(b, touching[k].b)] as const;
    return { meshes, contacts: meetingFaces(...meshes, facePairs(...meshes, touching[k].a, touching[k].b)) };
  });
}

/** Whether a body bounds a volume, and its faces agree on which side that is. */
export const isSolid = ({ soundness: { mayBeOpen, oddInside, hasNoVolume } }: Party): boolean =>
  !mayBeOpen && !oddInside && !hasNoVolume;

/** What surfaces tell alone. */
const surfaceRelation = ({ kinds }: FaceContacts): SolidRelation => ({
  kind: kinds.includes(CROSSING) ? 'hard' : kinds.length > 0 ? 'touch' : 'none',
});
