import type { Affine } from '../math/affine.js';
import { dot, type Vec3 } from '../math/vector.js';

/**
 * A parallel projection: a box in space, looked through along `direction`, cut into columns × rows rays, one through the
 * middle of each pixel. `right`, `down` and `direction` are unit vectors, at right angles, right-handed in this order.
 * Pixels need not be square: every view uses its whole resolution.
 */
export interface View {
  /** The corner of pixel (0, 0) on the near plane, in world coordinates. */
  readonly origin: Vec3;
  readonly right: Vec3;
  readonly down: Vec3;
  readonly direction: Vec3;
  /** The box's size along right, down and direction, in model units. */
  readonly size: Vec3;
  readonly columns: number;
  readonly rows: number;
}

/** The map from the world to (x in pixels, y in pixels, depth from 0 at the near to 1 at the far plane). */
export function screenFromWorld(view: View): Affine {
  const { origin, right, down, direction, size, columns, rows } = view;
  const sx = columns / size[0];
  const sy = rows / size[1];
  const sz = 1 / size[2];
  const row = (r: Vec3, s: number, at: number): void => {
    out[at] = r[0] * s;
    out[at + 1] = r[1] * s;
    out[at + 2] = r[2] * s;
    out[at + 3] = -dot(r, origin) * s;
  };
  const out = new Float64Array(12);
  row(right, sx, 0);
  row(down, sy, 4);
  row(direction, sz, 8);
  return out;
}

/** The inverse map: (x, y in pixels, depth 0…1) to world coordinates. */
export function worldFromScreen(view: View): Affine {
  const { origin, right, down, direction, size, columns, rows } = view;
  const sx = size[0] / columns;
  const sy = size[1] / rows;
  const sz = size[2];
  return Float64Array.of(
    ...[right[0] * sx, down[0] * sy, direction[0] * sz, origin[0]],
    ...[right[1] * sx, down[1] * sy, direction[1] * sz, origin[1]],
    ...[right[2] * sx, down[2] * sy, direction[2] * sz, origin[2]],
  );
}

/** The size of a pixel, across and down, in model units. */
export const pixelSize = ({ size, columns, rows }: View): readonly [number, number] => [
  size[0] / columns,
  size[1] / rows,
];
