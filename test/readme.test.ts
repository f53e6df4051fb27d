import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it("the README's snippet runs on the build, and finds what it says", async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const snippet = /```ts\n([\s\S]*?)```/.exec(readme)![1];
  const file = new URL('../dist/readme.mjs', import.meta.url);
  await writeFile(file, snippet.replace(`'zclash'`, `'./src/index.js'`));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file.pathname]);
    const [closed, ...steps] = stdout.trim().split('\n');
    expect(closed).toBe('true');
    expect(steps.map((line) => line.split(' ')[1])).toEqual([...Array(6).fill('true'), 'false', 'false']);
    const volumes = steps.map((line) => Number(line.split(' ')[2]));
    expect(volumes[1]).toBeGreaterThan(volumes[5]);
    expect(steps[0]).toContain('narrower than');
  } finally {
    await rm(file);
  }
});
