/** In which numbers the sweeps of z-lists speak, in TypeScript and in WGSL. */

/** Depths and lengths along a ray are tallied in whole parts of the depth range. */
export const DEPTH_PARTS = 2 ** 24;

/** Depths that weigh a centroid are coarser, so that 2^26 rays through one overlap stay below 2^64. */
export const MOMENT_PARTS = 2 ** 13;

/** How many slabs the depth range is cut into, to tell which bodies lie side by side. */
export const SLABS = 12;

/** A share of the depth range in whole parts; as Math.round, at a third of its cost. */
export const toParts = (share: number): number => Math.floor(share * DEPTH_PARTS + 0.5);
