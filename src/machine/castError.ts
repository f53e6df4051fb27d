import { type BodyState, castAt, worldBounds } from '../body.js';
import { greatestStretch } from '../math/affine.js';
import { extent } from '../math/box.js';
import { length } from '../math/vector.js';
import type { View } from '../view/view.js';

/** Crossings that are found in f64: some digits are left to roots of functions with many operations. */
export const F64_CAST_ERROR = 2 ** -36;

/** Crossings that are found in f32: 24 bits, of which a few operations take some. */
export const F32_CAST_ERROR = 2 ** -19;

/** Where f32 would be off by more than this share of a view's depth, the host casts in its place. */
const MOST_SHARE = 2 ** -13;

/**
 * What crossings' errors are shares of: the body's size, and of a formula how far it lies from its own origin, since that is what goes
 * into its numbers.
 */
function sizeOf(body: BodyState): number {
  const size = length(extent(worldBounds(body)));
  if (body.surface?.kind !== 'implicit') return size;
  const { min, max } = body.bounds;
  const reach = Math.max(...[...min, ...max].map(Math.abs));
  return Math.max(size, reach * greatestStretch(body.pose));
}

/** Whether a device that casts in f32 leaves a body to the host in a view: because the body is so much larger than what is seen of it. */
export const isTooLargeForF32 = (body: BodyState, view: View): boolean =>
  castAt(body) !== undefined && F32_CAST_ERROR * sizeOf(body) > MOST_SHARE * view.size[2];

/**
 * By how much points where rays cross a surface may be off in a view, square to it, in the world; 0 for meshes. `castError` is the
 * machine's own, as a share of the body's size.
 */
export function castErrorIn(castError: number, body: BodyState, view: View): number {
  if (!castAt(body)) return 0;
  return (isTooLargeForF32(body, view) ? F64_CAST_ERROR : castError) * sizeOf(body);
}
