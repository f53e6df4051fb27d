import { orient2d } from 'robust-predicates';

/**
 * A polygon's corners as `u v` pairs in the coordinate plane that it faces most, counter-clockwise; undefined where it has
 * no area to speak of. Coordinates are taken as they are, so that decisions on them are exact.
 */
export function flatCorners(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  begin: number,
  end: number,
): Float64Array | undefined {
  // Newell's normal: the sum over the sides, about the first corner so that far from the origin nothing is lost.
  const o = 3 * corners[begin];
  const normal = [0, 0, 0];
  for (let k = begin + 1; k + 1 < end; k++) {
    const p = 3 * corners[k];
    const q = 3 * corners[k + 1];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      normal[axis] +=
        (positions[p + u] - positions[o + u]) * (positions[q + v] - positions[o + v]) -
        (positions[p + v] - positions[o + v]) * (positions[q + u] - positions[o + u]);
    }
  }
  const sizes = normal.map(Math.abs);
  const axis = sizes[0] >= sizes[1] && sizes[0] >= sizes[2] ? 0 : sizes[1] >= sizes[2] ? 1 : 2;
  if (!(sizes[axis] > 0 && sizes[axis] < Infinity)) return undefined;
  const u = (axis + (normal[axis] > 0 ? 1 : 2)) % 3;
  const v = 3 - axis - u;
  const flat = new Float64Array(2 * (end - begin));
  for (let k = begin; k < end; k++) {
    flat[2 * (k - begin)] = positions[3 * corners[k] + u];
    flat[2 * (k - begin) + 1] = positions[3 * corners[k] + v];
  }
  return flat;
}

/** Positive where the way from a over b to c turns left, zero where it goes straight on or back, exactly. */
export const turn = (flat: Float64Array, a: number, b: number, c: number): number =>
  -orient2d(flat[2 * a], flat[2 * a + 1], flat[2 * b], flat[2 * b + 1], flat[2 * c], flat[2 * c + 1]);

/** Whether the way from a over b to c, which does not turn, goes back at b. */
export const goesBack = (flat: Float64Array, a: number, b: number, c: number): boolean =>
  [0, 1].every((k) => Math.sign(flat[2 * a + k] - flat[2 * b + k]) * Math.sign(flat[2 * c + k] - flat[2 * b + k]) >= 0);

export const samePlace = (flat: Float64Array, p: number, q: number): boolean =>
  flat[2 * p] === flat[2 * q] && flat[2 * p + 1] === flat[2 * q + 1];
