import type { Box } from '../../math/box.js';
import type { IsOutside } from '../surface.js';

/** Along each axis of the first look. */
const GRID = 9;
const MOST_CELLS = 20000;

/**
 * Whether a point can be found where the function is below 0: on a grid, and then in cells that cannot be ruled out, cut in two, the one with
 * the least value in its middle first. `valueAt` throws what is to be said where there is no value.
 */
export function hasInside(
  box: Box,
  valueAt: (x: number, y: number, z: number) => number,
  isOutside: IsOutside,
): boolean {
  const { min, max } = box;
  const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const cells: { readonly box: readonly number[]; readonly value: number }[] = [];
  let found = false;
  const consider = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void => {
    if (isOutside(x0, y0, z0, x1, y1, z1)) return;
    const value = valueAt((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    if (value < 0) found = true;
    cells.push({ box: [x0, y0, z0, x1, y1, z1], value });
  };
  const edge = (k: number, i: number): number => (i === GRID ? max[k] : min[k] + (size[k] * i) / GRID);
  // All of the grid, even where an inside is found at once: so a place without a value is met now, and not by some ray.
  for (let i = 0; i < GRID ** 3; i++) {
    const [u, v, w] = [i % GRID, Math.floor(i / GRID) % GRID, Math.floor(i / GRID ** 2)];
    consider(edge(0, u), edge(1, v), edge(2, w), edge(0, u + 1), edge(1, v + 1), edge(2, w + 1));
  }
  // Beams: the best cells of each depth are cut in eight; a heap would spend all its work on one place that only comes near to 0.
  let beam = cells.slice();
  let left = MOST_CELLS;
  while (!found && left > 0 && beam.length > 0) {
    beam.sort((a, b) => a.value - b.value);
    const best = beam.slice(0, 128);
    cells.length = 0;
    for (const {
      box: [x0, y0, z0, x1, y1, z1],
    } of best) {
      const [x, y, z] = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
      for (let k = 0; k < 8; k++)
        consider(
          ...([k & 1 ? x : x0, k & 2 ? y : y0, k & 4 ? z : z0] as const),
          ...([k & 1 ? x1 : x, k & 2 ? y1 : y, k & 4 ? z1 : z] as const),
        );
    }
    left -= 8 * best.length;
    beam = cells.slice();
  }
  return found;
}
