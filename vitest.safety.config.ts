import { defineConfig } from 'vitest/config';

/** The batteries of money safety on the built program: they take long, and want the machine for themselves. */
export default defineConfig({
  test: {
    include: ['test/safety/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
