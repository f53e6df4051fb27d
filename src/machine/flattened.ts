import { type Body, type BodyState, body as bodyOf, still } from '../body.js';
import { greatestStretch } from '../math/affine.js';
import { extent } from '../math/box.js';
import type { NurbsSolid } from '../surface/surface.js';
import { tessellated } from '../surface/tessellated.js';
import { pixelSize, type View } from '../view/view.js';

/** B-spline patches are flattened until faces are nowhere farther from them than this share of a pixel. */
const PIXEL_SHARE = 1 / 32;
/** Nor nearer than this share of the body's size, however close a view is: each power of two doubles the faces. */
const FINEST_SHARE = 2 ** -15;

/** The flattened bodies, by surface and chord error: as long as it stays the same, machines need no new copy. */
const known = new WeakMap<NurbsSolid, Map<number, Body>>();

/**
 * The body as lists take it: patches of B-splines become faces, as finely as the view needs. All others stay as they are. Chord errors
 * are powers of two, so that views of about the same scale share the faces.
 */
export function flattened(body: BodyState, view: View): BodyState {
  const { surface } = body;
  if (surface?.kind !== 'nurbs') return body;
  let made = known.get(surface);
  if (!made) known.set(surface, (made = new Map()));
  const chordError = chordErrorFor(surface, body, view);
  let faces = made.get(chordError);
  if (!faces) made.set(chordError, (faces = bodyOf(tessellated(surface, chordError).mesh)));
  return { ...still(faces), name: body.name, pose: body.pose };
}

/** The bodies of faces that stood for a body in lists so far. */
export const flattenedOf = ({ surface }: BodyState): Body[] =>
  surface?.kind === 'nurbs' ? [...(known.get(surface)?.values() ?? [])] : [];

/** How far the faces that lists take may lie from the body itself, in the world; 0 where they are the body, or rays meet its surface. */
export function flatteningError(body: BodyState, view: View): number {
  const { surface, pose } = body;
  if (surface?.kind !== 'nurbs') return 0;
  return tessellated(surface, chordErrorFor(surface, body, view)).chordError * greatestStretch(pose);
}

/** The patches of a surface's faces, each once, where `faces` are numbers of those that lists took in this view. */
export function patchesOfFaces(body: BodyState, view: View, faces: Uint32Array): Uint32Array {
  const { surface } = body;
  if (surface?.kind !== 'nurbs') return faces;
  const { patchOf } = tessellated(surface, chordErrorFor(surface, body, view));
  return Uint32Array.from(new Set(Array.from(faces, (face) => patchOf[face]))).sort();
}

function chordErrorFor({ bounds }: NurbsSolid, { pose }: BodyState, view: View): number {
  const wanted = (PIXEL_SHARE * Math.min(...pixelSize(view))) / greatestStretch(pose);
  const finest = FINEST_SHARE * Math.max(...extent(bounds));
  return 2 ** Math.floor(Math.log2(Math.max(wanted, finest)));
}
