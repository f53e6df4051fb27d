import { describe, expect, it } from 'vitest';
import { identity, multiply, scaling, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { faceBlocks } from '../../src/mesh/faceBlocks.js';
import { icoSphere } from '../../src/mesh/shapes/sphere.js';
import { markFaces } from '../../src/view/markFaces.js';

const bitOf = (bits: Int32Array, count: number, [x, y, z]: readonly number[]): number =>
  (bits[z * count + y] >>> x) & 1;

/** Voxels of those of many points that lie in the grid. Points on the sides between voxels count for both. */
function* voxelsOf(corners: readonly Vec3[], count: number, random: Random): Generator<number[]> {
  for (let k = 0; k < 400; k++) {
    const [u, v] = [random(), random()];
    const [s, t] = k < 3 ? [Number(k === 1), Number(k === 2)] : u + v > 1 ? [1 - u, 1 - v] : [u, v];
    const point = [0, 1, 2].map((i) => corners[0][i] * (1 - s - t) + corners[1][i] * s + corners[2][i] * t);
    if (!point.every((x) => x >= 0 && x <= count)) continue;
    for (const down of Number.isInteger(point[0] + point[1] + point[2]) ? [0, 1] : [0])
      yield point.map((x) => Math.max(0, Math.min(count - 1, Number.isInteger(x) ? x - down : Math.floor(x))));
  }
}

const positionsOf = (corners: readonly Vec3[]): Float64Array => Float64Array.from(corners.flat());

describe('markFaces', () => {
  for (const [name, size] of [
    ['small', 1],
    ['as large as the grid', 30],
    ['much larger', 1e4],
    ['far larger', 1e9],
  ] as const)
    it(`marks the voxel of every point of faces that are ${name} (seed 3)`, () => {
      const random = seeded(3);
      for (let k = 0; k < 250; k++) {
        const count = 3 + Math.floor(30 * random());
        const middle = (): number => count * random();
        const [x, y, z] = [middle(), middle(), middle()];
        const flat = random() < 0.3 ? Math.floor(3 * random()) : -1;
        const corners = [0, 1, 2].map((): Vec3 => {
          const off = [0, 1, 2].map((i) => (i === flat ? 0 : size * (random() - 0.5)));
          const exact = [x + off[0], y + off[1], z + off[2]];
          return (random() < 0.3 ? exact.map(Math.round) : exact) as unknown as Vec3;
        });
        const bits = new Int32Array(count * count);
        const faces = { positions: positionsOf(corners), indices: Uint32Array.of(0, 1, 2) };
        markFaces(bits, count, faces, undefined, identity(), [1e-5, 1e-5, 1e-5]);
        const missed = [...voxelsOf(corners, count, random)].filter((voxel) => bitOf(bits, count, voxel) === 0);
        expect(missed, `face ${k}`).toEqual([]);
      }
    });

  it('marks few voxels that a face does not meet (seed 4)', () => {
    const random = seeded(4);
    const count = 32;
    let marked = 0;
    let met = 0;
    for (let k = 0; k < 40; k++) {
      const corners = [0, 1, 2].map((): Vec3 => [0, 1, 2].map(() => count * random()) as unknown as Vec3);
      const bits = new Int32Array(count * count);
      const faces = { positions: positionsOf(corners), indices: Uint32Array.of(0, 1, 2) };
      markFaces(bits, count, faces, undefined, identity(), [1e-5, 1e-5, 1e-5]);
      const voxels = new Set<string>();
      for (let round = 0; round < 20; round++)
        for (const voxel of voxelsOf(corners, count, random)) voxels.add(voxel.join());
      met += voxels.size;
      for (const word of bits) for (let x = 0; x < 32; x++) marked += (word >>> x) & 1;
    }
    expect(marked).toBeGreaterThanOrEqual(met);
    expect(marked).toBeLessThan(1.6 * met);
  });

  it('marks what comes within reach, on both sides', () => {
    const corners: Vec3[] = [
      [1.2, 1.2, 3.9],
      [2.8, 1.2, 3.9],
      [1.2, 2.8, 3.9],
    ];
    const marked = (reach: number): number[][] => {
      const bits = new Int32Array(64);
      const faces = { positions: positionsOf(corners), indices: Uint32Array.of(0, 1, 2) };
      markFaces(bits, 8, faces, undefined, identity(), [0, 0, reach]);
      return [3, 4].map((z) => [1, 2].map((x) => bitOf(bits, 8, [x, 1, z])));
    };
    expect(marked(0.05)).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(marked(0.2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('marks the same with blocks of faces (seed 5)', () => {
    const random = seeded(5);
    const ball = icoSphere({ subdivisions: 4 });
    const blocks = faceBlocks(ball);
    for (let k = 0; k < 50; k++) {
      const place = translation(40 * random() - 4, 40 * random() - 4, 40 * random() - 4);
      const map = multiply(place, multiply(randomRotation(random), scaling(60 * random())));
      const [all, some] = [new Int32Array(1024), new Int32Array(1024)];
      markFaces(all, 32, ball, undefined, map, [1e-5, 1e-4, 1e-3]);
      markFaces(some, 32, ball, blocks, map, [1e-5, 1e-4, 1e-3]);
      expect(some).toEqual(all);
    }
  });
});
