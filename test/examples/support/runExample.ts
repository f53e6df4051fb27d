import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import '../../../src/index.js'; // what examples import, early enough for test/support/fastModules.ts

export interface ExampleRun {
  /** What the example exports, as far as tests need it. */
  exported: Record<string, unknown>;
  /** What it printed, line by line. */
  readonly lines: string[];
  /** The first line that begins with a text, without it. */
  line(begin: string): string;
  /** The numbers in such a line, in their order. */
  numbers(begin: string): number[];
  /** The names of the files in `out/`, sorted. */
  files(): Promise<string[]>;
  read(file: string): Promise<Buffer>;
}

/**
 * Runs an example once before the tests of a block, as a user would: in a folder of its own, where it finds nothing. Call it with the
 * name as it stands there, so that `everyExample.test.ts` sees which examples are run.
 */
export function runExample(name: string): ExampleRun {
  let folder = '';
  const lines: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `zclash-${name}-`));
    const home = process.cwd();
    const print = (...words: unknown[]) => void lines.push(...words.join(' ').split('\n'));
    const spies = (['log', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(print),
    );
    process.chdir(folder);
    try {
      run.exported = await import(`../../../examples/${name}.ts`);
    } finally {
      process.chdir(home);
      for (const spy of spies) spy.mockRestore();
    }
  });
  afterAll(() => rm(folder, { recursive: true }));
  const run: ExampleRun = {
    exported: {},
    lines,
    line(begin) {
      const line = lines.find((one) => one.startsWith(begin));
      expect(line, `a line '${begin}…' among\n${lines.join('\n')}`).toBeDefined();
      return line!.slice(begin.length);
    },
    numbers: (begin) => (run.line(begin).match(/-?\d+(\.\d+)?/g) ?? []).map(Number),
    files: async () => (await readdir(join(folder, 'out'))).sort(),
    read: (file) => readFile(join(folder, 'out', file)),
  };
  return run;
}

/** The bytes of a PNG's pixels, after checks that it is whole and that something is to be seen. */
export function pixelsOf(png: Uint8Array): Buffer {
  const file = Buffer.from(png);
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect(file.subarray(37, 41).toString('latin1')).toBe('IDAT');
  const data = inflateSync(file.subarray(41, 41 + file.readUInt32BE(33)));
  expect(data.length).toBe(height * (4 * width + 1));
  expect(file.subarray(-8, -4).toString('latin1')).toBe('IEND');
  expect(new Set(data).size).toBeGreaterThan(30);
  return data;
}
