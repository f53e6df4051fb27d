import type { BodyState } from '../../body.js';
import { type Affine, invert, multiply, transformDirection, transformPoint } from '../../math/affine.js';
import { dot, scale, type Vec3 } from '../../math/vector.js';
import { fitPair } from '../../view/fit.js';
import type { View } from '../../view/view.js';
import { depthsOf, type Roles } from './roles.js';

/** Counting has one pixel around the zone, as sweeps have: what ends with the zone is then seen to end. */
const BORDER_PX = 1;

/** Where to look along, and what is up there unless that does not matter. */
interface Way {
  readonly direction: Vec3;
  readonly up?: Vec3;
}

/** The view for counting: where the boxes meet, as deep as A. Undefined where they do not. */
export const fitZone = ({ A, B }: Roles, way: Way, resolution: number, depthMargin: number): View | undefined =>
  fitPair(A, B, { ...way, resolution, borderPx: BORDER_PX, depthMargin, whole: [A] });

/** The view over all of A, for a depth map that is kept. */
export const fitWhole = (A: BodyState, way: Way, resolution: number, depthMargin: number): View =>
  fitPair(A, A, { ...way, resolution, borderPx: BORDER_PX, depthMargin, whole: [A] })!;

/** The same rays, with a depth range that just holds A. */
export function asDeepAs(view: View, A: BodyState, depthMargin: number): View {
  const { origin, direction } = view;
  const { min, max } = depthsOf(A, direction);
  const forth = min - depthMargin - dot(origin, direction);
  const [x, y, z] = scale(direction, forth);
  return {
    ...view,
    origin: [origin[0] + x, origin[1] + y, origin[2] + z],
    size: [view.size[0], view.size[1], max - min + 2 * depthMargin],
  };
}

/** What a rotation may be off by and still be one: far above rounding, far below what a pixel shows. */
const ROTATION_ERROR = 1e-9;

/** A view carried along with a body from one pose to another; undefined where the body was not only turned and shifted. */
export function carriedAlong(view: View, from: Affine, to: Affine): View | undefined {
  if (from.every((value, i) => value === to[i])) return view;
  const motion = multiply(to, invert(from));
  const axis = (r: number) => [motion[r], motion[r + 1], motion[r + 2]] as const;
  for (const [i, j] of [0, 4, 8].flatMap((r) => [0, 4, 8].map((s) => [r, s] as const)))
    if (Math.abs(dot(axis(i), axis(j)) - (i === j ? 1 : 0)) > ROTATION_ERROR) return undefined;
  const turned = (v: View['right']) => transformDirection(motion, v);
  const right = turned(view.right);
  const down = turned(view.down);
  const direction = turned(view.direction);
  // A motion that mirrors leaves no right-handed view.
  const handed =
    (right[1] * down[2] - right[2] * down[1]) * direction[0] +
    (right[2] * down[0] - right[0] * down[2]) * direction[1] +
    (right[0] * down[1] - right[1] * down[0]) * direction[2];
  return handed < 0 ? undefined : { ...view, origin: transformPoint(motion, view.origin), right, down, direction };
}
