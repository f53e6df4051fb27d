import { orient2d } from 'robust-predicates';
import type { Vec3 } from '../../math/vector.js';
import type { ContactPatch } from '../contact/contactPatch.js';
import { type Axis, axisAcross, type Points, sideOfLine, sideOfPlane } from '../contact/orientation.js';
import { type HalfPlane, halfPlanes, windingsAround } from './aroundLine.js';
import type { ContactScene } from './facesAtContact.js';
import type { NestedShells } from './nestedShells.js';

/** A contact of two faces along a segment. */
export interface SegmentContact {
  readonly scene: ContactScene;
  readonly patches: readonly [ContactPatch, ContactPatch];
  readonly shells: readonly [NestedShells, NestedShells];
  /** The two faces, and the edges of them on which the segment lies, if any. */
  readonly place: readonly [number, number];
  readonly edges: readonly [number | undefined, number | undefined];
  /** A point of the segment, rounded. */
  readonly middle: Vec3;
}

type Windings = readonly [number, number];

/** How often both bodies wind around the places about a segment; none where faces are missing to tell. */
export function windingsAbout(contact: SegmentContact): Windings[] {
  const { edges } = contact;
  return edges[0] === undefined && edges[1] === undefined ? acrossFaces(contact) : aboutEdge(contact);
}

/** Where two faces cross: on either side of the one, on either side of the other. */
function acrossFaces(contact: SegmentContact): Windings[] {
  if ([0, 1].some((body) => hasEdgeThere(contact, body))) return [];
  const [ofA, ofB] = [0, 1].map((body) => sidesOf(contact, body));
  return ofA.flatMap((windingA) => ofB.map((windingB): Windings => [windingA, windingB]));
}

/** Whether another face of a body has an edge on the line of the contact: that contact is looked at for itself. */
function hasEdgeThere({ scene, place, middle }: SegmentContact, body: number): boolean {
  const { at } = scene;
  const planes = [0, 1].map((one) => scene.cornersOf(one, place[one]));
  const isOnLine = (corner: number): boolean => planes.every((plane) => sideOfPlane(at, ...plane, at, corner) === 0);
  return scene.facesMeeting(body, place[1 - body]).some((face) => {
    const corners = scene.cornersOf(body, face);
    const [s, t, none] = corners.filter(isOnLine);
    if (t === undefined || none !== undefined) return false;
    const axis = ([0, 1, 2] as const).reduce((best, k) => (reach(at, s, t, k) > reach(at, s, t, best) ? k : best));
    return (at[s + axis] - middle[axis]) * (at[t + axis] - middle[axis]) <= 0;
  });
}

/** How often a body winds around the places behind and before one of its faces: where that crosses the other body's. */
function sidesOf({ scene, patches, shells: of, place, middle }: SegmentContact, body: number): number[] {
  const { at } = scene;
  const own = scene.cornersOf(body, place[body]);
  const axis = axisAcross(at, ...own)!;
  const way = sideOfLine(axis, at, own[0], own[1], at, own[2]);
  const { shellOfFace, windingAt, windingOfRest, windingWithin } = of[body];
  const shellOf = (face: number): number => shellOfFace[patches[body].faces[face]];
  const steps = new Map<number, number>();
  const note = (face: number, step: number): void => {
    steps.set(shellOf(face), (steps.get(shellOf(face)) ?? 0) + step);
  };
  // From behind the face to before it.
  note(place[body], -1);
  for (const face of scene.facesMeeting(body, place[1 - body])) {
    if (face === place[body]) continue;
    const corners = scene.cornersOf(body, face);
    if (corners.some((corner) => sideOfPlane(at, ...own, at, corner) !== 0)) continue;
    const turn = sideOfLine(axis, at, corners[0], corners[1], at, corners[2]);
    if (turn !== 0 && isOver(at, corners, axis, turn, middle)) note(face, turn === way ? -1 : 1);
  }
  const given = [...steps.keys()];
  let behind = windingOfRest(given);
  let before = behind;
  for (const [shell, step] of steps) {
    const within = windingWithin(shell);
    if (step === 0) {
      const both = windingAt(shell, Float64Array.from(middle));
      behind += both;
      before += both;
    } else if (step * within < 0) behind += within;
    else before += within;
  }
  return [behind, before];
}

/** Whether a point lies over a face, seen along an axis. */
function isOver(at: Points, corners: readonly number[], axis: Axis, turn: number, point: Vec3): boolean {
  const place = Float64Array.from(point);
  return corners.every((corner, k) => sideOfLine(axis, at, corner, corners[(k + 1) % 3], place, 0) === turn);
}

/** About an edge of either body: going around its line. */
function aboutEdge({ scene, patches, shells: of, place, edges, middle }: SegmentContact): Windings[] {
  const { at } = scene;
  const owner = edges[0] !== undefined ? 0 : 1;
  const [s, t] = scene.endsOf(owner, edges[owner]!);
  const surfaces: { body: number; shell: number }[] = [];
  const planes: HalfPlane[] = [];
  for (const body of [0, 1]) {
    const add = (face: number): void => {
      const shell = of[body].shellOfFace[patches[body].faces[face]];
      let surface = surfaces.findIndex((one) => one.body === body && one.shell === shell);
      if (surface < 0) surface = surfaces.push({ body, shell }) - 1;
      planes.push(...halfPlanes(at, surface, scene.cornersOf(body, face), s, t));
    };
    const edge = edges[body];
    const own = edge === undefined ? [place[body]] : scene.facesAt(body, edge);
    for (const face of own) add(face);
    for (const face of scene.facesMeeting(body, place[1 - body]))
      if (!own.includes(face) && holds(at, scene.cornersOf(body, face), s, t, middle)) add(face);
  }
  const sums = surfaces.map((_, surface) =>
    planes.reduce((sum, one) => sum + (one.surface === surface ? one.step : 0), 0),
  );
  if (sums.some((sum) => sum !== 0)) return [];

  const around = windingsAround(at, s, t, planes, surfaces.length);
  const rest = [0, 1].map((body) =>
    of[body].windingOfRest(surfaces.filter((one) => one.body === body).map(({ shell }) => shell)),
  );
  const spans = surfaces.map((_, surface) => spanOf(around.map((windings) => windings[surface])));
  // A shell winds once around what it bounds. More is a face that seems to hold a segment of a few ulps, and does not.
  if (spans.some(({ least, greatest }) => greatest - least > 1)) return [];
  const bases = surfaces.map(({ body, shell }, surface) => {
    const { least, greatest } = spans[surface];
    if (least === greatest) return least - of[body].windingAt(shell, Float64Array.from(middle));
    return of[body].windingWithin(shell) > 0 ? least : greatest;
  });
  return around.map((windings): Windings => {
    const total: [number, number] = [rest[0], rest[1]];
    windings.forEach((winding, surface) => {
      total[surfaces[surface].body] += winding - bases[surface];
    });
    return total;
  });
}

const spanOf = (values: readonly number[]): { least: number; greatest: number } => ({
  least: Math.min(...values),
  greatest: Math.max(...values),
});

/** Whether a face holds the segment of the line from s to t about a point of it. */
function holds(at: Points, corners: readonly [number, number, number], s: number, t: number, middle: Vec3): boolean {
  if (sideOfPlane(at, ...corners, at, s) !== 0 || sideOfPlane(at, ...corners, at, t) !== 0) return false;
  const across = axisAcross(at, ...corners);
  if (across === undefined) return false;
  // Along the axis in which the line goes farthest: places on it compare by that coordinate.
  const axis = ([0, 1, 2] as const).reduce((best, k) => (reach(at, s, t, k) > reach(at, s, t, best) ? k : best));
  let low = Infinity;
  let high = -Infinity;
  const note = (x: number): void => {
    low = Math.min(low, x);
    high = Math.max(high, x);
  };
  const sides = corners.map((corner) => sideOfLine(across, at, s, t, at, corner));
  corners.forEach((u, k) => {
    const v = corners[(k + 1) % 3];
    if (sides[k] === 0) note(at[u + axis]);
    if (sides[k] * sides[(k + 1) % 3] >= 0) return;
    const [p, q] = [offLine(across, at, s, t, u), offLine(across, at, s, t, v)];
    note(at[u + axis] + (p / (p - q)) * (at[v + axis] - at[u + axis]));
  });
  return low < middle[axis] && middle[axis] < high;
}

const reach = (at: Points, s: number, t: number, axis: Axis): number => Math.abs(at[t + axis] - at[s + axis]);

const FIRST = [1, 2, 0] as const;
const SECOND = [2, 0, 1] as const;

/** How far a point lies off a line, seen along an axis, in units of that line. */
function offLine(axis: Axis, at: Points, s: number, t: number, u: number): number {
  const [i, j] = [FIRST[axis], SECOND[axis]];
  return orient2d(at[s + i], at[s + j], at[t + i], at[t + j], at[u + i], at[u + j]);
}
