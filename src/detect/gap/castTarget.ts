import { type BodyState, castAt } from '../../body.js';
import { flattened } from '../../machine/flattened.js';
import { type Affine, invert, multiply } from '../../math/affine.js';
import { casterOf } from '../../surface/casterOf.js';
import { createCrossings } from '../../surface/crossings.js';
import type { Caster } from '../../surface/surface.js';
import { screenFromWorld, type View } from '../../view/view.js';
import { addLayer, castRay, type RayLayers } from './castRay.js';
import { type FacesNearRays, facesNearRays } from './facesNearRays.js';
import { type ProjectedMesh, projectMesh } from './projectMesh.js';

/** A body that single rays are cast at, in f64 and with nothing snapped: its faces in a view, or its surface. */
export type CastTarget = ProjectedMesh | { readonly caster: Caster; readonly bodyFromScreen: Affine };

/** The body as the lists of this view have it. */
export function castTarget(body: BodyState, view: View): CastTarget {
  const surface = castAt(body);
  if (!surface) return projectMesh(flattened(body, view), view);
  return { caster: casterOf(surface), bodyFromScreen: invert(multiply(screenFromWorld(view), body.pose)) };
}

const NO_FACES = new Uint32Array(0);

/** As {@link facesNearRays}; none of a surface, which needs no search. */
export function facesNear(target: CastTarget, rays: Uint32Array, view: View, reach: number): FacesNearRays {
  if ('caster' in target) return { starts: new Uint32Array(rays.length + 1), faces: NO_FACES };
  return facesNearRays(target, rays, view, reach);
}

const crossings = createCrossings();

/** As {@link castRay}, at faces or at a surface. What a surface has more than there is room for is told by the count alone. */
export function castAtTarget(
  layers: RayLayers,
  count: number,
  target: CastTarget,
  faces: Uint32Array,
  slot: number,
  x: number,
  y: number,
): number {
  if (!('caster' in target)) return castRay(layers, count, target, faces, slot, x, y);
  const m = target.bodyFromScreen;
  target.caster.cast(
    m[0] * x + m[1] * y + m[3],
    m[4] * x + m[5] * y + m[7],
    m[8] * x + m[9] * y + m[11],
    m[2],
    m[6],
    m[10],
    0,
    1,
    crossings,
  );
  // The depth range holds both bodies whole: a ray that is inside at the near plane is so by rounding.
  if (crossings.startsInside) addLayer(layers, count++, 0, slot, true);
  let isEntry = !crossings.startsInside;
  const room = layers.layerName.length / 2;
  for (let k = 0; k < crossings.count; k++, count++, isEntry = !isEntry)
    if (count < room) addLayer(layers, count, crossings.t[k], slot, isEntry);
  return count;
}
