import { describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { body } from '../../src/body.js';
import { type CellWork, cellJoin } from '../../src/exact/candidates/cellJoin.js';
import { facePairs } from '../../src/exact/candidates/facePairs.js';
import { type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { type Affine, identity, multiply, translation } from '../../src/math/affine.js';
import { type Random, randomRotation, seeded } from '../../src/math/random.js';
import { type Mesh, mesh } from '../../src/mesh/mesh.js';
import { between } from '../support/randomPose.js';
import { pairsLost } from './support/pairsLost.js';

const world = (shape: Mesh, pose: Affine = identity()): WorldMesh => worldMesh(body(shape, { pose }));
const allFaces = ({ indices }: WorldMesh): Uint32Array => Uint32Array.from({ length: indices.length / 3 }, (_, f) => f);
const turn = randomRotation(seeded(2));

interface Joined extends CellWork {
  /** Of both sides. */
  readonly faces: number;
  readonly pairs: number;
}

/** How much work it is, and how many pairs come out. */
function joined(a: WorldMesh, b: WorldMesh, reach = 0): Joined {
  const [facesA, facesB] = [allFaces(a), allFaces(b)];
  const work = cellJoin({ mesh: a, faces: facesA, reach }, { mesh: b, faces: facesB, reach: 0 }, () => {});
  const { length } = facePairs(a, b, facesA, facesB, reach).a;
  return { ...work, faces: facesA.length + facesB.length, pairs: length };
}

function expectNoneLost(a: WorldMesh, b: WorldMesh, reach = 0): void {
  const [facesA, facesB] = [allFaces(a), allFaces(b)];
  expect(pairsLost(a, b, facePairs(a, b, facesA, facesB, reach), facesA, facesB, reach)).toEqual([]);
}

/** A square of size 1 in the plane z = 0, of 2 n² triangles. */
function plate(n: number): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let y = 0; y <= n; y++) for (let x = 0; x <= n; x++) positions.push(x / n, y / n, 0);
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const k = y * (n + 1) + x;
      indices.push(k, k + 1, k + n + 2, k, k + n + 2, k + n + 1);
    }
  return mesh(positions, indices);
}

/** Needles from one point to a circle, `height` over it. */
function fan(count: number, height: number, turns = 0): Mesh {
  const rim = (k: number) => {
    const angle = (2 * Math.PI * (k + turns)) / count;
    return [Math.cos(angle), Math.sin(angle), height];
  };
  return mesh(Array.from({ length: count }, (_, k) => [0, 0, 0, ...rim(k), ...rim(k + 0.5)]).flat());
}

/** Long thin triangles all over a cube, any way or almost the same way. */
function hairs(random: Random, count: number, areCombed: boolean): Mesh {
  const hair = () => {
    const at = [random(), random(), random()];
    const way = areCombed ? [1, 0.3 + 0.01 * random(), 0.2] : at.map(() => between(random, -0.5, 0.5));
    const end = at.map((x, k) => x + 0.5 * way[k]);
    return [...at, ...end, end[0] + 1e-4, end[1], end[2]];
  };
  return mesh(Array.from({ length: count }, hair).flat());
}

/** Needles that pass one of some points at a distance of about 1e-3. */
const bundles = (random: Random, points: readonly number[][], count: number): Mesh =>
  mesh(
    points.flatMap((point) =>
      Array.from({ length: count }, () => {
        const way = point.map(() => between(random, -0.5, 0.5));
        const by = point.map(() => between(random, -1e-3, 1e-3));
        const corner = (t: number, width: number) =>
          point.map((x, k) => x + t * way[k] + by[k] + width * between(random, -1, 1));
        return [...corner(-1, 0), ...corner(1, 0), ...corner(1, 1e-4)];
      }).flat(),
    ),
  );

describe('crowded places', () => {
  it('one huge face over many small ones is compared with each of them once', () => {
    const [ball] = bumpyPair(60, 0).map(worldMesh);
    const huge = world(mesh([-9, -8, -7, 9, -6, 8, 1, 9, -2]));
    for (const work of [joined(huge, ball), joined(ball, huge)]) expect(work.comparisons).toBeLessThan(work.faces);
    expectNoneLost(huge, ball);
  });

  for (const pose of [identity(), turn])
    for (const [coarse, fine] of [
      [1, 100],
      [10, 100],
      [60, 100],
      [100, 100],
    ])
      it(`plates of ${coarse} and ${fine} squares a side in one plane, ${pose === turn ? 'turned' : 'straight'}`, () => {
        const work = joined(world(plate(coarse), pose), world(plate(fine), multiply(pose, translation(1e-3, 2e-3, 0))));
        expect(work.references).toBeLessThan(8 * work.faces);
        expect(work.comparisons).toBeLessThan(12 * (work.faces + work.pairs));
      });

  it('two congruent bodies', () => {
    const [ball] = bumpyPair(60, 0).map(worldMesh);
    const work = joined(ball, ball);
    expect(work.references).toBeLessThan(12 * work.faces);
    expect(work.comparisons).toBeLessThan(6 * work.pairs);
    const [small] = bumpyPair(12, 0).map(worldMesh);
    expectNoneLost(small, small);
    expectNoneLost(small, small, 0.01);
  });

  it('fans of needles that meet in a vertex: all pairs do, and each is compared once', () => {
    const [a, b] = [world(fan(400, 0.3)), world(fan(300, -0.2, 0.1))];
    const work = joined(a, b);
    expect(work.pairs).toBe(400 * 300);
    expect(work.comparisons).toBe(400 * 300);
    expect(work.references).toBeLessThan(40 * work.faces);
  });

  it('the same face, hundreds of times', () => {
    const many = world(mesh(Array.from({ length: 300 }, () => [0, 0, 0, 1, 2, 3, 3, 2, 2]).flat()));
    const work = joined(many, many);
    expect(work).toMatchObject({ pairs: 300 * 300, comparisons: 300 * 300, regions: 1 });
  });

  for (const areCombed of [false, true])
    it(`${areCombed ? 'combed' : 'tangled'} hairs: work grows hardly faster than their number (seed 4)`, () => {
      const random = seeded(4);
      const [few, many] = [1500, 6000].map((count) =>
        joined(world(hairs(random, count, areCombed)), world(hairs(random, count, areCombed))),
      );
      expect(few.comparisons).toBeLessThan(300 * few.faces);
      // Four times as many hairs have four times as many others near each of them.
      expect(many.comparisons / many.faces).toBeLessThan(4 * (few.comparisons / few.faces));
      expect(many.references).toBeLessThan(64 * many.faces);
      const short = world(hairs(random, 150, areCombed));
      expectNoneLost(short, world(hairs(random, 150, areCombed)), 0.01);
    });

  it('crowds in the corners of an empty zone get cells of their own (seed 6)', () => {
    const random = seeded(6);
    const spot = () => {
      const at = [0, 0, 0].map(() => (random() < 0.5 ? 0 : 1));
      return Array.from({ length: 9 }, (_, k) => at[k % 3] + 1e-3 * random()).map((x) => x + 1e-5 * random());
    };
    const dots = (count: number) => {
      const flat = Array.from({ length: count }, spot);
      // Each a hundredth of its crowd in size.
      return mesh(flat.flatMap((t) => t.map((x, k) => t[k % 3] + 0.02 * (x - t[k % 3]))));
    };
    const work = joined(world(dots(8000)), world(dots(8000)));
    expect(work.regions).toBeGreaterThan(4);
    expect(work.references).toBeLessThan(12 * work.faces);
    expect(work.comparisons).toBeLessThan(12 * work.faces);
  });

  it('bundles of needles that pass some points: parts of needles are compared, and none is lost (seed 8)', () => {
    const random = seeded(8);
    const points = Array.from({ length: 20 }, () => [0, 0, 0].map(() => 10 * random()));
    const [a, b] = [world(bundles(random, points, 60)), world(bundles(random, points, 60))];
    expect(joined(a, b).regions).toBeGreaterThan(10);
    expectNoneLost(a, b);
    expectNoneLost(a, b, 1e-4);
  });

  it('small faces in crowds, and some that reach through all of them: none is lost (seed 9)', () => {
    const random = seeded(9);
    const small = () => {
      const at = [0, 0, 0].map(() => between(random, 0, 1e-3) + (random() < 0.5 ? 0 : 1));
      return Array.from({ length: 9 }, (_, k) => at[k % 3] + between(random, -1e-4, 1e-4));
    };
    const large = () => Array.from({ length: 9 }, () => between(random, -0.5, 1.5));
    const mixed = () => world(mesh(Array.from({ length: 900 }, () => (random() < 0.95 ? small() : large())).flat()));
    const [a, b] = [mixed(), mixed()];
    expect(joined(a, b).regions).toBeGreaterThan(4);
    expectNoneLost(a, b);
    expectNoneLost(a, b, 1e-4);
  });
});
