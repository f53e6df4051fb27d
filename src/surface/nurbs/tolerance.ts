import { InputError } from '../../errors.js';
import { shown } from '../../mesh/shapes/demand.js';
import type { NurbsPatch, NurbsSolid } from '../surface.js';

/** In sizes of the solid: how far apart borders may be and be one. Programs that draw solids leave gaps of this order. */
export const USUAL_TOLERANCE = 1e-6;

/** In widths of the narrowest patch: with more, its opposite borders come near to being one, and a missing patch to being none. */
const MOST_TOLERANCE = 0.1;

/** How far apart borders of this solid may be and be one. */
export const toleranceOf = ({
  bounds: { min, max },
  tolerance,
}: Pick<NurbsSolid, 'bounds'> & { tolerance?: number | undefined }): number =>
  tolerance ?? USUAL_TOLERANCE * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);

/**
 * Throws unless the tolerance is a length that is much less than every patch is wide. The usual one always serves: patches that are not wider
 * than that have shrunk to a line or a point.
 */
export function demandTolerance(
  surfaces: readonly NurbsPatch[],
  names: readonly string[],
  tolerance: number,
  size: number,
): void {
  if (!(typeof tolerance === 'number' && tolerance > 0 && tolerance < Infinity))
    throw new InputError(
      `nurbs: the tolerance must be a positive length (${shown(tolerance)}). Leave it out if in doubt.`,
    );
  if (tolerance <= USUAL_TOLERANCE * size) return;
  surfaces.forEach((patch, k) => {
    const width = widthOf(patch);
    if (width <= USUAL_TOLERANCE * size || tolerance <= MOST_TOLERANCE * width) return;
    throw new InputError(
      `nurbs: the tolerance is too large for '${names[k]}' (${tolerance}, and that patch is ${Number(width.toPrecision(3))} wide). Give at most a tenth of the narrowest patch's width, or leave it out.`,
    );
  });
}

/** How wide a patch is in u or in v, whichever is less: no row of control points, or no column, spans more. */
function widthOf({ size: [columns, rows], points }: NurbsPatch): number {
  const widest = (lines: number, length: number, line: number, step: number): number => {
    let most = 0;
    for (let k = 0; k < lines; k++) {
      const extents = [0, 1, 2].map((axis) => {
        let [min, max] = [Infinity, -Infinity];
        for (let i = 0; i < length; i++) {
          const x = points[3 * (k * line + i * step) + axis];
          if (x < min) min = x;
          if (x > max) max = x;
        }
        return max - min;
      });
      most = Math.max(most, Math.hypot(...extents));
    }
    return most;
  };
  return Math.min(widest(rows, columns, columns, 1), widest(columns, rows, 1, columns));
}
