import { describe, expect, test } from 'vitest';
import { hasOddRun, LAYERS_PER_WORD, layerBit, noRuns, readWord } from '../../src/detect/solids/layerOrder.js';
import { type Random, seeded } from '../../src/math/random.js';

/** Encodes letters as the algorithms do, 32 layers a word, and reads the words. */
function isOdd(layers: string): boolean {
  const runs = noRuns();
  for (let from = 0; from < layers.length; from += LAYERS_PER_WORD) {
    const part = layers.slice(from, from + LAYERS_PER_WORD);
    let word = 0;
    for (let k = 0; k < part.length; k++) word |= layerBit(part[k] === 'B' ? 1 : 0, k);
    readWord(runs, word, part.length);
  }
  return hasOddRun(runs);
}

/** The same by reading letters. */
const isOddByLetters = (layers: string): boolean => (layers.match(/A+|B+/g) ?? []).some((run) => run.length % 2 === 1);

/** Letters in runs of random lengths: even ones only, where that is asked. */
function randomLayers(random: Random, most: number, isEven: boolean): string {
  let layers = '';
  let letter = random() < 0.5 ? 'A' : 'B';
  const length = Math.floor(random() * (most + 1));
  while (layers.length < length) {
    const longest = random() < 0.1 ? 80 : 6;
    const run = 1 + Math.floor(random() * longest);
    layers += letter.repeat(isEven ? 2 * Math.ceil(run / 2) : run);
    letter = letter === 'A' ? 'B' : 'A';
  }
  return layers.slice(0, isEven ? 2 * Math.floor(most / 2) : most);
}

describe('runs of layers', () => {
  test.each([
    ['AABBABBA', true],
    ['BBBAABBB', true],
    ['AABBBBAA', false],
    ['AABB', false],
    ['ABBA', true],
    ['ABAB', true],
    ['AA', false],
    ['', false],
  ])("the paper's and the simplest: %s", (layers, expected) => {
    expect(isOdd(layers)).toBe(expected);
  });

  test('a run that goes on from word to word counts once', () => {
    for (const length of [31, 32, 33, 63, 64, 65, 96, 97])
      for (const before of ['', 'B', 'BB']) {
        const layers = before + 'A'.repeat(length);
        expect(isOdd(layers), `${before} and ${length} of A`).toBe(before === 'B' || length % 2 === 1);
        const swapped = before.replaceAll('B', 'A') + 'B'.repeat(length);
        expect(isOdd(swapped), `${before} and ${length} of B`).toBe(before === 'B' || length % 2 === 1);
      }
  });

  test.each([1, 2])('10,000 random sequences up to 100 layers, against reading letters (seed %i)', (seed) => {
    const random = seeded(seed);
    const found = { odd: 0, even: 0 };
    for (let k = 0; k < 10_000; k++) {
      const layers = randomLayers(random, 100, k % 2 === 0);
      const expected = isOddByLetters(layers);
      found[expected ? 'odd' : 'even']++;
      if (isOdd(layers) !== expected) expect(isOdd(layers), layers).toBe(expected);
    }
    expect(Math.min(found.odd, found.even)).toBeGreaterThan(3000);
  });

  test('what lies in a word behind the layers given does not count (seed 3)', () => {
    const random = seeded(3);
    for (let k = 0; k < 1000; k++) {
      const count = 1 + Math.floor(random() * LAYERS_PER_WORD);
      const word = Math.floor(random() * 2 ** 32) | 0;
      const letters = Array.from({ length: count }, (_, place) => (word & layerBit(1, place) ? 'B' : 'A')).join('');
      const runs = noRuns();
      readWord(runs, word, count);
      expect(hasOddRun(runs)).toBe(isOddByLetters(letters));
    }
  });
});
