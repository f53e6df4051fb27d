import type { Box } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';
import type { WorldMesh } from '../worldMesh.js';
import { commonFrame, scaleFor } from './commonFrame.js';
import { faceClusters } from './faceClusters.js';
import { faceDistance } from './faceDistance.js';
import { facesInReach } from './facesInReach.js';
import { nearbyFaces } from './nearbyFaces.js';
import { searchClusters } from './searchClusters.js';

/** Where two surfaces come nearest. */
export interface NearestFaces {
  readonly distance: number;
  /** By how much the distance may be wrong: rounding. Two other faces may be nearer by less. */
  readonly error: number;
  readonly a: number;
  readonly b: number;
  /** The nearest points, on A and on B. */
  readonly points: readonly [Vec3, Vec3];
}

/**
 * Faces that are nearer by less than this are not looked for, in a frame up to 1: parallel surfaces have thousands of faces
 * whose distances differ by rounding alone. It is more than what is lost to rounding besides, some 2^-48.
 */
const TIE = 2 ** -46;

/** What the distance of two surfaces may be wrong by: 2^-45 of half the size of a box around both. */
export const distanceError = (a: WorldMesh, b: WorldMesh): number => 2 ** -45 / scaleFor(a, b);

/**
 * The nearest two faces of two surfaces; `undefined` where all are farther apart than `limit`. Nothing is prepared.
 *
 * A few steps from vertex to vertex lead to faces that are near. What lies beyond that distance from the other's box, or
 * beyond it along the way between, is left out. The rest is put into clusters, and pairs of clusters that may be nearer are
 * parted, down to their faces. Where surfaces cross, the distance is 0 but for rounding.
 */
export function nearestFaces(a: WorldMesh, b: WorldMesh, limit = Infinity): NearestFaces | undefined {
  if (boxGap(a.bounds, b.bounds) > limit) return undefined;
  const frame = commonFrame(a, b);
  const best = nearbyFaces(frame);
  // Faces at the limit itself are found, too.
  const reach = Math.min(best.distance, limit * frame.scale + 2 * TIE);
  const way = [0, 1, 2].map((k) => (best.distance > 0 ? (best.points[k + 3] - best.points[k]) / best.distance : 0));
  const faces = facesInReach(frame.a, frame.b, way, reach + TIE);
  const points = new Float64Array(6);
  if (faces.a.length > 0 && faces.b.length > 0)
    searchClusters(faceClusters(frame.a, faces.a), faceClusters(frame.b, faces.b), reach, TIE, (f, g, near) => {
      const distance = faceDistance(frame.a, f, frame.b, g, points, near);
      if (!(distance < near)) return near;
      best.distance = distance;
      best.a = f;
      best.b = g;
      return distance;
    });
  const distance = faceDistance(a, best.a, b, best.b, points);
  if (!(distance <= limit)) return undefined;
  const [x, y, z, u, v, w] = points;
  return {
    distance,
    error: distanceError(a, b),
    a: best.a,
    b: best.b,
    points: [
      [x, y, z],
      [u, v, w],
    ],
  };
}

/** No more than the distance of two boxes. */
function boxGap(a: Box, b: Box): number {
  const [x, y, z] = [0, 1, 2].map((k) => Math.max(a.min[k] - b.max[k], b.min[k] - a.max[k], 0));
  return Math.hypot(x, y, z) * (1 - 2 ** -50);
}
