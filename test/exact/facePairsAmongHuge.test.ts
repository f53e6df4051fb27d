import { describe, expect, it } from 'vitest';
import { body } from '../../src/body.js';
import { type CellWork, cellJoin } from '../../src/exact/candidates/cellJoin.js';
import { facePairs } from '../../src/exact/candidates/facePairs.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { type Affine, identity, multiply, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';
import { between } from '../support/randomPose.js';
import { joined, shifted } from './support/latticeMaps.js';
import { pairsLost } from './support/pairsLost.js';

const POSES: [name: string, pose: Affine][] = [
  ['straight', identity()],
  ['turned', randomRotation(seeded(2))],
];

const world = (shape: Mesh, pose: Affine = identity()): WorldMesh => worldMesh(body(shape, { pose }));
const allFaces = ({ indices }: WorldMesh): Uint32Array => Uint32Array.from({ length: indices.length / 3 }, (_, f) => f);

interface WorkPerFace extends CellWork {
  /** Comparisons and references, for each face of both sides. */
  readonly perFace: number;
}

function work(a: WorldMesh, b: WorldMesh): WorkPerFace {
  const [facesA, facesB] = [allFaces(a), allFaces(b)];
  const done = cellJoin({ mesh: a, faces: facesA, reach: 0 }, { mesh: b, faces: facesB, reach: 0 }, () => {});
  return { ...done, perFace: (done.comparisons + done.references) / (facesA.length + facesB.length) };
}

/** A square in the plane z = 0, of 2 n² triangles. */
function ground(size: number, n: number): Mesh {
  const at = (k: number): number => size * ((2 * k) / n - 1);
  const squares = Array.from({ length: n * n }, (_, k) => [at(k % n), at((k % n) + 1), at(Math.floor(k / n))]);
  const side = (2 * size) / n;
  return mesh(
    squares.flatMap(([x0, x1, y0]) => {
      const y1 = y0 + side;
      return [x0, y0, 0, x1, y0, 0, x1, y1, 0, x0, y0, 0, x1, y1, 0, x0, y1, 0];
    }),
  );
}

/** Small triangles about a point, and some huge ones that pass it. */
function amongHuge(random: Random, place: readonly number[], small: number, huge: number): number[] {
  const triangle = (at: readonly number[], size: number): number[] =>
    Array.from({ length: 9 }, (_, k) => at[k % 3] + between(random, -size, size));
  const detail = Array.from({ length: small }, () =>
    triangle(
      place.map((x) => x + between(random, -1, 1)),
      0.1,
    ),
  );
  const walls = Array.from({ length: huge }, () => {
    const [p, q] = [triangle(place, 1e4), place.map((x) => x + between(random, -1, 1))];
    // The third corner lies beyond the place.
    return p.map((x, k) => (k < 6 ? x : 3 * q[k - 6] - p[k - 6] - p[k - 3]));
  });
  return [...detail, ...walls].flat();
}

describe('a detailed part among huge faces takes hardly more than the part alone', () => {
  for (const [name, pose] of POSES)
    for (const squares of [1, 20])
      it(`on a ground of ${squares} × ${squares} squares, ${name}, with itself`, () => {
        for (const segments of [40, 80]) {
          const ball = bumpySphere({ segments });
          const alone = work(world(ball), world(ball)).perFace;
          for (const size of [30, 1e3, 1e4, 1e6]) {
            const shape = world(joined(shifted(ball, [size / 3, size / 8, 1]), ground(size, squares)), pose);
            expect(work(shape, shape).perFace, `${segments} segments, size ${size}`).toBeLessThan(3 * alone);
          }
        }
      });

  for (const [name, pose] of POSES)
    it(`two bodies with huge faces that cross each other, ${name}`, () => {
      for (const segments of [40, 80]) {
        const ball = bumpySphere({ segments });
        const wall = (tilt: number): Mesh => mesh([-1e4, -1e4, -1e4, 1e4, -1e4 + tilt, 1e4, tilt, 1e4, 1e4]);
        const a = joined(shifted(ball, [3333, 1234, 777]), wall(0), wall(7));
        const b = joined(shifted(ball, [3334, 1234.4, 777.3]), wall(500), wall(-800));
        expect(work(world(a, pose), world(b, pose)).perFace, `${segments} segments`).toBeLessThan(60);
      }
    });
});

describe('among huge faces', () => {
  for (let seed = 1; seed <= 4; seed++)
    it(`none that meets or comes near is lost (seed ${seed})`, () => {
      const random = seeded(seed);
      const place = [0, 0, 0].map(() => between(random, -5000, 5000));
      const pose = multiply(randomRotation(random), translation(between(random, 0, 100), 0, 0));
      const [a, b] = [1, 2].map(() => world(mesh(amongHuge(random, place, 600, 12)), pose));
      const [facesA, facesB] = [allFaces(a), allFaces(b)];
      expect(work(a, b).regions).toBeGreaterThan(2);
      for (const reach of [0, 0.02]) {
        const pairs = facePairs(a, b, facesA, facesB, reach);
        expect(pairs.a.length).toBeGreaterThan(100);
        expect(pairsLost(a, b, pairs, facesA, facesB, reach), `within ${reach}`).toEqual([]);
      }
    });

  it('faces that no cell tells apart are found in smaller and smaller cells, which come to an end', () => {
    const same = Array.from({ length: 1000 }, () => [0, 0, 0, 1, 0, 0, 0, 1, 0]);
    for (const size of [1e-150, 1e-9, 1]) {
      const shape = world(
        joined(mesh(same.flatMap((t) => t.map((x) => x * size))), mesh([-1e9, -1e9, -1e9, 1e9, -1e9, 0, 0, 1e9, 1e9])),
      );
      const { regions, comparisons } = work(shape, shape);
      expect(regions).toBeLessThan(20);
      expect(comparisons).toBeLessThan(1.1 * 1001 ** 2);
    }
  });
});
