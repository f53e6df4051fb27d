import { readdirSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { builtModules } from './test/support/builtModules.js';
import { mocksModules, needsProcess, sharesGpu } from './test/support/needsProcess.js';
import { isSlow, SlowestFirst } from './test/support/slowestFirst.js';
import { v8Flags } from './test/support/v8Flags.js';

const source = (path: string): string => new URL(`src/${path}`, import.meta.url).pathname;

const files = readdirSync(new URL('test', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'));
const at = (path: string): URL => new URL(path, import.meta.url);
const mocking = files.filter((path) => mocksModules(at(path)));
// Three that calculate more than they draw are a tenth faster by themselves.
const CALCULATING = /(pressFit|listsParity|interferenceMachines)\.test\.ts$/;
const onGpu = files.filter((path) => !mocking.includes(path) && !CALCULATING.test(path) && sharesGpu(at(path)));
const alone = files.filter(
  (path) => ![...mocking, ...onGpu].includes(path) && (isSlow(path) || needsProcess(at(path))),
);

export default defineConfig(({ mode }) => {
  // `npm test` has just built everything, and what is built runs as Node runs it, with nothing for vitest to
  // transform and link. Without `--mode built` tests see the sources as they are.
  const asBuilt = mode === 'built' ? { plugins: [builtModules(new URL('.', import.meta.url))] } : {};
  return {
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
      execArgv: v8Flags(),
      maxWorkers: 3, // for two cores: some tests wait for npm, a browser or the command
      globalSetup: ['test/support/runFolder.ts'],
      setupFiles: ['test/support/fastModules.ts', 'test/support/setup.ts'],
      sequence: { sequencer: SlowestFirst },
      projects: [
        // Long calculations, too: what V8 has learned from other tests makes them up to 40 % slower.
        { ...asBuilt, extends: true, test: { name: 'alone', include: alone } },
        // One device for each worker, and pipelines compiled once.
        { ...asBuilt, extends: true, test: { name: 'gpu', include: onGpu, isolate: false } },
        // Short ones share a process for each worker, which loads modules once: a quarter of their time.
        {
          ...asBuilt,
          extends: true,
          test: {
            name: 'together',
            include: ['test/**/*.test.ts'],
            exclude: [...configDefaults.exclude, ...alone, ...onGpu, ...mocking],
            isolate: false,
          },
        },
        // Only modules that vitest links itself can be replaced.
        { extends: true, test: { name: 'mocking', include: mocking } },
      ],
    },
  };
});
