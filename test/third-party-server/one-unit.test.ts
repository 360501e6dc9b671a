import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

/** Two services with equal records: one writes dollars, the other cents. */
let dollars: Stage;
let cents: Stage;
beforeAll(async () => {
  dollars = await openStage();
  cents = await openStage({ cents: true });
  for (const stage of [dollars, cents]) await trade(stage);
});
afterAll(async () => {
  await dollars.close();
  await cents.close();
});

/** Invoices of odd amounts with lines: open and paid, and a quick payment. */
async function trade(stage: Stage): Promise<void> {
  const { done, control, until } = stage;
  const { connection, acmeBank } = await openTrade(stage);
  const limit = '--auto-approve --auto-approve-max 1234.56';
  await done('acme', `connection settings ${connection} ${limit}`).catch(() => undefined);
  const ids: string[] = [];
  for (const [number, amount] of [
    ['A-1', '1234.56'],
    ['A-2', '0.07'],
    ['A-3', '999999.99'],
    ['A-4', '19.99'],
  ] as const) {
    const line = `payable create --connection ${connection} --amount ${amount} --line "Towels|1|${amount}" --invoice-number ${number} --due 2026-03-20 --submit`;
    const { id } = await done('coastal', line);
    ids.push(id);
    if (number !== 'A-4')
      await done('acme', `payable approve ${id} --yes --expect-amount ${amount}`).catch(() => {});
  }
  for (const id of ids.slice(0, 2))
    await done('acme', `pay initiate ${id} --from ${acmeBank} --yes`);
  await done('acme', `pay quick ${connection} --amount 12.34 --from ${acmeBank} --yes`);
  await until('2026-03-06T15:00:00Z');
  expect(await control('GET', '/ledger/check')).toMatchObject({ ok: true });
}

/** Commands that print amounts. */
const lines = [
  ...['payable list', 'payable list --total --sort=-amount', 'payable list --group-by status'],
  ...['payable list --status PAID', 'payable list --amount-from 19.99 --amount-to 20'],
  ...['payable get A-1', 'payable log A-1', 'payable aging', 'payable list --paid-from 2026-03'],
  ...['payable list --paid-from 2026-03 --group-by payee', 'pay list', 'status', 'forecast'],
  ...['forecast --view items', 'connection list', 'business list', 'business balance'],
  ...['journal list', 'bank list', 'invite list', 'policy show', 'run plan --out plan.json'],
] as const;
const formats = [
  ...['--json', '-o ndjson', '--csv', '-o tsv', '-o table', '-o markdown'],
  '--json --query "[].amount || amount"',
] as const;

/** Output without what is random: ids, digits of accounts, hashes and addresses. */
const plain = (text: string): string =>
  text
    .replaceAll(/\b[a-z]+_[a-z2-7]{16}\b/g, 'id')
    .replaceAll(/\bint_\w+/g, 'intent')
    .replaceAll(/\b[0-9a-f]{12,64}\b/g, 'hash')
    .replaceAll(/···\d{4}/g, 'digits')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'service')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time');

describe('every output of a service that writes cents is in dollars, as if it wrote dollars:', () => {
  test.each(formats)('%s', { timeout: 180_000 }, async (format) => {
    for (const line of ['-P coastal business balance', ...lines.map((it) => `-P acme ${it}`)]) {
      const command = `${line} ${format} --force`;
      const one = await dollars.run(command);
      const other = await cents.run(command);
      const shown = ({ code, out, err }: typeof one) => [code, plain(out), plain(err)];
      expect([command, ...shown(other)]).toEqual([command, ...shown(one)]);
    }
  });

  test('the amounts are those that were asked for', async () => {
    const { out } = await cents.run('-P acme payable list --sort amount --csv --columns amount');
    expect(out.trim().split('\n').slice(1)).toEqual(['0.07', '19.99', '1234.56', '999999.99']);
    const records = await cents.done('acme', 'payable list');
    const all = records.map((it: { amount: number }) => it.amount).sort();
    expect(all).toEqual([0.07, 1234.56, 19.99, 999999.99]);
  });

  test('remit api prints what the service sent', async () => {
    const [business] = await cents.done('acme', 'business list');
    const line = `api get /api/businesses/${business.id}/payables`;
    const { out } = await cents.run(`-P acme ${line}`);
    expect(out).toContain('123456');
    expect(out).not.toContain('1234.56');
  });
});
