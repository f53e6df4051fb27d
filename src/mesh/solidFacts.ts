import { type Box, center } from '../math/box.js';

/**
 * The signed volume of a mesh, by how much rounding may have changed it, and how many of its faces have no area; in one pass.
 */
export function solidFacts(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  bounds: Box,
): { volume: number; rounding: number; flatCount: number } {
  const [ox, oy, oz] = center(bounds);
  let volume = 0;
  let terms = 0;
  let flatCount = 0;
  for (let f = 0; f < indices.length; f += 3) {
    const a = 3 * indices[f];
    const b = 3 * indices[f + 1];
    const c = 3 * indices[f + 2];
    const ax = positions[a] - ox;
    const ay = positions[a + 1] - oy;
    const az = positions[a + 2] - oz;
    const bx = positions[b] - ox - ax;
    const by = positions[b + 1] - oy - ay;
    const bz = positions[b + 2] - oz - az;
    const cx = positions[c] - ox - ax;
    const cy = positions[c + 1] - oy - ay;
    const cz = positions[c + 2] - oz - az;
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    if (nx === 0 && ny === 0 && nz === 0) flatCount++;
    const x = ax * nx;
    const y = ay * ny;
    const z = az * nz;
    volume += x + y + z;
    terms += Math.abs(x) + Math.abs(y) + Math.abs(z);
  }
  return { volume: volume / 6, rounding: terms * ROUNDING, flatCount };
}

/** A few roundings of each term, and of sums of as many as there are faces; terms cancel, so they add up to more than this. */
const ROUNDING = 2 ** -48;
