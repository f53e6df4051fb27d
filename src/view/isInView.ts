import { type BodyState, castAt } from '../body.js';
import { type Affine, greatestStretch, multiply, transformBox } from '../math/affine.js';
import { extent } from '../math/box.js';
import { usedVertices } from '../mesh/usedVertices.js';
import { endsBefore } from '../surface/endsBefore.js';
import { kindOf } from '../surface/kinds.js';
import type { NurbsSolid, RaySurface } from '../surface/surface.js';
import { tessellated } from '../surface/tessellated.js';
import { pixelSize, screenFromWorld, type View } from './view.js';

/** The range that coordinates on the screen must lie in, across, down and in depth. */
interface Window {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** Whether all of a body lies in a view, `borderPx` inside its outline; `slack` (in model units) is for rounding. */
export function isInView(view: View, body: BodyState, borderPx: number, slack: number): boolean {
  const m = multiply(screenFromWorld(view), body.pose);
  const { surface } = body;
  if (!surface) {
    const { positions, indices } = body.mesh;
    return areInside(positions, usedVertices(indices, positions.length / 3), m, windowOf(view, borderPx, slack));
  }
  const window = windowOf(view, borderPx, slack);
  const box = transformBox(m, body.bounds);
  if ([0, 1, 2].every((k) => box.min[k] >= window.min[k] && box.max[k] <= window.max[k])) return true;
  const cast = castAt(body);
  if (cast) return isCastInside(cast, m, view, borderPx, slack);
  return isNurbsInside(surface as NurbsSolid, body, m, view, borderPx, slack);
}

/** A negative slack narrows it. */
function windowOf({ columns, rows, size }: View, borderPx: number, slack: number): Window {
  const left = borderPx - (slack / size[0]) * columns;
  const top = borderPx - (slack / size[1]) * rows;
  const near = -slack / size[2];
  return { min: [left, top, near], max: [columns - left, rows - top, 1 - near] };
}

/** Whether all points lie inside. */
function areInside(
  positions: ArrayLike<number>,
  used: ArrayLike<number> | undefined,
  m: Affine,
  { min, max }: Window,
): boolean {
  const count = used ? used.length : positions.length / 3;
  for (let k = 0; k < count; k++) {
    const i = 3 * (used ? used[k] : k);
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const column = m[0] * x + m[1] * y + m[2] * z + m[3];
    const row = m[4] * x + m[5] * y + m[6] * z + m[7];
    const depth = m[8] * x + m[9] * y + m[10] * z + m[11];
    if (column < min[0] || column > max[0] || row < min[1] || row > max[1]) return false;
    if (depth < min[2] || depth > max[2]) return false;
  }
  return true;
}

/** Surfaces without a closed form may reach out by so much of a pixel: to show more would take too long, and rays see it. */
const LOOSE_PX = 0.4;

function isCastInside(surface: RaySurface, m: Affine, view: View, borderPx: number, slack: number): boolean {
  const loose = kindOf(surface).reach ? 0 : LOOSE_PX * Math.min(...pixelSize(view));
  const { min, max } = windowOf(view, borderPx, slack + loose);
  return [0, 1, 2].every((k) => {
    const [u, v, w, at] = m.subarray(4 * k, 4 * k + 4);
    return endsBefore(surface, u, v, w, max[k] - at) && endsBefore(surface, -u, -v, -w, at - min[k]);
  });
}

/** How near faces in the place of patches are wanted, as a share of a pixel and, at least, of the body's size. */
const CHORD_PX = 1 / 4;
const FINEST_SHARE = 2 ** -15;

/** Corners of faces lie on the patches, which are no farther from the faces than the chord error. */
function isNurbsInside(
  surface: NurbsSolid,
  { bounds, pose }: BodyState,
  m: Affine,
  view: View,
  borderPx: number,
  slack: number,
): boolean {
  const stretch = greatestStretch(pose);
  const wanted = (CHORD_PX * Math.min(...pixelSize(view))) / stretch;
  const level = 2 ** Math.floor(Math.log2(Math.max(wanted, FINEST_SHARE * Math.max(...extent(bounds)))));
  const { mesh, chordError } = tessellated(surface, level);
  return areInside(mesh.positions, undefined, m, windowOf(view, borderPx, slack + chordError * stretch));
}
