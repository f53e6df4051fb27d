import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Packed, packed } from './packed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A little more than there is: 800 kB, 2.6 MB unpacked, 880 files. With source maps it would be 2.1 MB. Raise it with a reason. */
const MOST_BYTES = 900_000;
const MOST_FILES = 1_000;

let folder: string;
let tarball: Packed;
let paths: string[];
let manifest: { name: string; bin: Record<string, string>; exports: Record<string, string | Record<string, string>> };

beforeAll(async () => {
  tarball = await packed();
  folder = tarball.folder;
  paths = tarball.files.map(({ path }) => path);
  manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
});

const text = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
const ending = (end: string): string[] => paths.filter((path) => path.endsWith(end));
/** The files of the package that a module or a declaration names. */
const named = (path: string, code: string): string[] =>
  [...code.matchAll(/(?:from|import|URL)\s*\(?\s*['"](\.[^'"]*)['"]/g)].map(([, to]) =>
    join(dirname(path), path.endsWith('.d.ts') ? to.replace(/\.js$/, '.d.ts') : to),
  );

describe('what is published', () => {
  it('holds code, declarations, schemas and four documents, and nothing else', () => {
    const other = paths.filter((path) => !/^dist\/src\/[\w/.]+\.(js|d\.ts)$/.test(path));
    expect(other.sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
      ...['schema/gap.schema.json', 'schema/inspect.schema.json', 'schema/report.schema.json'],
    ]);
    expect(paths.filter((path) => /(^|\/)(test|scenes|bench|examples|wasm)\//.test(path))).toEqual([]);
  });

  it('holds a module for each source file, and none of an earlier build', () => {
    for (const path of ending('.js'))
      expect(existsSync(join(root, path.replace(/^dist\//, '').replace(/\.js$/, '.ts'))), path).toBe(true);
  });

  it('holds what its exports, its command, its modules and its declarations name', async () => {
    const entries = Object.values(manifest.exports).flatMap((to) => (typeof to === 'string' ? to : Object.values(to)));
    for (const path of [...entries, ...Object.values(manifest.bin)]) expect(paths).toContain(path.replace(/^\.\//, ''));
    for (const path of paths.filter((path) => path.startsWith('dist/')))
      for (const to of named(path, await text(path))) expect(paths, `${path} names ${to}`).toContain(to);
  });

  it('holds no declaration that no entry point leads to', async () => {
    const reached = new Set<string>();
    const waiting = Object.values(manifest.exports).flatMap((to) =>
      typeof to === 'object' ? [to.types.replace(/^\.\//, '')] : [],
    );
    while (waiting.length > 0) {
      const path = waiting.pop() as string;
      if (reached.has(path)) continue;
      reached.add(path);
      waiting.push(...named(path, await text(path)));
    }
    expect(ending('.d.ts').filter((path) => !reached.has(path))).toEqual([]);
  });

  it('names no source map and no file of the machine that built it', async () => {
    for (const path of paths) {
      const content = await text(path);
      expect(content.includes('sourceMappingURL'), path).toBe(false);
      expect(content.includes(resolve(root)) || content.includes(resolve(folder)), path).toBe(false);
    }
  });

  it('is small', () => {
    expect(tarball.size).toBeLessThan(MOST_BYTES);
    expect(paths.length).toBeLessThan(MOST_FILES);
  });

  it('publint finds nothing', async () => {
    const bytes = new Uint8Array(await readFile(tarball.file));
    const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('attw finds nothing, for ESM', async () => {
    // The package is ESM only. Left out by this profile: `require`, and TypeScript's `node10` resolution, which knows no `exports`.
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const args = [attw, tarball.file, '--profile', 'esm-only', '--format', 'ascii'];
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((failed) => {
      throw new Error(failed.stdout);
    });
    for (const path of Object.keys(manifest.exports)) expect(stdout).toContain(`"${join(manifest.name, path)}"`);
  });
});
