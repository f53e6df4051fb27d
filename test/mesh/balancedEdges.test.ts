import { describe, expect, it } from 'vitest';
import { SOLIDS, solid } from '../../scenes/solids.js';
import { type Random, seeded } from '../../src/math/random.js';
import { hasBalancedEdges } from '../../src/mesh/balancedEdges.js';
import { inspect } from '../../src/mesh/inspect.js';
import { mesh } from '../../src/mesh/mesh.js';
import { pick } from '../support/randomPose.js';

const faceOf = (indices: Uint32Array, f: number): number[] => [indices[3 * f], indices[3 * f + 1], indices[3 * f + 2]];
const withFaces = (indices: Uint32Array, ...more: number[]): Uint32Array => Uint32Array.of(...indices, ...more);

function without(indices: Uint32Array, faces: ReadonlySet<number>): Uint32Array {
  return indices.filter((_, i) => !faces.has(Math.floor(i / 3)));
}

function turned(indices: Uint32Array, f: number): Uint32Array {
  const out = indices.slice();
  out.set(faceOf(indices, f).reverse(), 3 * f);
  return out;
}

/** Counts how often each edge is run, in a table. */
function balancedByTable(indices: Uint32Array): boolean {
  const runs = new Map<string, number>();
  for (let f = 0; f < indices.length / 3; f++) {
    const corners = faceOf(indices, f);
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k], corners[(k + 1) % 3]];
      if (from === to) continue;
      const name = from < to ? `${from},${to}` : `${to},${from}`;
      runs.set(name, (runs.get(name) ?? 0) + (from < to ? 1 : -1));
    }
  }
  return [...runs.values()].every((count) => count === 0);
}

/** Four faces that look outwards. */
const tetrahedron = ([a, b, c, d]: readonly number[]): number[] => [a, c, b, a, b, d, b, c, d, a, d, c];

const someOf = (random: Random, count: number, of: number): Set<number> =>
  new Set(Array.from({ length: count }, () => Math.floor(of * random())));

describe('hasBalancedEdges', () => {
  describe.each(SOLIDS.map(({ name, coarse }) => [name, coarse] as const))('%s', (_, { positions, indices }) => {
    const count = indices.length / 3;
    const closed = (faces: Uint32Array): boolean => inspect({ positions, indices: faces }).closed;

    it('is closed, as its inspection says', () => {
      expect([hasBalancedEdges(indices), closed(indices)]).toEqual([true, true]);
    });

    it('is not with any one face missing, turned round or given twice', () => {
      const passed: string[] = [];
      for (let f = 0; f < count; f++) {
        if (hasBalancedEdges(without(indices, new Set([f])))) passed.push(`without ${f}`);
        if (hasBalancedEdges(turned(indices, f))) passed.push(`turned ${f}`);
        if (hasBalancedEdges(withFaces(indices, ...faceOf(indices, f)))) passed.push(`twice ${f}`);
      }
      expect(passed).toEqual([]);
      for (const f of [0, count >> 1, count - 1]) {
        expect(closed(without(indices, new Set([f])))).toBe(false);
        expect(closed(turned(indices, f))).toBe(false);
        expect(closed(withFaces(indices, ...faceOf(indices, f)))).toBe(false);
      }
    });

    it('is with all faces turned round, with a face and its reverse on top, and in any order of faces (seed 3)', () => {
      const random = seeded(3);
      const order = Array.from({ length: count }, (_, f) => ({ f, key: random() })).sort((p, q) => p.key - q.key);
      const f = Math.floor(count * random());
      for (const faces of [
        indices.slice().reverse(),
        withFaces(indices, ...faceOf(indices, f), ...faceOf(indices, f).reverse()),
        Uint32Array.from(order.flatMap((one) => faceOf(indices, one.f))),
      ])
        expect([hasBalancedEdges(faces), closed(faces)]).toEqual([true, true]);
    });

    it('agrees with its inspection on many holes (seed 4)', () => {
      const random = seeded(4);
      for (let round = 0; round < 20; round++) {
        const faces = without(indices, someOf(random, 1 + Math.floor((count - 1) * random() ** 3), count));
        expect(hasBalancedEdges(faces)).toBe(closed(faces));
      }
    });
  });

  it('thousands of random holes: none passes (seed 5)', () => {
    const random = seeded(5);
    const { indices } = solid('icoSphere').coarse;
    let passed = 0;
    for (let round = 0; round < 5000; round++) {
      const holes = someOf(random, pick(random, [1, 2, 3, 10, 100]), indices.length / 3);
      if (hasBalancedEdges(without(indices, holes))) passed++;
    }
    expect(passed).toBe(0);
  });

  for (let seed = 6; seed <= 8; seed++)
    it(`tetrahedra on a few vertices, and now and then some faces too many: as a table of edges says (seed ${seed})`, () => {
      const random = seeded(seed);
      const seen = { true: 0, false: 0 };
      for (let round = 0; round < 3000; round++) {
        const vertex = () => Math.floor(pick(random, [3, 5, 9]) * random());
        const faces: number[] = [];
        for (let k = Math.floor(4 * random()); k >= 0; k--)
          faces.push(...tetrahedron([vertex(), vertex(), vertex(), vertex()]));
        if (random() < 0.5)
          for (let k = Math.floor(5 * random()); k >= 0; k--) faces.push(vertex(), vertex(), vertex());
        const indices = Uint32Array.from(faces);
        const truth = balancedByTable(indices);
        seen[`${truth}`]++;
        if (hasBalancedEdges(indices) !== truth) expect.fail(`round ${round}: ${faces.join()} is ${truth}`);
      }
      expect(Math.min(seen.true, seen.false)).toBeGreaterThan(500);
    });

  it('vertex numbers up to 2^32 - 1 (seed 9)', () => {
    const random = seeded(9);
    for (let round = 0; round < 1000; round++) {
      const numbers = new Set<number>();
      while (numbers.size < 4)
        numbers.add(pick(random, [0, 2 ** 31 - 2, 2 ** 32 - 8]) + Math.floor(pick(random, [1, 8]) * random()));
      const solidFaces = Uint32Array.from(tetrahedron([...numbers]));
      expect(hasBalancedEdges(solidFaces)).toBe(true);
      for (let f = 0; f < 4; f++) {
        expect(hasBalancedEdges(without(solidFaces, new Set([f])))).toBe(false);
        expect(hasBalancedEdges(turned(solidFaces, f))).toBe(false);
      }
    }
  });

  // Found by trying all triangles on 4,000 vertices: one of the two sums is zero, the other is not.
  it.each([
    [252, 3175, 3713],
    [1462, 1525, 3625],
    [113, 2210, 2547],
    [786, 1150, 2686],
  ])('a triangle on vertices with hashes that add up by chance: %i, %i, %i', (...face) => {
    expect(hasBalancedEdges(Uint32Array.of(...face))).toBe(false);
    expect(hasBalancedEdges(Uint32Array.of(...face.reverse()))).toBe(false);
  });

  it('a soup has no edges in common, wherever its vertices stand', () => {
    const { positions, indices } = solid('box').coarse;
    const soup = mesh(Array.from(indices).flatMap((v) => Array.from(positions.slice(3 * v, 3 * v + 3))));
    expect(inspect(soup).closed).toBe(true);
    expect(hasBalancedEdges(soup.indices)).toBe(false);
  });

  it('faces with a vertex twice run their edge there and back', () => {
    expect(hasBalancedEdges(Uint32Array.of(4, 4, 4, 1, 1, 2, 3, 2, 3, 7, 5, 5))).toBe(true);
    expect(hasBalancedEdges(withFaces(solid('wedge').coarse.indices, 0, 0, 1))).toBe(true);
    expect(hasBalancedEdges(Uint32Array.of(1, 1, 2, 0, 1, 2))).toBe(false);
  });

  it('without faces no edge is out of balance', () => {
    expect(hasBalancedEdges(new Uint32Array(0))).toBe(true);
  });
});
