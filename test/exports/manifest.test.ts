import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);
const manifest = (name: string) => JSON.parse(readFileSync(at(`${name}.manifest.json`), 'utf8'));
const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(at(name)))
    .digest('hex');

test('a manifest describes the file: rows, sums to the cent, command and query', async () => {
  const rows = await service.json<{ amount: number }[]>('payable list --status SUBMITTED');
  const { code, out } = await service.remit(
    'payable list --status SUBMITTED --csv --out owed.csv --manifest -H "X-Team: hush-hush"',
  );
  expect([code, out]).toEqual([0, '']);
  const found = manifest('owed.csv');
  expect(found).toMatchObject({
    version: 1,
    file: 'owed.csv',
    command: 'remit payable list',
    filters: { status: ['SUBMITTED'] },
    rows: rows.length,
    sumCents: { amount: rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) },
    complete: true,
    business: service.payer,
    sha256: sha256('owed.csv'),
    bytes: statSync(at('owed.csv')).size,
  });
  expect(found.serviceTime).toMatch(/^2026-03-02T/);
  expect(JSON.stringify(found)).not.toContain('hush');
  expect(statSync(at('owed.csv.manifest.json')).mode & 0o777).toBe(0o600);
});

test.each(['-qH "X-Team: hush-hush"', '-qHX-Team:hush-hush', '--header=X-Team:hush-hush'])(
  'a manifest hides the value of a header as %s',
  async (header) => {
    const line = `bank list --csv --out banks.csv --manifest ${header}`;
    expect((await service.remit(line)).code).toBe(0);
    const { argv } = manifest('banks.csv');
    expect(JSON.stringify(argv)).not.toContain('hush');
    expect(argv).toContainEqual(expect.stringMatching(/^(-qHX?|--header=)?\*\*\*$/));
  },
);

test('the manifest of a payment run has the head of the journal, which a later check accepts', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.file('q.csv', `connectionId,amount\n${connection?.id},5\n`);
  await service.remit('run plan --file q.csv --out run.json');
  const apply = 'run apply run.json --yes --json --out paid.json --manifest';
  expect((await service.remit(apply)).code).toBe(0);
  const { journalHead } = manifest('paid.json');
  expect(journalHead).toMatch(/^\d+:[0-9a-f]{64}$/);
  expect(await service.json('journal verify')).toMatchObject({ head: journalHead });
  await service.json(`pay quick ${connection?.id} --amount 6 --yes`);
  expect((await service.remit(`journal verify --head ${journalHead}`)).code).toBe(0);
  const other = journalHead.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'));
  expect((await service.remit(`journal verify --head ${other}`)).code).not.toBe(0);
  await service.remit('journal list --out journal.csv --manifest');
  expect(manifest('journal.csv').journalHead).toMatch(/^\d+:[0-9a-f]{64}$/);
  // What does not use the journal does not open it.
  await service.remit('bank list --out banks.csv --manifest');
  expect(manifest('banks.csv').journalHead).toBeNull();
});

test('a limited export is not complete, and records without money have no sum', async () => {
  await service.remit('payable list --limit 1 --json --out one.json --manifest');
  expect(manifest('one.json')).toMatchObject({ rows: 1, complete: false });
  await service.remit('bank list --out banks.csv --manifest');
  expect(manifest('banks.csv')).toMatchObject({ sumCents: null, complete: true });
  await service.remit('payable list --columns id,status --out ids.csv --manifest');
  expect(manifest('ids.csv')).toMatchObject({ sumCents: null, columns: ['id', 'status'] });
  await service.remit("payable list --query '[0]' --out first.json --manifest");
  expect(manifest('first.json')).toMatchObject({ rows: null, sumCents: null });
});

test('counts the records of a file made by the service, with line breaks in cells', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.remit([
    ...['payable', 'create', '--connection', connection?.id ?? '', '--amount', '3'],
    ...['--memo', 'one\ntwo "and\nthree"', '-b', service.payee],
  ]);
  const rows = await service.json<unknown[]>(`payable list -b ${service.payee}`);
  await service.remit(`payable export -b ${service.payee} --out all.csv --manifest`);
  expect(manifest('all.csv')).toMatchObject({
    rows: rows.length,
    sumCents: null,
    sha256: sha256('all.csv'),
  });
});

test('an existing manifest is not replaced without --force, and then nothing is written', async () => {
  await service.file('a.csv.manifest.json', 'mine');
  const { code } = await service.remit('payable list --out a.csv --manifest');
  expect([code, existsSync(at('a.csv'))]).toEqual([2, false]);
  expect((await service.remit('payable list --out a.csv --manifest --force')).code).toBe(0);
  expect((await service.remit('payable list --manifest')).code).toBe(2);
});

test('if the list fails there is neither file nor manifest', async () => {
  await service.json('sandbox fault add --http-status 503 --times 9 --operation payable.list');
  const { code } = await service.remit('payable list --out b.csv --manifest --retries 0');
  expect([code, existsSync(at('b.csv')), existsSync(at('b.csv.manifest.json'))]).toEqual([
    9,
    false,
    false,
  ]);
});
