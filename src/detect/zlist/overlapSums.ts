import type { CpuTally } from '../../machine/kernel.js';
import { MOMENT_CARRY, toParts } from './sweepUnits.js';

/** What is added up over the rays of a band that go through an overlap, under the names of {@link pairSweep}'s tally. */
export interface OverlapSums {
  pixels: number;
  length: number;
  momentX: number;
  momentY: number;
  momentZ: number;
  carryX: number;
  carryY: number;
  carryZ: number;
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
  /** As shares of the depth range. */
  minZ: number;
  maxZ: number;
}

export const noOverlaps = (): OverlapSums => ({
  pixels: 0,
  length: 0,
  momentX: 0,
  momentY: 0,
  momentZ: 0,
  carryX: 0,
  carryY: 0,
  carryZ: 0,
  minX: Infinity,
  maxX: -1,
  minY: Infinity,
  maxY: -1,
  minZ: 2,
  maxZ: -1,
});

/**
 * Keeps the moments small enough that f64 adds a row of any width exactly, and then bands in any order: so centroids are the same
 * whatever the number of threads. To be called after each row.
 */
export function carryMoments(sums: OverlapSums): void {
  const { momentX, momentY, momentZ } = sums;
  if (Math.max(momentX, momentY, momentZ) < MOMENT_CARRY) return;
  sums.carryX += Math.floor(momentX / MOMENT_CARRY);
  sums.carryY += Math.floor(momentY / MOMENT_CARRY);
  sums.carryZ += Math.floor(momentZ / MOMENT_CARRY);
  sums.momentX %= MOMENT_CARRY;
  sums.momentY %= MOMENT_CARRY;
  sums.momentZ %= MOMENT_CARRY;
}

/** Adds a band's sums to the tile's tally. */
export function addSums(tally: CpuTally, sums: OverlapSums): void {
  if (sums.pixels === 0) return;
  tally.pixels += sums.pixels;
  tally.length += sums.length;
  tally.momentX += sums.momentX;
  tally.momentY += sums.momentY;
  tally.momentZ += sums.momentZ;
  tally.carryX += sums.carryX;
  tally.carryY += sums.carryY;
  tally.carryZ += sums.carryZ;
  tally.minX = Math.min(tally.minX, sums.minX);
  tally.maxX = Math.max(tally.maxX, sums.maxX);
  tally.minY = Math.min(tally.minY, sums.minY);
  tally.maxY = Math.max(tally.maxY, sums.maxY);
  tally.minZ = Math.min(tally.minZ, toParts(sums.minZ));
  tally.maxZ = Math.max(tally.maxZ, toParts(sums.maxZ));
}
