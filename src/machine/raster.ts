/** What both machines agree on when they sample. */

/** Vertices are snapped to 1/256 pixel: fine enough not to show, coarse enough for 32-bit edge functions of small faces. */
export const SUBPIXEL_BITS = 8;
export const SUBPIXELS = 1 << SUBPIXEL_BITS;

/**
 * Layers this little outside the depth range (as a share of it) count as on its border. Views are fitted to the bodies,
 * so faces that lie exactly on the near or far plane are common, and rounding must not decide on which side they fall.
 */
export const DEPTH_SLACK = 2 ** -20;

/** Farther out than this (in pixels), edge functions no longer fit f64 exactly, and the careful rasterizer takes over. */
export const GUARD_PX = 2 ** 16;
