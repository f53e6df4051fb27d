import type { Pixels } from '../../machine/kernel.js';
import type { Insides } from './rayShape.js';
import { SLABS } from './sweepUnits.js';

/** What there is to know of a ray through A (slot 0) and B (slot 1), beside its overlaps. */
export interface RayFacts {
  /** Whether one body ends where the other begins. */
  touches: boolean;
  /** The slabs in which the ray is inside one body and outside of the other for longer than rounding, one bit each. */
  slabsA: number;
  slabsB: number;
}

export const createRayFacts = (): RayFacts => ({ touches: false, slabsA: 0, slabsB: 0 });

/** Sweeps a ray whose layers are `first` to `end`, with windings `a` and `b` at the near plane, for all but its overlaps. */
export function sweepRay(
  ray: RayFacts,
  { layerName, layerDepth, faceBits }: Pixels,
  { bitsA, bitsB }: Insides,
  first: number,
  end: number,
  a: number,
  b: number,
  noise: number,
): void {
  // Bit 0: inside A, bit 1: inside B; since the depth `from`.
  let state = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
  let from = 0;
  // Which body the ray left for the open, and where.
  let left = 0;
  let leftAt = 0;
  ray.touches = false;
  ray.slabsA = ray.slabsB = 0;
  for (let k = first; k <= end; k++) {
    let next = 0;
    let depth = 1;
    if (k < end) {
      const name = layerName[2 * k];
      if ((name & 0x7fff_ffff) >>> faceBits === 0) a += (name >>> 31) * 2 - 1;
      else b += (name >>> 31) * 2 - 1;
      next = ((a & bitsA) !== 0 ? 1 : 0) | ((b & bitsB) !== 0 ? 2 : 0);
      if (next === state) continue;
      depth = layerDepth[2 * k + 1];
    }
    if (state === 1) {
      if (depth - from > noise) ray.slabsA |= slabs(from, depth);
    } else if (state === 2) {
      if (depth - from > noise) ray.slabsB |= slabs(from, depth);
    } else if (state === 0 && left !== 0 && next !== left && next !== 0 && depth - leftAt <= noise) ray.touches = true;
    if (next === 0) {
      left = state;
      leftAt = depth;
    }
    state = next;
    from = depth;
  }
}

/** The slabs between two depths, one bit each. */
const slabs = (from: number, to: number): number =>
  (2 << Math.min(SLABS - 1, Math.floor(to * SLABS))) - (1 << Math.min(SLABS - 1, Math.floor(from * SLABS)));

/** By how much a ray's winding of one body changes over its whole list. */
export function turns({ layerName, faceBits }: Pixels, from: number, end: number, slot: number): number {
  let sum = 0;
  for (let k = from; k < end; k++)
    if ((layerName[2 * k] & 0x7fff_ffff) >>> faceBits === slot) sum += (layerName[2 * k] >>> 31) * 2 - 1;
  return sum;
}

/** Whether the ray of pixel p is inside a body more than once for longer than rounding explains. */
export function isInsideTwice(pixels: Pixels, p: number, slot: number, noise: number): boolean {
  const { first, layerName, layerDepth, faceBits, before, columns, rows } = pixels;
  let winding = before[slot * columns * rows + p];
  let from = 0;
  for (let k = first[p]; k < first[p + 1]; k++) {
    const name = layerName[2 * k];
    if ((name & 0x7fff_ffff) >>> faceBits !== slot) continue;
    const depth = layerDepth[2 * k + 1];
    if (Math.abs(winding) > 1 && depth - from > noise) return true;
    winding += (name >>> 31) * 2 - 1;
    from = depth;
  }
  return Math.abs(winding) > 1 && 1 - from > noise;
}
