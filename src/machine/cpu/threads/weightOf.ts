import { type BodyState, castAt, pieceCount } from '../../../body.js';
import type { View } from '../../../view/view.js';

/** To cast a ray at a surface takes so many times as long as to find a face on it, or more. */
const CAST = 8;

/** How much there is to do to gather the lists of bodies in a tile and to go through them, in pixels and faces. */
export const weightOf = ({ columns, rows }: View, bodies: readonly BodyState[]): number =>
  bodies.reduce((sum, body) => sum + (castAt(body) ? CAST * columns * rows : pieceCount(body)), columns * rows);
