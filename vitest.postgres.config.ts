import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** What runs on PostgreSQL where there is time for it, beside the stories. */
const others = [
  'test/sandbox/{controls,core,pages,payments,permissions,resources}/**/*.test.ts',
  'test/sandbox/ledger.test.ts',
  'test/faults/**/*.test.ts',
  'test/journal/{environments,evidence,file-rows,intents,lifecycle,payables,processes,reading,shape}.test.ts',
];

/** What needs a PostgreSQL server is run by itself: `npm test` has to work without one. */
export default defineConfig({
  test: {
    include: [
      'test/postgres/**/*.test.ts',
      'test/stories/**/*.test.ts',
      ...(process.env['REMIT_POSTGRES'] === 'all' ? others : []),
    ],
    globalSetup: ['test/postgres/global.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
