import type { BodyState } from '../../body.js';
import { type Affine, determinant, invert, multiply, transformBox } from '../../math/affine.js';
import type { Box } from '../../math/box.js';
import type { Vec3 } from '../../math/vector.js';
import { screenFromWorld, type View } from '../../view/view.js';
import type { Lattice } from './lattice.js';
import { ITEM } from './layout.js';

/** Vertices farther than this from the screen's corner, in pixels, are beyond the compute rasterizer's 2^23 subpixels. */
export const GPU_GUARD_PX = 2 ** 15 - 64;

/** Where a body is on the screen. */
export interface OnScreen {
  readonly map: Affine;
  /** Around the body, in pixels and depth. */
  readonly box: Box;
  /** Whether it reaches beyond the compute rasterizer's numbers. */
  readonly tooLarge: boolean;
}

export function onScreen(view: View, body: BodyState): OnScreen {
  const map = multiply(screenFromWorld(view), body.pose);
  const box = transformBox(map, body.bounds);
  const reach = Math.max(-box.min[0], box.max[0], -box.min[1], box.max[1]);
  return { map, box, tooLarge: !(reach < GPU_GUARD_PX) };
}

/**
 * Writes the geometry of an item: the maps between the lattice and the screen, made in f64 and only then rounded. The
 * ray's pieces are split into a whole number of lattice steps, kept modulo 2^32, and a rest below one step.
 */
export function writeItemMaps(
  floats: Float32Array,
  ints: Int32Array,
  at: number,
  view: View,
  map: Affine,
  lattice: Lattice,
): void {
  const { origin, step } = lattice;
  const back = invert(map);
  writeLatticeMap(floats, ints, at, [view.columns / 2, view.rows / 2, 0.5], map, back, lattice);
  for (let k = 0; k < 3; k++) {
    const right = back[4 * k] / step;
    const down = back[4 * k + 1] / step;
    const along = back[4 * k + 2] / step;
    const first = (back[4 * k + 3] - origin[k]) / step + right / 2 + down / 2;
    split(floats, ints, at + ITEM.originWhole + k, at + ITEM.originRest + k, first);
    split(floats, ints, at + ITEM.rightWhole + k, at + ITEM.rightRest + k, right);
    split(floats, ints, at + ITEM.downWhole + k, at + ITEM.downRest + k, down);
    split(floats, ints, at + ITEM.stepWhole + k, at + ITEM.stepRest + k, along / 2 ** 20);
    floats[at + ITEM.along + k] = along;
    floats[at + ITEM.origin + k] = first;
    floats[at + ITEM.right + k] = right;
    floats[at + ITEM.down + k] = down;
  }
  ints[at + ITEM.entrySign] = determinant(map) < 0 ? -1 : 1;
}

/**
 * Writes the map from the lattice to the screen, which starts from the lattice point nearest to `middle` on the screen: there
 * f32 is finest. The first words of every kind of item are laid out alike. `back` is the inverse of `map`.
 */
export function writeLatticeMap(
  floats: Float32Array,
  ints: Int32Array,
  at: number,
  middle: Vec3,
  map: Affine,
  back: Affine,
  { origin, step }: Lattice,
): void {
  const centre = [0, 4, 8].map((row, k) => {
    const body = back[row] * middle[0] + back[row + 1] * middle[1] + back[row + 2] * middle[2] + back[row + 3];
    return Math.max(-(2 ** 30), Math.min(2 ** 30, Math.round((body - origin[k]) / step)));
  });
  [ITEM.toX, ITEM.toY, ITEM.toDepth].forEach((to, row) => {
    const m = map.subarray(4 * row, 4 * row + 4);
    for (let k = 0; k < 3; k++) floats[at + to + k] = m[k] * step;
    const point = (k: number) => origin[k] + centre[k] * step;
    floats[at + to + 3] = m[0] * point(0) + m[1] * point(1) + m[2] * point(2) + m[3];
  });
  for (let k = 0; k < 3; k++) ints[at + ITEM.centre + k] = centre[k];
}

function split(floats: Float32Array, ints: Int32Array, whole: number, rest: number, value: number): void {
  const nearest = Math.round(value);
  ints[whole] = nearest; // an Int32Array keeps whole numbers modulo 2^32
  floats[rest] = value - nearest;
}
