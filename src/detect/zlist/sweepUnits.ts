/** In which numbers the sweeps of z-lists speak, in TypeScript and in WGSL. */

/** Depths and lengths along a ray are tallied in whole parts of the depth range. */
export const DEPTH_PARTS = 2 ** 24;

/** Depths that weigh a centroid are coarser, so that 2^26 rays through one overlap stay below 2^64. */
export const MOMENT_PARTS = 2 ** 13;

/** What is carried over from sums of moments. A row of 8,192 rays adds less than 2^50, and 2^53 is the most that f64 holds exactly. */
export const MOMENT_CARRY = 2 ** 44;

/** How many slabs the depth range is cut into, to tell which bodies lie side by side. */
export const SLABS = 12;

/** A share of the depth range in whole parts; as Math.round, at a third of its cost. */
export const toParts = (share: number): number => Math.floor(share * DEPTH_PARTS + 0.5);
