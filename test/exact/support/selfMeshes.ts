import type { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { type Mesh, mesh } from '../../../src/mesh/mesh.js';
import { box } from '../../../src/mesh/shapes/box.js';
import { tubeGrid } from '../../../src/mesh/shapes/tubeGrid.js';
import { pick } from '../../support/randomPose.js';
import { joined, mapped, randomLatticeMap, whole, wholeVector } from './latticeMaps.js';
import { randomPair } from './randomPair.js';

/** Triangles on a few points of a small lattice: they share corners, lie in one plane or have no area more often than not. */
export function latticeSoup(random: Random): Mesh {
  const most = whole(random, 1, 4);
  const points = Array.from({ length: whole(random, 4, 14) }, () => wholeVector(random, 0, most));
  const faceCount = whole(random, 2, 16);
  return mesh(
    points.flat(),
    Array.from({ length: 3 * faceCount }, () => whole(random, 0, points.length - 1)),
  );
}

/** Many small triangles, so many that they are not all compared with each other. */
export function denseSoup(random: Random): Mesh {
  const size = whole(random, 4, 12);
  const positions: number[] = [];
  for (let k = whole(random, 60, 300); k > 0; k--) {
    const at = wholeVector(random, 0, size);
    for (let corner = 0; corner < 3; corner++) positions.push(...at.map((x) => x + whole(random, 0, 2)));
  }
  return mesh(positions);
}

/** A closed surface whose vertices are anywhere: a box or a tube in itself, through itself and without area in places. */
export function crumpled(random: Random): Mesh {
  const most = whole(random, 2, 6);
  const [rings, sides] = [whole(random, 3, 4), whole(random, 3, 4)];
  const indices = random() < 0.5 ? box().indices : tubeGrid(rings, sides);
  const vertexCount = Math.max(...indices) + 1;
  return mesh(Array.from({ length: vertexCount }, () => wholeVector(random, 0, most)).flat(), indices);
}

/** Two solids that touch, cross, or lie in each other, as one mesh. */
export function twoInOne(random: Random): Mesh {
  const { a, b } = randomPair(random);
  return joined(a, b);
}

/** A grid in a plane; now and then a vertex is moved in the plane, or off it, so that faces are folded over others. */
export function foldedGrid(random: Random): Mesh {
  const [nx, ny] = [whole(random, 2, 9), whole(random, 2, 9)];
  const moved = random() * 0.3;
  const points: Vec3[] = [];
  for (let j = 0; j <= ny; j++)
    for (let i = 0; i <= nx; i++) {
      const off = random() < moved ? wholeVector(random, -2, 2) : ([0, 0, 0] as const);
      points.push([2 * i + off[0], 2 * j + off[1], random() < 0.5 ? 0 : off[2]]);
    }
  const indices: number[] = [];
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      const corner = j * (nx + 1) + i;
      indices.push(corner, corner + 1, corner + nx + 1, corner + nx + 1, corner + 1, corner + nx + 2);
    }
  return mapped(mesh(points.flat(), indices), randomLatticeMap(random));
}

/** The same faces, each with corners of its own, in another order. */
export function takenApart(shape: Mesh, order: readonly number[]): Mesh {
  const positions: number[] = [];
  for (const face of order)
    for (let k = 0; k < 3; k++) {
      const v = 3 * shape.indices[3 * face + k];
      positions.push(...shape.positions.subarray(v, v + 3));
    }
  return mesh(positions);
}

/** The numbers below `count` in any order. */
export function shuffled(random: Random, count: number): number[] {
  const out = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = whole(random, 0, k);
    [out[k], out[other]] = [out[other], out[k]];
  }
  return out;
}

export const anyMesh = (random: Random): Mesh => pick(random, [latticeSoup, crumpled, twoInOne, foldedGrid])(random);
