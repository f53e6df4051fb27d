import { orient2d } from 'robust-predicates';
import type { BodyState } from '../../src/body.js';
import { multiply } from '../../src/math/affine.js';
import { screenFromWorld, type View } from '../../src/view/view.js';

/** Where a ray meets a face. Depths are in model units from the near plane. */
export interface Hit {
  readonly body: 0 | 1;
  readonly face: number;
  readonly depth: number;
  readonly isEntry: boolean;
}

interface Projected {
  /** x and y in pixels, depth in model units: three numbers a vertex. */
  readonly screen: Float64Array;
  readonly indices: Uint32Array;
  /** Faces by pixel: those of pixel p are `faces[first[p]]` up to `faces[first[p + 1]]`. */
  readonly first: Uint32Array;
  readonly faces: Uint32Array;
}

/**
 * Casts single rays of a view at the triangles of two bodies, in f64 and with exact signs: what a rasterizer rounds is not rounded
 * here. A ray through an edge meets one of its two faces, as if it were a little to the right, and less than that down.
 *
 * @example const hits = createExactRays([upper, lower], view)(12.125, 40.375)
 */
export function createExactRays(bodies: readonly [BodyState, BodyState], view: View): (x: number, y: number) => Hit[] {
  const all = bodies.map((body) => project(body, view));
  return (x, y) => {
    const hits: Hit[] = [];
    const p = Math.floor(y) * view.columns + Math.floor(x);
    all.forEach(({ screen, indices, first, faces }, body) => {
      for (let k = first[p]; k < first[p + 1]; k++) {
        const face = faces[k];
        const [i, j, l] = [3 * indices[3 * face], 3 * indices[3 * face + 1], 3 * indices[3 * face + 2]];
        const side = sideOf(screen, i, j, x, y);
        if (sideOf(screen, j, l, x, y) !== side || sideOf(screen, l, i, x, y) !== side) continue;
        // y goes down: seen from the near plane, outsides run clockwise around a point that orient2d has on their left.
        hits.push({ body: body as 0 | 1, face, depth: depthAt(screen, i, j, l, x, y), isEntry: side > 0 });
      }
    });
    return hits.sort((one, other) => one.depth - other.depth);
  };
}

function project({ mesh: { positions, indices }, pose }: BodyState, view: View): Projected {
  const m = multiply(screenFromWorld(view), pose);
  const depth = view.size[2];
  const screen = new Float64Array(positions.length);
  for (let v = 0; v < screen.length; v += 3)
    for (let k = 0; k < 3; k++) {
      const at =
        m[4 * k] * positions[v] + m[4 * k + 1] * positions[v + 1] + m[4 * k + 2] * positions[v + 2] + m[4 * k + 3];
      screen[v + k] = k === 2 ? at * depth : at;
    }
  const { columns, rows } = view;
  const first = new Uint32Array(columns * rows + 1);
  const eachPixel = (visit: (pixel: number, face: number) => void): void => {
    for (let face = 0; 3 * face < indices.length; face++) {
      const corners = [0, 1, 2].map((k) => 3 * indices[3 * face + k]);
      const [x0, x1, y0, y1] = [0, 1].flatMap((axis) => {
        const at = corners.map((v) => screen[v + axis]);
        return [Math.floor(Math.min(...at)), Math.floor(Math.max(...at))];
      });
      for (let y = Math.max(0, y0); y <= Math.min(rows - 1, y1); y++)
        for (let x = Math.max(0, x0); x <= Math.min(columns - 1, x1); x++) visit(y * columns + x, face);
    }
  };
  eachPixel((pixel) => first[pixel + 1]++);
  for (let p = 0; p < columns * rows; p++) first[p + 1] += first[p];
  const faces = new Uint32Array(first[columns * rows]);
  const next = first.slice();
  eachPixel((pixel, face) => {
    faces[next[pixel]++] = face;
  });
  return { screen, indices, first, faces };
}

/** On which side of an edge a ray is, never on it: 1 or −1. */
function sideOf(screen: Float64Array, i: number, j: number, x: number, y: number): number {
  const [x0, y0, x1, y1] = [screen[i], screen[i + 1], screen[j], screen[j + 1]];
  return Math.sign(orient2d(x0, y0, x1, y1, x, y) || y1 - y0 || x0 - x1);
}

function depthAt(screen: Float64Array, i: number, j: number, k: number, x: number, y: number): number {
  const [ax, ay] = [screen[j] - screen[i], screen[j + 1] - screen[i + 1]];
  const [bx, by] = [screen[k] - screen[i], screen[k + 1] - screen[i + 1]];
  const [px, py] = [x - screen[i], y - screen[i + 1]];
  const area = ax * by - ay * bx;
  const [u, v] = [(px * by - py * bx) / area, (ax * py - ay * px) / area];
  return screen[i + 2] + u * (screen[j + 2] - screen[i + 2]) + v * (screen[k + 2] - screen[i + 2]);
}
