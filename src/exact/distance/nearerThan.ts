import type { FacePairs, WorldMesh } from '../worldMesh.js';
import { commonFrame } from './commonFrame.js';
import { faceClusters } from './faceClusters.js';
import { faceDistance } from './faceDistance.js';
import { facesInReach } from './facesInReach.js';
import { searchClusters } from './searchClusters.js';

/** Pairs of faces with their distances and their nearest points. */
export interface NearFaces extends FacePairs {
  readonly distance: Float64Array;
  /** Six numbers a pair: x y z on A, then on B. */
  readonly points: Float64Array;
}

/** What rounding may do to the distance of clusters, in a frame up to 1. */
const SLACK = 2 ** -46;

/**
 * All pairs of faces that are no farther apart than `limit`, by the face of A, then by that of B. Nothing is prepared. There
 * may be as many as there are faces in A times faces in B; memory grows with those found, 64 bytes each and some times as much
 * while it grows.
 */
export function nearerThan(a: WorldMesh, b: WorldMesh, limit: number): NearFaces {
  const frame = commonFrame(a, b);
  const reach = limit * frame.scale + SLACK;
  const faces = facesInReach(frame.a, frame.b, [0, 0, 0], reach);
  const found = { a: new Uint32Array(256), b: new Uint32Array(256), distance: new Float64Array(256), count: 0 };
  let points = new Float64Array(6 * 256);
  const out = new Float64Array(6);
  if (faces.a.length > 0 && faces.b.length > 0)
    searchClusters(faceClusters(frame.a, faces.a), faceClusters(frame.b, faces.b), reach, 0, (f, g, near) => {
      const distance = faceDistance(a, f, b, g, out, limit);
      if (!(distance <= limit)) return near;
      const { count } = found;
      if (count === found.a.length) {
        found.a = doubled(found.a, new Uint32Array(2 * count));
        found.b = doubled(found.b, new Uint32Array(2 * count));
        found.distance = doubled(found.distance, new Float64Array(2 * count));
        points = doubled(points, new Float64Array(12 * count));
      }
      found.a[count] = f;
      found.b[count] = g;
      found.distance[count] = distance;
      points.set(out, 6 * count);
      found.count++;
      return near;
    });
  return inOrder(found, points);
}

function doubled<T extends Uint32Array | Float64Array>(old: T, next: T): T {
  next.set(old);
  return next;
}

interface Found {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly distance: Float64Array;
  readonly count: number;
}

/** Sorted by face, without the room that is left. */
function inOrder({ a, b, distance, count }: Found, points: Float64Array): NearFaces {
  const places = new Uint32Array(count);
  for (let k = 0; k < count; k++) places[k] = k;
  const order = sortedBy(a, sortedBy(b, places));
  const sorted = { a: new Uint32Array(count), b: new Uint32Array(count), distance: new Float64Array(count) };
  const sortedPoints = new Float64Array(6 * count);
  for (let k = 0; k < count; k++) {
    const from = order[k];
    sorted.a[k] = a[from];
    sorted.b[k] = b[from];
    sorted.distance[k] = distance[from];
    for (let c = 0; c < 6; c++) sortedPoints[6 * k + c] = points[6 * from + c];
  }
  return { ...sorted, points: sortedPoints };
}

/** Counts how often each face comes, and puts places in that order; equal ones stay as they are. */
function sortedBy(faces: Uint32Array, places: Uint32Array): Uint32Array {
  let most = 0;
  for (let k = 0; k < places.length; k++) most = Math.max(most, faces[places[k]]);
  const starts = new Uint32Array(most + 2);
  for (let k = 0; k < places.length; k++) starts[faces[places[k]] + 1]++;
  for (let f = 0; f <= most; f++) starts[f + 1] += starts[f];
  const sorted = new Uint32Array(places.length);
  for (let k = 0; k < places.length; k++) sorted[starts[faces[places[k]]]++] = places[k];
  return sorted;
}
