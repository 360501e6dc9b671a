import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorAnnotation, withoutWorkflowCommands } from '../../src/errors/workflow-commands.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  service = await startService();
  env = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: at('summary.md'),
    GITHUB_OUTPUT: at('output.txt'),
  };
  for (const it of ['summary.md', 'output.txt']) writeFileSync(at(it), 'before\n');
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);
const read = (name: string) => readFileSync(at(name), 'utf8');

test('an export is appended to the summary and to the outputs of a job', async () => {
  const rows = await service.json<{ amount: number }[]>('payable list --status SUBMITTED');
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const { code, out, err } = await service.remit(
    'payable list --status SUBMITTED --csv --out owed.csv',
    { env },
  );
  expect([code, out, err]).toEqual([0, '', '']);
  const sha256 = createHash('sha256')
    .update(readFileSync(at('owed.csv')))
    .digest('hex');
  const dollars = (cents / 100).toFixed(2);
  expect(read('output.txt')).toBe(
    `before\nfile=owed.csv\nrows=${rows.length}\nsum_amount=${dollars}\nsha256=${sha256}\ncomplete=true\n`,
  );
  expect(read('summary.md')).toContain('before\n\n### remit payable list\n');
  expect(read('summary.md')).toContain('| File | owed.csv |\n');
  expect(read('summary.md')).toContain(`| SHA-256 | ${sha256} |\n`);
});

test("a file of the service's is reported, too, and one without a file is not", async () => {
  await service.remit('payable list', { env });
  await service.remit('run plan --out run.json', { env });
  expect(read('output.txt')).toBe('before\n');
  await service.remit('payable export --out all.csv', { env });
  expect(read('output.txt')).toMatch(/^before\nfile=all\.csv\nrows=\d+\nsha256=[0-9a-f]{64}\n/);
});

test('an export that fails is not reported', async () => {
  await service.json('sandbox fault add --http-status 503 --times 9 --operation payable.list');
  await service.remit('payable list --out a.csv --retries 0', { env });
  expect([read('output.txt'), read('summary.md')]).toEqual(['before\n', 'before\n']);
});

test('a summary that cannot be written is a notice: the export is complete', async () => {
  const { code, err } = await service.remit('payable list --out a.csv', {
    env: { ...env, GITHUB_STEP_SUMMARY: join(service.cwd, 'none', 'summary.md') },
  });
  expect([code, err]).toEqual([0, expect.stringContaining('summary of the job could not be')]);
});

test('hostile names write no output, no summary of their own and no command', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const number = '::set-output name=rows::9 ##[set-output name=x]y';
  await service.remit([
    ...['payable', 'create', '--connection', connection?.id ?? '', '--amount', '3', '--submit'],
    ...['--invoice-number', number, '--memo', 'one\nsha256=evil\n::error::x', '-b', service.payee],
  ]);
  const name = 'a|b\nrows=9 <img>.csv';
  await service.remit(['payable', 'list', '--csv', '--out', name], { env });
  expect(read('output.txt').match(/^rows=.*/gm)).toHaveLength(1);
  expect(read('output.txt')).not.toContain('evil');
  expect(read('summary.md')).not.toMatch(/evil|<img>/);
  const [made] = await service.json<{ id: string; invoiceNumber: string }[]>(
    ['payable', 'list', '--search', 'set-output'].join(' '),
  );
  expect(made?.invoiceNumber).toBe(number);
  const asked = await service.remit(`payable cancel ${made?.id} --yes -b ${service.payer}`, {
    env,
  });
  expect(asked.err).not.toMatch(/^\s*::(?!error title=)|##\[/m);
});

describe('an error', () => {
  test('is an annotation before it, only in a job of GitHub Actions', async () => {
    const line = 'payable get pay_none -P test';
    const { code, err } = await service.remit(line, { env });
    const [first = '', second = ''] = err.split('\n');
    expect(code).toBe(6);
    expect(first).toMatch(/^::error title=remit%3A not_found \(exit 6\)::.+%0Anext: .+$/);
    expect(second).toMatch(/^remit: /);
    for (const other of [{ CI: 'true' }, { ...env, GITHUB_ACTIONS: '' }]) {
      expect((await service.remit(line, { env: other })).err).not.toContain('::error');
    }
  });

  test('as JSON is still the last line', async () => {
    const { err } = await service.remit('payable get pay_none --json', { env });
    expect(JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error.code).toBe('not_found');
  });

  test('cannot end its annotation, nor begin another command', () => {
    const report = {
      ...{ exitCode: 7, code: 'a:b,c', message: '100% bad\r\n::set-output name=x::y' },
      ...{ status: null, requestId: null, intentId: null, outcome: null },
      ...{ retryable: false, fields: [], next: ['remit help'] },
    };
    expect(errorAnnotation(report)).toBe(
      '::error title=remit%3A a%3Ab%2Cc (exit 7)::100%25 bad%0D%0A::set-output name=x::y%0Anext: remit help\n',
    );
  });
});

test('text on standard error is no command of the runner', async () => {
  const written: string[] = [];
  const stderr = { write: async (chunk: string) => void written.push(chunk) };
  const guarded = withoutWorkflowCommands({ stderr } as never);
  await guarded.stderr.write('a ::b\n  ::add-mask::x\n::c\n see ##[group]x {"m":"##[x]"}\n');
  expect(written).toEqual([
    'a ::b\n  \\u003a:add-mask::x\n\\u003a:c\n see \\u0023#[group]x {"m":"\\u0023#[x]"}\n',
  ]);
});
