import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { npmEnvironment } from './packed.js';

/** Hooks and tests have 120 s. */
const MOST_MS = 90_000;

/** `describe` for tests that install packages. Without a registry they fail in one sentence, they are not passed over. */
export function describeInstalled(name: string, fn: () => void): void {
  if (process.env.ZCLASH_TEST_REGISTRY === 'off') describe.skip(`${name} (left out: ZCLASH_TEST_REGISTRY=off)`, fn);
  else describe(name, fn);
}

/** A new project in `folder` with these packages installed: names to versions, or to tarballs. */
export async function freshProject(folder: string, dependencies: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await npm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund'], Object.keys(dependencies));
}

/** Puts the tarball of a package, `name@version`, into `folder`. */
export async function fetched(folder: string, name: string): Promise<string> {
  const said = await npm(folder, ['pack', name, '--json'], [name]);
  const [{ filename }] = JSON.parse(said);
  return join(folder, filename);
}

async function npm(folder: string, command: readonly string[], names: readonly string[]): Promise<string> {
  const options = [
    ...['--prefer-offline', '--fetch-retries=2', '--fetch-timeout=20000'],
    ...['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'],
  ];
  try {
    const surroundings = { cwd: folder, env: npmEnvironment(), timeout: MOST_MS };
    return (await promisify(execFile)('npm', [...command, ...options], surroundings)).stdout;
  } catch (error) {
    const { stderr = '', killed } = error as { stderr?: string; killed?: boolean };
    const said = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? String(error);
    const why = killed ? `not done after ${MOST_MS / 1000} s` : said;
    throw new Error(
      `npm cannot install ${names.join(', ')} (${why}). These tests need a package registry; ZCLASH_TEST_REGISTRY=off leaves them out.`,
    );
  }
}
