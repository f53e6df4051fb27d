import { InputError } from '../errors.js';
import { type Mesh, type Positions, toPositions } from './mesh.js';
import { orientation } from './orientation.js';
import { type HullFaces, quickhull } from './quickhull.js';

/**
 * The convex hull of points, as a closed mesh seen from outside, on exactly those points that are corners of it: points
 * within a face or an edge are left out, of equal points one stays. Every decision is exact, so no point sticks out, not
 * even by a rounding error; the corners do not depend on the order of the points.
 *
 * @example convexHull([0,0,0, 1,0,0, 0,1,0, 0,0,1, 0.1,0.1,0.1]).positions.length // 12: four corners
 */
export function convexHull(points: ArrayLike<number>): Mesh {
  const at = toPositions(points);
  const count = at.length / 3;
  if (count < 4)
    throw new InputError(`hull: there are too few points (${count}). Give at least 4 that do not lie in one plane.`);
  const faces = quickhull(at);
  if (typeof faces === 'string')
    throw new InputError(
      `hull: the points have no volume (all ${count} lie on ${faces}). Give at least 4 that do not lie in one plane.`,
    );
  return cornersOnly(at, triangulate(faces, facetsOf(at, faces)));
}

/** Numbers the facets: faces side by side in exactly one plane share a number. */
function facetsOf(at: Positions, { corners, neighbours }: HullFaces): Int32Array {
  const facets = new Int32Array(corners.length / 3).fill(-1);
  let count = 0;
  const open: number[] = [];
  for (let seed = 0; seed < facets.length; seed++) {
    if (facets[seed] !== -1) continue;
    facets[seed] = count;
    open.push(seed);
    for (let f = open.pop(); f !== undefined; f = open.pop())
      for (let k = 0; k < 3; k++) {
        const g = neighbours[3 * f + k];
        if (facets[g] !== -1) continue;
        const apex =
          corners[3 * g] +
          corners[3 * g + 1] +
          corners[3 * g + 2] -
          corners[3 * f + k] -
          cornerAfter(corners, 3 * f + k);
        if (orientation(at, corners[3 * f], corners[3 * f + 1], corners[3 * f + 2], apex) !== 0) continue;
        facets[g] = count;
        open.push(g);
      }
    count++;
  }
  return facets;
}

const sideAfter = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);
const cornerAfter = (corners: number[], side: number): number => corners[sideAfter(side)];

/** Each facet as a fan over its corners: a vertex where three facets or more meet; fewer, and it is on an edge or within. */
function triangulate({ corners, neighbours }: HullFaces, facets: Int32Array): number[] {
  const isBorder = (side: number): boolean => facets[neighbours[side]] !== facets[Math.floor(side / 3)];
  const facetCount = new Map<number, number>(); // a facet is convex, so one of its border sides starts at each of its vertices
  for (let side = 0; side < corners.length; side++)
    if (isBorder(side)) facetCount.set(corners[side], (facetCount.get(corners[side]) ?? 0) + 1);

  const done = new Uint8Array(corners.length);
  const out: number[] = [];
  for (let start = 0; start < corners.length; start++) {
    if (done[start] || !isBorder(start)) continue;
    const ring: number[] = [];
    let side = start;
    do {
      done[side] = 1;
      if (facetCount.get(corners[side])! >= 3) ring.push(corners[side]);
      const pivot = cornerAfter(corners, side);
      side = sideAfter(side);
      while (!isBorder(side)) {
        const g = neighbours[side];
        side = 3 * g + [0, 1, 2].findIndex((k) => cornerAfter(corners, 3 * g + k) === pivot);
        side = sideAfter(side);
      }
    } while (side !== start);
    for (let k = 2; k < ring.length; k++) out.push(ring[0], ring[k - 1], ring[k]);
  }
  return out;
}

/** A mesh of the vertices that faces use, in their old order. */
function cornersOnly(at: Positions, indices: number[]): Mesh {
  const kept = [...new Set(indices)].sort((p, q) => p - q);
  const number = new Map(kept.map((vertex, i) => [vertex, i]));
  const positions = new (at.constructor as Float64ArrayConstructor)(3 * kept.length);
  for (const [i, vertex] of kept.entries()) for (let k = 0; k < 3; k++) positions[3 * i + k] = at[3 * vertex + k];
  return { positions, indices: Uint32Array.from(indices, (vertex) => number.get(vertex)!) };
}
