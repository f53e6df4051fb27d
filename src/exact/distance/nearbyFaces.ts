import type { CommonFrame, PlacedMesh } from './commonFrame.js';
import { faceDistance } from './faceDistance.js';

/** Two faces, their distance in the common frame, and their nearest points there: x y z on A, then on B. */
export interface NearbyFaces {
  distance: number;
  a: number;
  b: number;
  readonly points: Float64Array;
}

/** A step to other faces must bring this share of the distance, or it was the last. */
const WORTH_A_STEP = 1 / 16;
const MOST_STEPS = 12;

/** The most faces around a vertex that are looked at: enough, but at the poles of spheres. */
const MOST_AROUND = 16;

/**
 * Two faces that come as near each other as a few steps lead: from a point to the vertex of B that is nearest to it, from that to
 * the nearest of A, and so on; then to the faces around both, and on from their nearest points. A step takes a pass over the
 * vertices. There may be nearer faces; but those farther apart need not be looked at any more.
 */
export function nearbyFaces({ a, b }: CommonFrame): NearbyFaces {
  // From the points of each box that are nearest to the other's middle.
  const starts = [startIn(a.box, b.box), startIn(b.box, a.box)].map((start) => nearestVertices(a, b, start));
  let [vertexA, vertexB] = starts[0].square <= starts[1].square ? starts[0].vertices : starts[1].vertices;
  let best = facesAround(a, b, vertexA, vertexB);
  for (let step = 0; step < MOST_STEPS; step++) {
    const [nextA, nextB] = nearestVertices(a, b, best.points).vertices;
    if (nextA === vertexA && nextB === vertexB) break;
    [vertexA, vertexB] = [nextA, nextB];
    const next = facesAround(a, b, vertexA, vertexB);
    const isWorthMore = next.distance < (1 - WORTH_A_STEP) * best.distance;
    if (next.distance < best.distance) best = next;
    if (!isWorthMore) break;
  }
  return best;
}

/** The point of a box that is nearest to the middle of another. */
const startIn = (box: Float64Array, other: Float64Array): Float64Array =>
  Float64Array.from([0, 1, 2], (k) => Math.min(Math.max((other[k] + other[k + 3]) / 2, box[k]), box[k + 3]));

/** To which vertices it leads to go from a point to the nearest vertex of B, from there to the nearest of A, and so on. */
function nearestVertices(
  { positions: p }: PlacedMesh,
  { positions: q }: PlacedMesh,
  [x, y, z]: Float64Array,
): { vertices: readonly [number, number]; square: number } {
  let onB = nearestVertex(q, x, y, z);
  let onA = nearestVertex(p, q[onB], q[onB + 1], q[onB + 2]);
  for (let step = 0; step < MOST_STEPS; step++) {
    const nextB = nearestVertex(q, p[onA], p[onA + 1], p[onA + 2]);
    if (nextB === onB) break;
    onB = nextB;
    const nextA = nearestVertex(p, q[onB], q[onB + 1], q[onB + 2]);
    if (nextA === onA) break;
    onA = nextA;
  }
  const square = (p[onA] - q[onB]) ** 2 + (p[onA + 1] - q[onB + 1]) ** 2 + (p[onA + 2] - q[onB + 2]) ** 2;
  return { vertices: [onA / 3, onB / 3], square };
}

/** Where the coordinates of the vertex begin that is nearest to a point. */
function nearestVertex(positions: Float64Array, x: number, y: number, z: number): number {
  let least = Infinity;
  let nearest = 0;
  for (let k = 0; k < positions.length; k += 3) {
    const dx = positions[k] - x;
    const dy = positions[k + 1] - y;
    const dz = positions[k + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) {
      least = square;
      nearest = k;
    }
  }
  return nearest;
}

/** The nearest of the faces around two vertices. */
function facesAround(a: PlacedMesh, b: PlacedMesh, vertexA: number, vertexB: number): NearbyFaces {
  const best: NearbyFaces = { distance: Infinity, a: 0, b: 0, points: new Float64Array(6) };
  const points = new Float64Array(6);
  const around = facesAt(b.indices, vertexB);
  for (const f of facesAt(a.indices, vertexA))
    for (const g of around) {
      const distance = faceDistance(a, f, b, g, points, best.distance);
      if (!(distance < best.distance)) continue;
      best.distance = distance;
      best.a = f;
      best.b = g;
      best.points.set(points);
    }
  return best;
}

function facesAt(indices: Uint32Array, vertex: number): number[] {
  const faces: number[] = [];
  for (let k = 0; k < indices.length; k++) {
    if (indices[k] !== vertex) continue;
    faces.push(Math.floor(k / 3));
    if (faces.length === MOST_AROUND) break;
  }
  return faces;
}
