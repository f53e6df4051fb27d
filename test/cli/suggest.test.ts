import { describe, expect, test } from 'vitest';
import { editDistance, suggest } from '../../src/cli/suggest.js';

const COMMANDS = ['check', 'scene', 'motion', 'inspect', 'doctor', 'completion', 'help'];

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['check', 'check', 0],
    ['chekc', 'check', 1],
    ['chek', 'check', 1],
    ['kitten', 'sitting', 3],
    ['snece', 'scene', 2],
    ['ab', 'ba', 1],
  ])('%s → %s takes %i', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
    expect(editDistance(b, a)).toBe(edits);
  });

  test('a word of a megabyte costs nothing', () => {
    expect(editDistance('x'.repeat(1_000_000), 'resolution')).toBeGreaterThan(10);
  });
});

describe('suggest', () => {
  test.each([
    ['chekc', 'check'],
    ['secne', 'scene'],
    ['snece', 'scene'],
    ['CHECK', 'check'],
    ['insp', 'inspect'],
    ['doc', 'doctor'],
    ['inspection', 'inspect'],
    ['zzz', undefined],
    ['', undefined],
  ])('%s: %s', (typed, meant) => {
    expect(suggest(typed, COMMANDS)).toBe(meant);
  });

  test('a beginning that several words share suggests none', () => {
    expect(suggest('pre', ['precision', 'preview'])).toBe(undefined);
  });
});
