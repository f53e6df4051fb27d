import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks', // Dawn ends its process on some driver faults: one file must not take the others along
    maxWorkers: 2, // by default one less than there are cores
    setupFiles: ['test/support/setup.ts'],
  },
});
