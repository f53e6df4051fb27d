import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { InputError } from '../../errors.js';
import { unreadable } from './reader.js';
import { fileFault, MOST_BYTES, printable, readWhole } from './readWhole.js';

/**
 * Reads what a file names, from its own folder and those within it alone: no way up, no other root, no address, no link
 * that leads out. All together it reads no more than one file may hold, and each file once.
 */
export function folderResolver(file: string): (path: string) => Promise<Uint8Array> {
  const known = new Map<string, Promise<Uint8Array>>();
  let left = MOST_BYTES;

  const refuse = (
    path: string,
    fact: string,
    remedy = 'Put it beside the file and name it by its relative path.',
  ): InputError => unreadable({ name: file }, `it names '${printable(path)}', ${fact}`, remedy);

  return async (path) => {
    if (path === '' || path.includes('\0')) throw refuse(path, 'which is no name of a file');
    if (/^[a-z][a-z0-9+.-]*:/i.test(path)) throw refuse(path, 'which is an address, and only files beside it are read');
    if (/^[\\/]/.test(path) || isAbsolute(path) || path.split(/[\\/]/).includes('..'))
      throw refuse(path, 'which lies outside of its folder');
    const target = await inside(path);
    let bytes = known.get(target);
    if (!bytes) {
      bytes = read(path, target);
      known.set(target, bytes);
    }
    return bytes;
  };

  /** The place of a file after all links. */
  async function inside(path: string): Promise<string> {
    let way: string;
    let target: string;
    try {
      const folder = await realpath(dirname(file));
      target = await realpath(join(folder, path));
      way = relative(folder, target);
    } catch (error) {
      throw reworded(path, error);
    }
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
      throw refuse(path, 'a link that leads out of its folder');
    return target;
  }

  async function read(path: string, target: string): Promise<Uint8Array> {
    try {
      const bytes = await readWhole(target, path, left);
      left -= bytes.length;
      return bytes;
    } catch (error) {
      throw reworded(path, error);
    }
  }

  /** The sentence is about the file that was asked for, not about the one it names. */
  function reworded(path: string, error: unknown): InputError {
    const { message } = fileFault(path, error);
    const [fact, ...remedy] = message.slice(path.length + 2).split(/\. (?=[A-Z])/);
    return refuse(path, `but ${fact}`, remedy.join('. '));
  }
}
