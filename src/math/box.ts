import type { Vec3 } from './vector.js';

/** An axis-parallel box; empty where some `min` exceeds its `max`. */
export interface Box {
  readonly min: Vec3;
  readonly max: Vec3;
}

export const EMPTY_BOX: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };

export const isEmpty = ({ min, max }: Box): boolean => !(min[0] <= max[0] && min[1] <= max[1] && min[2] <= max[2]);

export const center = ({ min, max }: Box): Vec3 => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
];

export const extent = ({ min, max }: Box): Vec3 => [max[0] - min[0], max[1] - min[1], max[2] - min[2]];

export const intersectBoxes = (a: Box, b: Box): Box => ({
  min: [Math.max(a.min[0], b.min[0]), Math.max(a.min[1], b.min[1]), Math.max(a.min[2], b.min[2])],
  max: [Math.min(a.max[0], b.max[0]), Math.min(a.max[1], b.max[1]), Math.min(a.max[2], b.max[2])],
});

export const uniteBoxes = (a: Box, b: Box): Box => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
});

/** The box with `margin` more on every side. */
export const inflateBox = ({ min, max }: Box, margin: number): Box => ({
  min: [min[0] - margin, min[1] - margin, min[2] - margin],
  max: [max[0] + margin, max[1] + margin, max[2] + margin],
});

/** The axis along which the box is thinnest; of equals, the last one. */
export function thinnestAxis(box: Box): Vec3 {
  const [x, y, z] = extent(box);
  if (z <= x && z <= y) return [0, 0, 1];
  return y <= x ? [0, 1, 0] : [1, 0, 0];
}

/** The box around a flat array of points: all of them, or those named. */
export function boundsOf(positions: ArrayLike<number>, points?: ArrayLike<number>): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  const count = points ? points.length : positions.length / 3;
  for (let k = 0; k < count; k++) {
    const i = 3 * (points ? points[k] : k);
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return { min: [x0, y0, z0], max: [x1, y1, z1] };
}
