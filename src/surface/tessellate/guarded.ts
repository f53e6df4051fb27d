import { InputError } from '../../errors.js';
import type { Box } from '../../math/box.js';
import type { Side } from '../surface.js';

/** Values are kept below this, so that what is computed from them is finite. */
const LARGEST = 1e150;

/**
 * A side that can be asked beyond the bounds, too, where tetrahedra reach a little. A function may fail there, by a
 * number that is none or by an error; then it is what it is at the nearest point of the bounds.
 */
export function guarded(side: Side, { min, max }: Box): Side {
  if (side.isFlat) return side;
  const [x0, y0, z0] = min;
  const [x1, y1, z1] = max;
  const isWithin = (x: number, y: number, z: number): boolean =>
    x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1;
  const near = (x: number, y: number, z: number): [number, number, number] => [
    Math.min(Math.max(x, x0), x1),
    Math.min(Math.max(y, y0), y1),
    Math.min(Math.max(z, z0), z1),
  ];
  const inner = (x: number, y: number, z: number): number => {
    const value = side.value(x, y, z);
    if (Number.isNaN(value))
      throw new InputError(
        `tessellate: a side of the solid is not a number (at ${x}, ${y}, ${z}). Give a function that is defined all over its bounds.`,
      );
    return value;
  };
  const beyond = (x: number, y: number, z: number): number => {
    try {
      const value = side.value(x, y, z);
      if (!Number.isNaN(value)) return value;
    } catch {
      // As good as not a number.
    }
    return inner(...near(x, y, z));
  };
  return {
    isFlat: false,
    value(x, y, z) {
      const value = isWithin(x, y, z) ? inner(x, y, z) : beyond(x, y, z);
      return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
    },
    gradient(x, y, z, out) {
      if (isWithin(x, y, z)) {
        side.gradient(x, y, z, out);
        return;
      }
      try {
        side.gradient(x, y, z, out);
        if (!Number.isNaN(out[0] + out[1] + out[2])) return;
      } catch {
        // As above.
      }
      side.gradient(...near(x, y, z), out);
    },
    patchAt: (x, y, z) => side.patchAt(x, y, z),
  };
}
