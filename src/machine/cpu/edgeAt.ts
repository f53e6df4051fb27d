import { SUBPIXEL_BITS } from '../raster.js';

/**
 * The edge function of the edge (dx, dy), divided by 256, at (x, y) from its start; one less where the border is another's
 * (the top-left rule): inside it is ≥ 0. For faces below 2^15 subpixels across.
 */
export function edgeAt(dx: number, dy: number, x: number, y: number): number {
  const own = dy < 0 || (dy === 0 && dx > 0) ? 0 : 1;
  return (dx * y - dy * x - own) >> SUBPIXEL_BITS;
}
