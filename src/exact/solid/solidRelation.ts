import { POINT } from '../contact/contactKind.js';
import { ALONG, carrierAt, type FaceContacts, isUntold } from '../contact/meetingFaces.js';
import type { WorldMesh } from '../worldMesh.js';
import { hasCrossingWitness } from './crossingWitness.js';
import { amid, type NestedShells, nestedShells } from './nestedShells.js';
import { areAll, notePlace, type Places, placesAtContacts } from './placesAtContacts.js';
import { isOn } from './windingAround.js';

/** What two solids are to each other, as sets of points. */
export interface SolidRelation {
  readonly kind: 'none' | 'touch' | 'hard' | 'contained' | 'duplicate';
  readonly inner?: 'a' | 'b';
}

/**
 * Decides by topology what two solids are to each other, given all contacts of their faces. Space falls into places within
 * both, in A alone, in B alone, and outside. Each place but the last is bounded by pieces of the surfaces. A piece that ends
 * at a contact shows its places there ({@link placesAtContacts}). A piece that ends at none, or at single points, is a whole
 * shell: all of it lies inside the other solid, or outside, as any point of it does.
 *
 * A solid's shells may touch each other and lie in each other; where they cross each other, it may be taken for two.
 */
export function solidRelation(a: WorldMesh, b: WorldMesh, contacts: FaceContacts): SolidRelation {
  return hasCrossingWitness(a, b, contacts) ? { kind: 'hard' } : relationByShells(a, b, contacts);
}

/** The same where no point beside two faces that cross tells it. */
export function relationByShells(a: WorldMesh, b: WorldMesh, contacts: FaceContacts): SolidRelation {
  const shells = [nestedShells(a), nestedShells(b)] as const;
  const places = placesAtContacts(a, b, contacts, shells);
  if (!areAll(places)) {
    placesAtShells(a, b, contacts, 0, shells, places);
    placesAtShells(b, a, contacts, 1, shells, places);
  }
  return relationOf(places, contacts.a.length > 0);
}

/** What follows from which places there are, and from whether the surfaces meet. */
export function relationOf({ both, onlyA, onlyB }: Places, doMeet: boolean): SolidRelation {
  if (!both) return { kind: doMeet ? 'touch' : 'none' };
  if (onlyA && onlyB) return { kind: 'hard' };
  if (!onlyA && !onlyB) return { kind: 'duplicate' };
  return { kind: 'contained', inner: onlyA ? 'b' : 'a' };
}

/** Notes the places on both sides of those shells that meet the other surface nowhere, or in points. */
function placesAtShells(
  own: WorldMesh,
  other: WorldMesh,
  contacts: FaceContacts,
  body: 0 | 1,
  shells: readonly [NestedShells, NestedShells],
  places: Places,
): void {
  const { count, shellOfFace, windingOfRest, windingWithin } = shells[body];
  const { holds } = shells[1 - body];
  const faces = body === 0 ? contacts.a : contacts.b;
  const isSettled = new Uint8Array(count);
  /** Corners that touch the other surface: whether they lie inside or outside cannot be asked. */
  const touching = new Set<number>();
  for (let k = 0; k < faces.length; k++) {
    const carrier = carrierAt(contacts.carriers[k], ALONG, body);
    const corners = own.indices.subarray(3 * faces[k], 3 * faces[k] + 3);
    if (isUntold(contacts, k)) for (const corner of corners) touching.add(corner);
    else if (contacts.kinds[k] !== POINT) isSettled[shellOfFace[faces[k]]] = 1;
    else if (carrier < 3) touching.add(corners[carrier]);
  }
  const settle = (shell: number, points: Float64Array, at: number): void => {
    isSettled[shell] = 1;
    const inOther = holds(points, at) ? 1 : 0;
    const beyond = windingOfRest([shell]);
    // Which way a shell winds around what it bounds only matters within others.
    for (const inOwn of [beyond, beyond === 0 ? 1 : beyond + windingWithin(shell)])
      if (body === 0) notePlace(places, inOwn, inOther);
      else notePlace(places, inOther, inOwn);
  };
  for (let f = 0; f < shellOfFace.length; f++) {
    if (isSettled[shellOfFace[f]] === 1) continue;
    const corner = [0, 1, 2].map((n) => own.indices[3 * f + n]).find((vertex) => !touching.has(vertex));
    if (corner !== undefined) settle(shellOfFace[f], own.positions, 3 * corner);
  }
  // Where all corners of a shell touch the other surface, points amid its faces tell.
  for (let f = 0; f < shellOfFace.length; f++) {
    if (isSettled[shellOfFace[f]] === 1) continue;
    const [i, j, k] = [0, 1, 2].map((n) => 3 * own.indices[3 * f + n]);
    const middle = amid(own.positions, i, j, k);
    if (middle && !isOn(other, middle, 0)) settle(shellOfFace[f], middle, 0);
  }
}
