import { weldMap } from '../../mesh/weld.js';
import { cellJoin } from '../candidates/cellJoin.js';
import type { FacePairs, WorldMesh } from '../worldMesh.js';
import { EDGE, POINT } from './contactKind.js';
import { mayMeetBeyondCorners } from './meetBeyondCorners.js';
import { type FaceContacts, meetingFaces } from './meetingFaces.js';
import { axisAcross } from './orientation.js';

/**
 * The faces of a mesh that meet, each two once (a < b), in ascending order: equal to comparing every face with every other in
 * exact arithmetic. Corners in the same place are one. Faces that share a corner are left out; with `neighbours`, they are
 * there where they have more in common than the corners they share and the edge between these. Faces without area are
 * left out: they bound nothing, and meshes made by programs have many of them.
 */
export function selfContacts(mesh: WorldMesh, neighbours = false): FaceContacts {
  const { map } = weldMap(mesh.positions);
  const corners = mesh.indices.map((vertex) => map[vertex]);
  // Each corner by the first vertex in its place, so that its number still tells where it is.
  const first = new Uint32Array(map.length);
  for (let v = map.length - 1; v >= 0; v--) first[map[v]] = v;
  for (let k = 0; k < corners.length; k++) corners[k] = first[corners[k]];
  const contacts = meetingFaces(mesh, mesh, candidates(mesh, corners, neighbours));
  return neighbours ? withoutShared(contacts, corners) : contacts;
}

/** The faces with area. */
function facesOf({ positions }: WorldMesh, corners: Uint32Array): Uint32Array {
  const faces = new Uint32Array(corners.length / 3);
  let count = 0;
  for (let k = 0; k < corners.length; k += 3)
    if (axisAcross(positions, 3 * corners[k], 3 * corners[k + 1], 3 * corners[k + 2]) !== undefined)
      faces[count++] = k / 3;
  return faces.subarray(0, count);
}

/** Pairs of faces that may meet, in ascending order. */
function candidates(mesh: WorldMesh, corners: Uint32Array, neighbours: boolean): FacePairs {
  const { positions } = mesh;
  const faces = facesOf(mesh, corners);
  const range = corners.length / 3;
  // A pair as one number: the first face times `range`, and the second.
  let names = new Float64Array(1024);
  let count = 0;
  const side = { mesh, faces, reach: 0 };
  cellJoin(side, side, (pairs, pairCount) => {
    if (count + pairCount > names.length) {
      const grown = new Float64Array(2 * (count + pairCount));
      grown.set(names);
      names = grown;
    }
    let n = count;
    for (let k = 0; k < 2 * pairCount; k += 2) {
      // Each pair comes both ways round.
      if (pairs[k] >= pairs[k + 1]) continue;
      const f = faces[pairs[k]];
      const g = faces[pairs[k + 1]];
      if (!neighbours && sharedCount(corners, 3 * f, 3 * g) > 0) continue;
      if (!mayMeetBeyondCorners(positions, corners, 3 * f, 3 * g)) continue;
      names[n++] = f * range + g;
    }
    count = n;
  });
  const sorted = names.subarray(0, count).sort();
  let kept = 0;
  for (let k = 0; k < count; k++) if (k === 0 || sorted[k] !== sorted[k - 1]) sorted[kept++] = sorted[k];
  const a = new Uint32Array(kept);
  const b = new Uint32Array(kept);
  for (let k = 0; k < kept; k++) {
    a[k] = Math.floor(sorted[k] / range);
    b[k] = sorted[k] - range * a[k];
  }
  return { a, b };
}

/** How many corners two faces with area have in common. */
function sharedCount(corners: Uint32Array, f: number, g: number): number {
  const a = corners[f];
  const b = corners[f + 1];
  const c = corners[f + 2];
  let count = 0;
  for (let k = g; k < g + 3; k++) if (corners[k] === a || corners[k] === b || corners[k] === c) count++;
  return count;
}

/** Without the neighbours that meet in a corner or an edge that they share, and nowhere else. */
function withoutShared({ a, b, kinds, carriers }: FaceContacts, corners: Uint32Array): FaceContacts {
  const isMore = (_: number, k: number): boolean => {
    const shared = sharedCount(corners, 3 * a[k], 3 * b[k]);
    return !(shared === 1 && kinds[k] === POINT) && !(shared === 2 && kinds[k] === EDGE);
  };
  return { a: a.filter(isMore), b: b.filter(isMore), kinds: kinds.filter(isMore), carriers: carriers.filter(isMore) };
}
