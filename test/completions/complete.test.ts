import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RecordedConnections, recordConnections } from '../helpers/recorded-connections.ts';
import { remit } from '../helpers/run-command.ts';

/** A payable a line, as a list caches them; of the last, nothing is known. */
const numbered = [
  'pay_due\tAPPROVED · CL-1001\tAPPROVED\treceived\tnone\tCL-1001',
  'pay_new\tSUBMITTED · CL-1002\tSUBMITTED\treceived\tnone\tCL-1002',
  'pay_held\tAPPROVED · CL-1003\tAPPROVED\treceived\tcancellable\tCL-1003',
  'pay_soon\tSCHEDULED · CL-1004\tSCHEDULED\tsent\tcancellable\tCL-1004',
  'pay_own\tDRAFT · CL-1005\tDRAFT\tsent\tnone\tCL-1005',
  'pay_odd\tAPPROVED · $(x)\tAPPROVED\treceived\tnone\tCL-$(x)',
  'pay_old\tAPPROVED',
  '',
].join('\n');

let home: string;
let connections: RecordedConnections;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'remit-complete-'));
  connections = recordConnections();
  const profiles = { test: { baseUrl: 'http://127.0.0.1:9' }, live: { baseUrl: 'http://x' } };
  write('config/config.json', JSON.stringify({ version: 1, current: 'test', profiles }));
  write('cache/ids/test/payable.tsv', 'pay_b\tPAID · Acme\npay_a\tDRAFT\npay_c\n');
  write('cache/ids/test/bank.tsv', 'fs_1\tverified\n');
  write('cache/ids/numbers/payable.tsv', numbered);
  write(
    'cache/ids/numbers/payment.tsv',
    'pmt_1\tHELD\tHELD\t\tcancellable\npmt_2\tPENDING\tPENDING\t\tstarted\n',
  );
  write('cache/ids/test/integration.tsv', 'acctint_1\tactive\n');
  write('cache/ids/live/bank.tsv', 'fs_live\tverified\n');
});
afterAll(() => {
  connections.stop();
  rmSync(home, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  mkdirSync(join(home, name, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, name), text, { mode: 0o600 });
}

async function completed(words: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await remit(['__complete', ...words], {
    env: { REMIT_HOME: home, ...env },
  });
  expect([code, err]).toEqual([0, '']);
  const [shell, ...lines] = out.replace(/\n$/, '').split('\n');
  return { shell, lines, words: lines.map((line) => line.split('\t')[0]) };
}

describe('each position has its candidates', () => {
  test.for([
    [['payab'], ['payable']],
    [
      ['sandbox', 'clock', ''],
      ['advance', 'set'],
    ],
    [['payable', 'list', '--stat'], ['--status']],
    [['payable', 'submit', 'x', '--dry'], ['--dry-run']],
    [['--prof'], ['--profile']],
    [['payable', 'list', '--status', 'subm'], ['SUBMITTED']],
    [['payable', 'list', '--status=SUBM'], ['--status=SUBMITTED']],
    [['wait', 'payab'], ['payable']],
    [['wait', 'payable', 'pay_b'], ['pay_b']],
    [['wait', 'sync', ''], ['acctint_1']],
    [['wait', '../test/payable', ''], []],
    [['help', 'money-s'], ['money-safety']],
    [['help', 'payab'], ['payable']],
    [
      ['api', 'payable.c'],
      ['payable.create', 'payable.cancel'],
    ],
    [['profile', 'set', 'journal.q'], ['journal.quietSeconds']],
    [['config', 'get', 'form'], ['format']],
    [
      ['profile', 'use', ''],
      ['test', 'live'],
    ],
    [['-P', 'li'], ['live']],
    [
      ['payable', 'get', ''],
      ['pay_b', 'pay_a', 'pay_c'],
    ],
    [['payable', 'approve', 'pay_a', 'pay_b'], ['pay_b']],
    [['profile', 'use', 'test', '--no-c'], ['--no-color']],
    [['pay', 'initiate', 'pay_a', '--bank', ''], ['fs_1']],
    [['pay', 'initiate', 'pay_a', '--bank=fs'], ['--bank=fs_1']],
    [['forecast', '--opening', 'fs'], ['fs_1']],
    [['-P', 'live', 'bank', 'remove', ''], ['fs_live']],
    [['--profile=live', 'bank', 'remove', ''], ['fs_live']],
    [['-Plive', 'bank', 'remove', ''], ['fs_live']],
    [['-qP', 'live', 'bank', 'remove', ''], ['fs_live']],
    [['-P', '../test', 'bank', 'remove', ''], []],
    [['nonsense', 'pay_'], []],
    [['payable', 'get', '--', '--stat'], []],
  ] as const)('%j: %j', async ([words, candidates]) => {
    expect((await completed(words)).words).toEqual(candidates);
  });
});

test.for([
  ['payable get CL-100', ['CL-1001', 'CL-1002', 'CL-1003', 'CL-1004', 'CL-1005']],
  ['payable approve CL-1009 cl-10', ['CL-1002']],
  ['payable get pay_due', ['pay_due']],
  ['payable approve pay_', ['pay_new', 'pay_old']],
  ['pay initiate pay_', ['pay_due', 'pay_odd', 'pay_old']],
  ['pay initiate CL-', ['CL-1001']],
  ['pay cancel --payable pay_', ['pay_held', 'pay_old']],
  ['pay cancel pmt', ['pmt_1']],
  ['pay get pmt', ['pmt_1', 'pmt_2']],
  ['payable cancel pay_', ['pay_soon', 'pay_own', 'pay_old']],
  ['payable submit pay_', ['pay_own', 'pay_old']],
] as const)('remit %s completes what the command can act on: %j', async ([line, candidates]) => {
  expect((await completed(['-P', 'numbers', ...line.split(' ')])).words).toEqual(candidates);
});

test('invoice numbers are not listed beside the ids', async () => {
  const { words } = await completed(['-P', 'numbers', 'pay', 'initiate', '']);
  expect(words).toEqual(['pay_due', 'pay_odd', 'pay_old']);
});

test.for([
  ['payable list --columns am', ['amount']],
  ['payable list --columns=DUE', ['--columns=dueDate']],
  ['payable list --columns id,invoiceN', ['id,invoiceNumber']],
  ['payable list --columns id,amount,id', []],
  ['payable list --columns al', ['all']],
  ['payable list --columns id,al', []],
  ['bank list --columns last', ['last4']],
  ['completion bash --columns a', []],
] as const)('remit %s completes columns: %j', async ([line, candidates]) => {
  expect((await completed(line.split(' '))).words).toEqual(candidates);
});

test('the profile of the environment has its own ids', async () => {
  const env = { REMIT_PROFILE: 'live' };
  expect((await completed(['bank', 'remove', ''], env)).words).toEqual(['fs_live']);
});

test.for([
  [['payable', 'create', '--file', 'in'], 'files'],
  [['payable', 'create', '--file=in'], 'files'],
  [['run', 'apply', ''], 'files'],
  [['help', '--man-pages', ''], 'directories'],
  [['payable', 'create', '--data', '@in'], '@files'],
  [['payable', 'create', '--data', '{'], 'nothing'],
  [['payable', 'list', '--payer', ''], 'nothing'],
  [['payable', ''], 'nothing'],
] as const)('files are completed where files are wanted: %j: %s', async ([words, shell]) => {
  expect((await completed(words)).shell).toBe(shell);
});

test('candidates have a description', async () => {
  const [command] = (await completed(['payab'])).lines;
  expect(command).toBe('payable\tCreate, approve and track invoices');
  const [flag] = (await completed(['payable', 'list', '--stat'])).lines;
  expect(flag).toMatch(/^--status\t\w/);
  expect((await completed(['payable', 'get', ''])).lines).toEqual([
    'pay_b\tPAID · Acme',
    'pay_a\tDRAFT',
    'pay_c',
  ]);
});

test('a damaged cache cannot add an option, a line or a terminal sequence', async () => {
  const lines = [
    '-rf\tx',
    '$(touch pwned)\tx',
    'a b\tx',
    '../x\tx',
    'pay_\u001b[2J\tx',
    'pay_ok\tA\u001b[31m\u202eB\tC',
  ];
  write('cache/ids/test/payment.tsv', `${lines.join('\n')}\n`);
  expect((await completed(['pay', 'get', ''])).lines).toEqual(['pay_ok\tA\\u001b[31m\\u202eB']);
});

test.for([
  ['no home', { REMIT_HOME: '' }],
  ['a home that does not exist', { REMIT_HOME: '/nonexistent' }],
] as const)('%s completes commands, and no ids', async ([, env]) => {
  expect((await completed(['payab'], env)).words).toEqual(['payable']);
  expect((await completed(['payable', 'get', ''], env)).words).toEqual([]);
});

test('a damaged configuration completes commands, and no profiles', async () => {
  const other = join(home, 'damaged');
  mkdirSync(join(other, 'config'), { recursive: true, mode: 0o700 });
  writeFileSync(join(other, 'config', 'config.json'), '{', { mode: 0o600 });
  const env = { REMIT_HOME: other };
  expect((await completed(['payab'], env)).words).toEqual(['payable']);
  expect((await completed(['profile', 'use', ''], env)).words).toEqual([]);
});

test('nothing is sent or written, whatever is typed', async () => {
  const before = readdirSync(home, { recursive: true }).toSorted();
  connections.take();
  const env = {
    REMIT_BASE_URL: 'http://127.0.0.1:9',
    REMIT_TOKEN: 'x',
    REMIT_TOKEN_COMMAND: '["false"]',
  };
  for (const words of [
    ['pay', 'initiate', 'pay_a', '--yes', ''],
    ['run', 'apply', 'plan.json', '--yes'],
    ['payable', 'get', 'pay_a\npay_b', "$(touch pwned)';\u0000\t"],
    ['--base-url', 'http://127.0.0.1:9', 'api', 'POST', '/api/payments/initiate', ''],
    ['--version'],
    ['--help'],
    ['__complete', '__complete', ''],
    [''],
  ]) {
    const { lines } = await completed(words, env);
    expect(lines.filter((line) => /[\p{Cc}]/u.test(line.replace('\t', '')))).toEqual([]);
  }
  expect(connections.take()).toEqual([]);
  expect(readdirSync(home, { recursive: true }).toSorted()).toEqual(before);
});
