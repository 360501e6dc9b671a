import { defineConfig } from 'vitest/config';

/** What needs bash, zsh, fish and mandoc is run by itself: `npm test` has to work without them. */
export default defineConfig({
  test: {
    include: ['test/shells/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
