import type { Mesh } from '../mesh.js';
import { polarGrid } from './polarGrid.js';

/** A point of an outline: its distance from the z axis, and its height. */
export type ProfilePoint = readonly [radius: number, z: number];

/**
 * Turns an outline about the z axis in steps: the outline starts and ends on the axis (radius 0), upper end first, and
 * touches it nowhere else.
 */
export function revolve(profile: readonly ProfilePoint[], segments: number): Mesh {
  const rows = profile.length - 2;
  const positions = new Float32Array(3 * (rows * segments + 2));
  for (let row = 0; row < rows; row++) {
    const [radius, z] = profile[row + 1];
    for (let i = 0; i < segments; i++) {
      const angle = (2 * Math.PI * i) / segments;
      const p = 3 * (row * segments + i);
      positions[p] = radius * Math.cos(angle);
      positions[p + 1] = radius * Math.sin(angle);
      positions[p + 2] = z;
    }
  }
  positions[positions.length - 4] = profile[0][1];
  positions[positions.length - 1] = profile[rows + 1][1];
  return { positions, indices: polarGrid(segments, rows) };
}

/** The area of a regular polygon in a circle of radius 1: π for many sides. */
export const polygonArea = (segments: number): number => (segments / 2) * Math.sin((2 * Math.PI) / segments);

/** The volume of {@link revolve}'s mesh before rounding: frusta over regular polygons, stacked. */
export function revolveVolume(profile: readonly ProfilePoint[], segments: number): number {
  let sum = 0;
  for (let k = 1; k < profile.length; k++) {
    const [r0, z0] = profile[k - 1];
    const [r1, z1] = profile[k];
    sum += ((z0 - z1) * (r0 * r0 + r0 * r1 + r1 * r1)) / 3;
  }
  return polygonArea(segments) * sum;
}
