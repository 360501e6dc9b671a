import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);
const edit = (name: string, change: (text: string) => string) =>
  writeFileSync(at(name), change(readFileSync(at(name), 'utf8')));

async function verified(name: string) {
  const { code, out } = await service.remit(`verify ${name}.manifest.json --json`);
  return { code, record: JSON.parse(out) };
}

test.for(['csv', 'json', 'ndjson'])(
  'an export is the same: rows, sum and hash of %s',
  async (kind) => {
    const rows = await service.json<{ amount: number }[]>('payable list');
    await service.remit(`payable list --out a.${kind} --manifest`);
    const { code, record } = await verified(`a.${kind}`);
    expect([code, record.result, record.differences]).toEqual([0, 'same', []]);
    expect(record).toMatchObject({
      rows: rows.length,
      sumCents: { amount: rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) },
      sha256: JSON.parse(readFileSync(at(`a.${kind}.manifest.json`), 'utf8')).sha256,
    });
  },
);

test('formats that do not show rows are compared by size and hash', async () => {
  for (const line of ['--out a.tsv', '--no-header --csv --out a.csv', '--query [0] --out a.json']) {
    await service.remit(`payable list ${line} --manifest --force`);
    const name = line.split(' ').at(-1) ?? '';
    const { code, record } = await verified(name);
    expect([line, code, record.rows]).toEqual([line, 0, null]);
  }
});

test('a file of the service, a byte order mark and a directory', async () => {
  await service.remit('payable export --bom --out b.csv --manifest');
  expect(readFileSync(at('b.csv'), 'utf8').startsWith('\uFEFF')).toBe(true);
  const { code, record } = await verified('b.csv');
  expect([code, record.rows > 0]).toEqual([0, true]);
});

test('a row less, another amount and another byte are found', async () => {
  const export_ = () => service.remit('payable list --out a.csv --manifest --force');
  const factsAfter = async (change: (text: string) => string) => {
    await export_();
    edit('a.csv', change);
    const { code, record } = await verified('a.csv');
    expect([code, record.result]).toEqual([11, 'different']);
    return record.differences.map(({ fact }: { fact: string }) => fact);
  };
  expect(await factsAfter((text) => text.replace(/\n[^\n]+\n$/, '\n'))).toEqual([
    ...['bytes', 'sha256', 'rows', 'sumCents.amount'],
  ]);
  expect(await factsAfter((text) => text.replace('1840.00', '1841.00'))).toEqual([
    ...['sha256', 'sumCents.amount'],
  ]);
  expect(await factsAfter((text) => text.replace('SUBMITTED', 'submitted'))).toEqual(['sha256']);
  expect(await factsAfter((text) => `${text}"`)).toEqual(['bytes', 'sha256']);
  await export_();
  edit('a.csv.manifest.json', (text) => text.replace(/"rows": \d+/, '"rows": 1'));
  expect((await verified('a.csv')).record.differences).toMatchObject([
    { fact: 'rows', manifest: 1 },
  ]);
});

test('a file that is no manifest, and one whose export is gone', async () => {
  await service.file('plan.json', '{"remitPlan":1}');
  const { code, err } = await service.remit('verify plan.json');
  expect([code, err]).toEqual([2, expect.stringContaining('not a manifest of an export')]);
  await service.remit('payable list --out a.csv --manifest');
  edit('a.csv.manifest.json', (text) => text.replace('"a.csv"', '"gone.csv"'));
  expect((await service.remit('verify a.csv.manifest.json')).code).toBe(2);
});

test('--bom begins CSV and TSV with a byte order mark, and is refused for other formats', async () => {
  const plain = (await service.remit('payable list --csv')).out;
  expect((await service.remit('payable list --csv --bom')).out).toBe(`\uFEFF${plain}`);
  await service.remit('payable list --bom --out a.tsv');
  expect(readFileSync(at('a.tsv'), 'utf8')).toMatch(/^\uFEFFpay_/);
  for (const format of ['--json', '-o table', '-o markdown']) {
    const { code, err } = await service.remit(`payable list --bom ${format}`);
    expect([format, code, err]).toEqual([format, 2, expect.stringContaining('--bom')]);
  }
  // What this program writes with a mark it reads, too.
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.file('new.csv', `\uFEFFconnectionId,amount\n${connection?.id},5\n`);
  expect(
    (await service.remit(`payable create -b ${service.payee} --file new.csv --dry-run`)).code,
  ).toBe(0);
});
