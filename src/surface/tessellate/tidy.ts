import type { Mesh } from '../../mesh/mesh.js';
import { flipFlat } from './flipFlat.js';
import { keyTable } from './keyTable.js';
import { norm } from './norm.js';
import type { Points } from './points.js';

/** Faces of the mesh to be. */
export interface Faces {
  /** Three points each. */
  readonly corners: Int32Array;
  /** The side of each. */
  readonly sides: Int32Array;
}

/**
 * Makes one of the ends of edges shorter than `short`, where one end lies on all the sides of the other or both are in one
 * place, and leaves out what has no area then. Making one vertex of two keeps a closed mesh closed: each edge is run as often in one
 * direction as in the other still.
 */
export function tidy(points: Points, faces: Faces, short: number): { mesh: Mesh; sides: Int32Array } {
  const { at } = points;
  const count = faces.sides.length;
  const parent = Int32Array.from({ length: points.count }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  };
  let isAnyOne = false;
  for (let i = 0; i < 3 * count; i++) {
    const a = faces.corners[i];
    const b = faces.corners[i % 3 === 2 ? i - 2 : i + 1];
    const length = norm(at[3 * a] - at[3 * b], at[3 * a + 1] - at[3 * b + 1], at[3 * a + 2] - at[3 * b + 2]);
    if (length > short) continue;
    const p = root(a);
    const q = root(b);
    if (p === q) continue;
    isAnyOne = true;
    // Where four sides meet in a point, there may be several of three of them.
    if (length <= points.tets.tolerance || isOnAllOf(points, q, p)) parent[p] = q;
    else if (isOnAllOf(points, p, q)) parent[q] = p;
  }
  const corners = new Int32Array(3 * count);
  const sides = new Int32Array(count);
  let kept = 0;
  for (let f = 0; f < count; f++) {
    const a = root(faces.corners[3 * f]);
    const b = root(faces.corners[3 * f + 1]);
    const c = root(faces.corners[3 * f + 2]);
    if (a === b || b === c || c === a) continue;
    corners[3 * kept] = a;
    corners[3 * kept + 1] = b;
    corners[3 * kept + 2] = c;
    sides[kept++] = faces.sides[f];
  }
  flipFlat(at, corners, sides, kept);
  return compact(at, corners, sides, isAnyOne ? withoutOpposites(corners, kept) : new Uint8Array(kept).fill(1));
}

/** Whether point a lies on every side that point b lies on. */
function isOnAllOf({ sides }: Points, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    const side = sides[3 * b + k];
    if (side >= 0 && side !== sides[3 * a] && side !== sides[3 * a + 1] && side !== sides[3 * a + 2]) return false;
  }
  return true;
}

/** The faces, less those that lie back to back: they enclose nothing. */
function withoutOpposites(corners: Int32Array, count: number): Uint8Array {
  const keep = new Uint8Array(count).fill(1);
  const edges = keyTable();
  const faces = keyTable();
  let edgeCount = 0;
  for (let f = 0; f < count; f++) {
    const a = corners[3 * f];
    const b = corners[3 * f + 1];
    const c = corners[3 * f + 2];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const edgeKey = low * 2 ** 26 + (a + b + c - low - high);
    let edge = edges.get(edgeKey);
    if (edge < 0) edges.add(edgeKey, (edge = edgeCount++));
    const isEven = (a < b && b < c) || (b < c && c < a) || (c < a && a < b);
    const key = (edge * 2 ** 26 + high) * 2 + Number(isEven);
    const opposite = faces.get(key + (isEven ? -1 : 1));
    if (opposite >= 0 && keep[opposite]) keep[f] = keep[opposite] = 0;
    else if (faces.get(key) < 0) faces.add(key, f);
  }
  return keep;
}

function compact(at: Float64Array, corners: Int32Array, sides: Int32Array, keep: Uint8Array) {
  const names = new Int32Array(at.length / 3).fill(-1);
  const indices = new Uint32Array(corners.length);
  const positions = new Float64Array(at.length);
  const sideOf = new Int32Array(sides.length);
  let vertices = 0;
  let faces = 0;
  for (let f = 0; f < keep.length; f++) {
    if (!keep[f]) continue;
    for (let k = 0; k < 3; k++) {
      const v = corners[3 * f + k];
      if (names[v] < 0) {
        names[v] = vertices;
        for (let i = 0; i < 3; i++) positions[3 * vertices + i] = at[3 * v + i];
        vertices++;
      }
      indices[3 * faces + k] = names[v];
    }
    sideOf[faces++] = sides[f];
  }
  return {
    mesh: { positions: positions.slice(0, 3 * vertices), indices: indices.slice(0, 3 * faces) },
    sides: sideOf.slice(0, faces),
  };
}
