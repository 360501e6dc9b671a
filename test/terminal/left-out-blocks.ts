/** The blocks of guides that are not run as written: each with its reason, which names the test that covers it. */

/** A block, or a command of a transcript. */
export interface LeftOut {
  /** The text that it starts with. */
  readonly starts: string;
  readonly reason: string;
}

const realService = 'needs a service that moves real money';
const dialects = `${realService}: test/third-party-server/dialects-page.test.ts runs it`;
const keys = 'needs two people with keys: test/payment-runs/signatures.test.ts';
const postgres = 'needs a database server: test/postgres';
const machine =
  'changes accounts of the machine: test/two-people/guide.test.ts runs it in one of its own';
const installs = 'installs the program: .ci/installed and .ci/executable';
const mcp = 'what an MCP client shows: test/mcp/guide.test.ts compares it';

const blocks = (reason: string, ...starts: string[]): LeftOut[] =>
  starts.map((it) => ({ starts: it, reason }));

/** By page. Whatever starts with one of these texts is left out. */
export const leftOut: Readonly<Record<string, readonly LeftOut[]>> = {
  'README.md': [
    ...blocks(installs, 'npm ci && npm run', 'sha256sum'),
    ...blocks(realService, 'remit sandbox start'),
  ],
  'docs/accounting.md': [
    ...blocks(
      'a page of a browser: test/sandbox/resources/accounting.test.ts',
      'remit accounting connect',
    ),
    ...blocks(
      'needs a connection: test/sandbox/resources/accounting.test.ts',
      'remit accounting map-vendor',
    ),
  ],
  'docs/automation.md': [
    ...blocks('jobs of cron and CI: test/e2e/scheduled-jobs.test.ts', '0 8 * * 1-5', '- uses:'),
    ...blocks('jobs of cron and CI: test/e2e/scheduled-jobs.test.ts', 'export REMIT_HOME=/var'),
    ...blocks('runs until Ctrl-C: test/watch/watch.test.ts', 'remit watch'),
    ...blocks('the settings of an editor: test/schema', '{\n  "json.schemas"'),
  ],
  'docs/certify.md': blocks(
    'runs a client of the reader: test/faults/certify.test.ts',
    ...['remit sandbox certify', 'lost after: paid twice'],
  ),
  'docs/completions.md': blocks('a key in a shell: test/shells', '$ remit payable approve <TAB>'),
  'docs/dialects.md': blocks(
    dialects,
    ...['remit dialect check', 'remit dialect set', 'remit dialect unset', 'remit pay quick'],
    ...['remit profile set dialect', '{\n  "version": 1'],
  ),
  'docs/going-live.md': blocks(
    realService,
    ...['remit auth login', 'remit profile set tokenCommand', 'remit pay initiate pay_… --expect'],
  ),
  'docs/install.md': [
    ...blocks(installs, 'sha256sum', 'ENV REMIT_HOME'),
    ...blocks('installs a package: .ci/channels', 'sudo apt install'),
    ...blocks('runs the image: .ci/image', 'docker run'),
  ],
  'docs/keys-and-tokens.md': [
    ...blocks(
      realService,
      ...['remit auth login', 'remit profile set tokenCommand', 'remit auth rotate'],
      'remit auth logout',
    ),
    ...blocks(keys, 'ssh-keygen'),
  ],
  'docs/library.md': [
    ...blocks('installs the package: test/library/packed.test.ts', 'npm install'),
    ...blocks('a program: test/library/packed.test.ts runs it', 'import {'),
  ],
  'docs/mcp.md': blocks(mcp, '{\n  "', 'Acme Hotels LLC pays'),
  'docs/paying-a-batch.md': [
    ...blocks(
      keys,
      ...[
        'remit run key trust',
        'remit run plan --out run.json   ',
        'remit run show run.json --sign',
      ],
    ),
    ...blocks(
      'needs two submitted invoices: test/payments/approvals.test.ts',
      'remit payable approve pay_…',
    ),
    ...blocks(
      'needs a file and a balance: test/payment-runs/{quick,withdrawal}-plan.test.ts',
      'remit run plan --file stipends.csv',
    ),
  ],
  'docs/recurring-invoices.md': blocks('a line of cron: test/recurring', '15 6 * * *'),
  'docs/returns.md': blocks(
    'needs the id of a payment: test/payments/returned-payments.test.ts',
    'remit pay initiate CL-1001 --reauth',
  ),
  'docs/sandbox-in-tests.md': [
    ...blocks('installs the package: test/library/packed.test.ts', 'npm install'),
    ...blocks('a program: test/library/packed.test.ts runs it', 'import {'),
    ...blocks(
      'serves until it is stopped: .ci/sandbox-languages',
      ...['export REMIT_SANDBOX_TOKEN', 'curl -H'],
    ),
    ...blocks(
      'serves until it is stopped: test/sandbox/core/reach.test.ts',
      'remit sandbox start --foreground --host',
    ),
  ],
  'docs/sharing.md': blocks(
    postgres,
    ...[
      'createdb',
      'remit profile set journal.database',
      'remit doctor',
      'remit journal reconcile',
    ],
    'remit sandbox start --database',
  ),
  'docs/troubleshooting.md': [
    ...blocks(
      'another outcome than the one above: test/journal',
      'remit journal resolve int_… --app',
    ),
    ...blocks(
      'needs two people: test/policy/verdicts.test.ts',
      'remit journal resolve int_… --not',
    ),
    ...blocks(
      'needs the id of a connection: test/payments/idempotency-keys.test.ts',
      'remit pay quick conn_…',
    ),
    ...blocks('the head of another journal: test/journal', 'remit journal verify --head'),
    ...blocks('a journal that was lost: test/journal', 'remit journal adopt'),
  ],
  'docs/two-people.md': blocks(machine, '# root\n', '# ada\n', '# bo\n'),
  'docs/webhooks.md': [
    ...blocks('runs until Ctrl-C: test/commands/sandbox-events.test.ts', 'remit sandbox listen'),
    ...blocks('runs until Ctrl-C: test/commands/sandbox-events.test.ts', 'remit sandbox events'),
    ...blocks('what listening prints: test/commands/sandbox-events.test.ts', 'Forwarding to'),
    ...blocks('a part of a program: test/sandbox', 'import { Webhook }'),
  ],
};
