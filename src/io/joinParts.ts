import { body } from '../body.js';
import { InputError } from '../errors.js';
import { type Affine, determinant, greatestStretch, identity } from '../math/affine.js';
import { nurbsSolid, turned } from '../surface/nurbs/nurbsSolid.js';
import type { NurbsPatch, NurbsSolid } from '../surface/surface.js';
import { mergeParts } from './mergeParts.js';
import type { ScenePart } from './scene.js';

type Shape = Pick<ScenePart, 'mesh' | 'surface' | 'chordError'>;
type Piece = Shape & Pick<ScenePart, 'name' | 'pose'>;

export interface Joined extends Shape, Pick<ScenePart, 'pose'> {
  /** Surfaces gave way to the faces in their place, because they cannot be joined with the rest otherwise. */
  readonly isFaceted: boolean;
}

/**
 * All parts as one, in the scene's frame. Parts that are all B-spline solids stay that; where others are among them, faces are joined.
 */
export function joinParts(parts: readonly Piece[]): Joined {
  const surface = joinSolids(parts);
  const chordError = parts.reduce((most, part) => Math.max(most, chordErrorOf(part)), 0);
  if (surface) {
    const whole = body(surface, chordError > 0 ? { chordError } : {});
    return {
      ...{ surface, chordError: whole.chordError, pose: identity(), isFaceted: false },
      get mesh() {
        return whole.mesh;
      },
    };
  }
  return {
    mesh: mergeParts(parts),
    ...(chordError > 0 && { chordError }),
    pose: identity(),
    isFaceted: parts.some((part) => part.surface),
  };
}

const chordErrorOf = ({ chordError = 0, pose }: Piece): number => chordError * greatestStretch(pose);

/** One solid of all patches; undefined where a part is something else, or patches of different parts do not go together. */
function joinSolids(parts: readonly Piece[]): NurbsSolid | undefined {
  const surfaces: NurbsPatch[] = [];
  let tolerance = 0;
  for (const { name, surface, pose } of parts) {
    if (surface?.kind !== 'nurbs') return undefined;
    surface.surfaces.forEach((patch, k) => {
      surfaces.push(moved({ ...patch, name: `${name}: ${surface.patches[k]}` }, pose));
    });
    tolerance = Math.max(tolerance, surface.tolerance * greatestStretch(pose));
  }
  try {
    return nurbsSolid({ surfaces, tolerance });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** A patch goes where its control points go (a rational B-spline is affinely invariant); a mirror image is seen from the other side. */
function moved(patch: NurbsPatch, m: Affine): NurbsPatch {
  const points = Float64Array.from(patch.points);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let k = 0; k < 3; k++) points[i + k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
  }
  const there = { ...patch, points };
  return determinant(m) < 0 ? turned(there) : there;
}
