import { bulge } from './bulge.js';
import { clip } from './clip.js';
import { withRoom } from './keyTable.js';
import { edgeError, excess, faceError } from './measure.js';
import { newPoints, type Points, wholeEdgePoint } from './points.js';
import { probe } from './probe.js';
import type { Tetrahedra } from './tetrahedra.js';
import type { Faces } from './tidy.js';
import { triangulate } from './triangulate.js';

/** The pieces of the solid's border in tetrahedra, as faces. */
export interface Pieces {
  readonly tets: Tetrahedra;
  readonly points: Points;
  faceCount: number;
  /** Three points each. */
  faces: Int32Array;
  sides: Int32Array;
  /** The tetrahedron of each. If that is halved, the face is void. */
  within: Int32Array;
  /** The first face in each tetrahedron, and the one behind its last. */
  first: Int32Array;
  end: Int32Array;
  /** Places on the sides that lie farther than `goal` beyond the faces, x y z each, where the faces themselves are near them. */
  bulges: number[];
  /** How near the faces are to be. */
  readonly goal: number;
  /** How far the faces in each tetrahedron are from their sides. */
  errors: Float64Array;
  /** Border that was met where the corners of a tetrahedron do not show it. */
  hidden: Hidden[];
}

export interface Hidden {
  readonly tet: number;
  readonly at: Float64Array;
  /** From the nearest face around it. */
  distance: number;
}

export function newPieces(tets: Tetrahedra, goal: number): Pieces {
  return {
    tets,
    points: newPoints(tets),
    faceCount: 0,
    faces: new Int32Array(3 * 4096),
    sides: new Int32Array(4096),
    within: new Int32Array(4096),
    first: new Int32Array(tets.count),
    end: new Int32Array(tets.count),
    bulges: [],
    goal,
    errors: new Float64Array(tets.count),
    hidden: [],
  };
}

const corners = [0, 0, 0, 0];
const active: number[] = [];
const hint = new Float64Array(3);
const triangles: number[] = [];

/** Makes the faces in a tetrahedron, and says how far they are from their sides. */
export function piecesIn(pieces: Pieces, t: number): number {
  pieces.first = withRoom(pieces.first, t + 1);
  pieces.end = withRoom(pieces.end, t + 1);
  pieces.first[t] = pieces.faceCount;
  let error = facesIn(pieces, t);
  pieces.end[t] = pieces.faceCount;
  // Where the faces are too far from the sides, they will be made anew anyway.
  for (let f = pieces.first[t]; f < pieces.end[t] && error <= pieces.goal; f++)
    error = Math.max(error, Math.min(pieces.goal, bulgeOf(pieces, f)));
  return error;
}

function bulgeOf(pieces: Pieces, f: number): number {
  const { points, faces, sides, tets, goal } = pieces;
  const side = tets.sides[sides[f]];
  if (side.isFlat) return 0;
  const far = bulge(points, side, sides[f], faces[3 * f], faces[3 * f + 1], faces[3 * f + 2], goal, hint);
  if (far > goal && isInOthers(tets, sides[f])) pieces.bulges.push(hint[0], hint[1], hint[2]);
  return far;
}

/** Whether `hint` is not outside of any side but perhaps the one. */
function isInOthers({ sides }: Tetrahedra, side: number): boolean {
  for (let i = 0; i < sides.length; i++) if (i !== side && sides[i].value(hint[0], hint[1], hint[2]) > 0) return false;
  return true;
}

function facesIn(pieces: Pieces, t: number): number {
  const { tets } = pieces;
  const { words, outside } = tets;
  for (let k = 0; k < 4; k++) corners[k] = tets.corners[4 * t + k];
  active.length = 0;
  let excluding = -1;
  for (let w = 0; w < words; w++) {
    const a = outside[words * corners[0] + w];
    const b = outside[words * corners[1] + w];
    const c = outside[words * corners[2] + w];
    const d = outside[words * corners[3] + w];
    let every = a & b & c & d;
    let some = (a | b | c | d) & ~every;
    for (; every !== 0; every &= every - 1) {
      const side = 31 * w + 31 - Math.clz32(every & -every);
      // Nothing is hidden where a plane leaves nothing, nor where two sides would have to hide something in one place.
      if (excluding >= 0 || tets.sides[side].isFlat) return 0;
      excluding = side;
    }
    for (; some !== 0; some &= some - 1) active.push(31 * w + 31 - Math.clz32(some & -some));
  }
  if (excluding >= 0) {
    look(pieces, t, excluding);
    return 0;
  }
  for (let i = 0; i < tets.sides.length; i++) if (!tets.sides[i].isFlat && !active.includes(i)) look(pieces, t, i);
  if (active.length === 0) return 0;
  return active.length === 1 ? oneSide(pieces, t, active[0]) : severalSides(pieces, t);
}

function look(pieces: Pieces, t: number, side: number): void {
  if (!probe(pieces.tets, t, side, hint) || !isInOthers(pieces.tets, side)) return;
  pieces.hidden.push({ tet: t, at: hint.slice(), distance: Infinity });
}

/** Marching tetrahedra (Doi and Koide 1991). */
function oneSide(pieces: Pieces, t: number, side: number): number {
  const { points, tets } = pieces;
  const n = tets.sides.length;
  // The corners inside first; odd swaps turn the tetrahedron inside out.
  let isRight = turnsRight(tets.at, corners);
  let [a, b, c, d] = corners;
  let inside = 0;
  for (let k = 0; k < 4; k++) {
    if (tets.values[n * corners[k] + side] > 0) continue;
    if (k !== inside) {
      const moved = corners[k];
      corners[k] = corners[inside];
      corners[inside] = moved;
      isRight = !isRight;
    }
    inside++;
  }
  [a, b, c, d] = corners;
  triangles.length = 0;
  const polygon =
    inside === 1
      ? [wholeEdgePoint(points, side, a, b), wholeEdgePoint(points, side, a, c), wholeEdgePoint(points, side, a, d)]
      : inside === 3
        ? [wholeEdgePoint(points, side, a, d), wholeEdgePoint(points, side, b, d), wholeEdgePoint(points, side, c, d)]
        : [
            wholeEdgePoint(points, side, a, c),
            wholeEdgePoint(points, side, a, d),
            wholeEdgePoint(points, side, b, d),
            wholeEdgePoint(points, side, b, c),
          ];
  if (!isRight) polygon.reverse();
  triangulate(points.at, tets.sides[side], polygon, triangles);
  return addFaces(pieces, t, side, othersOf(tets, side));
}

function severalSides(pieces: Pieces, t: number): number {
  const { points, tets } = pieces;
  const { polygons, nodes, edges } = clip(points, corners, turnsRight(tets.at, corners), active);
  const { at } = points;
  let error = 0;
  for (const polygon of polygons) {
    if (polygon.side < 0) continue;
    triangles.length = 0;
    const loop = polygon.nodes.map((node) => nodes[node].point);
    triangulate(points.at, tets.sides[polygon.side], loop, triangles);
    error = Math.max(error, addFaces(pieces, t, polygon.side, othersOf(tets, polygon.side)));
    for (let k = 0; k < loop.length; k++) {
      error = Math.max(error, points.off[loop[k]]);
      const sides = edges[polygon.edges[k]].sides;
      // The other polygon of an edge says the same.
      if (sides.length < 2 || polygon.side !== sides[0]) continue;
      const both = sides.map((i) => tets.sides[i]);
      if (!(both[0].isFlat && both[1].isFlat))
        error = Math.max(error, edgeError(at, both, loop[k], loop[(k + 1) % loop.length]));
    }
  }
  return error;
}

/** The sides that faces of a side might stick out of here: those that cut here, and those that may do so unseen. */
function othersOf({ sides }: Tetrahedra, side: number): readonly number[] {
  if (sides.length === 1) return NONE;
  const others: number[] = [];
  for (let i = 0; i < sides.length; i++) if (i !== side && (!sides[i].isFlat || active.includes(i))) others.push(i);
  return others;
}

const NONE: readonly number[] = [];

/** Keeps `triangles`. */
function addFaces(pieces: Pieces, t: number, side: number, others: readonly number[]): number {
  const { at } = pieces.points;
  const { sides } = pieces.tets;
  const end = pieces.faceCount + triangles.length / 3;
  pieces.faces = withRoom(pieces.faces, 3 * end);
  pieces.sides = withRoom(pieces.sides, end);
  pieces.within = withRoom(pieces.within, end);
  let error = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const f = pieces.faceCount++;
    const a = (pieces.faces[3 * f] = triangles[k]);
    const b = (pieces.faces[3 * f + 1] = triangles[k + 1]);
    const c = (pieces.faces[3 * f + 2] = triangles[k + 2]);
    pieces.sides[f] = side;
    pieces.within[f] = t;
    error = Math.max(error, faceError(at, sides[side], a, b, c));
    for (const other of others) error = Math.max(error, excess(at, sides[other], a, b, c));
  }
  return error;
}

/** Whether the last three corners are seen counter-clockwise from outside, with the first behind them. */
function turnsRight(at: Float64Array, [a, b, c, d]: readonly number[]): boolean {
  const ux = at[3 * b] - at[3 * a];
  const uy = at[3 * b + 1] - at[3 * a + 1];
  const uz = at[3 * b + 2] - at[3 * a + 2];
  const vx = at[3 * c] - at[3 * a];
  const vy = at[3 * c + 1] - at[3 * a + 1];
  const vz = at[3 * c + 2] - at[3 * a + 2];
  const wx = at[3 * d] - at[3 * a];
  const wy = at[3 * d + 1] - at[3 * a + 1];
  const wz = at[3 * d + 2] - at[3 * a + 2];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx) > 0;
}

/** The faces of the tetrahedra that were not halved, and the largest error of them. */
export function standing({ tets, faces, sides, within, faceCount, errors }: Pieces): Faces & { error: number } {
  const corners = new Int32Array(3 * faceCount);
  const sideOf = new Int32Array(faceCount);
  let count = 0;
  let error = 0;
  for (let f = 0; f < faceCount; f++) {
    if (!tets.isLeaf[within[f]]) continue;
    for (let k = 0; k < 3; k++) corners[3 * count + k] = faces[3 * f + k];
    sideOf[count++] = sides[f];
    error = Math.max(error, errors[within[f]]);
  }
  return { corners: corners.subarray(0, 3 * count), sides: sideOf.subarray(0, count), error };
}
