import { faceDistance } from './faceDistance.js';
import type { Hidden, Pieces } from './pieces.js';

/** So many tetrahedra come of halving one and its neighbours. */
const ROOM_EACH = 10;

/**
 * Border that the corners of a tetrahedron do not show may still be near the faces next door, bulging in. Where it is
 * not, the tetrahedron is to be halved, unless there would be more than `most` then.
 */
export function settleHidden(pieces: Pieces, most: number): void {
  const { tets, goal } = pieces;
  pieces.hidden = pieces.hidden.filter(({ tet }) => tets.isLeaf[tet]);
  if (pieces.hidden.length === 0) return;
  const around = new Map<number, Hidden[]>();
  for (const hidden of pieces.hidden) {
    hidden.distance = Infinity;
    for (let k = 0; k < 4; k++) {
      const corner = tets.corners[4 * hidden.tet + k];
      const there = around.get(corner);
      if (there) there.push(hidden);
      else around.set(corner, [hidden]);
    }
  }
  for (let f = 0; f < pieces.faceCount; f++) {
    const t = pieces.within[f];
    if (!tets.isLeaf[t]) continue;
    for (let k = 0; k < 4; k++)
      for (const hidden of around.get(tets.corners[4 * t + k]) ?? [])
        hidden.distance = Math.min(hidden.distance, distanceTo(pieces, f, hidden.at));
  }
  pieces.hidden = pieces.hidden.filter(({ distance }) => !(distance <= goal));
  // Where they are too many to be settled, some are.
  const count = Math.min(pieces.hidden.length, Math.ceil(Math.max(0, most - tets.leafCount) / ROOM_EACH));
  for (let h = 0; h < count; h++) tets.want[pieces.hidden[h].tet] = 1;
}

const distanceTo = ({ points: { at }, faces }: Pieces, f: number, [x, y, z]: Float64Array): number =>
  faceDistance(at, faces[3 * f], faces[3 * f + 1], faces[3 * f + 2], x, y, z);
