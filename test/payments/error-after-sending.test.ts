import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remit, type TestInput, type TestRun } from '../helpers/run-command.ts';
import { reply } from '../helpers/stub-server.ts';
import { answered, moneyService } from './stub-payment-service.ts';

let service: Awaited<ReturnType<typeof moneyService>>;
let folder: string;
beforeAll(async () => {
  service = await moneyService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-after-'));
  writeFileSync(join(folder, 'rows.csv'), 'payableId\npay_1\n');
  service.answers(answered.ok);
});
afterEach(() => rm(folder, { recursive: true }));

const run = (line: string | readonly string[], typed: TestInput = {}): Promise<TestRun> =>
  remit(line, {
    ...typed,
    cwd: folder,
    env: {
      REMIT_HOME: join(folder, 'home'),
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
      REMIT_BUSINESS: 'biz_1',
    },
  });

const errorIn = ({ err }: TestRun) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const at = (name: string) => join(folder, name);
const files = () => readdirSync(folder).filter((it) => !['home', 'rows.csv'].includes(it));

/** The file of --out appears while the payment is being made. */
const withFileAppearing = (name: string) =>
  service.answers((request, response) => {
    writeFileSync(at(name), 'somebody else’s');
    answered.ok(request, response);
  });

const one = 'pay initiate pay_1 --yes --json';
const many = 'pay bulk --file rows.csv --yes --json';
const money: readonly string[] = [
  ...[one, many],
  'pay quick conn_1 --amount 12.50 --yes --json',
  'business withdraw biz_1 --amount 12.50 --bank fs_1 --yes --json',
  'api POST /api/payments/initiate -F payableId=pay_1 -F fundingSourceId=fs_1 --yes --json',
];

describe('a payment that was made is never reported as "not sent"', () => {
  test.for([one, many])('if its output file appears meanwhile: %s', async (line) => {
    withFileAppearing('result.json');
    const ran = await run(`${line} --out result.json`);
    expect(ran.code).toBe(13);
    expect(errorIn(ran)).toMatchObject({
      code: 'unwritten',
      outcome: 'applied',
      retryable: false,
      message: expect.stringContaining('result.json was created meanwhile and is not replaced'),
    });
    expect(ran.out).toContain('pmt_1');
    expect(readFileSync(at('result.json'), 'utf8')).toBe('somebody else’s');
    const [temporary = ''] = files().filter((it) => it.endsWith('.remit'));
    expect(errorIn(ran).message).toContain(at(temporary));
    expect(readFileSync(at(temporary), 'utf8')).toBe(ran.out);
    expect(service.writes).toHaveLength(1);
  });

  test.for(money)('if the query fails on its result: %s', async (line) => {
    const ran = await run([...line.split(' '), '--query', '@ && length(`1`)']);
    expect(ran.code).toBe(13);
    expect(JSON.stringify(JSON.parse(ran.out))).toContain('pmt_1');
    const error = errorIn(ran);
    expect(error).toMatchObject({ code: 'unwritten', outcome: 'applied', retryable: false });
    expect(error.message).toContain('--query cannot be applied to this result');
    expect(JSON.stringify(error)).not.toMatch(/run it again/);
    expect(service.writes).toHaveLength(1);
  });

  test.for(['EPIPE', 'ENOSPC'])('if its result cannot be printed: %s', async (code) => {
    const stdoutFails = Object.assign(new Error(`write ${code}`), { code });
    const ran = await run(one, { stdoutFails });
    expect(ran.code).toBe(13);
    expect(errorIn(ran)).toMatchObject({ code: 'unwritten', outcome: 'applied' });
  });
});

test('a payment with an unknown outcome is reported as such, even if the query fails on its row', async () => {
  service.answers((_, response) => reply(response, 500, { code: 'internal' }));
  const ran = await run(['pay', 'bulk', '--file', 'rows.csv', '--yes', '--query', 'length(`1`)']);
  expect(ran.code).toBe(10);
  expect(errorIn(ran)).toMatchObject({ code: 'outcome_unknown' });
});

describe('an output file that cannot be written stops the payment before it is sent', () => {
  test.for([
    ['taken.json', 'file_exists'],
    ['no/such/folder.json', 'usage'],
    ['sheet.xlsx', 'usage'],
    ['sheet.ODS', 'usage'],
  ])('%s', async ([name = '', code]) => {
    writeFileSync(at('taken.json'), 'mine');
    const ran = await run(`pay initiate pay_1 --yes --json --out ${name}`);
    expect(ran.code).toBe(2);
    expect(errorIn(ran)).toMatchObject({ code, outcome: 'not-sent' });
    expect(service.writes).toEqual([]);
    expect(files()).toEqual(['taken.json']);
  });

  test('an existing manifest', async () => {
    writeFileSync(at('a.json.manifest.json'), 'mine');
    const ran = await run('pay initiate pay_1 --yes --json --out a.json --manifest');
    expect([ran.code, errorIn(ran).code]).toEqual([2, 'file_exists']);
    expect(service.writes).toEqual([]);
    expect(files()).toEqual(['a.json.manifest.json']);
  });

  test('a report file of the command', async () => {
    writeFileSync(at('aging.html'), 'mine');
    const ran = await run('payable aging --report aging.html --json');
    expect([ran.code, errorIn(ran).code]).toEqual([2, 'file_exists']);
    expect(files()).toEqual(['aging.html']);
  });
});

describe('a request that was not sent leaves no file', () => {
  test.for([
    ['a declined question', 'pay initiate pay_1 --out a.json', 14],
    ['a plan', 'pay initiate pay_1 --dry-run --out a.json', 0],
    ['an expectation', 'pay initiate pay_1 --yes --expect-amount 1 --out a.json --manifest', 14],
  ] as const)('%s', async ([, line, code]) => {
    const ran = await run(line, { tty: { stdin: true, stderr: true }, stdin: 'n\n' });
    expect(ran.code).toBe(code);
    expect(files()).toEqual([]);
    expect(service.writes).toEqual([]);
  });

  test('Ctrl-C at the prompt', async () => {
    const interrupt = new AbortController();
    const ran = await run('pay initiate pay_1 --out a.json', {
      tty: { stdin: true, stderr: true },
      interrupted: interrupt.signal,
      beforeAnswer: async () => interrupt.abort('SIGINT'),
    });
    expect(ran.code).not.toBe(0);
    expect(files()).toEqual([]);
    expect(service.writes).toEqual([]);
  });
});

test('a written result is complete under its name, without temporary files', async () => {
  const { code, out } = await run('pay initiate pay_1 --yes --out a.json --manifest');
  expect([code, out]).toEqual([0, '']);
  expect(JSON.parse(readFileSync(at('a.json'), 'utf8'))).toMatchObject({ paymentId: 'pmt_1' });
  expect(files().sort()).toEqual(['a.json', 'a.json.manifest.json']);
});

test('--out - is stdout, in the format of a pipe', async () => {
  const plain = await run('bank list');
  expect(await run('bank list --out -')).toEqual(plain);
  expect((await run('bank list --out - --json')).out).toBe((await run('bank list --json')).out);
  expect(existsSync(at('-'))).toBe(false);
});

test('reading continues into a closed pipe without an error', async () => {
  const stdoutFails = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect((await run('bank list', { stdoutFails })).code).toBe(0);
});

test('an unsupported spreadsheet format is refused, with the supported formats', async () => {
  const { err } = await run('bank list --out banks.xlsx');
  expect(err).toContain('Spreadsheets open CSV: banks.csv');
});
