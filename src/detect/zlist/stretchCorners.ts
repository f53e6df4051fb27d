import { createEndGroups, type EndGroups } from './endGroups.js';
import { linkedStretches } from './linkedStretches.js';
import type { Stretches } from './overlapStretches.js';

/**
 * Vertices where the pixels of four rays meet. Those of one corner that hang together are numbered one after the other, the nearest
 * first.
 */
export interface StretchCorners {
  /** x and y in pixels, and the depth as a share. */
  readonly places: number[];
  /** Where stretch s begins and ends at corner k of its pixel: `near[4 * s + k]`. Upper left is 0, then right, down and left. */
  readonly near: Uint32Array;
  readonly far: Uint32Array;
}

/** Around a corner: the pixels to the upper left, upper right, lower right and lower left, as steps; and which of their corners it is. */
const RING = [
  { dx: -1, dy: -1, corner: 2 },
  { dx: 0, dy: -1, corner: 3 },
  { dx: 0, dy: 0, corner: 0 },
  { dx: -1, dy: 0, corner: 1 },
] as const;

/** The middles between each of these pixels' centres and the next one's. */
const MIDDLES = [
  [0, -0.5],
  [0.5, 0],
  [0, 0.5],
  [-0.5, 0],
] as const;

/**
 * Where a solid's outline goes at a corner, by which pixels are in it, a bit each: the mean of the middles between pixels inside and
 * outside, as in surface nets (Gibson 1998). So a slanting outline, which the pixels show as stairs, is straight.
 */
const OUTLINES = Array.from({ length: 16 }, (_, inside): readonly [number, number] => {
  const ends = MIDDLES.filter((_, r) => ((inside >> r) & 1) !== ((inside >> ((r + 1) % 4)) & 1));
  const mean = (axis: 0 | 1) => ends.reduce((sum, middle) => sum + middle[axis], 0) / Math.max(1, ends.length);
  return [mean(0), mean(1)];
});

/** Depths that differ by less are one, as a share of the range: means of equal depths are, depths in lists are 60 times as coarse. */
const SAME = 1e-9;

const isBefore = (depth: number, other: number): boolean => other - depth > SAME;

/**
 * Gives every stretch a vertex at each corner of its pixel where it begins, and one where it ends. Stretches of neighbouring pixels that
 * hang together share them, at their mean depth: of those of a ray, the outermost do, so that a hole between two stretches ends at
 * the pixel's wall. Stretches around a corner that do not hang together have vertices apart.
 */
export function stretchCorners(stretches: Stretches): StretchCorners {
  const { columns, rows, first, from, to, slack } = stretches;
  const count = first[columns * rows];
  const places: number[] = [];
  const near = new Uint32Array(4 * count);
  const far = new Uint32Array(4 * count);

  // What is around a corner: stretches, by pixel and depth; which of them hang together; and which of their ends are one.
  const most = 4 * mostOnRay(first);
  const around = new Uint32Array(most);
  const pixelOf = new Uint8Array(most);
  const pieces = createEndGroups(most);
  const nears = createEndGroups(most);
  const fars = createEndGroups(most);
  const pixels = [-1, -1, -1, -1];
  /** To add to a pixel's stretches for their place around the corner. */
  const shift = [0, 0, 0, 0];
  let r = 0; // the pixel of the ring that is compared with the next one

  const join = (i0: number, i1: number, j0: number, j1: number): void => {
    const i = shift[r];
    const j = shift[(r + 1) % 4];
    const head = i1 > i0 ? i + i0 : j + j0;
    for (let s = i0; s < i1; s++) pieces.unite(head, i + s);
    for (let s = j0; s < j1; s++) pieces.unite(head, j + s);
    if (i0 === i1 || j0 === j1) return;
    // Stairs may come back to a pixel one stretch higher: there they are cut.
    if (nears.areApart(i + i0, j + j0)) nears.unite(i + i0, j + j0);
    if (fars.areApart(i + i1 - 1, j + j1 - 1)) fars.unite(i + i1 - 1, j + j1 - 1);
  };

  /** Means may bring the ends of a pixel out of order, where holes are narrow: then these ends are alone. */
  const putInOrder = (n: number): void => {
    for (let m = 0; m < n; m++) {
      const isAfterOther = m > 0 && pixelOf[m] === pixelOf[m - 1];
      const isHole = isAfterOther && pieces.find(m) === pieces.find(m - 1);
      const isWrong = !(
        isBefore(nears.mean(m), fars.mean(m)) &&
        (!isHole || isBefore(fars.mean(m - 1), nears.mean(m)))
      );
      if (!isWrong) continue;
      const hadOthers = [nears.scatter(m, n), fars.scatter(m, n), isHole && fars.scatter(m - 1, n)];
      if (hadOthers.includes(true)) m = -1; // from the beginning
    }
  };

  const line: { readonly depth: number; readonly ends: EndGroups; readonly group: number }[] = [];
  const placePiece = (piece: number, n: number, x: number, y: number): void => {
    line.length = 0;
    for (let m = piece; m < n; m++) {
      if (pieces.find(m) !== piece) continue;
      if (nears.find(m) === m) line.push({ depth: nears.mean(m), ends: nears, group: m });
      if (fars.find(m) === m) line.push({ depth: fars.mean(m), ends: fars, group: m });
    }
    line.sort((one, other) => one.depth - other.depth);
    const [dx, dy] = OUTLINES[pieces.pixels(piece)];
    line.forEach(({ depth, ends, group }, k) => {
      if (k === 0 || isBefore(line[k - 1].depth, depth)) places.push(x + dx, y + dy, depth);
      ends.vertex[group] = places.length / 3 - 1;
    });
  };

  /** Most corners lie amid four rays with one stretch each, s, t, u and v around them. */
  const placeAmid = (x: number, y: number, s: number, t: number, u: number, v: number): boolean => {
    if (!(areLinked(s, t) && areLinked(t, u) && areLinked(u, v) && areLinked(v, s))) return false;
    const vertex = places.length / 3;
    places.push(x, y, (from[s] + from[t] + from[u] + from[v]) / 4, x, y, (to[s] + to[t] + to[u] + to[v]) / 4);
    near[4 * s + 2] = near[4 * t + 3] = near[4 * u] = near[4 * v + 1] = vertex;
    far[4 * s + 2] = far[4 * t + 3] = far[4 * u] = far[4 * v + 1] = vertex + 1;
    return true;
  };
  const areLinked = (s: number, t: number): boolean => from[s] < to[t] + slack && from[t] < to[s] + slack;

  const placeCorner = (x: number, y: number): void => {
    let n = 0;
    for (let k = 0; k < 4; k++) {
      const column = x + RING[k].dx;
      const row = y + RING[k].dy;
      const isInView = column >= 0 && column < columns && row >= 0 && row < rows;
      pixels[k] = isInView ? row * columns + column : -1;
      if (!isInView) continue;
      shift[k] = n - first[pixels[k]];
      for (let s = first[pixels[k]]; s < first[pixels[k] + 1]; s++, n++) {
        around[n] = s;
        pixelOf[n] = k;
        pieces.put(n, k, 0);
        nears.put(n, k, from[s]);
        fars.put(n, k, to[s]);
      }
    }
    for (r = 0; r < 4; r++) linkedStretches(stretches, pixels[r], pixels[(r + 1) % 4], join);
    putInOrder(n);
    for (let m = 0; m < n; m++) if (pieces.find(m) === m) placePiece(m, n, x, y);
    for (let m = 0; m < n; m++) {
      const at = 4 * around[m] + RING[pixelOf[m]].corner;
      near[at] = nears.vertex[nears.find(m)];
      far[at] = fars.vertex[fars.find(m)];
    }
  };

  for (let y = 0; y <= rows; y++)
    for (let x = 0; x <= columns; x++) {
      if (x > 0 && x < columns && y > 0 && y < rows) {
        const p = (y - 1) * columns + x - 1;
        const q = p + columns;
        // Rays side by side have their stretches one after the other.
        const s = first[p];
        const v = first[q];
        const above = first[p + 2] - s;
        const below = first[q + 2] - v;
        if (above === 0 && below === 0) continue;
        const areSingle = above === 2 && below === 2 && first[p + 1] === s + 1 && first[q + 1] === v + 1;
        if (areSingle && placeAmid(x, y, s, s + 1, v + 1, v)) continue;
      }
      placeCorner(x, y);
    }
  return { places, near, far };
}

function mostOnRay(first: Uint32Array): number {
  let most = 0;
  for (let p = 0; p + 1 < first.length; p++) most = Math.max(most, first[p + 1] - first[p]);
  return most;
}
