import { HASH_SECRET } from '../math/hashSecret.js';
import type { Mesh } from './mesh.js';

/**
 * A number that two meshes share by chance once in some 2^50: tells whether arrays still hold what they held, without a copy of them. Two
 * hashes go over all words. Each word is scrambled by secret factors before it meets the state, as in MurmurHash3: added to the state as it is, a
 * sign that turns changes one bit alone, and another one in the next words takes that back.
 */
export function fingerprint({ positions, indices }: Mesh): number {
  const [s0, s1, s2, s3, s4, s5] = HASH_SECRET;
  const one = hash(indices, hash(wordsOf(positions), s0, s1, s2), s1, s2);
  const other = hash(indices, hash(wordsOf(positions), s3, s4, s5), s4, s5);
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

/** Two words in turn, so that neither waits for the other. */
function hash(words: Uint32Array, seed: number, secret: number, other: number): number {
  const first = secret | 1;
  const second = other | 1;
  let even = seed | 0;
  let odd = ~seed;
  const last = words.length - 1;
  let k = 0;
  for (; k < last; k += 2) {
    even ^= scramble(words[k], first, second);
    even = (Math.imul((even << 13) | (even >>> 19), 5) + 0x6546b64) | 0;
    odd ^= scramble(words[k + 1], second, first);
    odd = (Math.imul((odd << 13) | (odd >>> 19), 5) + 0x2d58c3b) | 0;
  }
  if (k === last) even ^= scramble(words[k], first, second);
  return mix(mix(even ^ words.length) + Math.imul(odd, second));
}

function scramble(word: number, first: number, second: number): number {
  const k = Math.imul(word, first);
  return Math.imul((k << 15) | (k >>> 17), second);
}

/** Spreads a hash over all bits. */
function mix(h: number): number {
  let m = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  m = Math.imul(m ^ (m >>> 13), 0xc2b2ae35);
  return m ^ (m >>> 16);
}
