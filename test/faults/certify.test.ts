import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenarioNames } from '../../src/commands/sandbox/certify/scenario-names.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'remit-certify-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Certifies a client with the built program. */
async function certify(flags: readonly string[], client: readonly string[]) {
  const program = [resolve('bin/remit.js'), 'sandbox', 'certify', ...flags, '-q', '--', ...client];
  const { stdout, stderr, exitCode } = await execa(process.execPath, program, {
    reject: false,
    env: { REMIT_HOME: home },
  });
  return { stdout, stderr, exitCode };
}

/** What each client did, by its name. */
const columns = new Map<string, readonly string[]>();

const node = process.execPath;
const twice = ['lost-after', '500-applied', 'truncated', 'slow', 'killed-after', 'paused'];
const unpaid = ['lost-before', '500-not-applied', '409', 'killed-before'];
const all = (faults: readonly string[], verdict: string) =>
  Object.fromEntries(faults.map((it) => [it, verdict]));

/** The clients of the guide, and the faults under which they do not simply pay once. */
const clients = {
  'a naive one': {
    words: ['examples/certify/naive.mjs', '{connectionId}', '{amount}'],
    others: all(twice, 'paid twice'),
    exit: 11,
  },
  'one with a fixed key': {
    words: ['examples/certify/fixed-key.mjs', '{connectionId}', '{amount}', '{invoiceNumber}'],
    others: { '409': 'silently not paid' },
    exit: 11,
  },
  'this command': {
    words: [
      'bin/remit.js',
      'pay',
      'initiate',
      '{payableId}',
      '--expect-amount',
      '{amount}',
      '--yes',
    ],
    others: all(unpaid, 'not paid, as it said'),
    exit: 0,
  },
  'this library': {
    words: ['examples/certify/library.mjs', '{payableId}', '{amount}'],
    others: all(unpaid, 'not paid, as it said'),
    exit: 0,
  },
};

// Most of their time is waiting.
test.concurrent.each(Object.entries(clients))('%s', { timeout: 300_000 }, async (name, client) => {
  const { stdout, exitCode } = await certify(['--json'], [node, ...client.words]);
  const rows: { fault: string; verdict: string; exits: string }[] = JSON.parse(stdout);
  columns.set(
    name,
    rows.map(({ verdict, exits }) => `${verdict} (${exits})`),
  );
  const expected = { ...all(scenarioNames, 'paid once'), ...client.others };
  expect(Object.fromEntries(rows.map(({ fault, verdict }) => [fault, verdict]))).toEqual(expected);
  expect(exitCode).toBe(client.exit);
});

test('the guide shows what each client did, and counts the faults', async () => {
  const names = Object.keys(clients);
  const lines = [
    ['fault', ...names],
    ['---', ...names.map(() => '---')],
    ...scenarioNames.map((fault, at) => [
      `\`${fault}\``,
      ...names.map((name) => marked(columns.get(name)?.[at] ?? '')),
    ]),
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const page = await readFile('docs/certify.md', 'utf8');
  const twice = columns.get('a naive one')?.filter((cell) => cell.startsWith('paid twice'));
  // The scenario without a fault is not counted.
  const share = `${twice?.length} of ${scenarioNames.length - 1} faults`;
  const right = page
    .replace(/(?<=<!-- table -->\n).*(?=<!-- end -->)/s, `\n${table}\n\n`)
    .replace(/\w+ of \w+ faults/, share);
  if (process.env['REMIT_DOCS'] === 'write') await writeFile('docs/certify.md', right);
  else expect(page).toBe(right);
});

const marked = (cell: string): string => cell.replace(/^(paid twice|silently not paid)/, '**$1**');

test('the exchanges of a failure are shown, and JUnit names it', async () => {
  const file = join(home, 'certify.xml');
  const { words } = clients['a naive one'];
  const flags = ['--fault', 'lost-after,429', '-o', 'table', '--junit', file];
  const { stdout, stderr, exitCode } = await certify(flags, [node, ...words]);
  expect([exitCode, stderr]).toEqual([11, 'remit: Wrong: lost-after: paid twice.']);
  expect(stdout).toContain(
    [
      'lost-after: paid twice',
      '  POST /api/payments/quick-pay, key none, reached the service, connection broken (fault)',
      '  POST /api/payments/quick-pay, key none, reached the service, status 201',
    ].join('\n'),
  );
  const xml = await readFile(file, 'utf8');
  expect(xml).toContain('tests="3" failures="1"');
  expect(xml).toContain('<failure message="paid twice: 2 payments, exit 0">POST /api/');
});

test('a program that does not pay without a fault is not judged', async () => {
  const { stderr, exitCode } = await certify([], [node, '-e', 'console.error("no idea")']);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('silently not paid (exit 0). no idea');
  expect(stderr).toContain('next: send its requests to REMIT_BASE_URL');
  const missing = await certify([], [join(home, 'pay.sh')]);
  expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('pay.sh')]);
});
