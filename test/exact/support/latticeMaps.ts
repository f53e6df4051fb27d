import { type Affine, determinant, multiply, transformPoint, translation } from '../../../src/math/affine.js';
import type { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { axisRotations } from '../../interference/axisRotations.js';
import { pick } from '../../support/randomPose.js';

const ROTATIONS = axisRotations();

/** A whole number from `low` to `high`. */
export const whole = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const wholeVector = (random: Random, low: number, high: number): Vec3 => [
  whole(random, low, high),
  whole(random, low, high),
  whole(random, low, high),
];

/** A map of the whole numbers onto themselves: a rotation among the axes, and often a mirror or shears. */
export function randomLatticeMap(random: Random): Affine {
  let map = pick(random, ROTATIONS);
  if (random() < 0.3) map = multiply(map, Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0));
  for (let shears = random() < 0.5 ? 0 : whole(random, 1, 2); shears > 0; shears--) {
    const shear = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    shear[pick(random, [1, 2, 4, 6, 8, 9])] = random() < 0.5 ? -1 : 1;
    map = multiply(shear, map);
  }
  return multiply(translation(...wholeVector(random, -2, 2)), map);
}

/** The mesh with all vertices mapped, in f64, and faces turned where the map mirrors. */
export function mapped({ positions, indices }: Mesh, map: Affine): Mesh {
  const moved: number[] = [];
  for (let i = 0; i < positions.length; i += 3)
    for (const x of transformPoint(map, [positions[i], positions[i + 1], positions[i + 2]])) moved.push(x + 0); // no -0
  return mesh(moved, determinant(map) < 0 ? turned(indices) : indices);
}

export const shifted = (shape: Mesh, [x, y, z]: Vec3): Mesh => mapped(shape, translation(x, y, z));

/** All faces turned round. */
export const insideOut = ({ positions, indices }: Mesh): Mesh => ({ positions, indices: turned(indices) });

const turned = (indices: Uint32Array): Uint32Array =>
  indices.map((v, i) => (i % 3 === 0 ? v : indices[i % 3 === 1 ? i + 1 : i - 1]));

/** Several meshes as one, vertices not shared. */
export function joined(...parts: readonly Mesh[]): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const before = positions.length / 3;
    for (const v of part.indices) indices.push(before + v);
    for (const x of part.positions) positions.push(x);
  }
  return mesh(positions, indices);
}
