import { describe, expect, it } from 'vitest';
import { BUMPY_CONTACTS, bumpyPair } from '../../scenes/bumpyPair.js';
import { body } from '../../src/body.js';
import { facePairs } from '../../src/exact/candidates/facePairs.js';
import { type FacePairs, type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { boundsOf } from '../../src/math/box.js';
import { type Random, seeded } from '../../src/math/random.js';
import { mesh } from '../../src/mesh/mesh.js';
import { between, pick } from '../support/randomPose.js';
import { pairsLost } from './support/pairsLost.js';

const world = (positions: ArrayLike<number>): WorldMesh => worldMesh(body(mesh(positions)));
const allFaces = ({ indices }: WorldMesh): Uint32Array => Uint32Array.from({ length: indices.length / 3 }, (_, f) => f);
const allPairs = (a: WorldMesh, b: WorldMesh, reach?: number): FacePairs =>
  facePairs(a, b, allFaces(a), allFaces(b), reach);
const toList = ({ a, b }: FacePairs): [number, number][] => Array.from(a, (face, k) => [face, b[k]]);

/** Ascending by A, then by B: so each pair is there once. */
const isAscending = ({ a, b }: FacePairs): boolean =>
  a.every((face, k) => k === 0 || a[k - 1] < face || (a[k - 1] === face && b[k - 1] < b[k]));

function expectAll(a: WorldMesh, b: WorldMesh, reach: number, where: string): number {
  const pairs = allPairs(a, b, reach);
  expect(isAscending(pairs), where).toBe(true);
  expect(pairsLost(a, b, pairs, allFaces(a), allFaces(b), reach), where).toEqual([]);
  return pairs.a.length;
}

type Triangle = (random: Random) => number[];

const near = (random: Random, at: readonly number[], size: number): number[] =>
  at.map((x) => x + between(random, -size, size));
const place = (random: Random): number[] => near(random, [0, 0, 0], 1);

/** Within a cube of size 2. */
const TRIANGLES: Record<string, Triangle> = {
  small: (random) => {
    const at = place(random);
    return [...near(random, at, 0.05), ...near(random, at, 0.05), ...near(random, at, 0.05)];
  },
  any: (random) => [...place(random), ...place(random), ...place(random)],
  huge: (random) => Array.from({ length: 9 }, () => between(random, -30, 30)),
  needle: (random) => {
    const [from, to] = [place(random), place(random)];
    return [...from, ...to, ...near(random, to, 1e-7)];
  },
  sliver: (random) => {
    const [from, to, t] = [place(random), place(random), random()];
    return [
      ...from,
      ...to,
      ...near(
        random,
        from.map((x, k) => x + t * (to[k] - x)),
        1e-9,
      ),
    ];
  },
  segment: (random) => {
    const [from, to] = [place(random), place(random)];
    return [...from, ...to, ...from];
  },
  point: (random) => {
    const at = place(random);
    return [...at, ...at, ...at];
  },
};

const soup = (random: Random, count: number, kinds: readonly Triangle[]): number[] =>
  Array.from({ length: count }, () => pick(random, kinds)(random)).flat();

describe('facePairs against exact arithmetic', () => {
  for (let seed = 1; seed <= 10; seed++)
    it(`loses none of the faces that meet or come near, at whole coordinates, any scale and place (seed ${seed})`, () => {
      const random = seeded(seed);
      const [scale, off] = [pick(random, [1, 2 ** -20, 2 ** 20]), pick(random, [0, 0, 1e6])];
      const size = between(random, 2, 12);
      const kinds = random() < 0.5 ? Object.values(TRIANGLES) : [TRIANGLES.small, TRIANGLES.any];
      const whole = (positions: number[]) => world(positions.map((x) => (Math.round(size * x) + off) * scale));
      const [a, b] = [whole(soup(random, 100, kinds)), whole(soup(random, 100, kinds))];
      expect(expectAll(a, b, 0, 'at 0')).toBeGreaterThan(100);
      for (const reach of [0.5, 1, Math.SQRT2]) expectAll(a, b, reach * scale, `within ${reach}`);
    });

  for (const [name, kind] of Object.entries(TRIANGLES))
    it(`loses none among ${name} triangles and others, in f64 (seed 7)`, () => {
      const random = seeded(7);
      for (const scale of [1, 1e-6, 1e6])
        for (const off of [0, 1e6 * scale]) {
          const put = (positions: number[]) => world(positions.map((x) => x * scale + off));
          const a = put(soup(random, 70, [kind]));
          const b = put(soup(random, 70, [kind, TRIANGLES.any, TRIANGLES.small]));
          const where = `scale ${scale}, off ${off}`;
          expectAll(a, b, 0, where);
          expectAll(b, a, scale * 0.02, `${where}, within a 50th`);
        }
    });

  for (const { dx } of BUMPY_CONTACTS)
    it(`loses none of two bumpy spheres of 1,200 triangles, ${dx} apart, and finds few more than meet`, () => {
      const [a, b] = bumpyPair(24, dx).map(worldMesh);
      const count = expectAll(a, b, 0, 'touching');
      const { bounds, ...shape } = b;
      const meeting = pairsLost(
        a,
        { ...shape, bounds },
        { a: new Uint32Array(0), b: new Uint32Array(0) },
        allFaces(a),
        allFaces(b),
        0,
      );
      expect(count).toBeLessThan(4 * meeting.length);
      expectAll(a, b, 0.03, 'within 0.03');
    });

  it('coordinates at the ends of what f64 holds (seed 3)', () => {
    const random = seeded(3);
    for (const scale of [2 ** 1000, 2 ** 505, 2 ** 340, 2 ** -340, 2 ** -505, 2 ** -1060]) {
      // Not by `worldMesh`, which refuses what is beyond exact predicates. Comparisons go on to the ends.
      const whole = (flat: number[]): WorldMesh => {
        const positions = Float64Array.from(flat, (x) => Math.round(6 * x) * scale);
        return {
          positions,
          indices: Uint32Array.from({ length: flat.length / 3 }, (_, v) => v),
          bounds: boundsOf(positions),
        };
      };
      const kinds = [TRIANGLES.small, TRIANGLES.any, TRIANGLES.needle];
      const [a, b] = [whole(soup(random, 120, kinds)), whole(soup(random, 120, kinds))];
      expectAll(a, b, 0, `scale ${scale}`);
    }
  });
});

describe('facePairs', () => {
  it('faces that touch in a corner, along an edge, or lie in one plane are candidates', () => {
    const face = world([0, 0, 0, 2, 0, 0, 0, 2, 0]);
    const touching = [
      [2, 0, 0, 5, 1, 1, 5, 2, 1], // corner to corner
      [1, 0, 0, 1, -1, 1, 2, -1, 1], // corner to edge
      [0.5, 0.5, 0, 1, 1, 1, 1, 2, 3], // corner to face
      [0, 0, 0, 2, 0, 0, 1, -1, 1], // along an edge
      [0, 0, 0, 2, 0, 0, 0, 2, 0], // the same face
      [1, 1, 0, 3, 1, 0, 1, 3, 0], // in the plane, along the long side
      [0.5, 0.5, -1, 0.5, 0.5, 1, 0.5, 0.5, 0], // a segment through it
      [0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0], // a point on it
    ];
    expect(toList(allPairs(face, world(touching.flat())))).toEqual(touching.map((_, k) => [0, k]));
  });

  it('planes tell faces apart whose boxes meet, however little they are apart', () => {
    const face = world([0, 0, 0, 1, 0, 1, 0, 1, 1]);
    const lifted = (by: number) => world([0, 0, by, 1, 0, 1 + by, 0, 1, 1 + by]);
    expect(allPairs(face, lifted(2 ** -40)).a.length).toBe(0);
    expect(allPairs(face, lifted(0)).a.length).toBe(1);
    // At a distance of 2^-10 / √3.
    const distance = 2 ** -10 / Math.sqrt(3);
    expect(allPairs(face, lifted(2 ** -10), distance * 0.999).a.length).toBe(0);
    expect(allPairs(face, lifted(2 ** -10), distance * 1.001).a.length).toBe(1);
  });

  it('walls just as far apart as the reach are near, a little farther they are not', () => {
    for (const off of [0, 1e6, -3e7]) {
      const wall = (x: number) => world([x + off, 0, 0, x + off, 1, 0, x + off, 0, 1]);
      expect(allPairs(wall(0), wall(0.25), 0.25).a.length).toBe(1);
      expect(allPairs(wall(0.25), wall(0), 0.25).a.length).toBe(1);
      expect(allPairs(wall(0), wall(0.25), 0.2499999).a.length).toBe(0);
    }
  });

  it('all faces in one point: all pairs, each once', () => {
    const [a, b] = [world(new Float64Array(9 * 150).fill(0.1)), world(new Float64Array(9 * 170).fill(0.1))];
    const pairs = allPairs(a, b);
    expect(pairs.a.length).toBe(150 * 170);
    expect(isAscending(pairs)).toBe(true);
    expect(allPairs(a, world(new Float64Array(9 * 170).fill(0.2))).a.length).toBe(0);
    expect(allPairs(a, world(new Float64Array(9 * 170).fill(0.2)), 0.18).a.length).toBe(150 * 170);
  });

  it('only faces that were asked for, and all of these that meet (seed 5)', () => {
    const random = seeded(5);
    const kinds = Object.values(TRIANGLES);
    for (let k = 0; k < 5; k++) {
      const [a, b] = [world(soup(random, 200, kinds)), world(soup(random, 200, kinds))];
      const some = (m: WorldMesh) => allFaces(m).filter(() => random() < 0.4);
      const [facesA, facesB] = [some(a), some(b)];
      const pairs = facePairs(a, b, facesA, facesB);
      expect(pairs.a.every((face) => facesA.includes(face)) && pairs.b.every((face) => facesB.includes(face))).toBe(
        true,
      );
      expect(pairsLost(a, b, pairs, facesA, facesB, 0)).toEqual([]);
    }
    const one = world(soup(random, 3, kinds));
    expect(toList(facePairs(one, one, new Uint32Array(0), allFaces(one)))).toEqual([]);
    expect(toList(facePairs(one, one, allFaces(one), new Uint32Array(0)))).toEqual([]);
  });

  it('gives the same twice, and changes nothing that it is given', () => {
    const [a, b] = bumpyPair(40, 1.5).map(worldMesh);
    const [facesA, facesB] = [allFaces(a), allFaces(b)];
    const before = [a.positions, a.indices, b.positions, b.indices].map((array) => array.slice());
    const pairs = facePairs(a, b, facesA, facesB, 0.01);
    expect(facePairs(a, b, facesA, facesB, 0.01)).toEqual(pairs);
    expect([a.positions, a.indices, b.positions, b.indices]).toEqual(before);
    expect([facesA, facesB]).toEqual([allFaces(a), allFaces(b)]);
  });
});
