import { InputError } from '../errors.js';
import { type Format, formatByName } from '../io/load/format.js';
import type { JobFile } from './job/jobSpec.js';
import type { Terminal } from './terminal/terminal.js';

const MOST_BYTES = 2 ** 31 - 1;

/**
 * The files that a command names. `-` is standard input, once. A format that is given holds for standard input and for files
 * whose ending tells none.
 */
export async function inputFiles(
  paths: readonly string[],
  format: Format | undefined,
  terminal: Pick<Terminal, 'note'>,
  input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean } = process.stdin,
): Promise<JobFile[]> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new InputError('-: standard input can be read only once. Give one of the two as a file.');
  const files: JobFile[] = [];
  for (const path of paths) {
    const told = path === '-' || formatByName(path) === undefined ? format : undefined;
    const data = path === '-' ? { data: await readAll(input, terminal) } : {};
    files.push({ path, ...data, ...(told && { format: told }) });
  }
  return files;
}

async function readAll(
  input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean },
  terminal: Pick<Terminal, 'note'>,
): Promise<Uint8Array> {
  if (input.isTTY) terminal.note('reading from the terminal; Ctrl-D ends the file.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new InputError(`-: standard input is longer than ${MOST_BYTES} bytes. Give it as a file.`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
