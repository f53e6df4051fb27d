import type { BodyState } from '../../body.js';
import type { Machine } from '../../machine/machine.js';
import { dot, length, scale, type Vec3 } from '../../math/vector.js';
import { pixelSize, type View } from '../../view/view.js';
import { coveringDirections, type Facet, isTooSpread, meanNormal, spreadAbout } from './faceSpread.js';
import { areaVector, type InZone, seenFaces } from './seenFaces.js';

/** A better direction to look along at two bodies, and how well one direction does. */
export interface RefinedProjection {
  /** Unit vector; on the same side as the old one. */
  readonly direction: Vec3;
  readonly up: Vec3;
  /** Root mean square, by area, of the angles between the faces' normals and `direction`. */
  readonly spreadDeg: number;
  /** Where normals spread too far for one projection: more directions that together see the faces well. Else empty. */
  readonly more: readonly Vec3[];
  /** Where the bodies face each other in the view, near or far: the area across the rays; 0 where nothing told a direction. */
  readonly facingArea: number;
}

/**
 * A face's area is told from its pixels down to this cosine with the rays (some 83°); no unit. A pixel stands for its size
 * divided by the cosine. Of a face seen edge-on, which is in a pixel or not by chance, it would stand for any area.
 */
const LEAST_COSINE = 1 / 8;

/**
 * The projection refined by the item buffer (Myszkowski, Okunev and Kunii 1995, section 7): the mean normal of all faces
 * in the collision zone, weighted by their surface areas, and more directions where the normals spread.
 *
 * Areas are those in the zone, pixels over cosine: so a surface counts alike however finely it is cut, and a large face
 * of which a corner reaches into the zone counts as that corner. Where no faces are seen the old direction comes back.
 *
 * Only what is seen along the old direction can be taken in; walls along the rays are not. To refine again, look again.
 */
export async function refineProjection(
  machine: Machine,
  a: BodyState,
  b: BodyState,
  view: View,
  inZone?: InZone,
): Promise<RefinedProjection> {
  const seen = await seenFaces(machine, a, b, view, inZone);
  const facets = [...facetsOf(a, seen.a, view), ...facetsOf(b, seen.b, view)];
  const direction = meanNormal(facets, view.direction);
  const spread = spreadAbout(facets, direction);
  const [across, down] = pixelSize(view);
  return {
    direction,
    up: upAlong(direction, view),
    spreadDeg: spread.rmsDeg,
    more: isTooSpread([spread]) ? coveringDirections(facets, direction) : [],
    facingArea: seen.facingCount * across * down,
  };
}

/** Seen faces with their normals and with their areas in the zone. */
export function facetsOf(body: BodyState, seen: ReadonlyMap<number, number>, view: View): Facet[] {
  const [across, down] = pixelSize(view);
  const facets: Facet[] = [];
  for (const [face, pixels] of seen) {
    const vector = areaVector(body, face);
    const normal = scale(vector, 1 / length(vector));
    const cosine = dot(normal, view.direction);
    const area = (pixels * across * down) / Math.max(Math.abs(cosine), LEAST_COSINE);
    // All turned to one side: that they lie alike is what counts, not on which side a body is.
    facets.push({ normal: cosine < 0 ? scale(normal, -1) : normal, area });
  }
  return facets;
}

/** What was up stays up, unless the rays have turned there; then what was on the right is. */
function upAlong(direction: Vec3, { down, right }: View): Vec3 {
  return Math.abs(dot(direction, down)) > 0.9 ? right : [0 - down[0], 0 - down[1], 0 - down[2]];
}
