import { expect, test } from 'vitest';
import { SOLIDS } from '../../scenes/solids.js';
import { randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { faceBlocks } from '../../src/mesh/faceBlocks.js';
import { farthestVertex } from '../../src/mesh/farthestVertex.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { box } from '../../src/mesh/shapes/box.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';

/** One vertex after the other, as they are. */
function searchIn({ positions, indices }: Mesh): (direction: Vec3) => number {
  const used = [...new Set(indices)].sort((a, b) => a - b);
  return ([u, v, w]) => {
    const far = (i: number) => u * positions[3 * i] + v * positions[3 * i + 1] + w * positions[3 * i + 2];
    return used.reduce((best, i) => (far(i) > far(best) ? i : best), used[0]);
  };
}

const shuffled = (mesh: Mesh, random: () => number): Mesh => {
  const order = Array.from({ length: mesh.indices.length / 3 }, (_, f) => ({ f, key: random() })).sort(
    (a, b) => a.key - b.key,
  );
  return { ...mesh, indices: Uint32Array.from(order.flatMap(({ f }) => [...mesh.indices.subarray(3 * f, 3 * f + 3)])) };
};

/** One corner of each face lies equally far along an axis, in boxes of all widths. */
const combs = (): Mesh => ({
  positions: Float64Array.from({ length: 9 * 512 }, (_, k) => (k % 9 === 0 ? 0.7 : random() / 2)),
  indices: Uint32Array.from({ length: 3 * 512 }, (_, k) => k),
});

const scaled = ({ positions, indices }: Mesh, factor: number): Mesh => ({
  positions: Float64Array.from(positions, (x) => factor * x),
  indices,
});

const random = seeded(7);
const large = bumpySphere({ segments: 40 });
const meshes: [name: string, mesh: Mesh][] = [
  ...SOLIDS.map(({ name, fine }): [string, Mesh] => [name, fine()]),
  // Of a box that is cut into squares, thousands of vertices lie equally far along an axis.
  ['a box in squares', box({ size: [1.4, 0.7, 0.3], segments: 24 })],
  ...Array.from({ length: 12 }, (_, k): [string, Mesh] => [`blocks whose reach is rounded, ${k}`, combs()]),
  ['faces in any order', shuffled(large, random)],
  ['lengths near the largest numbers', scaled(large, 1e300)],
  ['lengths near the smallest numbers', scaled(large, 1e-310)],
  [
    'vertices that no face names',
    { positions: Float64Array.of(9, 9, 9, ...large.positions, 8, 8, 8), indices: large.indices.map((i) => i + 1) },
  ],
];

test.each(meshes)('is the same with blocks as without: %s', (_, mesh) => {
  const [blocks, bySearch] = [faceBlocks(mesh), searchIn(mesh)];
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [-1, 1, 1],
    [0.1, 0, 0],
    [0, 0.3, 0],
    [0, 0, -0.7],
    [1e10, 0, 0],
    [1e-300, 0, 0],
  ];
  const directions = [
    ...axes,
    ...Array.from({ length: 60 }, (): Vec3 => {
      const turn = randomRotation(random);
      return [turn[0], turn[4], turn[8]];
    }),
  ];
  for (const direction of directions) {
    const truth = bySearch(direction);
    expect([farthestVertex(mesh, direction), farthestVertex(mesh, direction, blocks)]).toEqual([truth, truth]);
  }
});
