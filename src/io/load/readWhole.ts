import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { InputError } from '../../errors.js';
import { unreadable } from './reader.js';

/** What can be read at once: longer buffers are refused by Node's readers and by WebAssembly alike. */
export const MOST_BYTES = 2 ** 31 - 1;

const FACTS: Readonly<Record<string, readonly [fact: string, remedy: string]>> = {
  ENOENT: ['there is no such file', 'Check its name.'],
  ENOTDIR: ['a part of its path is no folder', 'Check its name.'],
  EISDIR: ['it is a folder', 'Name a file in it.'],
  EACCES: ['it may not be read (permission denied)', 'Ask for the right to read it.'],
  EPERM: ['it may not be read (not permitted)', 'Ask for the right to read it.'],
  ELOOP: ['its links lead nowhere', 'Check its name.'],
  ENAMETOOLONG: ['its name is too long', 'Check its name.'],
};

/**
 * All bytes of a regular file. Its size is looked at first, so that one that is too large is refused before anything is
 * allocated. Throws one sentence about `name`.
 */
export async function readWhole(path: string, name: string, mostBytes = MOST_BYTES): Promise<Uint8Array> {
  try {
    // Pipes and devices are told before they are opened: that alone could wait forever.
    demandFile(await stat(path), name, mostBytes);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = demandFile(await handle.stat(), name, mostBytes);
      const bytes = new Uint8Array(size);
      let length = 0;
      while (length < size) {
        const { bytesRead } = await handle.read(bytes, length, size - length, length);
        if (bytesRead === 0) break; // cut short while it was read
        length += bytesRead;
      }
      return length === size ? bytes : bytes.slice(0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileFault(name, error);
  }
}

function demandFile<T extends { isFile(): boolean; isDirectory(): boolean; size: number }>(
  file: T,
  name: string,
  mostBytes: number,
): T {
  if (file.isDirectory()) throw unreadable({ name }, ...FACTS.EISDIR);
  if (!file.isFile())
    throw unreadable({ name }, 'it is no file but a device, a pipe or a socket', 'Copy what it holds to a file.');
  if (file.size > mostBytes)
    throw unreadable(
      { name },
      `it is too large to be read at once (${gibibytes(file.size)} GiB, at most ${gibibytes(mostBytes)})`,
      'Split it into several files.',
    );
  return file;
}

const gibibytes = (bytes: number): string => String(Number((bytes / 2 ** 30).toFixed(bytes < 2 ** 27 ? 3 : 1)));

/** One sentence about a file that the system does not hand over. */
export function fileFault(name: string, error: unknown): Error {
  if (error instanceof InputError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_ARG_VALUE')
    return unreadable({ name: printable(name) }, 'that is no name of a file', 'Check its name.');
  return unreadable(
    { name },
    ...(FACTS[code ?? ''] ?? [`it cannot be read (${message})`, 'Check the file and its folder.']),
  );
}

/** Names that come from files, fit for a sentence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach a terminal
export const printable = (text: string): string => text.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
