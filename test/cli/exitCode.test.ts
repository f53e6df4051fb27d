import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/exitCode.js';

const outcome = (clash: boolean, undecided: number, complete: boolean, unreadable: number) => ({
  report: { clash, undecided: Array.from({ length: undecided }, () => ({ reason: 'open' })), complete },
  unreadable: Array.from({ length: unreadable }, () => 'a.stl: the file is empty (0 bytes). Export it again.'),
});

test.each([
  ['nothing found', outcome(false, 0, true, 0), 0],
  ['a clash', outcome(true, 0, true, 0), 1],
  ['a clash among what is undecided', outcome(true, 2, true, 0), 1],
  ['undecided', outcome(false, 1, true, 0), 3],
  ['not complete', outcome(false, 0, false, 0), 3],
  ['a file of many that could not be read', outcome(false, 0, true, 1), 2],
  ['that, and a clash among the others', outcome(true, 1, true, 1), 2],
] as const)('%s: %o', (_, given, code) => {
  expect(exitCodeOf(given)).toBe(code);
});
