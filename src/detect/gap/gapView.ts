import type { BodyState } from '../../body.js';
import { MIN_VIEW_SHARE, ROUNDING_SHARE } from '../../constants.js';
import { type Affine, greatestStretch, multiply, transformBox } from '../../math/affine.js';
import { type Box, extent as extentOf, inflateBox, isEmpty, uniteBoxes } from '../../math/box.js';
import { add, scale, type Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { usedVertices } from '../../mesh/usedVertices.js';
import { kindOf } from '../../surface/kinds.js';
import type { RaySurface } from '../../surface/surface.js';
import { tessellated } from '../../surface/tessellated.js';
import { meet } from '../../view/direction.js';
import { type Basis, basis } from '../../view/fit.js';
import type { View } from '../../view/view.js';

export interface GapViewOptions {
  readonly direction: Vec3;
  readonly up?: Vec3 | undefined;
  /** Pixels along the longer side. */
  readonly resolution: number;
  /** What to show across: where both can be seen, or both whole. */
  readonly extent: 'both' | 'all';
}

/** What of the longer side is border, on either side. */
const BORDER_SHARE = 1 / 32;
/** From so many pixels on there is one. */
const BORDER_FROM_PX = 8;
/** So much of the bodies' depth is left free before and behind them, so that no layer falls on the near or far plane. */
const DEPTH_MARGIN = 1 / 128;

/**
 * The view for a map of gaps: square pixels, as people look at it; both bodies whole along the rays; across, the box around
 * what of their outlines' boxes is common, and a narrow border. Where nothing is, both are shown whole.
 */
export function gapView(a: BodyState, b: BodyState, { direction, up, resolution, extent }: GapViewOptions): View {
  const axes = basis(direction, up);
  const [boxA, boxB] = [boundsAlong(a, axes), boundsAlong(b, axes)];
  const all = uniteBoxes(boxA, boxB);
  const magnitude = Math.max(...[...all.min, ...all.max].map(Math.abs)) || 1;
  const slack = ROUNDING_SHARE * magnitude;
  const common = meet(flat(boxA), flat(boxB), [slack, slack, slack]);
  const { min, max } = extent === 'all' || isEmpty(common) ? all : common;
  const [across, down] = [max[0] - min[0], max[1] - min[1]];
  const borderPx = resolution < BORDER_FROM_PX ? 0 : Math.max(1, Math.round(resolution * BORDER_SHARE));
  const least = MIN_VIEW_SHARE * magnitude;
  const innerPx = resolution - 2 * borderPx;
  const pixel = Math.max(across, down, least) / innerPx;
  const count = (length: number) => 2 * borderPx + Math.min(innerPx, Math.max(1, Math.ceil(length / pixel - 1e-9)));
  const [columns, rows] = [count(across), count(down)];
  const depth = Math.max(all.max[2] - all.min[2], least) * (1 + 2 * DEPTH_MARGIN);
  const corner: Vec3 = [
    (min[0] + max[0] - columns * pixel) / 2,
    (min[1] + max[1] - rows * pixel) / 2,
    (all.min[2] + all.max[2] - depth) / 2,
  ];
  const origin = add(add(scale(axes.right, corner[0]), scale(axes.down, corner[1])), scale(axes.direction, corner[2]));
  return { origin, ...axes, size: [columns * pixel, rows * pixel, depth], columns, rows };
}

/** How near to patches their faces need to be that stand for them when a view is fitted, as a share of the size. */
const CHORD_SHARE = 2 ** -9;

/**
 * The box in view coordinates, around the vertices themselves: a turned box around a turned body would be far too large. Of a surface as
 * its kind tells, in closed form; of patches around faces in their place, and as far around them as they may lie.
 */
export function boundsAlong(body: BodyState, axes: Basis): Box {
  const { surface, bounds, pose } = body;
  if (!surface) return boundsOfMesh(body.mesh, pose, axes);
  if (surface.kind !== 'nurbs') return boundsOfCast(surface, pose, axes);
  const { mesh, chordError } = tessellated(surface, CHORD_SHARE * Math.max(...extentOf(bounds)));
  return inflateBox(boundsOfMesh(mesh, pose, axes), chordError * greatestStretch(pose));
}

/** Without a closed form the turned box has to do. */
function boundsOfCast(surface: RaySurface, pose: Affine, { right, down, direction }: Basis): Box {
  const m = multiply(Float64Array.of(...right, 0, ...down, 0, ...direction, 0), pose);
  const { reach } = kindOf(surface);
  if (!reach) return transformBox(m, surface.bounds);
  const most = (r: number): number => reach(surface, m[r], m[r + 1], m[r + 2]) + m[r + 3];
  const least = (r: number): number => m[r + 3] - reach(surface, -m[r], -m[r + 1], -m[r + 2]);
  return { min: [least(0), least(4), least(8)], max: [most(0), most(4), most(8)] };
}

function boundsOfMesh({ positions, indices }: Mesh, pose: Affine, { right, down, direction }: Basis): Box {
  const m = multiply(Float64Array.of(...right, 0, ...down, 0, ...direction, 0), pose);
  const used = usedVertices(indices, positions.length / 3);
  const count = used ? used.length : positions.length / 3;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    const v = 3 * (used ? used[k] : k);
    for (let axis = 0; axis < 3; axis++) {
      const r = 4 * axis;
      const at = m[r] * positions[v] + m[r + 1] * positions[v + 1] + m[r + 2] * positions[v + 2] + m[r + 3];
      if (at < min[axis]) min[axis] = at;
      if (at > max[axis]) max[axis] = at;
    }
  }
  return { min, max };
}

/** The outline alone: how deep bodies lie does not matter. */
const flat = ({ min, max }: Box): Box => ({ min: [min[0], min[1], 0], max: [max[0], max[1], 0] });
