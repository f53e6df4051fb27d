import { EDGE, NONE, POINT } from './contactKind.js';
import { type Axis, axisAcross, differs, type Points, passing, sideOfLine, sideOfPlane } from './orientation.js';

/**
 * What two triangles have in common of which at least one has no area: that one is a segment, or a point. Such faces bound
 * nothing, so no carriers are told; only whether they meet, in a point or along a segment.
 */
export function flatContact(
  p: Points,
  a0: number,
  a1: number,
  a2: number,
  q: Points,
  b0: number,
  b1: number,
  b2: number,
): number {
  const hasAreaA = axisAcross(p, a0, a1, a2) !== undefined;
  const hasAreaB = axisAcross(q, b0, b1, b2) !== undefined;
  if (hasAreaA) return withTriangle(segmentOf(q, b0, b1, b2), p, [a0, a1, a2]);
  if (hasAreaB) return withTriangle(segmentOf(p, a0, a1, a2), q, [b0, b1, b2]);
  return withSegment(segmentOf(p, a0, a1, a2), segmentOf(q, b0, b1, b2));
}

/** A segment from s to t; a point where these are one. */
interface Segment {
  readonly at: Points;
  readonly s: number;
  readonly t: number;
}

/** The farthest two of three points on a line: the first and the last one in the order of x, then y, then z. */
function segmentOf(at: Points, ...corners: readonly number[]): Segment {
  const order = corners.toSorted((i, j) => at[i] - at[j] || at[i + 1] - at[j + 1] || at[i + 2] - at[j + 2]);
  return { at, s: order[0], t: order[2] };
}

function withTriangle({ at, s, t }: Segment, q: Points, [b0, b1, b2]: readonly number[]): number {
  const sideS = sideOfPlane(q, b0, b1, b2, at, s);
  const sideT = sideOfPlane(q, b0, b1, b2, at, t);
  if (sideS !== 0 && sideS === sideT) return NONE;
  if (sideS !== 0 || sideT !== 0) {
    // One point in the plane: within the triangle where the segment's line passes its three edges the same way.
    const ways = [passing(at, s, t, q, b0, b1), passing(at, s, t, q, b1, b2), passing(at, s, t, q, b2, b0)];
    return ways.some((way) => way > 0) && ways.some((way) => way < 0) ? NONE : POINT;
  }
  return inPlane({ at, s, t }, q, [b0, b1, b2], axisAcross(q, b0, b1, b2)!);
}

/** A segment in a triangle's plane: apart, or touching, only where a line of one has the other beyond it. */
function inPlane(segment: Segment, q: Points, b: readonly number[], axis: Axis): number {
  const { at, s, t } = segment;
  const inner = sideOfLine(axis, q, b[0], b[1], q, b[2]);
  let touched: Segment | undefined;
  for (let edge = 0; edge < 3; edge++) {
    const [u, v] = [b[edge], b[(edge + 1) % 3]];
    const sides = [s, t].map((end) => inner * sideOfLine(axis, q, u, v, at, end));
    if (sides[0] < 0 && sides[1] < 0) return NONE;
    if (sides[0] > 0 || sides[1] > 0) continue;
    touched = { at: q, s: u, t: v };
  }
  if (differs(at, s, t) !== undefined) {
    const sides = b.map((corner) => sideOfLine(axis, at, s, t, q, corner));
    if (sides.every((side) => side > 0) || sides.every((side) => side < 0)) return NONE;
    const isBorder = sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
    const on = b.filter((_, k) => sides[k] === 0);
    if (isBorder) touched = { at: q, s: on[0], t: on[on.length - 1] };
  }
  if (touched) return withSegment(segment, touched);
  return differs(at, s, t) === undefined ? POINT : EDGE;
}

function withSegment(one: Segment, other: Segment): number {
  if (differs(one.at, one.s, one.t) === undefined) return pointOn(one.at, one.s, other);
  if (differs(other.at, other.s, other.t) === undefined) return pointOn(other.at, other.s, one);
  if (passing(one.at, one.s, one.t, other.at, other.s, other.t) !== 0) return NONE;
  const axis = planeOf(one, other);
  if (axis === undefined) return onLine(one, other);
  return cuts(axis, one, other) && cuts(axis, other, one) ? POINT : NONE;
}

/** Whether the line of the one segment goes through the other, seen along an axis. */
function cuts(axis: Axis, { at, s, t }: Segment, other: Segment): boolean {
  const sideS = sideOfLine(axis, at, s, t, other.at, other.s);
  const sideT = sideOfLine(axis, at, s, t, other.at, other.t);
  return sideS * sideT <= 0;
}

/** An axis along which the plane of two segments is not seen edge-on; `undefined` where they lie on one line. */
function planeOf({ at, s, t }: Segment, other: Segment): Axis | undefined {
  for (const axis of [0, 1, 2] as const)
    for (const end of [other.s, other.t]) if (sideOfLine(axis, at, s, t, other.at, end) !== 0) return axis;
  return undefined;
}

/** Two segments of one line: as the intervals of a coordinate. */
function onLine(one: Segment, other: Segment): number {
  const axis = differs(one.at, one.s, one.t)!;
  const interval = ({ at, s, t }: Segment): [number, number] => [
    Math.min(at[s + axis], at[t + axis]),
    Math.max(at[s + axis], at[t + axis]),
  ];
  const [low, high] = interval(one);
  const [otherLow, otherHigh] = interval(other);
  const from = Math.max(low, otherLow);
  const to = Math.min(high, otherHigh);
  if (from > to) return NONE;
  return from === to ? POINT : EDGE;
}

function pointOn(at: Points, point: number, segment: Segment): number {
  const { at: q, s, t } = segment;
  const axis = differs(q, s, t);
  if (axis === undefined) return [0, 1, 2].every((k) => at[point + k] === q[s + k]) ? POINT : NONE;
  for (const along of [0, 1, 2] as const) if (sideOfLine(along, q, s, t, at, point) !== 0) return NONE;
  return between(at[point + axis], q[s + axis], q[t + axis]) ? POINT : NONE;
}

const between = (x: number, u: number, v: number): boolean => Math.min(u, v) <= x && x <= Math.max(u, v);
