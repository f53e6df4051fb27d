import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const examples = readdirSync(new URL('examples/', root)).filter((file) => /\.tsx?$/.test(file));

/** All tests and what they load, as text: pages of three.js are bundled by tests of their own. */
const tests = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(m?js|tsx?)$/.test(file) && !file.endsWith('everyExample.test.ts'))
  .map((file) => readFileSync(new URL(`test/${file}`, root), 'utf8'))
  .join('\n');

describe('every example', () => {
  test('is run by a test', () => {
    // What needs a page is bundled there, and named by its path.
    const isRun = (name: string) =>
      tests.includes(/^(three|react)/.test(name) ? `examples/${name}` : `runExample('${name}')`);
    expect(examples.filter((file) => !isRun(file.replace(/\.tsx?$/, '')))).toEqual([]);
    expect(examples.length).toBeGreaterThanOrEqual(14);
  });

  test('is listed among the examples, with its command', () => {
    const list = readFileSync(new URL('examples/README.md', root), 'utf8');
    expect(examples.filter((file) => !list.includes(`[${file}](${file})`))).toEqual([]);
    const linked = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file);
    expect(linked.filter((file) => !existsSync(new URL(`examples/${file}`, root)))).toEqual([]);
  });

  test('begins by saying what it is for, is short, and imports the package by its name', () => {
    for (const file of examples) {
      const text = readFileSync(new URL(`examples/${file}`, root), 'utf8');
      expect(text.startsWith('// '), file).toBe(true);
      expect(text.split('\n').length, file).toBeLessThan(80);
      expect(text.includes('../src/'), file).toBe(false);
    }
  });
});

describe('a built example', () => {
  const script = new URL('scripts/example.mjs', root).pathname;
  const run = promisify(execFile);

  test('runs by its name, finds the package that it is a part of, and writes where it is called', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'zclash-built-'));
    try {
      const { stdout } = await run(process.execPath, [script, 'filesFromDisk'], { cwd });
      expect(stdout).toContain('3 parts, 2 findings');
      expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['bolts.gltf', 'clashes.json', 'plate.stl']);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  test('of a name that there is not is refused, with those that there are', async () => {
    const refused = await run(process.execPath, [script, 'pegInHoel']).catch((error) => error);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/no example 'pegInHoel'\. Choose one of: .*\bpegInHole\b/);
  });
});
