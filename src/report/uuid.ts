/** The namespace of the ids that zclash gives; any number that nobody else uses will do. */
const NAMESPACE = 'b3a0a9f4-6f2d-5d0e-9c59-2c1f0b7e4d11';

/**
 * A UUID of version 5 (RFC 9562, section 5.5): the same for the same name in the same namespace, on every machine and in
 * every run.
 *
 * @example nameUuid('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')  // 2ed6657d-e927-568b-95e1-2665a8aea6a2
 */
export function nameUuid(name: string, namespace = NAMESPACE): string {
  const prefix = Uint8Array.from(namespace.replaceAll('-', '').match(/../g)!, (byte) => Number.parseInt(byte, 16));
  const text = new TextEncoder().encode(name);
  const bytes = new Uint8Array(prefix.length + text.length);
  bytes.set(prefix);
  bytes.set(text, prefix.length);
  const hash = sha1(bytes);
  hash[6] = (hash[6] & 0x0f) | 0x50;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** SHA-1 (FIPS 180-4), which version 5 prescribes; it guards no secret. WebCrypto has it, too, but makes one wait. */
export function sha1(bytes: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const numbers = new DataView(blocks.buffer);
  numbers.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  numbers.setUint32(blocks.length - 4, bytes.length << 3);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Uint32Array(80);
  for (let at = 0; at < blocks.length; at += 64) {
    for (let t = 0; t < 16; t++) words[t] = numbers.getUint32(at + 4 * t);
    for (let t = 16; t < 80; t++) words[t] = turned(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    let [a, b, c, d, e] = state;
    for (let t = 0; t < 80; t++) {
      const next = (turned(a, 5) + mixed(t, b, c, d) + e + CONSTANTS[Math.floor(t / 20)] + words[t]) >>> 0;
      [a, b, c, d, e] = [next, a, turned(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, k) => {
      state[k] += word;
    });
  }
  const out = new DataView(new ArrayBuffer(20));
  state.forEach((word, k) => {
    out.setUint32(4 * k, word);
  });
  return new Uint8Array(out.buffer);
}

const CONSTANTS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const;

const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

function mixed(t: number, b: number, c: number, d: number): number {
  if (t < 20) return (b & c) | (~b & d);
  if (t >= 40 && t < 60) return (b & c) | (b & d) | (c & d);
  return b ^ c ^ d;
}
