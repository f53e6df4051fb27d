import type { ProjectedMesh } from './projectMesh.js';

/** For each of some rays, the faces near it: those of ray k are `faces[starts[k]]` to `faces[starts[k + 1] - 1]`. */
export interface FacesNearRays {
  readonly starts: Uint32Array;
  readonly faces: Uint32Array;
}

/** More than what rounding may do to the lines of edges: these go through places of bodies some 10^5 pixels wide, in f64. */
const ROUNDING_PX = 1e-6;

/**
 * The faces that come nearer than `reach` across and down, in pixels, to the middles of the pixels `rays`, which ascend; and some beyond
 * their corners. One walk over the faces, whatever the number of rays.
 */
export function facesNearRays(
  { places, indices }: ProjectedMesh,
  rays: Uint32Array,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  reach: number,
): FacesNearRays {
  const rowStart = new Uint32Array(rows + 1);
  for (const p of rays) rowStart[Math.floor(p / columns) + 1]++;
  for (let row = 0; row < rows; row++) rowStart[row + 1] += rowStart[row];
  const counts = new Uint32Array(rays.length + 1);
  const found: number[] = [];
  const [ex, ey, e] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  /** The line of an edge, moved out by the reach across and down: below 0 outside. */
  const setEdge = (k: number, from: number, to: number, turn: number): void => {
    ex[k] = turn * (places[from + 1] - places[to + 1]);
    ey[k] = turn * (places[to] - places[from]);
    const margin = (reach + ROUNDING_PX) * (Math.abs(ex[k]) + Math.abs(ey[k]));
    e[k] = margin - ex[k] * places[from] - ey[k] * places[from + 1];
  };
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [3 * indices[f], 3 * indices[f + 1], 3 * indices[f + 2]];
    const top = Math.max(0, Math.ceil(Math.min(places[a + 1], places[b + 1], places[c + 1]) - reach - 0.5));
    const bottom = Math.min(rows - 1, Math.floor(Math.max(places[a + 1], places[b + 1], places[c + 1]) + reach - 0.5));
    if (top > bottom || rowStart[top] === rowStart[bottom + 1]) continue;
    const left = Math.max(0, Math.ceil(Math.min(places[a], places[b], places[c]) - reach - 0.5));
    const right = Math.min(columns - 1, Math.floor(Math.max(places[a], places[b], places[c]) + reach - 0.5));
    // How far left of each edge a place lies, for a face that turns left; times its length.
    const turn =
      (places[b] - places[a]) * (places[c + 1] - places[a + 1]) <
      (places[b + 1] - places[a + 1]) * (places[c] - places[a])
        ? -1
        : 1;
    setEdge(0, a, b, turn);
    setEdge(1, b, c, turn);
    setEdge(2, c, a, turn);
    for (let row = top; row <= bottom; row++) {
      const end = rowStart[row + 1];
      const y = row + 0.5;
      for (let k = firstFrom(rays, row * columns + left, rowStart[row], end); k < end; k++) {
        if (rays[k] > row * columns + right) break;
        const x = rays[k] - row * columns + 0.5;
        if (ex[0] * x + ey[0] * y + e[0] < 0 || ex[1] * x + ey[1] * y + e[1] < 0 || ex[2] * x + ey[2] * y + e[2] < 0)
          continue;
        counts[k + 1]++;
        found.push(k, f / 3);
      }
    }
  }
  for (let k = 0; k < rays.length; k++) counts[k + 1] += counts[k];
  const faces = new Uint32Array(found.length / 2);
  const next = counts.slice();
  for (let i = 0; i < found.length; i += 2) faces[next[found[i]]++] = found[i + 1];
  return { starts: counts, faces };
}

/** The first place from `from` on, before `end`, whose ray is not before `ray`. */
function firstFrom(rays: Uint32Array, ray: number, from: number, end: number): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rays[middle] < ray) low = middle + 1;
    else high = middle;
  }
  return low;
}
