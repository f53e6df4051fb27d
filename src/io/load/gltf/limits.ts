import { fault } from './fault.js';

/** More parts than any assembly has; each costs some 400 bytes. */
export const MOST_PARTS = 1_000_000;

/** Empty nodes take three bytes of JSON and some hundred times that in memory. */
export const MOST_NODES = 1_000_000;

/** How deep nodes may stand within each other: a part carries the names of all that it stands in. */
export const MOST_DEPTH = 1_000;

/** All names in front of parts together; parts that stand in the same node share theirs. */
export const MOST_PATH_CHARACTERS = 20_000_000;

/** Files may unfold (zeros, strips, shared and compressed data), but not without end: numbers free of charge, and per byte. */
const FREE_NUMBERS = 32_000_000;
const NUMBERS_PER_BYTE = 8;

/** What reading may still allocate. */
export interface Budget {
  /** Called before `count` numbers are allocated; throws where the file's bytes cannot stand for so many. */
  spend(count: number): void;
}

/** A budget for a file of so many bytes, with all that it names. */
export function budgetFor(byteCount: number): Budget {
  let left = FREE_NUMBERS + NUMBERS_PER_BYTE * byteCount;
  return {
    spend(count) {
      if (!(count <= left))
        throw fault(
          `it unfolds to ${count} numbers, more than can be in a file of ${byteCount} bytes`,
          'Check the counts of its accessors, or split the file.',
        );
      left -= count;
    },
  };
}
