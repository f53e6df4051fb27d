import type { Side } from '../surface.js';
import { type KeyTable, keyTable, withRoom } from './keyTable.js';
import { moveOnto, stepOnto } from './newton.js';
import { norm } from './norm.js';
import type { Tetrahedra } from './tetrahedra.js';

/**
 * The vertices of the mesh to be: where sides cross the edges of tetrahedra, where the borders of two sides cross their
 * faces, and where those of three meet within. They go by what makes them, not by where they are, so neighbours have
 * them in common.
 */
export interface Points {
  readonly tets: Tetrahedra;
  count: number;
  at: Float64Array;
  /** The one to three sides that each lies on, in the order in which they cut; -1 for none. */
  sides: Int32Array;
  /** How far each is from all of its sides. */
  off: Float64Array;
  /** The unit normals of the first side of each; Infinity until asked for. */
  normals: Float64Array;
  /** Of a pair of corners: one table for each side. */
  readonly onEdge: readonly KeyTable[];
  readonly edges: KeyTable;
  readonly faces: KeyTable;
  readonly onFace: KeyTable;
  edgeCount: number;
  faceCount: number;
}

export function newPoints(tets: Tetrahedra): Points {
  return {
    tets,
    count: 0,
    at: new Float64Array(3 * 4096),
    sides: new Int32Array(3 * 4096),
    off: new Float64Array(4096),
    normals: new Float64Array(3 * 4096),
    onEdge: tets.sides.map(() => keyTable()),
    edges: keyTable(),
    faces: keyTable(),
    onFace: keyTable(),
    edgeCount: 0,
    faceCount: 0,
  };
}

const IDS = 2 ** 26;
const pairKey = (a: number, b: number): number => (a < b ? a * IDS + b : b * IDS + a);

/**
 * Where a side is zero on the edge between two corners. The edge may have been cut shorter: it is sought from p to q,
 * outside at q.
 */
export function edgePoint(
  points: Points,
  side: number,
  a: number,
  b: number,
  p: Float64Array,
  q: Float64Array,
): number {
  const table = points.onEdge[side];
  const key = pairKey(a, b);
  const known = table.get(key);
  if (known >= 0) return known;
  crossing(points.tets.sides[side], p, q, found);
  const id = addPoint(points, found, 0, side, -1, -1);
  table.add(key, id);
  return id;
}

/** The same where the edge is whole and what the side is at its corners is known. */
export function wholeEdgePoint(points: Points, side: number, inner: number, outer: number): number {
  const table = points.onEdge[side];
  const key = pairKey(inner, outer);
  const known = table.get(key);
  if (known >= 0) return known;
  const { at } = points.tets;
  for (let k = 0; k < 3; k++) {
    one[k] = at[3 * inner + k];
    other[k] = at[3 * outer + k];
  }
  crossing(points.tets.sides[side], one, other, found);
  const id = addPoint(points, found, 0, side, -1, -1);
  table.add(key, id);
  return id;
}

const one = new Float64Array(3);
const other = new Float64Array(3);
const found = new Float64Array(3);

/**
 * Regula falsi in its Illinois form (Dowell and Jarratt 1971), from inside to outside. It needs a change of sign and no
 * more.
 */
function crossing(side: Side, p: Float64Array, q: Float64Array, out: Float64Array): void {
  const [px, py, pz] = p;
  const dx = q[0] - px;
  const dy = q[1] - py;
  const dz = q[2] - pz;
  let low = 0;
  let high = 1;
  let fLow = side.value(px, py, pz);
  let fHigh = side.value(q[0], q[1], q[2]);
  const enough = 1e-14 * Math.max(Math.abs(fLow), Math.abs(fHigh));
  let last = 0;
  let t = 0;
  for (let k = 0; k < 100 && high - low > 1e-15; k++) {
    t = low + ((high - low) * fLow) / (fLow - fHigh);
    // After many steps, or where rounding leaves the stretch, half it is.
    if (!(t >= low && t <= high) || k % 16 === 15) t = (low + high) / 2;
    const value = side.value(px + t * dx, py + t * dy, pz + t * dz);
    if (Math.abs(value) <= enough) break;
    if (value <= 0) {
      low = t;
      fLow = value;
      if (last === -1) fHigh /= 2;
      last = -1;
    } else {
      high = t;
      fHigh = value;
      if (last === 1) fLow /= 2;
      last = 1;
    }
  }
  out[0] = px + t * dx;
  out[1] = py + t * dy;
  out[2] = pz + t * dz;
  if (side.isFlat) flatten(side, out);
}

const normal = new Float64Array(3);

/** Once more onto a plane: exactly, where it is parallel to two axes. */
function flatten(side: Side, point: Float64Array): void {
  side.gradient(point[0], point[1], point[2], normal);
  const value = side.value(point[0], point[1], point[2]);
  for (let k = 0; k < 3; k++) point[k] -= value * normal[k];
}

/**
 * Where the border of two sides crosses a face of tetrahedra. It is sought near the line from p to q, which lie on the
 * first side, within the second and outside of it.
 */
export function facePoint(
  points: Points,
  sides: readonly [first: number, second: number],
  corners: readonly number[],
  p: Float64Array,
  q: Float64Array,
): number {
  const face = faceId(points, corners);
  const key = (face * points.tets.sides.length + sides[0]) * points.tets.sides.length + sides[1];
  const known = points.onFace.get(key);
  if (known >= 0) return known;
  const both = [points.tets.sides[sides[0]], points.tets.sides[sides[1]]];
  between(both[1], p, q, found);
  const sorted = corners.toSorted((a, b) => a - b);
  const off = solveInFace(points.tets.at, both, sorted, found);
  const id = addPoint(points, found, off, sides[0], sides[1], -1);
  points.onFace.add(key, id);
  return id;
}

/** Where the borders of three sides meet within a tetrahedron, sought likewise. */
export function innerPoint(
  points: Points,
  sides: readonly [first: number, second: number, third: number],
  reach: number,
  p: Float64Array,
  q: Float64Array,
): number {
  const all = sides.map((i) => points.tets.sides[i]);
  between(all[2], p, q, found);
  const off = Math.min(moveOnto(all, found, reach) || 0, reach);
  return addPoint(points, found, off, ...sides);
}

function between(side: Side, p: Float64Array, q: Float64Array, out: Float64Array): void {
  const inner = side.value(p[0], p[1], p[2]);
  const outer = side.value(q[0], q[1], q[2]);
  const t = inner < 0 && outer > 0 ? inner / (inner - outer) : 0.5;
  for (let k = 0; k < 3; k++) out[k] = p[k] + t * (q[k] - p[k]);
}

const trial = new Float64Array(3);
const rest = new Float64Array(3);
const u = new Float64Array(3);
const v = new Float64Array(3);
const g0 = new Float64Array(3);
const g1 = new Float64Array(3);

/**
 * Newton's method in the plane of the face, so that what lies on either side of the face stays there. Where the border
 * runs along the face it would lead far away; then the nearest point of the border is taken, in the face or not.
 */
function solveInFace(
  at: Float64Array,
  sides: readonly Side[],
  corners: readonly number[],
  point: Float64Array,
): number {
  const [a, b, c] = corners;
  for (let k = 0; k < 3; k++) {
    u[k] = at[3 * b + k] - at[3 * a + k];
    v[k] = at[3 * c + k] - at[3 * a + k];
  }
  const reach = Math.max(norm(u[0], u[1], u[2]), norm(v[0], v[1], v[2]));
  trial.set(point);
  let isSolved = false;
  for (let k = 0; k < 16; k++) {
    const [x, y, z] = trial;
    const f0 = sides[0].value(x, y, z);
    const f1 = sides[1].value(x, y, z);
    sides[0].gradient(x, y, z, g0);
    sides[1].gradient(x, y, z, g1);
    const a0 = dot(g0, u);
    const b0 = dot(g0, v);
    const a1 = dot(g1, u);
    const b1 = dot(g1, v);
    const det = a0 * b1 - a1 * b0;
    const s = (b0 * f1 - b1 * f0) / det;
    const t = (a1 * f0 - a0 * f1) / det;
    const size = Math.abs(s) + Math.abs(t);
    if (!(size < 2)) break;
    for (let i = 0; i < 3; i++) trial[i] += s * u[i] + t * v[i];
    // Rounding may keep the steps from getting smaller.
    if (size < (k > 8 ? 1e-11 : 1e-14)) {
      isSolved = true;
      break;
    }
  }
  if (isSolved && isWithin(at, a, trial)) {
    point.set(trial);
    for (const side of sides) if (side.isFlat && !(sides[0].isFlat && sides[1].isFlat)) flatten(side, point);
    return Math.min(stepOnto(sides, point, rest) || 0, reach);
  }
  return Math.min(moveOnto(sides, point, reach / 2) || 0, reach);
}

/** Whether a point of the plane of the face, spanned by u and v from its first corner, lies in the face. */
function isWithin(at: Float64Array, a: number, p: Float64Array): boolean {
  const uu = dot(u, u);
  const uv = dot(u, v);
  const vv = dot(v, v);
  let pu = 0;
  let pv = 0;
  for (let k = 0; k < 3; k++) {
    const d = p[k] - at[3 * a + k];
    pu += d * u[k];
    pv += d * v[k];
  }
  const det = uu * vv - uv * uv;
  const s = (vv * pu - uv * pv) / det;
  const t = (uu * pv - uv * pu) / det;
  return s >= 0 && t >= 0 && s + t <= 1;
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function faceId(points: Points, corners: readonly number[]): number {
  const [a, b, c] = corners.toSorted((p, q) => p - q);
  const edgeKey = a * IDS + b;
  let edge = points.edges.get(edgeKey);
  if (edge < 0) points.edges.add(edgeKey, (edge = points.edgeCount++));
  const faceKey = edge * IDS + c;
  let face = points.faces.get(faceKey);
  if (face < 0) points.faces.add(faceKey, (face = points.faceCount++));
  return face;
}

function addPoint(points: Points, p: Float64Array, off: number, i: number, j: number, k: number): number {
  const id = points.count++;
  points.at = withRoom(points.at, 3 * id + 3);
  points.at.set(p, 3 * id);
  points.sides = withRoom(points.sides, 3 * id + 3);
  points.sides[3 * id] = i;
  points.sides[3 * id + 1] = j;
  points.sides[3 * id + 2] = k;
  points.off = withRoom(points.off, id + 1);
  points.off[id] = off;
  points.normals = withRoom(points.normals, 3 * id + 3);
  points.normals[3 * id] = Infinity;
  return id;
}
