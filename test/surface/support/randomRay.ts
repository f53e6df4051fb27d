import type { Box } from '../../../src/math/box.js';
import type { Random } from '../../../src/math/random.js';
import { add, cross, normalize, scale, type Vec3 } from '../../../src/math/vector.js';

/** Six numbers: an origin and a direction, not of unit length. */
export type Ray = readonly [px: number, py: number, pz: number, dx: number, dy: number, dz: number];

const direction = (random: Random): Vec3 => {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
};

/** Through a point, from up to three `size`s before it, or from the point itself. */
export function rayThrough(random: Random, aim: Vec3, along: Vec3, size: number): Ray {
  const speed = 10 ** (4 * random() - 2);
  const back = random() < 0.8 ? (1 + 2 * random()) * size : 0;
  const [px, py, pz] = aim.map((a, k) => a - back * along[k]);
  const [dx, dy, dz] = along.map((a) => speed * a);
  return [px, py, pz, dx, dy, dz];
}

/** Through a random point of the box, into any direction. */
export function randomRay(random: Random, { min, max }: Box): Ray {
  const within = (axis: number): number => min[axis] + random() * (max[axis] - min[axis]);
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return rayThrough(random, [within(0), within(1), within(2)], direction(random), size);
}

/** At right angles to the normal at a point of a surface, `lift` above it; below where that is negative. */
export function tangentRay(random: Random, point: Vec3, normal: Vec3, lift: number, size: number): Ray {
  const n = normalize(normal);
  const along = normalize(cross(n, direction(random)));
  return rayThrough(random, add(point, scale(n, lift)), along, size);
}
