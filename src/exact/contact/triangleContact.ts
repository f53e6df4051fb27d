import {
  type Carrier,
  type ContactEnds,
  CROSSING,
  EDGE,
  FIRST_EDGE,
  NONE,
  noEnds,
  POINT,
  WITHIN,
} from './contactKind.js';
import { coplanarContact } from './coplanarContact.js';
import { flatContact } from './flatContact.js';
import { axisAcross, type Points, passing, sideOfPlane } from './orientation.js';

/**
 * What the triangles (a0, a1, a2) of `p` and (b0, b1, b2) of `q` have in common, and where: exactly, for these coordinates.
 *
 * Where neither lies on one side of the other's plane, both meet the line D in which the planes cross, each in a stretch
 * between two points. D runs along the normal of A times that of B. Which of two such points, one on an edge of A and one
 * on an edge of B, comes first along D is told by the way the two edges pass each other, so no point is ever worked out
 * (after P. Guigue and O. Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates", 2003,
 * here with all degenerate cases told apart).
 */
export function triangleContact(
  p: Points,
  a0: number,
  a1: number,
  a2: number,
  q: Points,
  b0: number,
  b1: number,
  b2: number,
  ends: ContactEnds,
): number {
  const s0 = sideOfPlane(q, b0, b1, b2, p, a0);
  const s1 = sideOfPlane(q, b0, b1, b2, p, a1);
  const s2 = sideOfPlane(q, b0, b1, b2, p, a2);
  const sumA = s0 + s1 + s2;
  if (sumA === 3 || sumA === -3) return NONE;
  const t0 = sideOfPlane(p, a0, a1, a2, q, b0);
  const t1 = sideOfPlane(p, a0, a1, a2, q, b1);
  const t2 = sideOfPlane(p, a0, a1, a2, q, b2);
  const sumB = t0 + t1 + t2;
  if (sumB === 3 || sumB === -3) return NONE;
  const isFlatA = s0 === 0 && s1 === 0 && s2 === 0;
  const isFlatB = t0 === 0 && t1 === 0 && t2 === 0;
  if (isFlatA || isFlatB) {
    // In one plane; or one of them has no area, and then no plane.
    const axis = axisAcross(p, a0, a1, a2);
    if (axis === undefined || axisAcross(q, b0, b1, b2) === undefined) {
      Object.assign(ends, UNTOLD);
      return flatContact(p, a0, a1, a2, q, b0, b1, b2);
    }
    return coplanarContact(axis, p, a0, a1, a2, q, b0, b1, b2, ends);
  }

  const stretchA = STRETCHES[code(s0, s1, s2)];
  // B is run through the other way round along D.
  const stretchB = STRETCHES[code(-t0, -t1, -t2)];
  const firstA = stretchA.first;
  const lastA = stretchA.last;
  const firstB = stretchB.first;
  const lastB = stretchB.last;
  // The edges on which the ends lie, from their lower corners up; those of B are upside down in the table.
  const af0 = firstA.low === 0 ? a0 : firstA.low === 1 ? a1 : a2;
  const af1 = firstA.high === 0 ? a0 : firstA.high === 1 ? a1 : a2;
  const al0 = lastA.low === 0 ? a0 : lastA.low === 1 ? a1 : a2;
  const al1 = lastA.high === 0 ? a0 : lastA.high === 1 ? a1 : a2;
  const bf0 = firstB.high === 0 ? b0 : firstB.high === 1 ? b1 : b2;
  const bf1 = firstB.low === 0 ? b0 : firstB.low === 1 ? b1 : b2;
  const bl0 = lastB.high === 0 ? b0 : lastB.high === 1 ? b1 : b2;
  const bl1 = lastB.low === 0 ? b0 : lastB.low === 1 ? b1 : b2;

  // Where ends of B's stretch lie, seen from ends of A's: 1 farther along D, −1 before, 0 in the same place.
  const startB = passing(p, al0, al1, q, bf0, bf1);
  if (startB > 0) return NONE;
  const endB = passing(p, af0, af1, q, bl0, bl1);
  if (endB < 0) return NONE;
  ends.alongA = stretchA.along;
  ends.alongB = stretchB.along;
  if (startB === 0) return atPoint(ends, lastA.carrier, firstB.carrier);
  if (endB === 0) return atPoint(ends, firstA.carrier, lastB.carrier);
  if (stretchA.isPoint) return atPoint(ends, firstA.carrier, stretchB.along);
  if (stretchB.isPoint) return atPoint(ends, stretchA.along, firstB.carrier);

  const first = passing(p, af0, af1, q, bf0, bf1);
  ends.firstA = first > 0 ? stretchA.along : firstA.carrier;
  ends.firstB = first < 0 ? stretchB.along : firstB.carrier;
  const last = passing(p, al0, al1, q, bl0, bl1);
  ends.lastA = last < 0 ? stretchA.along : lastA.carrier;
  ends.lastB = last > 0 ? stretchB.along : lastB.carrier;
  return stretchA.along === WITHIN && stretchB.along === WITHIN ? CROSSING : EDGE;
}

/** Where one of the triangles has no area, nothing is told of places. */
const UNTOLD: Readonly<ContactEnds> = noEnds();

function atPoint(ends: ContactEnds, carrierA: Carrier, carrierB: Carrier): number {
  ends.firstA = ends.lastA = ends.alongA = carrierA;
  ends.firstB = ends.lastB = ends.alongB = carrierB;
  return POINT;
}

/** Where a triangle's outline meets a plane: on the line from the corner `low` to `high`, which lies farther up. */
interface End {
  readonly low: number;
  readonly high: number;
  readonly carrier: Carrier;
}

/** What a plane cuts out of a triangle: seen from above the triangle, with what is up before one's right hand. */
interface Stretch {
  readonly first: End;
  readonly last: End;
  /** The carrier of all that lies between: an edge, where that lies in the plane. */
  readonly along: Carrier;
  readonly isPoint: boolean;
}

const code = (s0: number, s1: number, s2: number): number => 9 * s0 + 3 * s1 + s2 + 13;

/** Stretches by the sides of the plane on which the three corners lie. */
const STRETCHES: readonly Stretch[] = Array.from({ length: 27 }, (_, n) =>
  stretchOf([Math.floor(n / 9) - 1, (Math.floor(n / 3) % 3) - 1, (n % 3) - 1]),
);

function stretchOf(sides: readonly number[]): Stretch {
  const ends: { first: End[]; last: End[] } = { first: [], last: [] };
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const before = (k + 2) % 3;
    // The outline runs counter-clockwise: it comes up at the first point, and goes down at the last.
    if (sides[k] * sides[next] < 0) {
      const isUp = sides[next] > 0;
      const [low, high] = isUp ? [k, next] : [next, k];
      ends[isUp ? 'first' : 'last'].push({ low, high, carrier: FIRST_EDGE + k });
    }
    if (sides[k] !== 0) continue;
    const other = sides[next] !== 0 ? next : before;
    const [low, high] = sides[other] > 0 ? [k, other] : [other, k];
    const end = { low, high, carrier: k };
    const turn = sides[next] - sides[before];
    if (turn >= 0) ends.first.push(end);
    if (turn <= 0) ends.last.push(end);
  }
  const [first] = ends.first;
  const [last] = ends.last;
  const level = [0, 1, 2].find((k) => sides[k] === 0 && sides[(k + 1) % 3] === 0);
  return { first, last, along: level === undefined ? WITHIN : FIRST_EDGE + level, isPoint: first === last };
}
