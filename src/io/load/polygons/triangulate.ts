import { clipEars } from './clipEars.js';
import { flatCorners, turn } from './flatCorners.js';
import type { Polygons } from './polygons.js';

/** How many tests of a corner against a box a file may cost: one to two seconds. Hostile polygons need the square of their size. */
const MOST_TESTS = 5e8;

/**
 * Divides polygons into triangles, n - 2 for n corners, without new vertices, so that what encloses a volume still does.
 * The triangles of a face follow each other; those of face p begin at `ends[p - 1] - 2p`. Triangles stay as they are.
 *
 * A face is a fan around its first corner, as other readers have it, wherever the fan's triangles all look the same way.
 * A fan of a concave face folds over itself: there, ears are cut off instead.
 */
export function triangulate(
  { corners: { values: corners }, ends }: Polygons,
  positions: ArrayLike<number>,
  tooIntricate: (polygon: number, cornerCount: number) => Error,
): Uint32Array {
  const cornerCount = ends.length === 0 ? 0 : ends.values[ends.length - 1];
  const out = new Uint32Array(3 * (cornerCount - 2 * ends.length));
  let length = 0;
  let testsLeft = MOST_TESTS;
  const emit = (a: number, b: number, c: number): void => {
    out[length++] = a;
    out[length++] = b;
    out[length++] = c;
  };
  for (let polygon = 0, begin = 0; polygon < ends.length; polygon++) {
    const end = ends.values[polygon];
    const flat = end - begin === 3 ? undefined : flatCorners(positions, corners, begin, end);
    if (flat === undefined || isFan(flat))
      for (let k = begin + 2; k < end; k++) emit(corners[begin], corners[k - 1], corners[k]);
    else {
      const from = begin;
      testsLeft = clipEars(flat, testsLeft, (a, b, c) => emit(corners[from + a], corners[from + b], corners[from + c]));
      if (testsLeft < 0) throw tooIntricate(polygon, end - begin);
    }
    begin = end;
  }
  return out;
}

function isFan(flat: Float64Array): boolean {
  for (let k = 2; 2 * k < flat.length; k++) if (!(turn(flat, 0, k - 1, k) > 0)) return false;
  return true;
}
