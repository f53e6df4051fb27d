import { type Flat, firstSimplex } from './firstSimplex.js';
import type { Positions } from './mesh.js';
import { orientation } from './orientation.js';

/** A closed convex triangulation: three corners per face, and the face across the side from each corner to the next. */
export interface HullFaces {
  readonly corners: number[];
  readonly neighbours: number[];
}

const NONE = -1;

/**
 * Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact decisions: a face is visible only from points strictly above it.
 * Then the visible faces always form a disk, no new face is degenerate (a point on the line of a horizon edge lies in the
 * plane of the visible face beside it, so would not see it), and no tolerance is needed. Distances in floating point only
 * choose which point comes next.
 */
export function quickhull(at: Positions): HullFaces | Flat {
  const simplex = firstSimplex(at);
  if (typeof simplex === 'string') return simplex;

  const corners: number[] = [];
  const neighbours: number[] = [];
  const outside: number[] = []; // per face the first of the points above it, chained by `next`
  const alive: boolean[] = [];
  const next = new Int32Array(at.length / 3).fill(NONE);
  const startingAt = new Int32Array(at.length / 3); // the new face whose horizon edge starts at a vertex
  const pending: number[] = [];

  const above = (f: number, p: number): boolean =>
    orientation(at, corners[3 * f], corners[3 * f + 1], corners[3 * f + 2], p) > 0;
  const addFace = (a: number, b: number, c: number, ab: number, bc: number, ca: number): number => {
    corners.push(a, b, c);
    neighbours.push(ab, bc, ca);
    outside.push(NONE);
    return alive.push(true) - 1;
  };
  /** Chains the point to the first of the faces from `first` on that sees it; a point that none sees is inside for good. */
  const assign = (p: number, first: number): void => {
    for (let f = first; f < alive.length; f++) {
      if (!above(f, p)) continue;
      next[p] = outside[f];
      outside[f] = p;
      return;
    }
  };

  const [a, b, c, d] = simplex;
  addFace(a, b, c, 1, 2, 3);
  addFace(b, a, d, 0, 3, 2);
  addFace(c, b, d, 0, 1, 3);
  addFace(a, c, d, 0, 2, 1);
  for (let p = 0; p < next.length; p++) assign(p, 0);
  for (let f = 0; f < 4; f++) pending.push(f);

  const visible: number[] = [];
  // First come, first served, so that the hull grows evenly. Last come first takes twenty times as long on the rims of a
  // cylinder (11 s for 100,000 points): one rim is finished first, and the points of the other see thousands of thin faces.
  for (let turn = 0; turn < pending.length; turn++) {
    const face = pending[turn];
    if (!alive[face] || outside[face] === NONE) continue;
    const eye = farthest(at, corners, face, outside[face], next);

    visible.length = 0;
    visible.push(face);
    alive[face] = false;
    const first = alive.length;
    for (let v = 0; v < visible.length; v++) {
      const f = visible[v];
      for (let k = 0; k < 3; k++) {
        const g = neighbours[3 * f + k];
        if (!alive[g]) continue;
        if (above(g, eye)) {
          alive[g] = false;
          visible.push(g);
        }
      }
    }
    for (const f of visible)
      for (let k = 0; k < 3; k++) {
        const g = neighbours[3 * f + k];
        if (!alive[g]) continue;
        const from = corners[3 * f + k];
        const to = corners[3 * f + ((k + 1) % 3)];
        const created = addFace(from, to, eye, g, NONE, NONE);
        for (let s = 0; s < 3; s++) if (corners[3 * g + s] === to) neighbours[3 * g + s] = created;
        startingAt[from] = created;
      }
    const end = alive.length;
    for (let f = first; f < end; f++) {
      const after = startingAt[corners[3 * f + 1]];
      neighbours[3 * f + 1] = after;
      neighbours[3 * after + 2] = f;
    }
    for (const f of visible) {
      for (let p = outside[f]; p !== NONE; ) {
        const following = next[p];
        if (p !== eye) assign(p, first);
        p = following;
      }
      outside[f] = NONE;
    }
    for (let f = first; f < end; f++) if (outside[f] !== NONE) pending.push(f);
  }
  return compact(corners, neighbours, alive);
}

/** The point of a face's chain that lies farthest above it, as far as floating point can tell. */
function farthest(at: Positions, corners: number[], face: number, first: number, next: Int32Array): number {
  const [a, b, c] = [3 * corners[3 * face], 3 * corners[3 * face + 1], 3 * corners[3 * face + 2]];
  const [ux, uy, uz] = [at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]];
  const [vx, vy, vz] = [at[c] - at[a], at[c + 1] - at[a + 1], at[c + 2] - at[a + 2]];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  let best = first;
  let bestHeight = -Infinity;
  for (let p = first; p !== NONE; p = next[p]) {
    const height = nx * (at[3 * p] - at[a]) + ny * (at[3 * p + 1] - at[a + 1]) + nz * (at[3 * p + 2] - at[a + 2]);
    if (height > bestHeight) {
      bestHeight = height;
      best = p;
    }
  }
  return best;
}

/** Leaves the dead faces out. */
function compact(corners: number[], neighbours: number[], alive: boolean[]): HullFaces {
  const number = new Int32Array(alive.length);
  let count = 0;
  for (let f = 0; f < alive.length; f++) number[f] = alive[f] ? count++ : NONE;
  const kept = (_: number, i: number) => alive[Math.floor(i / 3)];
  return { corners: corners.filter(kept), neighbours: neighbours.filter(kept).map((f) => number[f]) };
}
