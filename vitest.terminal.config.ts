import { defineConfig } from 'vitest/config';

/** What needs a pseudo-terminal, and so python3, is run by itself: `npm test` has to work without one. */
export default defineConfig({
  test: {
    include: ['test/terminal/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each has a program of its own that mostly waits.
    maxConcurrency: 4,
    maxWorkers: 1,
  },
});
