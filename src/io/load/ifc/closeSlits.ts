import type { Mesh } from '../../../mesh/mesh.js';

/** Longer rims are no slits. */
const MOST_CORNERS = 32;

/** Two vertex numbers make one key below 2^52. */
const MOST_VERTICES = 2 ** 26;

/**
 * Closes slits: holes whose rim lies on one line, no farther from it than `tolerance`. They stay where a reader has thrown
 * away faces without area, and such faces close them again. Holes that enclose an area are left open.
 */
export function closeSlits(mesh: Mesh, tolerance: number): Mesh {
  const rims = mesh.positions.length / 3 < MOST_VERTICES ? rimsOf(mesh.indices) : [];
  const faces: number[] = [];
  for (const rim of rims) {
    if (!isStraight(mesh, rim, tolerance)) continue;
    for (let k = 1; k + 1 < rim.length; k++) faces.push(rim[0], rim[k], rim[k + 1]);
  }
  if (faces.length === 0) return mesh;
  const indices = new Uint32Array(mesh.indices.length + faces.length);
  indices.set(mesh.indices);
  indices.set(faces, mesh.indices.length);
  return { positions: mesh.positions, indices };
}

/** The rims of holes, in the direction of the faces that are missing. Where rims meet in a vertex they are left out. */
function rimsOf(indices: Uint32Array): number[][] {
  const next = new Map<number, number>(); // end → start of every side that no other face runs back
  const crowded = new Set<number>();
  const open = new Map<number, number>(); // by direction: how often it is run and not run back
  for (let f = 0; f < indices.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const from = indices[f + k];
      const to = indices[f + ((k + 1) % 3)];
      if (from === to) continue;
      const there = from * MOST_VERTICES + to;
      const back = to * MOST_VERTICES + from;
      const times = open.get(back) ?? 0;
      if (times > 1) open.set(back, times - 1);
      else if (times === 1) open.delete(back);
      else open.set(there, (open.get(there) ?? 0) + 1);
    }
  for (const [key, times] of open) {
    const from = Math.floor(key / MOST_VERTICES);
    const to = key % MOST_VERTICES;
    if (times > 1 || next.has(to)) crowded.add(to);
    next.set(to, from);
  }
  const rims: number[][] = [];
  for (const start of next.keys()) {
    const rim: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && rim.length <= MOST_CORNERS && !crowded.has(at)) {
      rim.push(at);
      at = next.get(at);
      if (at === start) break;
    }
    // Every rim is met once from each of its vertices: the lowest one stands for it.
    if (at === start && rim.length > 2 && rim.length <= MOST_CORNERS && start === Math.min(...rim)) rims.push(rim);
  }
  return rims;
}

function isStraight({ positions }: Mesh, rim: readonly number[], tolerance: number): boolean {
  const difference = (a: number, b: number, k: number): number => positions[3 * a + k] - positions[3 * b + k];
  const length = (a: number, b: number): number =>
    Math.hypot(difference(a, b, 0), difference(a, b, 1), difference(a, b, 2));
  // From the vertex that is farthest from the first to the one that is farthest from that: the line's two ends.
  const farthest = (from: number): number => rim.reduce((best, v) => (length(v, from) > length(best, from) ? v : best));
  const a = farthest(rim[0]);
  const b = farthest(a);
  const span = length(a, b);
  return rim.every((v) => {
    const [x, y, z] = [difference(v, a, 0), difference(v, a, 1), difference(v, a, 2)];
    const [u, w, t] = [difference(b, a, 0), difference(b, a, 1), difference(b, a, 2)];
    return Math.hypot(y * t - z * w, z * u - x * t, x * w - y * u) <= tolerance * span;
  });
}
