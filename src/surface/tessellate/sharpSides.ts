import type { Formula } from '../formula/formula.js';
import { implicitSides } from '../implicit/implicitSides.js';
import type { Implicit, Side } from '../surface.js';
import { conjuncts, linearOf } from './conjuncts.js';
import { norm } from './norm.js';

/**
 * The sides of a formula's solid for flattening: one for each part of its maxima, so that their creases become sharp
 * edges and thin walls are kept, and then those of its box. All but the box's are patch 0.
 */
export function sharpSides(surface: Implicit): Side[] {
  const [, ...box] = implicitSides(surface);
  const parts = conjuncts(surface.formula).map(
    (formula) => flatSide(formula) ?? implicitSides({ ...surface, formula })[0],
  );
  return [...parts, ...box];
}

function flatSide(formula: Formula): Side | undefined {
  const linear = linearOf(formula);
  if (linear === undefined) return undefined;
  const length = norm(linear[0], linear[1], linear[2]);
  if (!(length > 0 && length < Infinity)) return undefined;
  const [nx, ny, nz, d] = linear.map((factor) => factor / length);
  return {
    isFlat: true,
    value: (x, y, z) => nx * x + ny * y + nz * z + d,
    gradient(_x, _y, _z, out) {
      out[0] = nx;
      out[1] = ny;
      out[2] = nz;
    },
    patchAt: () => 0,
  };
}
