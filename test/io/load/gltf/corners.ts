import type { PartState, Scene, ScenePart } from '../../../../src/io/scene.js';
import { determinant, transformPoint } from '../../../../src/math/affine.js';
import type { Box } from '../../../../src/math/box.js';
import { boundsOf } from '../../../../src/math/box.js';

/** The corners of a part's triangles in the world, nine numbers per triangle, in the order of the file. */
export function cornersOf({ mesh }: ScenePart, state: PartState): Float64Array {
  const positions = state.positions ?? mesh.positions;
  const out = new Float64Array(3 * mesh.indices.length);
  mesh.indices.forEach((vertex, corner) => {
    const at = 3 * vertex;
    out.set(transformPoint(state.pose, [positions[at], positions[at + 1], positions[at + 2]]), 3 * corner);
  });
  return out;
}

/** Figures of a whole scene at rest. The volume is about the origin, and mirrored parts keep their insides. */
export function figuresOf({ parts }: Scene): { triangles: number; volume: number; bounds: Box } {
  let volume = 0;
  const all: Float64Array[] = [];
  for (const part of parts) {
    const corners = cornersOf(part, part);
    all.push(corners);
    volume += Math.sign(determinant(part.pose)) * volumeOf(corners);
  }
  const corners = Float64Array.from(all.flatMap((one) => [...one]));
  return { triangles: corners.length / 9, volume, bounds: boundsOf(corners) };
}

/** The signed volume between triangles and the origin. */
export function volumeOf(corners: ArrayLike<number>): number {
  let six = 0;
  for (let i = 0; i < corners.length; i += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = Array.from({ length: 9 }, (_, k) => corners[i + k]);
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}

/** The greatest difference between two lists of the same length. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= most)) most = difference; // NaN stays
  }
  return most;
}
