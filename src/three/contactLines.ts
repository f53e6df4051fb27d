import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { InputError } from '../errors.js';
import type { ContactCurve } from '../exact/contact/contactCurves.js';
import type { Vec3 } from '../math/vector.js';
import { OVERLAY_ORDER } from './overlapOverlay.js';
import { asOverlay, replaceGeometry, toReuse } from './overlay.js';

/** What shows curves. */
export type ContactLines = LineSegments<BufferGeometry, LineBasicMaterial>;

export interface ContactLinesOptions {
  color?: ColorRepresentation | undefined;
  /** Lines to show these curves in, instead of new ones: for use in every frame. They keep their colour unless another is given. */
  into?: ContactLines | undefined;
}

export const CONTACT_LINES_DEFAULTS = { color: 0xffffff } as const;

const NAME = 'zclash contact lines';

/**
 * The lines along which two bodies' surfaces meet, as an object for the scene, seen through the bodies: of what `contacts` returned, of a
 * pair of `interference` with `precision: 'exact'`, or of curves. Not visible where there are none.
 *
 * It is in world coordinates: add it to the scene, not to one of the bodies. Lines are a pixel wide, as all of `LineSegments`; for
 * wider ones give the positions to `LineSegmentsGeometry` of three's addons.
 *
 * @example scene.add(contactLines(await contacts(a, b)))
 */
export function contactLines(
  source: readonly ContactCurve[] | { readonly curves?: readonly ContactCurve[] },
  options: ContactLinesOptions = {},
): ContactLines {
  const curves = Array.isArray(source) ? source : (source as { curves?: readonly ContactCurve[] })?.curves;
  if (!Array.isArray(curves))
    throw new InputError(
      `contactLines: there are no curves (${source === null ? 'null' : typeof source}). Give what contacts() returned, or a pair of interference() with precision 'exact'.`,
    );
  const { color, into } = options;
  const object =
    toReuse(into, NAME, 'contactLines') ??
    asOverlay(
      new LineSegments(
        new BufferGeometry(),
        new LineBasicMaterial({
          depthTest: false,
          depthWrite: false,
          transparent: true,
          toneMapped: false,
          fog: false,
        }),
      ),
      NAME,
    );
  if (color !== undefined || into === undefined)
    object.material.color = new Color(color ?? CONTACT_LINES_DEFAULTS.color);
  object.renderOrder = OVERLAY_ORDER + 1;
  const { geometry, at } = linesOf(curves);
  replaceGeometry(object, geometry, at);
  return object;
}

/** Two points for each segment, relative to the first point of all: f32 would blur those of a scene far from the origin. */
function linesOf(curves: readonly ContactCurve[]): { geometry: BufferGeometry; at: Vec3 } {
  const geometry = new BufferGeometry();
  const at = curves[0]?.points[0] ?? [0, 0, 0];
  const segments = curves.flatMap(({ closed, points }) => {
    const count = points.length - (closed ? 0 : 1);
    return Array.from({ length: count }, (_, k) => [points[k], points[(k + 1) % points.length]]);
  });
  if (segments.length === 0) return { geometry, at };
  const positions = new Float32Array(6 * segments.length);
  segments.flat().forEach((point, k) => {
    for (let c = 0; c < 3; c++) positions[3 * k + c] = point[c] - at[c];
  });
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return { geometry, at };
}
