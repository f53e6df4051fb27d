import type { ScreenVertices } from './coverFace.js';
import type { DrawTarget } from './draw.js';
import type { FragmentPass } from './fragmentPass.js';
import { takeRun } from './takeRun.js';

/**
 * Takes the pixels of lines through the pass. `edges` are pairs of vertices; `bodyId` goes into the id plane, 0 for the
 * edge's number + 1.
 *
 * The rule: a line steps along the axis on which it is longer (x where both are alike). At every pixel centre c of that
 * axis with start ≤ c < end it draws one pixel, that in which the line lies there, with the line's own depth there. As the
 * upper end is left out, a chain of lines draws no pixel twice at its joints, and which end comes first does not matter.
 * A line without such a centre draws the pixel of its first end, so no edge disappears. A pixel holds its left and upper
 * border; a tile likewise, so a line along its right or lower border is outside. Lines are not snapped.
 */
export function drawEdges(
  { vertices }: ScreenVertices,
  edges: Uint32Array,
  { band, offset, stride }: DrawTarget,
  bodyId: number,
  pass: FragmentPass,
): void {
  const { columns, firstRow, endRow } = band;
  const pixel = { count: 1, z: 0, slope: 0, first: 0, least: -Infinity, most: Infinity, sign: 1 };
  const takePixel = (at: number, depth: number, id: number) => {
    pixel.z = depth;
    takeRun(pass, at, pixel, id);
  };
  for (let k = 0; k < edges.length; k += 2) {
    const id = bodyId || k / 2 + 1;
    const p = 4 * edges[k];
    const q = 4 * edges[k + 1];
    const alongX = Math.abs(vertices[q] - vertices[p]) >= Math.abs(vertices[q + 1] - vertices[p + 1]);
    const major = alongX ? 0 : 1;
    const start = vertices[p + major] <= vertices[q + major] ? p : q;
    const end = start === p ? q : p;
    const u = vertices[start + major];
    const v = vertices[start + 1 - major];
    const z = vertices[start + 2];
    const length = vertices[end + major] - u;
    const dv = vertices[end + 1 - major] - v;
    const dz = vertices[end + 2] - z;
    const first = Math.ceil(u - 0.5);
    const last = Math.ceil(u + length - 0.5) - 1;
    if (first > last) {
      const x = Math.floor(vertices[p]);
      const y = Math.floor(vertices[p + 1]);
      if (x >= 0 && x < columns && y >= firstRow && y < endRow) takePixel(offset + y * stride + x, vertices[p + 2], id);
      continue;
    }
    const from = Math.max(first, alongX ? 0 : firstRow);
    const to = Math.min(last, (alongX ? columns : endRow) - 1);
    const low = alongX ? firstRow : 0;
    const high = alongX ? endRow : columns;
    const stepMajor = alongX ? 1 : stride;
    const stepMinor = alongX ? stride : 1;
    for (let i = from; i <= to; i++) {
      const t = (i + 0.5 - u) / length;
      const j = Math.floor(v + dv * t);
      if (j >= low && j < high) takePixel(offset + i * stepMajor + j * stepMinor, z + dz * t, id);
    }
  }
}
