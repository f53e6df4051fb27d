import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../../src/math/random.js';
import { fingerprint } from '../../src/mesh/fingerprint.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { bumpySphere } from '../../src/mesh/shapes/bumpySphere.js';

/** A mesh over words that may be written into, and its fingerprint as they are then. */
function overWords(words: Uint32Array): () => number {
  const mesh: Mesh = { positions: new Float32Array(words.buffer), indices: Uint32Array.of(0, 1, 2) };
  return () => fingerprint(mesh);
}

const randomWords = (random: Random, count: number): Uint32Array =>
  Uint32Array.from({ length: count }, () => random() * 2 ** 32);

describe('fingerprint', () => {
  it('is the same for the same contents, in whichever arrays', () => {
    const { positions, indices } = bumpySphere({ segments: 8 });
    const print = fingerprint({ positions, indices });
    expect(fingerprint({ positions: positions.slice(), indices: indices.slice() })).toBe(print);
    const roomy = new Float64Array(positions.length + 2);
    roomy.set(positions, 1);
    const inside = { positions: roomy.subarray(1, -1), indices };
    expect(fingerprint(inside)).toBe(fingerprint({ positions: Float64Array.from(positions), indices }));
  });

  it('tells any two bits that turn, near each other (seed 1)', () => {
    const words = randomWords(seeded(1), 9);
    const print = overWords(words);
    const seen = new Set([print()]);
    const bits = 32 * 5;
    for (let one = 0; one < bits; one++)
      for (let other = one; other < bits; other++) {
        const turn = () => {
          words[one >> 5] ^= 1 << (one & 31);
          if (other > one) words[other >> 5] ^= 1 << (other & 31);
        };
        turn();
        seen.add(print());
        turn();
      }
    expect(seen.size).toBe(1 + (bits * (bits + 1)) / 2);
  });

  it('tells a word’s first bit that turns together with any two bits of the words after it (seed 2)', () => {
    const words = randomWords(seeded(2), 12);
    const print = overWords(words);
    const seen = new Set([print()]);
    words[3] ^= 1 << 31;
    const [from, end] = [32 * 4, 32 * 8];
    for (let one = from; one < end; one++)
      for (let other = one + 1; other < end; other++) {
        const turn = () => {
          words[one >> 5] ^= 1 << (one & 31);
          words[other >> 5] ^= 1 << (other & 31);
        };
        turn();
        seen.add(print());
        turn();
      }
    expect(seen.size).toBe(1 + (128 * 127) / 2);
  });

  it('tells meshes that are mirrored, scaled by round factors and moved by round steps', () => {
    const factors = [1, -1, 2, -2, 0.5, -0.5, 1.25, -1.25, 3, -3, -1.015625];
    for (const kind of [Float32Array, Float64Array]) {
      const rest = kind.from([1, 4, 3, 1, 5, 1, -4, 4, 0, 7, 2, 8]);
      const prints = new Map<number, string>();
      for (const x of factors)
        for (const y of factors)
          for (const z of factors)
            for (const step of [0, 1, -2]) {
              const positions = rest.map((value, k) => value * [x, y, z][k % 3] + step);
              prints.set(fingerprint({ positions, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) }), `${positions}`);
            }
      expect(new Set(prints.values()).size).toBe(prints.size);
      expect(prints.size).toBe(factors.length ** 3 * 3);
    }
  });

  it('tells faces in another order, and words that change places', () => {
    const { positions, indices } = bumpySphere({ segments: 8 });
    const prints = [
      { positions, indices },
      { positions, indices: indices.slice().reverse() },
      { positions: positions.slice().reverse(), indices },
      { positions, indices: indices.slice(3) },
      { positions: positions.slice(0, -3), indices },
    ].map(fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  });
});
