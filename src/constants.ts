/**
 * What rounding may do to a coordinate: a share of the coordinates' magnitude, no unit. A position goes through up to three
 * affine maps in f64 (2^-53 each step), and an inverse loses as many bits as its map is lopsided; 2^-40 leaves 13 bits for
 * that. Boxes apart by less are taken to touch, widths that differ by less as equal.
 */
export const ROUNDING_SHARE = 2 ** -40;

/**
 * The least size of a view along any of its axes: a share of the coordinates' magnitude, no unit. A view's pixel grid is
 * told from the coordinates in f64: 2^-50 after a map's few operations, times 256 steps in a pixel, times 8192 pixels is
 * 2^-29. A narrower view would show rounding, and one of size zero divides by it.
 */
export const MIN_VIEW_SHARE = 2 ** -28;

/**
 * The least sine between a view's direction and its `up`, no unit: below it, `up` does not tell which way is up. Far above
 * rounding (2^-52), far below any angle meant as such.
 */
export const MIN_UP_SINE = 2 ** -26;

/**
 * From this cosine with the z axis on (some 26°), a direction counts as vertical and y becomes its default `up`; no unit.
 * Any value well between 0 and 1 keeps `up` far from the direction.
 */
export const VERTICAL_COSINE = 0.9;

/** The widest and highest frame that tiles are packed into, in pixels: what every WebGPU device takes as a texture. */
export const MAX_FRAME_PX = 8192;

/**
 * By how much a depth may differ from the true one, as a share of the view's depth range: the GPU's f32 and integer
 * lattice, and the CPU's f32 lists, stay below it (tests compare the machines to this bound).
 */
export const DEPTH_ERROR_SHARE = 1e-6;
