import { defineConfig } from 'vitest/config';

/** Large sandboxes against small ones, in ratios of time: alone on the machine, and never with the other tests. */
export default defineConfig({
  test: {
    include: ['test/scale/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
