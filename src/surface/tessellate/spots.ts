import { faceDistance } from './faceDistance.js';
import { withRoom } from './keyTable.js';
import { leafAt } from './leafAt.js';
import { type NearestFace, nearestFace } from './nearestFace.js';
import type { Pieces } from './pieces.js';

/** How far around a place to look for tetrahedra with a face near it, in parts of how near it is to be. */
const AROUND = [1, 0.25, 0.0625];

/** Places of the border that no face is near to. */
export interface Spots {
  /** x y z each. */
  readonly far: number[];
  /** How far the farthest place is from the faces, be it near or not. */
  readonly farthest: number;
}

/** Which places are farther than `goal` from every face. */
export function farSpots(pieces: Pieces, places: readonly number[], goal: number): Spots {
  const far: number[] = [];
  let search: NearestFace | undefined;
  let farthest = 0;
  for (let i = 0; i < places.length; i += 3) {
    const x = places[i];
    const y = places[i + 1];
    const z = places[i + 2];
    let distance = distanceNearby(pieces, x, y, z, goal);
    if (distance > goal) distance = (search ??= searchOf(pieces))(x, y, z, distance);
    if (distance > goal) far.push(x, y, z);
    farthest = Math.max(farthest, distance);
  }
  return { far, farthest };
}

/** From the faces in the tetrahedra around: the first that is near enough will do. */
function distanceNearby(pieces: Pieces, x: number, y: number, z: number, goal: number): number {
  let last = leafAt(pieces.tets, x, y, z);
  let least = distanceWithin(pieces, last, x, y, z);
  for (const share of AROUND)
    for (let k = 0; k < 6 && least > goal; k++) {
      const s = (k & 1 ? -share : share) * goal;
      const t = leafAt(pieces.tets, k < 2 ? x + s : x, k === 2 || k === 3 ? y + s : y, k > 3 ? z + s : z);
      if (t !== last) least = Math.min(least, distanceWithin(pieces, t, x, y, z));
      last = t;
    }
  return least;
}

function distanceWithin({ points, faces, first, end }: Pieces, t: number, x: number, y: number, z: number): number {
  let least = Infinity;
  if (t < 0) return least;
  for (let f = first[t]; f < end[t]; f++)
    least = Math.min(least, faceDistance(points.at, faces[3 * f], faces[3 * f + 1], faces[3 * f + 2], x, y, z));
  return least;
}

function searchOf({ tets, points, faces, within, faceCount }: Pieces): NearestFace {
  let corners = new Int32Array(3 * 4096);
  let count = 0;
  for (let f = 0; f < faceCount; f++) {
    if (!tets.isLeaf[within[f]]) continue;
    corners = withRoom(corners, 3 * count + 3);
    for (let k = 0; k < 3; k++) corners[3 * count + k] = faces[3 * f + k];
    count++;
  }
  return nearestFace(points.at, corners, count);
}

/** Wants the tetrahedra that hold places halved. */
export function wantAt({ tets }: Pieces, places: readonly number[]): void {
  for (let i = 0; i < places.length; i += 3) {
    const t = leafAt(tets, places[i], places[i + 1], places[i + 2]);
    if (t >= 0) tets.want[t] = Math.max(1, tets.want[t]);
  }
}
