import { readdirSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { needsProcess } from './test/support/needsProcess.js';
import { isSlow, SlowestFirst } from './test/support/slowestFirst.js';

const source = (path: string): string => new URL(`src/${path}`, import.meta.url).pathname;

const alone = readdirSync(new URL('test', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => isSlow(path) || needsProcess(new URL(path, import.meta.url)));

export default defineConfig({
  // Examples name the package as its users do.
  resolve: {
    alias: [
      { find: /^zclash$/, replacement: source('index.ts') },
      { find: /^zclash\/(three|node)$/, replacement: source('$1.ts') },
    ],
  },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2, // by default one less than there are cores
    setupFiles: ['test/support/fastModules.ts', 'test/support/setup.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Long calculations, too: what V8 has learned from other tests makes them up to 40 % slower.
      { extends: true, test: { name: 'alone', include: alone } },
      // Short ones share a process for each worker, which loads modules once: a quarter of their time.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
    ],
  },
});
