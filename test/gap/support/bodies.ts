import { type Body, body } from '../../../src/body.js';
import { type Affine, multiply, scaling, transformPoint, translation } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vector.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { type HeightFieldOptions, heightField } from '../../../src/mesh/shapes/heightField.js';

/** The box between two corners. */
export function boxMesh(min: Vec3, max: Vec3): Mesh {
  const { positions, indices } = box({ size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] });
  return { positions: positions.map((at, k) => at + (min[k % 3] + max[k % 3]) / 2), indices };
}

export const boxBody = (min: Vec3, max: Vec3, name = 'box'): Body => body(boxMesh(min, max), { name });

/** The same faces, seen from the other side. */
export const turnedOut = ({ positions, indices }: Mesh): Mesh => ({
  positions,
  indices: indices.map((_, k) => indices[k - (k % 3) + [0, 2, 1][k % 3]]),
});

/** Several meshes as one. */
export function joined(...parts: readonly Mesh[]): Mesh {
  let before = 0;
  const indices = parts.flatMap((part) => {
    const own = Array.from(part.indices, (v) => v + before);
    before += part.positions.length / 3;
    return own;
  });
  return {
    positions: Float64Array.from(parts.flatMap(({ positions }) => [...positions])),
    indices: Uint32Array.from(indices),
  };
}

/** A slab with its field on top, and one with its field below, hanging over it: its pose mirrors z, at the height `over`. */
export const lowerSlab = (options: HeightFieldOptions): Body => body(heightField(options), { name: 'lower' });
export const upperSlab = (options: HeightFieldOptions, over: number): Body =>
  body(heightField(options), { name: 'upper', pose: multiply(translation(0, 0, over), scaling(1, 1, -1)) });

/** The mesh moved, its places rounded to f32: as it would come from a file. */
export function inPlace({ positions, indices }: Mesh, pose: Affine): Body {
  const moved = new Float32Array(positions.length);
  for (let v = 0; v < moved.length; v += 3)
    moved.set(transformPoint(pose, [positions[v], positions[v + 1], positions[v + 2]]), v);
  return body({ positions: moved, indices });
}

/** The prism from z = 0 to 1 over a polygon that turns left and can be seen whole from its first corner. */
export function prism(corners: readonly (readonly [number, number])[]): Mesh {
  const n = corners.length;
  const indices: number[] = [];
  for (let k = 1; k + 1 < n; k++) indices.push(0, k + 1, k, n, n + k, n + k + 1);
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    indices.push(k, next, next + n, k, next + n, k + n);
  }
  const positions = [0, 1].flatMap((z) => corners.flatMap(([x, y]) => [x, y, z]));
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
