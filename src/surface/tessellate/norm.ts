/**
 * The length of a vector. Several times faster than Math.hypot, which guards against squares too large or small for a
 * number.
 */
export const norm = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);
