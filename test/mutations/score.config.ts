/** How `npm run mutation-score` runs the tests of a group: those named in the environment, in one thread. */

import process from 'node:process';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env['SCORE_TESTS'] ?? '').split(' '),
    env: { TERM: 'xterm-256color' },
    provide: { cases: 'all' },
    globalSetup: ['test/helpers/template-folder.ts'],
    setupFiles: ['test/mutations/score-setup.ts'],
    // Stryker's own comes first: it says which change is made.
    sequence: { setupFiles: 'list' },
    isolate: false,
    fileParallelism: false,
    testTimeout: 10_000,
  },
});
