import type { ContactPatch } from '../contact/contactPatch.js';
import type { FaceContacts } from '../contact/meetingFaces.js';
import type { Points } from '../contact/orientation.js';

/** The faces that take part in contacts, with the corners of both bodies in one array. */
export interface ContactScene {
  readonly at: Points;
  /** A face's corners in `at`. */
  readonly cornersOf: (body: number, place: number) => readonly [number, number, number];
  /** The ends of an edge in `at`. */
  readonly endsOf: (body: number, edge: number) => readonly [number, number];
  /** The faces of a body at one of its edges. */
  readonly facesAt: (body: number, edge: number) => readonly number[];
  /** The faces of a body that meet a face of the other one. */
  readonly facesMeeting: (body: number, otherPlace: number) => readonly number[];
}

export function facesAtContact(patches: readonly [ContactPatch, ContactPatch], contacts: FaceContacts): ContactScene {
  const offsets = [0, patches[0].positions.length] as const;
  const at = new Float64Array(offsets[1] + patches[1].positions.length);
  at.set(patches[0].positions);
  at.set(patches[1].positions, offsets[1]);
  const byEdge = patches.map(({ edges, edgeOfSide }) => {
    const faces: number[][] = Array.from({ length: edges.length / 2 }, () => []);
    for (let side = 0; side < edgeOfSide.length; side++) faces[edgeOfSide[side]]?.push(Math.floor(side / 3));
    return faces;
  });
  const meeting = patches.map((_, body) => Array.from({ length: patches[1 - body].faces.length }, (): number[] => []));
  for (let k = 0; k < contacts.a.length; k++) {
    const [p, q] = [patches[0].placeOf(contacts.a[k]), patches[1].placeOf(contacts.b[k])];
    meeting[0][q].push(p);
    meeting[1][p].push(q);
  }
  return {
    at,
    cornersOf: (body, place) => {
      const { indices } = patches[body];
      const offset = offsets[body];
      return [
        offset + 3 * indices[3 * place],
        offset + 3 * indices[3 * place + 1],
        offset + 3 * indices[3 * place + 2],
      ];
    },
    endsOf: (body, edge) => {
      const { edges } = patches[body];
      return [offsets[body] + 3 * edges[2 * edge], offsets[body] + 3 * edges[2 * edge + 1]];
    },
    facesAt: (body, edge) => byEdge[body][edge],
    facesMeeting: (body, otherPlace) => meeting[body][otherPlace],
  };
}
