import type { PlacedMesh } from './commonFrame.js';

/** Writes least x y z and largest x y z of a face to `boxes`, from place `at` on. */
export function faceBox({ positions, indices }: PlacedMesh, face: number, boxes: Float64Array, at: number): void {
  const p = 3 * indices[3 * face];
  const q = 3 * indices[3 * face + 1];
  const r = 3 * indices[3 * face + 2];
  for (let c = 0; c < 3; c++) {
    const x = positions[p + c];
    const y = positions[q + c];
    const z = positions[r + c];
    boxes[at + c] = x < y ? (x < z ? x : z) : y < z ? y : z;
    boxes[at + 3 + c] = x > y ? (x > z ? x : z) : y > z ? y : z;
  }
}
