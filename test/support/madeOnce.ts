import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

/** What came of it, as it is told to the other processes. */
type Told<T> = { readonly made: T } | { readonly failed: string };

/** Makes something in a folder once for all files of a run, which may be in other processes; those that come later wait for it. */
export async function madeOnce<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const place = join(inject('runFolder'), name);
  const word = `${place}.json`;
  const isFirst = await mkdir(place).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const told: Told<T> = await make(place).then(
      (made) => ({ made }),
      (error) => ({ failed: String(error) }),
    );
    await writeFile(`${word}.part`, JSON.stringify(told));
    await rename(`${word}.part`, word); // nobody reads half of it
  }
  while (!existsSync(word)) await pause(100);
  const told: Told<T> = JSON.parse(await readFile(word, 'utf8'));
  if ('failed' in told) throw new Error(told.failed);
  return told.made;
}
