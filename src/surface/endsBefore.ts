import { kindOf } from './kinds.js';
import type { IsOutside, RaySurface } from './surface.js';

/** So many boxes are looked at, where there is no closed form. */
const MOST_BOXES = 50_000;

const shown = new WeakMap<RaySurface, IsOutside>();

/**
 * Whether no point of a solid has u x + v y + w z above `most`. Where there is no closed form, boxes that reach beyond are halved until all
 * are shown to be outside the solid. False where one is not; also where that takes too long.
 */
export function endsBefore(surface: RaySurface, u: number, v: number, w: number, most: number): boolean {
  const kind = kindOf(surface);
  if (kind.reach) return kind.reach(surface, u, v, w) <= most;
  let isOutside = shown.get(surface);
  if (!isOutside) shown.set(surface, (isOutside = kind.isOutside!(surface)));
  const { min, max } = surface.bounds;
  let top = push(0, min[0], min[1], min[2], max[0], max[1], max[2]);
  for (let boxes = 0; top > 0; boxes++) {
    top -= 6;
    const [x0, y0, z0] = [stack[top], stack[top + 1], stack[top + 2]];
    const [x1, y1, z1] = [stack[top + 3], stack[top + 4], stack[top + 5]];
    const farthest = u * (u < 0 ? x0 : x1) + v * (v < 0 ? y0 : y1) + w * (w < 0 ? z0 : z1);
    if (farthest <= most || isOutside(x0, y0, z0, x1, y1, z1)) continue;
    const [a, b, c] = [x1 - x0, y1 - y0, z1 - z0];
    const [x, y, z] = [x0 + a / 2, y0 + b / 2, z0 + c / 2];
    // A box that halving makes no smaller is a point of the solid, as far as numbers go.
    if (boxes > MOST_BOXES || top + 12 > stack.length || (x === x0 && y === y0 && z === z0)) return false;
    // The half that reaches farther comes last, and is looked at first: there the solid sticks out, if it does.
    if (a >= b && a >= c) {
      top = push(top, u < 0 ? x : x0, y0, z0, u < 0 ? x1 : x, y1, z1);
      top = push(top, u < 0 ? x0 : x, y0, z0, u < 0 ? x : x1, y1, z1);
    } else if (b >= c) {
      top = push(top, x0, v < 0 ? y : y0, z0, x1, v < 0 ? y1 : y, z1);
      top = push(top, x0, v < 0 ? y0 : y, z0, x1, v < 0 ? y : y1, z1);
    } else {
      top = push(top, x0, y0, w < 0 ? z : z0, x1, y1, w < 0 ? z1 : z);
      top = push(top, x0, y0, w < 0 ? z0 : z, x1, y1, w < 0 ? z : z1);
    }
  }
  return true;
}

/** Boxes that wait: halving goes down, so there are few. */
const stack = new Float64Array(6 * 512);

function push(at: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): number {
  stack[at] = x0;
  stack[at + 1] = y0;
  stack[at + 2] = z0;
  stack[at + 3] = x1;
  stack[at + 4] = y1;
  stack[at + 5] = z1;
  return at + 6;
}
