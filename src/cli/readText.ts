import { readWhole } from '../io/load/readWhole.js';

/** More than any config, motion or report file has. */
const MOST_BYTES = 2 ** 28;

/** The text of a file, or one sentence about why there is none. */
export async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readWhole(path, path, MOST_BYTES));
}
