import { InputError } from '../errors.js';

const FACTS: Readonly<Record<string, readonly [fact: string, remedy: string]>> = {
  ENOENT: ['there is no such file or folder', 'Check the name.'],
  ENOTDIR: ['a part of its path is no folder', 'Check the name.'],
  EISDIR: ['it is a folder', 'Name a file.'],
  EACCES: ['access is denied', 'Check the permissions.'],
  EPERM: ['the operation is not permitted', 'Check the permissions.'],
  EROFS: ['the file system is read-only', 'Choose another folder.'],
  ENOSPC: ['the disk is full', 'Make room, or choose another folder.'],
  EDQUOT: ['the disk quota is used up', 'Make room, or choose another folder.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  ELOOP: ['its links go round in a circle', 'Check the name.'],
  EMFILE: ['too many files are open', 'Close some, or raise the limit.'],
};

/** One sentence about a file that could not be written. What is no fault of a file is handed back as it is. */
export function writeFault(path: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || code === undefined || !/^E[A-Z]+$/.test(code)) return error as Error;
  const [fact, remedy] = FACTS[code] ?? [message, 'Check the file and its folder.'];
  return new InputError(`${path}: it cannot be written: ${fact} (${code}). ${remedy}`);
}
