import { axisAcross, type Points, passing, sideOfLine } from '../contact/orientation.js';

/** Half of a plane that ends in a line: where a face lies, seen along that line. */
export interface HalfPlane {
  /** Of which surface it is a part. */
  readonly surface: number;
  /** A point of it, off the line. */
  readonly apex: number;
  /** What it does to the surface's winding for one who goes around the line counter-clockwise: 1 in, −1 out. */
  readonly step: number;
}

/** The half-planes of a face along the line from s to t that lies in its plane: one, or two where the line goes through it. */
export function halfPlanes(at: Points, surface: number, corners: readonly number[], s: number, t: number): HalfPlane[] {
  const axis = axisAcross(at, corners[0], corners[1], corners[2]);
  if (axis === undefined) return [];
  const way = sideOfLine(axis, at, corners[0], corners[1], at, corners[2]);
  const sides = corners.map((corner) => sideOfLine(axis, at, s, t, at, corner));
  return [1, -1].flatMap((side) => {
    const apex = corners[sides.indexOf(side)];
    // The normal of (s, t, apex) points counter-clockwise from there. Whoever follows the face's own normal leaves the body.
    return apex === undefined ? [] : [{ surface, apex, step: -side * way }];
  });
}

/**
 * How often each surface winds around the places about the line from s to t, from one half-plane counter-clockwise to the
 * next: place by place, as far as half-planes tell. The first place is just after the first half-plane.
 */
export function windingsAround(
  at: Points,
  s: number,
  t: number,
  planes: readonly HalfPlane[],
  surfaceCount: number,
): number[][] {
  const [{ apex: start }] = planes;
  const startAxis = axisAcross(at, s, t, start)!;
  const startSide = sideOfLine(startAxis, at, s, t, at, start);
  /** Quarters, from the first half-plane on: 0 there, 1 before half way, 2 half way, 3 after. */
  const quarter = (apex: number): number => {
    const side = passing(at, s, t, at, start, apex);
    if (side !== 0) return side > 0 ? 1 : 3;
    return sideOfLine(startAxis, at, s, t, at, apex) === startSide ? 0 : 2;
  };
  const quarters = new Map(planes.map((plane) => [plane, quarter(plane.apex)]));
  const compare = (one: HalfPlane, other: HalfPlane): number =>
    quarters.get(one)! - quarters.get(other)! || -passing(at, s, t, at, one.apex, other.apex);
  const order = planes.toSorted(compare);

  const windings: number[][] = [];
  const now = new Array<number>(surfaceCount).fill(0);
  order.forEach((plane, k) => {
    now[plane.surface] += plane.step;
    const isLast = k + 1 === order.length;
    if (isLast || compare(plane, order[k + 1]) !== 0) windings.push([...now]);
  });
  return windings;
}
