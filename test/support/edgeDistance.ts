import type { BodyState } from '../../src/body.js';
import type { View } from '../../src/view/view.js';

/** A body's vertices as the view sees them, in f64: x and y in pixels, depth 0 to 1. Three numbers each. */
export function seen({ mesh, pose }: BodyState, view: View): Float64Array {
  const { origin, right, down, direction, size, columns, rows } = view;
  const out = new Float64Array(mesh.positions.length);
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = mesh.positions.slice(i, i + 3);
    const from = [0, 4, 8].map((r, k) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[r + 3] - origin[k]);
    const along = (axis: readonly number[]) => axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2];
    out[i] = (along(right) / size[0]) * columns;
    out[i + 1] = (along(down) / size[1]) * rows;
    out[i + 2] = along(direction) / size[2];
  }
  return out;
}

/** The distance, in pixels, from each pixel's centre to the nearest edge of any of the bodies, where it is below `reachPx`. */
export function edgeDistance(bodies: readonly BodyState[], view: View, reachPx = 1): Float64Array {
  const { columns, rows } = view;
  const nearest = new Float64Array(columns * rows).fill(Infinity);
  for (const body of bodies) {
    const at = seen(body, view);
    const { indices } = body.mesh;
    for (let side = 0; side < indices.length; side++) {
      const p = 3 * indices[side];
      const q = 3 * indices[side % 3 === 2 ? side - 2 : side + 1];
      const [ax, ay, bx, by] = [at[p], at[p + 1], at[q], at[q + 1]];
      for (let y = first(Math.min(ay, by) - reachPx); y < Math.min(rows, Math.max(ay, by) + reachPx); y++)
        for (let x = first(Math.min(ax, bx) - reachPx); x < Math.min(columns, Math.max(ax, bx) + reachPx); x++) {
          const distance = toSegment(x + 0.5, y + 0.5, ax, ay, bx, by);
          if (distance < reachPx) nearest[y * columns + x] = Math.min(nearest[y * columns + x], distance);
        }
    }
  }
  return nearest;
}

/** The depths at which the ray of each pixel crosses the bodies' faces, inside and outside the range, in no order. */
export function crossings(bodies: readonly BodyState[], view: View): number[][] {
  const { columns, rows } = view;
  const depths: number[][] = Array.from({ length: columns * rows }, () => []);
  for (const body of bodies) {
    const at = seen(body, view);
    const { indices } = body.mesh;
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => at.subarray(3 * indices[k + i], 3 * indices[k + i] + 3));
      const area = cross(a, b, c[0], c[1]);
      if (area === 0) continue;
      for (let y = first(Math.min(a[1], b[1], c[1])); y < Math.min(rows, Math.max(a[1], b[1], c[1])); y++)
        for (let x = first(Math.min(a[0], b[0], c[0])); x < Math.min(columns, Math.max(a[0], b[0], c[0])); x++) {
          const u = cross(b, c, x + 0.5, y + 0.5) / area;
          const v = cross(c, a, x + 0.5, y + 0.5) / area;
          if (u >= 0 && v >= 0 && u + v <= 1) depths[y * columns + x].push(u * a[2] + v * b[2] + (1 - u - v) * c[2]);
        }
    }
  }
  return depths;
}

const first = (px: number): number => Math.max(0, Math.floor(px));

const cross = (a: Float64Array, b: Float64Array, x: number, y: number): number =>
  (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const t = dx === 0 && dy === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const s = Math.max(0, Math.min(1, t));
  const offX = ax + s * dx - x;
  const offY = ay + s * dy - y;
  return Math.sqrt(offX * offX + offY * offY);
}
