import { add, scale, type Vec3 } from '../../math/vector.js';
import { CROSSING, EDGE } from '../contact/contactKind.js';
import { contactPatch } from '../contact/contactPatch.js';
import { contactPoint } from '../contact/contactPoint.js';
import { ALONG, carrierAt, type FaceContacts, FIRST, isUntold, LAST } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import { facesAtContact } from './facesAtContact.js';
import type { NestedShells } from './nestedShells.js';
import { windingsAbout } from './windingsAbout.js';

/** Whether there are places within both bodies, in A alone, in B alone. */
export interface Places {
  both: boolean;
  onlyA: boolean;
  onlyB: boolean;
}

export const noPlaces = (): Places => ({ both: false, onlyA: false, onlyB: false });

/** Notes a place, given how often the two surfaces wind around it. */
export function notePlace(places: Places, windingA: number, windingB: number): void {
  if (windingA !== 0 && windingB !== 0) places.both = true;
  else if (windingA !== 0) places.onlyA = true;
  else if (windingB !== 0) places.onlyB = true;
}

export const areAll = ({ both, onlyA, onlyB }: Places): boolean => both && onlyA && onlyB;

/**
 * Which places there are beside the lines in which two closed surfaces meet; areas end in such lines. About a line all faces of
 * both bodies are looked at that hold it, also where a body touches itself.
 */
export function placesAtContacts(
  a: WorldMesh,
  b: WorldMesh,
  contacts: FaceContacts,
  shells: readonly [NestedShells, NestedShells],
): Places {
  const places = noPlaces();
  if (contacts.a.length === 0) return places;
  const patches = [contactPatch(a, contacts.a), contactPatch(b, contacts.b)] as const;
  const scene = facesAtContact(patches, contacts);
  const looked = new Set<number>();
  for (let k = 0; k < contacts.a.length && !areAll(places); k++) {
    const kind = contacts.kinds[k];
    const place = [patches[0].placeOf(contacts.a[k]), patches[1].placeOf(contacts.b[k])] as const;
    if ((kind !== EDGE && kind !== CROSSING) || isUntold(contacts, k)) continue;
    const along = [0, 1].map((body) =>
      patches[body].featureOf(place[body], carrierAt(contacts.carriers[k], ALONG, body as 0 | 1)),
    );
    const name = along[0] * patches[1].featureCount + along[1];
    if (looked.has(name)) continue;
    looked.add(name);
    const middle = halfway(contactPoint(a, b, contacts, k, FIRST), contactPoint(a, b, contacts, k, LAST));
    const edges = [patches[0].edgeOf(along[0]), patches[1].edgeOf(along[1])] as const;
    for (const [windingA, windingB] of windingsAbout({ scene, place, edges, middle, shells, patches }))
      notePlace(places, windingA, windingB);
  }
  return places;
}

/** None of the shares in which designs divide their edges. */
const halfway = (s: Vec3, t: Vec3): Vec3 => add(scale(s, 0.53), scale(t, 0.47));
