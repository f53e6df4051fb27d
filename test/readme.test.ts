import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readmeSnippet } from './package/readmeSnippet.js';

it("the README's snippet runs on the build, and finds what it says", async () => {
  const snippet = await readmeSnippet();
  const file = new URL('../dist/readme.mjs', import.meta.url);
  await writeFile(file, snippet.replace(`'zclash'`, `'./src/index.js'`));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file.pathname]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const of = (a: string, b: string) => lines.filter((words) => words[1] === a && words[2] === b);
    // The ball is in the knot for six of eight steps, and 0.05 deep in the plate in all of them.
    expect(of('knot', 'ball').map(([x]) => Number(x))).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
    expect(of('ball', 'plate').length).toBe(8);
    for (const words of of('ball', 'plate'))
      expect(Number(words[4]) / ((Math.PI * 0.05 ** 2 * (3 - 0.05)) / 3)).toBeCloseTo(1, 1);
    expect(new Set(lines.map((words) => words[3]))).toEqual(new Set(['hard']));
    const volumes = of('knot', 'ball').map((words) => Number(words[4]));
    expect(volumes[1]).toBeGreaterThan(volumes[5]);
    expect(stdout).toContain('Nothing thicker than');
  } finally {
    await rm(file);
  }
});
