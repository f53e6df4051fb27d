/**
 * What two closed triangles have in common, as a set of points: nothing; one point; a segment within an edge of one of them;
 * a segment within none; an area of the plane they share.
 */
export const CONTACT_KINDS = ['none', 'point', 'edge', 'crossing', 'coplanar'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export const NONE = 0;
export const POINT = 1;
export const EDGE = 2;
export const CROSSING = 3;
export const COPLANAR = 4;

/**
 * Where in a triangle a point lies: 0 to 2 on a corner; 3 to 5 on the edge from corner 0, 1 or 2 to the next; 6 within. Of
 * these the smallest that holds it: its carrier.
 */
export type Carrier = number;

export const FIRST_EDGE = 3;
export const WITHIN = 6;

/**
 * The carriers of a contact: of its first and its last point in A and in B, and of all between. Those of a single point are
 * in first and last alike. Written by the contact functions where they return POINT, EDGE or CROSSING.
 */
export interface ContactEnds {
  firstA: Carrier;
  firstB: Carrier;
  lastA: Carrier;
  lastB: Carrier;
  alongA: Carrier;
  alongB: Carrier;
}

export const noEnds = (): ContactEnds => ({
  firstA: WITHIN,
  firstB: WITHIN,
  lastA: WITHIN,
  lastB: WITHIN,
  alongA: WITHIN,
  alongB: WITHIN,
});
