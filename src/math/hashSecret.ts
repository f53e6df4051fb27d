/**
 * Numbers that differ from process to process. Hashes mix them in, so that nobody can make a file whose vertices or edges all fall
 * into one slot of a table, or whose open edges seem to cancel. Where things lie in a table shows in no result.
 */
export const HASH_SECRET: Uint32Array = Uint32Array.from({ length: 6 }, () => Math.random() * 2 ** 32);
