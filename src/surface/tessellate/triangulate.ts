import type { Side } from '../surface.js';
import { norm } from './norm.js';

const normal = new Float64Array(3);

/** How good a triangle is: 1 with equal edges, 0 without area, negative where it faces the other way than `normal`. */
function quality(at: Float64Array, a: number, b: number, c: number): number {
  const ux = at[3 * b] - at[3 * a];
  const uy = at[3 * b + 1] - at[3 * a + 1];
  const uz = at[3 * b + 2] - at[3 * a + 2];
  const vx = at[3 * c] - at[3 * a];
  const vy = at[3 * c + 1] - at[3 * a + 1];
  const vz = at[3 * c + 2] - at[3 * a + 2];
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const area = normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
  const edges = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz + wx * wx + wy * wy + wz * wz;
  return edges > 0 ? (3.4641016151377544 * area) / edges : 0;
}

/** Triangles good enough to look at how well they lie on the side, rather than at their shape. */
const FAIR = 0.15;

/** Cuts a polygon on a side into triangles, three points each, appended to `out`. */
export function triangulate(at: Float64Array, side: Side, polygon: readonly number[], out: number[]): void {
  if (polygon.length < 3) return;
  if (polygon.length === 3) {
    out.push(polygon[0], polygon[1], polygon[2]);
    return;
  }
  outwards(at, side, polygon);
  if (polygon.length === 4) {
    const [a, b, c, d] = polygon;
    const along = Math.min(quality(at, a, b, c), quality(at, a, c, d));
    const across = Math.min(quality(at, b, c, d), quality(at, b, d, a));
    let isAlong = along >= across;
    if (!side.isFlat && along > FAIR && across > FAIR) isAlong = gap(at, side, a, c) <= gap(at, side, b, d);
    if (isAlong) out.push(a, b, c, a, c, d);
    else out.push(b, c, d, b, d, a);
    return;
  }
  cutBest(at, polygon, out);
}

/** The triangles of which the worst is best, by dynamic programming over stretches of the border (Klincsek 1980). */
function cutBest(at: Float64Array, polygon: readonly number[], out: number[]): void {
  const n = polygon.length;
  const best = new Float64Array(n * n).fill(Infinity);
  const apex = new Int32Array(n * n);
  for (let span = 2; span < n; span++)
    for (let i = 0; i + span < n; i++) {
      const k = i + span;
      let most = -Infinity;
      for (let j = i + 1; j < k; j++) {
        const q = Math.min(quality(at, polygon[i], polygon[j], polygon[k]), best[i * n + j], best[j * n + k]);
        if (!(q > most)) continue;
        most = q;
        apex[i * n + k] = j;
      }
      best[i * n + k] = most;
    }
  const emit = (i: number, k: number): void => {
    if (k - i < 2) return;
    const j = apex[i * n + k];
    out.push(polygon[i], polygon[j], polygon[k]);
    emit(i, j);
    emit(j, k);
  };
  emit(0, n - 1);
}

/** The side's own direction amid the polygon, in `normal`; the polygon's where the side has none. */
function outwards(at: Float64Array, side: Side, polygon: readonly number[]): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const p of polygon) {
    x += at[3 * p] / polygon.length;
    y += at[3 * p + 1] / polygon.length;
    z += at[3 * p + 2] / polygon.length;
  }
  side.gradient(x, y, z, normal);
  const length = norm(normal[0], normal[1], normal[2]);
  if (length > 0 && length < Infinity) {
    for (let k = 0; k < 3; k++) normal[k] /= length;
    return;
  }
  normal.fill(0);
  const o = 3 * polygon[0];
  for (let k = 1; k + 1 < polygon.length; k++) {
    const a = 3 * polygon[k];
    const b = 3 * polygon[k + 1];
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      normal[i] +=
        (at[a + j] - at[o + j]) * (at[b + l] - at[o + l]) - (at[a + l] - at[o + l]) * (at[b + j] - at[o + j]);
    }
  }
  const size = norm(normal[0], normal[1], normal[2]) || 1;
  for (let k = 0; k < 3; k++) normal[k] /= size;
}

/** How far the middle of a diagonal is off the side, in the side's own measure. */
function gap(at: Float64Array, side: Side, a: number, b: number): number {
  const x = (at[3 * a] + at[3 * b]) / 2;
  const y = (at[3 * a + 1] + at[3 * b + 1]) / 2;
  const z = (at[3 * a + 2] + at[3 * b + 2]) / 2;
  return Math.abs(side.value(x, y, z));
}
