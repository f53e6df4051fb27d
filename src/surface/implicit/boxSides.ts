import type { Box } from '../../math/box.js';
import type { Side } from '../surface.js';

/** The six sides of a box, patches 1 to 6: −x, +x, −y, +y, −z, +z. */
export function boxSides({ min, max }: Box): Side[] {
  return [0, 1, 2, 3, 4, 5].map((side) => {
    const axis = side >> 1;
    const sign = side % 2 === 1 ? 1 : -1;
    const place = (sign > 0 ? max : min)[axis];
    return {
      isFlat: true,
      value: (x, y, z) => sign * ((axis === 0 ? x : axis === 1 ? y : z) - place),
      gradient(_x, _y, _z, out) {
        out[0] = axis === 0 ? sign : 0;
        out[1] = axis === 1 ? sign : 0;
        out[2] = axis === 2 ? sign : 0;
      },
      patchAt: () => side + 1,
    };
  });
}
