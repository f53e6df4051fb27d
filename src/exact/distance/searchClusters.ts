import { CYLINDER, ROUNDING } from './clusterBounds.js';
import { LEAF } from './clusterTree.js';
import { faceBox } from './faceBox.js';
import { type FaceClusters, SLAB } from './faceClusters.js';

/** Looks at two faces, by their numbers, and tells how near others must be from now on. */
export type LookAtFaces = (a: number, b: number, limit: number) => number;

/**
 * Goes through the pairs of faces that may be no farther apart than a limit, which may shrink as they are looked at. None is
 * left out that is nearer than the limit by more than `slack`.
 */
export function searchClusters(
  a: FaceClusters,
  b: FaceClusters,
  limit: number,
  slack: number,
  lookAt: LookAtFaces,
): void {
  const { childCount: partsA, child: childA } = a.tree;
  const { childCount: partsB, child: childB } = b.tree;
  let reach = limit;
  /** What is not nearer than this is left out; and its square. */
  let near = Math.max(0, limit - slack);
  let square = near * near;
  /** Whether A's faces are to be asked first: those that left out most the last time. */
  let asksA = false;
  const openA = new Uint32Array(LEAF);
  const openB = new Uint32Array(LEAF);
  const boxesA = new Float64Array(6 * LEAF);
  const boxesB = new Float64Array(6 * LEAF);

  function compareLeaves(i: number, j: number): void {
    // Those that leave out all the others, mostly, come first: the second pass is seldom needed.
    const first = asksA ? findOpen(a, i, b, j, near, openA) : findOpen(b, j, a, i, near, openB);
    if (first === 0) return;
    const second = asksA ? findOpen(b, j, a, i, near, openB) : findOpen(a, i, b, j, near, openA);
    if (second === 0) {
      asksA = !asksA;
      return;
    }
    const countA = asksA ? first : second;
    const countB = asksA ? second : first;
    for (let p = 0; p < countA; p++) faceBox(a.mesh, openA[p], boxesA, 6 * p);
    for (let q = 0; q < countB; q++) faceBox(b.mesh, openB[q], boxesB, 6 * q);
    for (let p = 0; p < countA; p++)
      for (let q = 0; q < countB; q++) {
        if (!boxesMeet(boxesA, 6 * p, boxesB, 6 * q, square)) continue;
        const next = lookAt(openA[p], openB[q], reach);
        if (next >= reach) continue;
        reach = next;
        near = Math.max(0, next - slack);
        square = near * near;
      }
  }

  function compare(i: number, j: number): void {
    const countA = partsA[i];
    const countB = partsB[j];
    if (countA === 0 && countB === 0) {
      compareLeaves(i, j);
    } else if (countA > 0 && (countB === 0 || a.cylinders[CYLINDER * i + 6] >= b.cylinders[CYLINDER * j + 6])) {
      const first = childA[i];
      for (let k = first; k < first + countA; k++)
        if (
          boxesMeet(a.boxes, 6 * k, b.boxes, 6 * j, square) &&
          (asksA ? cylindersMeet(a, k, b, j, square) : cylindersMeet(b, j, a, k, square))
        )
          compare(k, j);
    } else {
      const first = childB[j];
      for (let k = first; k < first + countB; k++)
        if (
          boxesMeet(a.boxes, 6 * i, b.boxes, 6 * k, square) &&
          (asksA ? cylindersMeet(a, i, b, k, square) : cylindersMeet(b, k, a, i, square))
        )
          compare(i, k);
    }
  }

  compare(0, 0);
}

/** Lists the faces of a leaf, by number, whose slab is not farther than `near` from all corners of another leaf. */
function findOpen(
  { tree, faces, slabs }: FaceClusters,
  leaf: number,
  { corners, firstCorner, endCorner }: FaceClusters,
  other: number,
  near: number,
  open: Uint32Array,
): number {
  const from = 3 * firstCorner[other];
  const to = 3 * endCorner[other];
  const end = tree.to[leaf];
  let count = 0;
  for (let i = tree.from[leaf]; i < end; i++) {
    const s = SLAB * i;
    const nx = slabs[s];
    const ny = slabs[s + 1];
    const nz = slabs[s + 2];
    const high = slabs[s + 4] + near;
    let k = from;
    while (k < to && nx * corners[k] + ny * corners[k + 1] + nz * corners[k + 2] >= high) k += 3;
    if (k === to) continue;
    if (k === from) {
      const low = slabs[s + 3] - near;
      while (k < to && nx * corners[k] + ny * corners[k + 1] + nz * corners[k + 2] <= low) k += 3;
      if (k === to) continue;
    }
    open[count++] = faces[i];
  }
  return count;
}

/** Whether two boxes are nearer than a length, whose square is given. */
function boxesMeet(p: Float64Array, a: number, q: Float64Array, b: number, square: number): boolean {
  let x = p[a] - q[b + 3];
  let y = p[a + 1] - q[b + 4];
  let z = p[a + 2] - q[b + 5];
  const u = q[b] - p[a + 3];
  const v = q[b + 1] - p[a + 4];
  const w = q[b + 2] - p[a + 5];
  x = u > x ? u : x;
  y = v > y ? v : y;
  z = w > z ? w : z;
  x = x > 0 ? x : 0;
  y = y > 0 ? y : 0;
  z = z > 0 ? z : 0;
  return x * x + y * y + z * z < square;
}

/** Whether two cylinders may be nearer than a length, whose square is given. */
function cylindersMeet(
  { cylinders: p }: FaceClusters,
  i: number,
  { cylinders: q }: FaceClusters,
  j: number,
  square: number,
): boolean {
  const a = CYLINDER * i;
  const b = CYLINDER * j;
  const wx = q[b] - p[a];
  const wy = q[b + 1] - p[a + 1];
  const wz = q[b + 2] - p[a + 2];
  const nx = p[a + 3];
  const ny = p[a + 4];
  const nz = p[a + 5];
  const mx = q[b + 3];
  const my = q[b + 4];
  const mz = q[b + 5];
  const radiusA = p[a + 6];
  const halfA = p[a + 7];
  const radiusB = q[b + 6];
  const halfB = q[b + 7];
  const ww = (1 - ROUNDING) * (wx * wx + wy * wy + wz * wz);
  const cosine = Math.abs(nx * mx + ny * my + nz * mz);
  const cx = ny * mz - nz * my;
  const cy = nz * mx - nx * mz;
  const cz = nx * my - ny * mx;
  const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
  // Along A's axis and across it: how far B's middle is, less how far both reach.
  let along = Math.abs(nx * wx + ny * wy + nz * wz);
  let up = along - halfA - (halfB * cosine + radiusB * sine);
  let across = ww - along * along;
  let aside = (across > 0 ? Math.sqrt(across) : 0) - radiusA - (radiusB + halfB * sine);
  up = up > 0 ? up : 0;
  aside = aside > 0 ? aside : 0;
  if (up * up + aside * aside >= square) return false;
  // The same along B's.
  along = Math.abs(mx * wx + my * wy + mz * wz);
  up = along - halfB - (halfA * cosine + radiusA * sine);
  across = ww - along * along;
  aside = (across > 0 ? Math.sqrt(across) : 0) - radiusB - (radiusA + halfA * sine);
  up = up > 0 ? up : 0;
  aside = aside > 0 ? aside : 0;
  return up * up + aside * aside < square;
}
