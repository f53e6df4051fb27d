import type { FacePairs, WorldMesh } from '../worldMesh.js';
import { type Carrier, CROSSING, NONE, noEnds, WITHIN } from './contactKind.js';
import { triangleContact } from './triangleContact.js';

/** The pairs of faces that meet, how (a place in CONTACT_KINDS), and where (see {@link carrierAt}). */
export interface FaceContacts extends FacePairs {
  readonly kinds: Uint8Array;
  readonly carriers: Uint32Array;
}

export const CONTACTLESS: FaceContacts = {
  a: new Uint32Array(0),
  b: new Uint32Array(0),
  kinds: new Uint8Array(0),
  carriers: new Uint32Array(0),
};

/** Of the candidates those that meet, in the order given. */
export function meetingFaces(a: WorldMesh, b: WorldMesh, pairs: FacePairs): FaceContacts {
  const { positions: p, indices: ia } = a;
  const { positions: q, indices: ib } = b;
  const ends = noEnds();
  const met: number[] = [];
  const kinds: number[] = [];
  const carriers: number[] = [];
  for (let k = 0; k < pairs.a.length; k++) {
    const f = 3 * pairs.a[k];
    const g = 3 * pairs.b[k];
    const kind = triangleContact(
      p,
      3 * ia[f],
      3 * ia[f + 1],
      3 * ia[f + 2],
      q,
      3 * ib[g],
      3 * ib[g + 1],
      3 * ib[g + 2],
      ends,
    );
    if (kind === NONE) continue;
    met.push(k);
    kinds.push(kind);
    const { firstA, firstB, lastA, lastB, alongA, alongB } = ends;
    carriers.push(firstA | (firstB << 3) | (lastA << 6) | (lastB << 9) | (alongA << 12) | (alongB << 15));
  }
  return {
    a: Uint32Array.from(met, (k) => pairs.a[k]),
    b: Uint32Array.from(met, (k) => pairs.b[k]),
    kinds: Uint8Array.from(kinds),
    carriers: Uint32Array.from(carriers),
  };
}

/** Of which point of a contact a carrier is asked: its first, its last, or any between. */
export const FIRST = 0;
export const LAST = 2;
export const ALONG = 4;

/** The carrier of a point of a contact in A (`body` 0) or in B (1): see `Carrier`. */
export const carrierAt = (carriers: number, at: number, body: 0 | 1): Carrier => (carriers >> (3 * (at + body))) & 7;

/** Whether one of the two faces has no area: then nothing is told of where they meet. They bound nothing. */
export const isUntold = ({ kinds, carriers }: FaceContacts, k: number): boolean =>
  kinds[k] < CROSSING && carrierAt(carriers[k], ALONG, 0) === WITHIN && carrierAt(carriers[k], ALONG, 1) === WITHIN;
