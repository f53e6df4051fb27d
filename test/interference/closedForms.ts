import { cross, dot, length, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Mesh } from '../../src/mesh/mesh.js';

/** The volume of what two balls of one radius have in common. */
export const lensVolume = (radius: number, distance: number): number =>
  distance >= 2 * radius ? 0 : (Math.PI * (4 * radius + distance) * (2 * radius - distance) ** 2) / 12;

/** The area of what two discs of one radius have in common. */
export const lensArea = (radius: number, distance: number): number =>
  2 * radius ** 2 * Math.acos(distance / (2 * radius)) - (distance / 2) * Math.sqrt(4 * radius ** 2 - distance ** 2);

export const vertexOf = ({ positions }: Mesh, v: number): Vec3 => [
  positions[3 * v],
  positions[3 * v + 1],
  positions[3 * v + 2],
];

/** The corners of a face. */
export const cornersOf = (mesh: Mesh, face: number): [Vec3, Vec3, Vec3] => [
  vertexOf(mesh, mesh.indices[3 * face]),
  vertexOf(mesh, mesh.indices[3 * face + 1]),
  vertexOf(mesh, mesh.indices[3 * face + 2]),
];

/** How far the nearest face plane is from the origin: the ball of that radius lies inside a convex mesh around it. */
export function innerRadius(mesh: Mesh): number {
  let least = Infinity;
  for (let face = 0; face < mesh.indices.length / 3; face++) {
    const [a, b, c] = cornersOf(mesh, face);
    const normal = cross(subtract(b, a), subtract(c, a));
    least = Math.min(least, Math.abs(dot(normal, a)) / length(normal));
  }
  return least;
}
