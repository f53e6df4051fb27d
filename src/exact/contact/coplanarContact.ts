import { type Carrier, COPLANAR, type ContactEnds, EDGE, FIRST_EDGE, NONE, POINT } from './contactKind.js';
import { type Axis, differs, type Points, sideOfLine } from './orientation.js';

/**
 * What two triangles with area, in one plane that is not seen edge-on along `axis`, have in common. In a plane, two convex
 * figures are apart, or touch, only where the line of an edge of one of them has the other beyond it, or beyond and on it.
 */
export function coplanarContact(
  axis: Axis,
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
  const a = [a0, a1, a2];
  const b = [b0, b1, b2];
  const ofA = borderBetween(axis, p, a, q, b);
  if (ofA === APART) return NONE;
  const ofB = borderBetween(axis, q, b, p, a);
  if (ofB === APART) return NONE;
  if (ofA !== undefined) return alongLine(p, a, ofA, q, b, ends);
  if (ofB === undefined) return COPLANAR;
  const swapped: ContactEnds = { ...ends };
  const kind = alongLine(q, b, ofB, p, a, swapped);
  ends.firstA = swapped.firstB;
  ends.firstB = swapped.firstA;
  ends.lastA = swapped.lastB;
  ends.lastB = swapped.lastA;
  ends.alongA = swapped.alongB;
  ends.alongB = swapped.alongA;
  return kind;
}

const APART = 'apart';

/** An edge of the one triangle on whose line corners of the other lie, all others beyond. */
interface Border {
  readonly edge: number;
  /** The corners on the line: one or two. */
  readonly corners: readonly number[];
}

function borderBetween(
  axis: Axis,
  p: Points,
  a: readonly number[],
  q: Points,
  b: readonly number[],
): Border | typeof APART | undefined {
  const inner = sideOfLine(axis, p, a[0], a[1], p, a[2]);
  let border: Border | undefined;
  for (let edge = 0; edge < 3; edge++) {
    const sides = b.map((corner) => inner * sideOfLine(axis, p, a[edge], a[(edge + 1) % 3], q, corner));
    if (sides.every((side) => side < 0)) return APART;
    if (sides.some((side) => side > 0)) continue;
    border = { edge, corners: [0, 1, 2].filter((k) => sides[k] === 0) };
  }
  return border;
}

/** What lies on the line of A's edge: that edge, and a corner or an edge of B. Points of a line compare by a coordinate. */
function alongLine(
  p: Points,
  a: readonly number[],
  { edge, corners }: Border,
  q: Points,
  b: readonly number[],
  ends: ContactEnds,
): number {
  const axis = differs(p, a[edge], a[(edge + 1) % 3])!;
  const placeA = (k: number): number => p[a[k] + axis];
  const placeB = (k: number): number => q[b[k] + axis];
  const [lowA, highA] = sorted([edge, (edge + 1) % 3], placeA);
  const [lowB, highB] = sorted([corners[0], corners[corners.length - 1]], placeB);
  const alongA = FIRST_EDGE + edge;
  const alongB = lowB === highB ? lowB : edgeBetween(lowB, highB);
  if (placeA(highA) < placeB(lowB) || placeB(highB) < placeA(lowA)) return NONE;
  ends.firstA = placeA(lowA) < placeB(lowB) ? alongA : lowA;
  ends.firstB = placeB(lowB) < placeA(lowA) ? alongB : lowB;
  ends.lastA = placeA(highA) > placeB(highB) ? alongA : highA;
  ends.lastB = placeB(highB) > placeA(highA) ? alongB : highB;
  const isPoint = Math.max(placeA(lowA), placeB(lowB)) === Math.min(placeA(highA), placeB(highB));
  if (!isPoint) {
    ends.alongA = alongA;
    ends.alongB = alongB;
    return EDGE;
  }
  // A point may be the end of one stretch and the beginning of the other: a corner carries it where there is one.
  ends.firstA = ends.lastA = ends.alongA = Math.min(ends.firstA, ends.lastA);
  ends.firstB = ends.lastB = ends.alongB = Math.min(ends.firstB, ends.lastB);
  return POINT;
}

const sorted = ([i, j]: readonly [number, number], place: (k: number) => number): readonly [number, number] =>
  place(i) <= place(j) ? [i, j] : [j, i];

const edgeBetween = (i: number, j: number): Carrier => FIRST_EDGE + ((i + 1) % 3 === j ? i : j);
