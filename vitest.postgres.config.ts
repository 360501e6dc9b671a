import { defineConfig } from 'vitest/config';

/** What needs a PostgreSQL server is run by itself: `npm test` has to work without one. */
export default defineConfig({
  test: {
    include: ['test/postgres/**/*.test.ts'],
    globalSetup: ['test/postgres/global.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
