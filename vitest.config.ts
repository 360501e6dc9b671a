import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/browser/**',
      'test/shells/**',
      'test/terminal/**',
      'test/safety/**',
      'test/scale/**',
      'test/postgres/**',
    ],
    // Node edits what is typed at a terminal by this, whatever terminal a test makes up.
    env: { TERM: 'xterm-256color' },
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    maxWorkers: 2,
    hookTimeout: 60_000,
  },
});
