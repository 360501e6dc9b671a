import { statfsSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const { REMIT_POSTGRES, REMIT_TEST_DATABASE = '' } = process.env;

/** Folders that need a program which may be missing, or the machine to themselves: each is a project of its name. */
const apart = [
  ...['browser', 'postgres', 'safety', 'scale', 'screenshots', 'shells', 'site', 'terminal'],
  'two-people',
];

const filesIn = (folder: string) => `test/${folder}/**/*.test.ts`;

/** Tests of the project e2e beside its folder: they start or kill programs hundreds of times, or fill large sandboxes. */
const ofPrograms = [
  ...['faults', 'secret-leaks', 'sandbox/{durability,large}'].map(filesIn),
  'test/money-gate/built.test.ts',
  'test/packaging/linux-packages.test.ts',
  'test/payment-runs/killed.test.ts',
  'test/payment-runs/{missing-approvals,signature-reasons,signatures,signing-keys,whose-signatures}.test.ts',
  'test/policy/{approved-plans,verdicts}.test.ts',
  'test/recurring/killed.test.ts',
];

/**
 * Tests of the project thorough, which `npm test` leaves out for their time: they go through all of something, or much of
 * it at random, or they are about one part whose common cases other tests have. Of some files `npm test` runs a part of
 * the cases; see `test/helpers/chosen-cases.ts`.
 */
const thorough = [
  ...['evidence', 'protocol', 'third-party-server'].map(filesIn),
  ...Object.entries({
    architecture: ['package', 'startup', 'workflows'],
    'command-line': ['all-businesses', 'help-width'],
    commands: ['accounting', 'dialect', 'sandbox-controls', 'sandbox-events', 'status'],
    completions: ['ids', 'install'],
    config: ['concurrent-writes', 'token-source'],
    contract: ['openapi-examples'],
    docs: ['console-blocks', 'generated-files'],
    exports: ['accounting-import'],
    forecast: ['forecast', 'sandbox-agrees'],
    hints: ['source-hints'],
    http: ['dialect-mapper'],
    identity: ['property'],
    'input-files': ['invoice-files', 'resume-payables'],
    journal: ['binding', 'concurrent-processes'],
    library: ['packed'],
    lists: ['filters-property', 'paid-when'],
    marks: ['fraud-stories'],
    match: ['hostile-statements', 'match', 'match-lines', 'resolve'],
    mcp: ['elicitation', 'payments', 'preview-text', 'refusals', 'result-schemas', 'tasks'],
    'money-gate': ['property'],
    output: ['out-file', 'terminal-width'],
    packaging: ['action', 'audit', 'install-node'],
    'payment-runs': [
      ...['approval', 'bulk', 'forged-plans', 'interrupt', 'listed-plan', 'long-plans'],
      ...['quick-plan', 'who-approved', 'withdrawal-plan'],
    ],
    payments: ['outcomes', 'pay-list', 'verify-scheduled', 'withdraw-sweep'],
    policy: ['machine-policy', 'max-per-approval', 'signed-approvals', 'sums'],
    prompts: ['fit-question', 'interrupted-forms', 'spinner', 'type-ahead'],
    reconcile: ['quiet-period', 'reconcile'],
    recurring: ['recur'],
    render: ['json-stream'],
    sandbox: [
      ...['controls/{faults,magic-values,snapshot,triggers,webhooks}', 'core/serving'],
      ...['library/create-sandbox', 'model/model', 'pages/!(money-way|payment|security)'],
      ...['payments/{any-order,returned-account}', 'permissions/{allowed,refusals}'],
      'resources/accounting',
    ],
    schema: ['agreement', 'files'],
    statement: ['statement'],
    storage: ['sqlite-store', 'sqlite-version'],
    sudo: ['launcher'],
    watch: ['watch'],
    where: ['several'],
  }).flatMap(([folder, names]) => names.map((name) => `test/${folder}/${name}.test.ts`)),
];

/** Files of which the project thorough runs the rest of the cases. */
const partly = [
  filesIn('stories'),
  'test/command-line/help-examples.test.ts',
  'test/hints/hints.test.ts',
  'test/mcp/evaluations/evaluations.test.ts',
  'test/output-injection/commands.test.ts',
  'test/payment-runs/rehearse.test.ts',
  'test/payments/{idempotency-keys,return-codes}.test.ts',
];

/** What runs on PostgreSQL where there is time for it, beside its own tests and the stories. */
const alsoOnPostgres = [
  filesIn('sandbox/{controls,core,pages,payments,permissions,resources}'),
  'test/sandbox/ledger.test.ts',
  filesIn('faults'),
  'test/journal/{concurrent-processes,database-schema,environments,file-rows,intent-payables}.test.ts',
  'test/journal/{intents,lifecycle,payment-ended,queries}.test.ts',
];

/**
 * Keeps the folders of tests in memory, where the system has room for that: a third of their time is waiting for a disk.
 * Whoever sets `TMPDIR` decides.
 */
function useMemoryForTemporaryFolders(): void {
  const memory = '/dev/shm';
  const room = 4 * 1024 ** 3;
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= room) process.env['TMPDIR'] = memory;
  } catch {
    // There is no such folder, or it is not ours to use.
  }
}

useMemoryForTemporaryFolders();

/** How the projects run whose tests share a process. */
const shared: TestProjectInlineConfiguration['test'] = {
  // Node edits what is typed by TERM, whatever terminal a test makes up. The database is the one that the user named,
  // and never the one that the project postgres starts beside this.
  env: { TERM: 'xterm-256color', REMIT_TEST_DATABASE },
  globalSetup: ['test/helpers/template-folder.ts'],
  // Tests keep nothing in modules: the program is loaded once a worker, and not once for each of 220 files.
  isolate: false,
  maxWorkers: 2,
  // Most of what a test runs it runs a few times, and no processor is free to help with garbage.
  execArgv: ['--always-sparkplug', '--single-threaded-gc'],
  // What runs beside something else waits, for a clock or a program.
  maxConcurrency: 8,
};

/** A project of the tests in the folder of its name, one file after the other unless said. */
const project = (
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [filesIn(name)], maxWorkers: 1, ...options },
});

/** The files that take longest, though most of them are short: vitest begins with those of the most bytes. */
const longest = [
  ...['faults/pauses', 'faults/certify', 'payment-runs/killed', 'money-gate/built'],
  ...['protocol/never-twice', 'protocol/traces', 'identity/property'],
  ...['third-party-server/one-unit', 'library/packed'],
  ...['postgres/failing-database', 'postgres/paused-hosts', 'two-people/one-person'],
].map((name) => `/test/${name}.test.ts`);

/** Begins with the longest files: at the end of a run, processors would wait for them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((it) => !isLong(it))];
  }
}

/** Vitest's own option takes away the order of the projects, whose numbers of workers differ. */
const shuffle = process.env['REMIT_SHUFFLE'] !== undefined;

/** The project that runs when `--project` names none; vitest knows the option on the command line only. */
const selected = { project: ['default'] };

export default defineConfig({
  test: {
    ...selected,
    // What was transformed for one run is read by the next: a fourth of the time of a short one.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project('default', {
        include: ['test/**/*.test.ts'],
        exclude: [
          ...apart.map((folder) => `test/${folder}/**`),
          ...ofPrograms,
          ...thorough,
          filesIn('e2e'),
        ],
        ...shared,
        // A fifth of the time of its tests is waiting, on two processors that leaves work for a third.
        maxWorkers: 3,
        sequence: { shuffle },
      }),
      project('thorough', {
        include: [...thorough, ...partly],
        provide: { cases: 'rest' },
        ...shared,
        maxWorkers: 3,
        sequence: { groupOrder: 1, shuffle },
      }),
      project('e2e', {
        include: [filesIn('e2e'), ...ofPrograms],
        ...shared,
        // They wait for the programs that they start and stop.
        maxWorkers: 3,
        sequence: { groupOrder: 2, shuffle },
      }),
      project('postgres', {
        include: [
          ...['postgres', 'stories'].map(filesIn),
          'test/journal/tampering.test.ts',
          ...(REMIT_POSTGRES === 'all' ? alsoOnPostgres : []),
        ],
        ...(REMIT_POSTGRES === 'all' && { provide: { cases: 'all' } }),
        globalSetup: ['test/postgres/global-setup.ts'],
        testTimeout: 120_000,
        // They wait for locks and for connections that time out.
        maxWorkers: 3,
      }),
      project('safety', { testTimeout: 180_000, hookTimeout: 180_000 }),
      project('scale', { testTimeout: 300_000, hookTimeout: 600_000 }),
      project('browser', { ...shared, maxWorkers: 1 }),
      project('screenshots', { testTimeout: 1_800_000 }),
      project('site', { testTimeout: 180_000, hookTimeout: 600_000 }),
      project('shells', { maxConcurrency: 4 }),
      project('two-people', { testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 2 }),
      // Each of its tests has a program of its own that mostly waits.
      project('terminal', { maxWorkers: 2, maxConcurrency: 3 }),
    ],
  },
});
