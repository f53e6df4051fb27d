import type { Mesh } from '../src/mesh/mesh.js';
import { type HeightFieldOptions, heightField } from '../src/mesh/shapes/heightField.js';

// The "Mandelbrot field" of M. Shinya and M.-C. Forgue, "Interference Detection through Rasterization", 1991, figure 7:
// 8,192 polygons, that is 64 × 64 cells of two triangles. What they show of it is a picture; the numbers here are ours.

/** The triangles of the upper side; the sides and the bottom have 768 more. */
export const MANDELBROT_TOP_COUNT = 8192;

const CELLS = 64;
const SIZE = 20;
/** Of the set itself, which stands out as a plateau; 0 is where a point escapes before the first step. */
const RELIEF = 3;
/** The square of the complex plane that is shown, by its middle and its width. */
const MIDDLE = { re: -0.65, im: 0 };
const WIDTH = 2.9;
/** Points that stay this long belong to the plateau: on 64 × 64 points more would not be seen. */
const MOST_STEPS = 24;
/**
 * Escape is certain beyond 2. The count is taken farther out, where it is smoother: at 2^(2^3), three squarings later.
 */
const STEPS_BEYOND = 3;
const ESCAPE_RADIUS = 2 ** (2 ** STEPS_BEYOND);

/**
 * The Mandelbrot set as a landscape, closed to a solid: 20 × 20 units about the origin, z from 0.55 in the plains to 3 on
 * the plateau, the flat bottom at -1, 8,960 triangles. Heights are the logarithm of the steps to escape: they grow without bound towards the set,
 * and their logarithm rises evenly enough to be seen as slopes.
 */
export function mandelbrotField(): Mesh {
  return heightField(MANDELBROT_FIELD);
}

/** The field as a height field: its heights can be looked up. */
export const MANDELBROT_FIELD: Required<HeightFieldOptions> = {
  size: [SIZE, SIZE],
  segments: [CELLS, CELLS],
  height: (x, y) =>
    (RELIEF * Math.log1p(escapeCount(MIDDLE.re + (x * WIDTH) / SIZE, MIDDLE.im + (y * WIDTH) / SIZE))) /
    Math.log1p(MOST_STEPS),
  bottom: -1,
};

/**
 * The steps of z → z² + c, from z = 0, until |z| is 2: a count with a fraction, continuous in c. Far out, each step doubles
 * log |z|, so log₂ log₂ |z| tells how many steps z is beyond 2. In the set, and where it takes longer, `MOST_STEPS`.
 */
export function escapeCount(re: number, im: number): number {
  let [x, y] = [0, 0];
  for (let step = 1; step <= MOST_STEPS + STEPS_BEYOND; step++) {
    [x, y] = [x * x - y * y + re, 2 * x * y + im];
    const size = Math.hypot(x, y);
    if (size > ESCAPE_RADIUS) return step - Math.log2(Math.log2(size));
  }
  return MOST_STEPS;
}
