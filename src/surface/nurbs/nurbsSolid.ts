import { InputError } from '../../errors.js';
import { type Box, center, extent } from '../../math/box.js';
import { length } from '../../math/vector.js';
import { demandOptions } from '../../mesh/shapes/demand.js';
import { given, refusal } from '../fields.js';
import type { KnownKind } from '../kinds.js';
import { made } from '../made.js';
import type { NurbsPatch, NurbsSolid } from '../surface.js';
import { bezierPatch } from './bezierPatch.js';
import { demandPatch, patchName } from './demandPatch.js';
import { nurbsBounds } from './nurbsBounds.js';
import { nurbsVolume } from './nurbsVolume.js';
import { sewBorders } from './sewBorders.js';
import { tessellateNurbs } from './tessellateNurbs.js';
import { demandTolerance, USUAL_TOLERANCE } from './tolerance.js';

export interface NurbsSolidOptions {
  readonly surfaces: readonly NurbsPatch[];
  /** How far apart borders may be and be one; by default a millionth of the solid's size. */
  readonly tolerance?: number;
}

/** In cubes of the solid's size: less is no volume, but rounding. */
const NO_VOLUME = 1e-13;

/**
 * Takes rational B-spline patches as a solid. Their borders have to meet, as curves: knots, parameters and directions may
 * differ, and one border may go along several. A border may have shrunk to a point, and a patch may meet itself.
 *
 * Neighbours that disagree on what is outside are refused, since either may be meant. Where all agree but the whole is
 * inside out (its volume is negative), all are turned, u the other way: nobody can mean that. Pieces that lie within
 * others and look inwards stay: they are hollows. Pieces may overlap; what is within any of them is inside.
 */
export function nurbsSolid(options: NurbsSolidOptions): NurbsSolid {
  demandOptions('nurbs', options, ['surfaces', 'tolerance']);
  const { surfaces } = options;
  const { names, bounds, volume, tolerance } = enclose(surfaces, options.tolerance);
  const outwards = (volume < 0 ? surfaces.map(turned) : surfaces).map(copied);
  return made({ kind: 'nurbs', bounds, patches: names, surfaces: outwards, tolerance }, NURBS);
}

export const NURBS: KnownKind<NurbsSolid> = {
  kind: { tessellate: tessellateNurbs },
  check({ surfaces, tolerance }) {
    given({ tolerance });
    const { names, bounds, volume } = enclose(surfaces, tolerance);
    if (volume < 0)
      throw refusal(
        `the patches are inside out (volume ${Number(volume.toPrecision(3))})`,
        'Make it with surface.nurbsSolid.',
      );
    return { patchCount: names.length, bounds };
  },
};

/** What patches have been found to enclose. */
interface Enclosed {
  readonly names: string[];
  readonly bounds: Box;
  /** Negative where they are inside out. */
  readonly volume: number;
  readonly tolerance: number;
}

/** Throws unless the patches enclose something. */
export function enclose(surfaces: readonly NurbsPatch[], tolerance: number | undefined): Enclosed {
  if (!Array.isArray(surfaces) || surfaces.length === 0)
    throw new InputError('nurbs: there are no patches (surfaces). Give those that enclose the solid.');
  surfaces.forEach(demandPatch);
  const names = surfaces.map(patchName);
  const patches = surfaces.map(bezierPatch);
  const bounds = nurbsBounds(patches);
  const size = length(extent(bounds));
  if (!(size > 0 && size < Infinity))
    throw new InputError(`nurbs: the patches have no extent (${size}). Give points that differ.`);
  const within = tolerance === undefined ? USUAL_TOLERANCE * size : tolerance;
  demandTolerance(surfaces, names, within, size);
  sewBorders(patches, names, within, size);
  const volume = nurbsVolume(patches, center(bounds));
  if (!(Math.abs(volume) > NO_VOLUME * size ** 3))
    throw new InputError(
      `nurbs: the patches enclose no volume (${volume}, with a size of ${size}). Leave solids without thickness out.`,
    );
  return { names, bounds, volume, tolerance: within };
}

/** In lists of its own: the caller's may change. Not typed ones, so that the solid can be written as JSON. */
function copied({ name, degree, knots, size, points, weights }: NurbsPatch): NurbsPatch {
  return {
    ...(name !== undefined && { name }),
    degree: [degree[0], degree[1]],
    knots: [Array.from(knots[0]), Array.from(knots[1])],
    size: [size[0], size[1]],
    points: Array.from(points),
    ...(weights && { weights: Array.from(weights) }),
  };
}

/** The same patch seen from its other side: u runs the other way. */
export function turned(patch: NurbsPatch): NurbsPatch {
  const [columns, rows] = patch.size;
  const knots = patch.knots[0];
  const ends = knots[0] + knots[knots.length - 1];
  const points = new Float64Array(3 * columns * rows);
  const weights = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const from = j * columns + columns - 1 - i;
      for (let k = 0; k < 3; k++) points[3 * (j * columns + i) + k] = patch.points[3 * from + k];
      weights[j * columns + i] = patch.weights?.[from] ?? 1;
    }
  return {
    ...patch,
    knots: [Array.from(knots, (knot) => ends - knot).reverse(), patch.knots[1]],
    points,
    ...(patch.weights && { weights }),
  };
}
