import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all files of a run share, for what is costly to make; gone when the run ends. */
    runFolder: string;
  }
}

/** For vitest, once before the tests; what it returns comes after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'zclash-run-'));
  provide('runFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
