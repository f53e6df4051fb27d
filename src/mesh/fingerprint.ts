import { HASH_SECRET } from '../math/hashSecret.js';
import type { Mesh } from './mesh.js';

/** A number that two meshes share by chance once in some 2^50: tells whether arrays still hold what they held, without a copy of them. */
export function fingerprint({ positions, indices }: Mesh): number {
  const [s0, s1, s2, s3] = HASH_SECRET;
  const [one, other] = [
    hash(wordsOf(positions), s0, 0x9e3779b1) ^ hash(indices, s1, 0x85ebca77),
    hash(wordsOf(positions), s2, 0xc2b2ae3d) ^ hash(indices, s3, 0x27d4eb2f),
  ];
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

/** Two words in turn, so that neither waits for the other. */
function hash(words: Uint32Array, seed: number, factor: number): number {
  let even = seed | 0;
  let odd = ~seed;
  const last = words.length - 1;
  let k = 0;
  for (; k < last; k += 2) {
    even = Math.imul(even ^ words[k], factor);
    even ^= even >>> 15;
    odd = Math.imul(odd ^ words[k + 1], factor);
    odd ^= odd >>> 13;
  }
  if (k === last) even = Math.imul(even ^ words[k], factor);
  return mix(even) + Math.imul(mix(odd), factor) + words.length;
}

/** Spreads a hash over all bits. */
function mix(h: number): number {
  const m = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return m ^ (m >>> 12);
}
