import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../helpers/property-runs.ts';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

/** The amounts of a trade: four invoices, and a quick payment. */
type Amounts = readonly [first: string, second: string, third: string, open: string, quick: string];

const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);
/** Few cents, every size, and amounts that have no exact binary fraction. */
const cent = fc.oneof(
  fc.integer({ min: 1, max: 99 }),
  fc.integer({ min: 1, max: 99_999_999 }),
  fc.constantFrom(29, 57, 113, 435, 1005, 1999, 100_000_000),
);
const someAmounts = fc
  .uniqueArray(cent, { minLength: 5, maxLength: 5 })
  .map((all) => all.map(dollarsOf) as unknown as Amounts);
const seed = Number(process.env['REMIT_SEED'] ?? Date.now() % 2 ** 31);

/** Invoices with lines, open and paid, and a quick payment. */
async function trade(stage: Stage, amounts: Amounts): Promise<void> {
  const { done, control, until } = stage;
  const { connection, acmeBank } = await openTrade(stage);
  const [, , , open, quick] = amounts;
  const ids: string[] = [];
  for (const [at, amount] of amounts.slice(0, 4).entries()) {
    const line = `payable create --connection ${connection} --amount ${amount} --line "Towels|1|${amount}" --invoice-number A-${at + 1} --due 2026-03-20 --submit`;
    const { id } = await done('coastal', line);
    ids.push(id);
    if (amount !== open)
      await done('acme', `payable approve ${id} --yes --expect-amount ${amount}`);
  }
  const pay = (words: string, amount: string | undefined) =>
    done('acme', `pay ${words} --bank ${acmeBank} --yes --expect-amount ${amount}`);
  for (const [at, id] of ids.slice(0, 2).entries()) await pay(`initiate ${id}`, amounts[at]);
  await pay(`quick ${connection} --amount ${quick}`, quick);
  await until('2026-03-06T15:00:00Z');
  expect(await control('GET', '/ledger/check')).toMatchObject({ ok: true });
}

/** Commands that print amounts. */
const linesFor = ([, , , open]: Amounts): readonly string[] => [
  ...['payable list', 'payable list --total --sort=-amount', 'payable list --group-by status'],
  ...['payable list --status PAID', `payable list --amount-from ${open} --amount-to ${open}`],
  ...['payable get A-1', 'payable log A-1', 'payable aging', 'payable list --paid-from 2026-03'],
  ...['payable list --paid-from 2026-03 --group-by payee', 'pay list', 'status', 'forecast'],
  ...['forecast --view items', 'connection list', 'business list', 'business balance'],
  ...['journal list', 'bank list', 'invite list', 'policy show', 'run plan --out plan.json'],
];
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

describe.each<Amounts>([
  ['1234.56', '0.07', '999999.99', '19.99', '12.34'],
  ...fc.sample(someAmounts, { numRuns: runs(1), seed }),
])(
  'a service that writes cents, with invoices of %s, %s, %s, %s and a payment of %s',
  (...amounts) => {
    /** Two services with equal records: one writes dollars, the other cents. */
    let dollars: Stage;
    let cents: Stage;
    beforeAll(async () => {
      dollars = await openStage();
      cents = await openStage({ cents: true });
      for (const stage of [dollars, cents]) await trade(stage, amounts);
    });
    afterAll(async () => {
      await dollars.close();
      await cents.close();
    });

    test.each(formats)('prints dollars, as if it wrote dollars: %s', async (format) => {
      const lines = linesFor(amounts).map((it) => `-P acme ${it}`);
      for (const line of ['-P coastal business balance', ...lines]) {
        const command = `${line} ${format} --force`;
        const one = await dollars.run(command);
        const other = await cents.run(command);
        const shown = ({ code, out, err }: typeof one) => [code, plain(out), plain(err)];
        expect([command, ...shown(other)]).toEqual([command, ...shown(one)]);
      }
    });

    test('prints the amounts that were asked for', async () => {
      const asked = amounts.slice(0, 4).toSorted((one, other) => Number(one) - Number(other));
      const { out } = await cents.run('-P acme payable list --sort amount --csv --columns amount');
      expect(out.trim().split('\n').slice(1)).toEqual(asked);
      const records = await cents.done('acme', 'payable list --sort amount');
      expect(records.map((it: { amount: number }) => it.amount)).toEqual(asked.map(Number));
    });

    test('remit api prints what the service sent', async () => {
      const [business] = await cents.done('acme', 'business list');
      const { out } = await cents.run(`-P acme api get /api/businesses/${business.id}/payables`);
      const sent = [...out.matchAll(/"(?:amount|total|sum|gross)":\s*([\d.]+)/g)].map(
        ([, it]) => it,
      );
      expect(sent).toEqual(
        expect.arrayContaining(
          amounts.slice(0, 4).map((it) => String(Math.round(Number(it) * 100))),
        ),
      );
      expect(sent.filter((it) => it?.includes('.'))).toEqual([]);
    });
  },
);
