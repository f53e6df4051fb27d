import { describe, expect, it } from 'vitest';
import { bumpyPair } from '../../scenes/bumpyPair.js';
import { body } from '../../src/body.js';
import { type CellCosts, cellJoin } from '../../src/exact/candidates/cellJoin.js';
import { type FacePairs, type WorldMesh, worldMesh } from '../../src/exact/worldMesh.js';
import { type Random, seeded } from '../../src/math/random.js';
import { mesh } from '../../src/mesh/mesh.js';
import { between, pick } from '../support/randomPose.js';
import { pairsLost } from './support/pairsLost.js';

// Cells are made to look cheap, so that a few faces go through regions within regions.
const COSTS: readonly CellCosts[] = [
  { perFace: 6, perReference: 0.5 },
  { perFace: 1, perReference: 0 },
];

const world = (positions: ArrayLike<number>): WorldMesh => worldMesh(body(mesh(positions)));
const allFaces = ({ indices }: WorldMesh): Uint32Array => Uint32Array.from({ length: indices.length / 3 }, (_, f) => f);

/** The pairs, each once, and in how many regions they were found. */
function joined(a: WorldMesh, b: WorldMesh, reach: number, costs?: CellCosts): FacePairs & { regions: number } {
  const found = new Set<number>();
  const take = (pairs: Int32Array, count: number): void => {
    for (let k = 0; k < 2 * count; k += 2) found.add(pairs[k] * 2 ** 20 + pairs[k + 1]);
  };
  const sides = [
    { mesh: a, faces: allFaces(a), reach },
    { mesh: b, faces: allFaces(b), reach: 0 },
  ] as const;
  const { regions } = cellJoin(...sides, take, costs);
  const keys = [...found];
  return {
    a: Uint32Array.from(keys, (key) => Math.floor(key / 2 ** 20)),
    b: Uint32Array.from(keys, (key) => key % 2 ** 20),
    regions,
  };
}

/** Returns the number of regions. */
function expectNoneLost(a: WorldMesh, b: WorldMesh, reach: number, where: string): number {
  let regions = 0;
  for (const costs of COSTS) {
    const pairs = joined(a, b, reach, costs);
    expect(pairsLost(a, b, pairs, allFaces(a), allFaces(b), reach), where).toEqual([]);
    regions += pairs.regions;
  }
  return regions;
}

/** Small triangles, in places, some larger, and some needles. */
function soup(random: Random, count: number): number[] {
  const places = Array.from({ length: 4 }, () => [0, 0, 0].map(() => between(random, -1, 1)));
  const largest = pick(random, [0.2, 1, 4]);
  return Array.from({ length: count }, () => {
    const place = pick(random, places);
    const spread = pick(random, [0.01, 0.1, 1]);
    const at = place.map((x) => x + between(random, -spread, spread));
    const size = random() < 0.7 ? 0.1 * spread : largest;
    const corner = () => at.map((x) => x + between(random, -size, size));
    const [p, q] = [corner(), corner()];
    return [...p, ...q, ...(random() < 0.8 ? corner() : q.map((x) => x + 1e-6 * random()))];
  }).flat();
}

describe('cellJoin, regions within regions', () => {
  for (let seed = 1; seed <= 10; seed++)
    it(`loses no faces that meet or come near, in f64 and at whole coordinates (seed ${seed})`, () => {
      const random = seeded(seed);
      const [p, q] = [soup(random, 250), soup(random, 250)];
      const [scale, off] = [pick(random, [1, 1e-6, 1e6]), pick(random, [0, 1e3])];
      const put = (positions: number[]) => world(positions.map((x) => scale * (x + off)));
      let regions = expectNoneLost(put(p), put(q), 0, 'in f64');
      regions += expectNoneLost(put(p), put(q), 0.02 * scale, 'in f64, within a 50th');
      const steps = pick(random, [8, 40, 200]);
      const whole = (positions: number[]) => world(positions.map((x) => Math.round(steps * x)));
      regions += expectNoneLost(whole(p), whole(q), 0, 'whole');
      regions += expectNoneLost(whole(p), whole(q), 1, 'whole, within 1');
      expect(regions).toBeGreaterThan(8); // more than one for each of eight runs
    });

  for (const dx of [0, 0.5, 2])
    it(`bumpy spheres of 1,200 triangles, ${dx} apart, the first with itself where that is 0`, () => {
      const [a, b] = bumpyPair(24, dx).map(worldMesh);
      expectNoneLost(a, dx === 0 ? a : b, 0, 'touching');
      expectNoneLost(a, dx === 0 ? a : b, 0.02, 'within 0.02');
    });

  it('in a grid that is not crowded, no pair of small faces comes twice', () => {
    const [a, b] = bumpyPair(60, 1.5).map(worldMesh);
    const seen = new Set<number>();
    let count = 0;
    const sides = [a, b].map((m) => ({ mesh: m, faces: allFaces(m), reach: 0 }));
    const work = cellJoin(sides[0], sides[1], (pairs, pairCount) => {
      count += pairCount;
      for (let k = 0; k < 2 * pairCount; k += 2) seen.add(pairs[k] * 2 ** 20 + pairs[k + 1]);
    });
    expect(work.regions).toBe(1);
    expect(count).toBeLessThan(1.05 * seen.size);
  });
});
