import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetched } from './freshProject.js';

/** What the package is tried on: the newest of each line when this was written. */
export const NODE_VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' } as const;

/** npm carries Node's binaries. They are some 100 MB each, so they are kept from run to run. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/zclash', import.meta.url));

/** A Node of the given line: this one, where it is of that line. */
export async function nodeBinary(line: keyof typeof NODE_VERSIONS): Promise<string> {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath;
  const version = NODE_VERSIONS[line];
  const kept = join(CACHE, `node-${version}`);
  const windows = process.platform === 'win32';
  const binary = join(kept, windows ? 'bin/node.exe' : 'bin/node');
  if (existsSync(binary)) return binary;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    // The binary alone: npm would unpack some thousand files more.
    const tarball = await fetched(folder, `node-${windows ? 'win' : process.platform}-${process.arch}@${version}`);
    await promisify(execFile)('tar', ['-xzf', tarball, windows ? 'package/bin/node.exe' : 'package/bin/node'], {
      cwd: folder,
    });
    await rename(join(folder, 'package'), kept);
  } finally {
    await rm(folder, { recursive: true });
  }
  return binary;
}
