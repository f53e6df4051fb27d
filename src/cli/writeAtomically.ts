import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFault } from './writeFault.js';

export interface FileToWrite {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Names in use at present; taken away also where the process is ended on the way. */
const temporary = new Set<string>();
process.on('exit', () => {
  for (const path of temporary) rmSync(path, { force: true });
});

/**
 * Writes files so that each is there whole or not at all: first all of them under other names in the same folders, then
 * they are renamed. Where one cannot be written, none is.
 */
export async function writeAtomically(files: readonly FileToWrite[]): Promise<void> {
  const written: { readonly path: string; readonly as: string }[] = [];
  try {
    for (const { path, content } of files) {
      const as = join(dirname(path), `.zclash-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
      written.push({ path, as });
      await writeNew(as, content, path).catch((error) => {
        throw writeFault(path, error);
      });
    }
    for (const { path, as } of written) {
      await rename(as, path).catch((error) => {
        throw writeFault(path, error);
      });
      temporary.delete(as);
    }
  } finally {
    for (const { as } of written) if (temporary.delete(as)) await rm(as, { force: true });
  }
}

/** A file that was not there before, with the permissions of the one it is to replace. */
async function writeNew(as: string, content: string | Uint8Array, toReplace: string): Promise<void> {
  temporary.add(as);
  const file = await open(as, 'wx');
  try {
    await file.writeFile(content);
    await file.sync(); // a rename can reach the disk before the bytes do
  } finally {
    await file.close();
  }
  const old = await stat(toReplace).catch(() => undefined);
  if (old) await chmod(as, old.mode & 0o777);
}
