import { extent } from '../../math/box.js';
import type { FunctionSolid, RayKind } from '../surface.js';
import { tessellateSolid } from '../tessellate/tessellateSolid.js';
import { boxSides } from './boxSides.js';
import { functionCaster } from './functionCaster.js';
import { functionValue } from './functionValue.js';

/** Of the solid's size: differences over it lose as much by rounding as by the bend of the function. */
const STEP = 2 ** -18;

export const functionKind: RayKind<FunctionSolid> = {
  caster: functionCaster,
  sides({ f, bounds }) {
    const { min, max } = bounds;
    const step = STEP * Math.hypot(...extent(bounds));
    const p = new Float64Array(3);
    return [
      {
        isFlat: false,
        value: (x, y, z) => functionValue(f, x, y, z),
        gradient(x, y, z, out) {
          p[0] = x;
          p[1] = y;
          p[2] = z;
          for (let k = 0; k < 3; k++) {
            const at = p[k];
            // To one side alone where the other one is out of bounds.
            const low = Math.min(at, Math.max(at - step, min[k]));
            const high = Math.max(at, Math.min(at + step, max[k]));
            p[k] = high;
            const above = functionValue(f, p[0], p[1], p[2]);
            p[k] = low;
            const below = functionValue(f, p[0], p[1], p[2]);
            p[k] = at;
            out[k] = high > low ? (above - below) / (high - low) : 0;
          }
        },
        patchAt: () => 0,
      },
      ...boxSides(bounds),
    ];
  },
  isOutside({ f, lipschitz, bounds }) {
    const slack = 1e-12 * lipschitz * Math.hypot(...extent(bounds));
    return (x0, y0, z0, x1, y1, z1) => {
      const value = functionValue(f, (x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
      // What rounding takes from the value is made up for by a little more of the radius.
      return value > lipschitz * (Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2) * (1 + 1e-9) + slack;
    };
  },
  tessellate: tessellateSolid,
};
