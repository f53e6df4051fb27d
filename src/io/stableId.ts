/**
 * Sixteen hexadecimal digits for a list of texts and a number: the same in every run, and for 100,000 lists the same for two of
 * them with a chance of 1 in 4 billion. Two multiplicative hashes of 32 bits over UTF-16 units, mixed at the end (the steps of
 * MurmurHash3); each text is closed by its length, so that ['a', 'b'] and ['ab'] differ.
 */
export function stableId(texts: readonly string[], number = 1): string {
  let [g, h] = [0x9747b28c, 0x3c6ef372];
  const add = (unit: number): void => {
    g = Math.imul(g ^ unit, 0x5bd1e995);
    g ^= g >>> 13;
    h = Math.imul((h << 5) ^ (h >>> 27) ^ unit, 0x9e3779b1);
  };
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
    add(0x10000 + text.length); // beyond any unit
  }
  add(number);
  const digits = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return digits(mixed(g, h)) + digits(mixed(h, g));
}

function mixed(a: number, b: number): number {
  let x = Math.imul(a ^ (b >>> 16) ^ Math.imul(b, 0x85ebca6b), 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 13), 0x27d4eb2f);
  return x ^ (x >>> 15);
}
