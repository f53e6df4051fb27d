import type { Random } from '../../../../src/math/random.js';

/** Numbers that readers stumble over, as text. */
const ODD_WORDS = [
  'nan',
  'inf',
  '-inf',
  '-1',
  '0',
  '1e999',
  '-1e308',
  '4294967295',
  '2147483648',
  '353535235358',
  '1e-320',
].concat(['', ' ', '\0', '"', '<', '{', '}', '[]', 'null', '../../../etc/passwd', 'é€😀', '9'.repeat(400)]);

/** And as bytes. */
const ODD_BYTES = [
  [0, 0, 0, 0],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0x80],
  [0, 0, 0xc0, 0x7f], // NaN
  [0, 0, 0x80, 0x7f], // infinity
  [1, 0, 0, 0],
];

type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const concat = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

/** A stretch of the bytes, mostly short. */
function stretch(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = below(random, bytes.length);
  return [from, Math.min(bytes.length, from + 1 + below(random, random() < 0.8 ? 16 : bytes.length))];
}

const MUTATIONS: readonly Mutation[] = [
  function flipBits(bytes, random) {
    const out = bytes.slice();
    for (let k = 1 + below(random, 8); k > 0; k--) out[below(random, out.length)] ^= 1 << below(random, 8);
    return out;
  },
  function cutOff(bytes, random) {
    return bytes.slice(0, below(random, bytes.length));
  },
  function leaveOut(bytes, random) {
    const [from, to] = stretch(bytes, random);
    return concat(bytes.subarray(0, from), bytes.subarray(to));
  },
  function repeat(bytes, random) {
    const [from, to] = stretch(bytes, random);
    return concat(bytes.subarray(0, to), bytes.subarray(from));
  },
  function plantBytes(bytes, random) {
    const out = bytes.slice();
    out.set(
      ODD_BYTES[below(random, ODD_BYTES.length)].slice(0, out.length),
      below(random, Math.max(1, out.length - 3)),
    );
    return out;
  },
  function plantWord(bytes, random) {
    const [from, to] = stretch(bytes, random);
    const word = new TextEncoder().encode(ODD_WORDS[below(random, ODD_WORDS.length)]);
    return concat(bytes.subarray(0, from), word, bytes.subarray(to));
  },
  // In place of a number that is written there: the file stays well-formed, and lies.
  function replaceNumber(bytes, random) {
    const text = Buffer.from(bytes).toString('latin1');
    const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi)];
    if (numbers.length === 0) return bytes.slice(1);
    const { index, 0: number } = numbers[below(random, numbers.length)];
    const word = ODD_WORDS[below(random, ODD_WORDS.length)];
    return Uint8Array.from(Buffer.from(text.slice(0, index) + word + text.slice(index + number.length), 'latin1'));
  },
  function goOnWithAnother(bytes, random, other) {
    return concat(bytes.subarray(0, below(random, bytes.length)), other.subarray(below(random, other.length)));
  },
];

/** A file with one to three faults. The same numbers give the same faults. */
export function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let out = bytes;
  for (let k = 1 + below(random, 3); k > 0 && out.length > 0; k--)
    out = MUTATIONS[below(random, MUTATIONS.length)](out, random, other);
  return out;
}
