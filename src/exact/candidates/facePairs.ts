import type { FacePairs, WorldMesh } from '../worldMesh.js';
import { cellJoin } from './cellJoin.js';
import { cellPlanes, isBeyond, makePlane } from './cellPlanes.js';

/**
 * The pairs among some faces of A and of B that may come as near to each other as `reach`; at 0, that may meet. Ascending
 * by the face of A, then by that of B, each pair once; so are the faces given.
 *
 * None is lost, touching ones and degenerate faces included, whatever rounding does: faces are told apart by comparing
 * coordinates, by the cells of a grid, which never fall where coordinates grow, by parts of faces in cells, which are grown
 * by more than rounding, and by planes, with a bound for their error. It takes time in proportion to the number of faces
 * and of pairs, however crowded some places are; only where many faces run through one place, without touching each other,
 * all of them may be taken for near.
 */
export function facePairs(a: WorldMesh, b: WorldMesh, facesA: Uint32Array, facesB: Uint32Array, reach = 0): FacePairs {
  const planesA = cellPlanes(a, facesA, reach);
  const planesB = cellPlanes(b, facesB, reach);
  let placesA = new Uint32Array(1024);
  let placesB = new Uint32Array(1024);
  let count = 0;
  cellJoin({ mesh: a, faces: facesA, reach }, { mesh: b, faces: facesB, reach: 0 }, (pairs, pairCount) => {
    if (count + pairCount > placesA.length) {
      placesA = longer(placesA, count + pairCount);
      placesB = longer(placesB, count + pairCount);
    }
    for (let k = 0; k < 2 * pairCount; k += 2) {
      const i = pairs[k];
      const j = pairs[k + 1];
      if (planesA.starts[i] === 0) makePlane(planesA, i);
      if (planesB.starts[j] === 0) makePlane(planesB, j);
      if (isBeyond(planesA, i, planesB, j) || isBeyond(planesB, j, planesA, i)) continue;
      placesA[count] = i;
      placesB[count++] = j;
    }
  });
  return inOrder(placesA, placesB, count, facesA, facesB);
}

/** Sorts places by A, then by B, in two passes of counting; leaves out what is there twice, and gives faces for places. */
function inOrder(
  placesA: Uint32Array,
  placesB: Uint32Array,
  count: number,
  facesA: Uint32Array,
  facesB: Uint32Array,
): FacePairs {
  const startsA = starts(placesA, count, facesA.length);
  const startsB = starts(placesB, count, facesB.length);
  const byB = new Uint32Array(count);
  for (let k = 0; k < count; k++) byB[startsB[placesB[k]]++] = k;
  const a = new Uint32Array(count);
  const b = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const k = byB[i];
    const to = startsA[placesA[k]]++;
    a[to] = placesA[k];
    b[to] = placesB[k];
  }
  let kept = 0;
  let lastA = -1;
  let lastB = -1;
  for (let k = 0; k < count; k++) {
    if (a[k] === lastA && b[k] === lastB) continue;
    lastA = a[k];
    lastB = b[k];
    a[kept] = facesA[lastA];
    b[kept++] = facesB[lastB];
  }
  return { a: a.slice(0, kept), b: b.slice(0, kept) };
}

/** Where the places equal to 0, 1, 2 … start, in order. */
function starts(places: Uint32Array, count: number, length: number): Uint32Array {
  const out = new Uint32Array(length + 1);
  for (let k = 0; k < count; k++) out[places[k] + 1]++;
  for (let k = 0; k < length; k++) out[k + 1] += out[k];
  return out;
}

function longer(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const out = new Uint32Array(2 * length);
  out.set(array);
  return out;
}
