import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openLargeSandbox } from '../large-sandbox.ts';
import type { TestSandbox } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

/** Two companies with what `fillBooks` did. */
let trade: Trade;
let inspector: InspectorVisitor;
beforeAll(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
  await fillBooks();
});
afterAll(() => trade.close());

interface Tables {
  readonly payables: readonly { id: string; status: string }[];
  readonly ledger_entries: readonly { seq: number; at: string; event: string }[];
  readonly ledger_lines: readonly { entry_seq: number; account: string; cents: number }[];
}

const tables = async ({ control }: Pick<TestSandbox, 'control'> = trade): Promise<Tables> =>
  (await control('GET', '/sandbox/export')).tables;

const centsIn = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);

/** Returns the first page and the tables of a sandbox with the books: of some steps, or of a seed of 500 payables. */
async function openBooks(books: 'steps' | 'seed'): Promise<{ text: string; rows: Tables }> {
  if (books === 'steps')
    return { text: (await inspector.look('/sandbox')).text, rows: await tables() };
  const sandbox = await openLargeSandbox(500);
  const { text } = await (await openInspector(sandbox)).look('/sandbox');
  const rows = await tables(sandbox);
  await sandbox.close();
  return { text, rows };
}

/** Makes payments that settle, are returned, wait and are withdrawn, and payables of other states. */
async function fillBooks(): Promise<void> {
  const payables = `/api/businesses/${trade.payee.businessId}/payables`;
  const { connectionId } = trade;
  for (const submit of [true, true, false])
    await trade.done(trade.payee, 'POST', payables, { connectionId, amount: 12, submit });
  for (const amount of [640.5, 77.25, 12_450.1]) await trade.initiate(await trade.approved(amount));
  const late = await trade.initiate(await trade.approved(301.4));
  await trade.advance({ businessDays: 4 });
  await trade.withdraw(500.25);
  await trade.advance({ businessDays: 2 });
  await trade.control('POST', `/sandbox/payments/${late.paymentId}/return`, { code: 'R31' });
  await trade.withdraw(20);
  await trade.initiate(await trade.approved(1840));
  await trade.advance({ by: 'PT8H' });
}

describe.each(['steps', 'seed'] as const)('with the books of some %s', (books) => {
  let text: string;
  let rows: Tables;
  beforeAll(async () => {
    ({ text, rows } = await openBooks(books));
  });

  test('the bar has the shares of the states that are written beside it, and those of the table', () => {
    const { payables } = rows;
    const bars = [...text.matchAll(/<rect class="([A-Z]+)" x="([\d.]+)" width="([\d.]+)"/g)];
    const words = new Map(
      [...text.matchAll(/<span>([\d,]+)<\/span> (?:<svg.*?<\/svg>)?([A-Z]+)<\/a>/g)].map(
        ([, count = '', name = '']) => [name, Number(count.replaceAll(',', ''))],
      ),
    );
    expect(words.get('ALL')).toBe(payables.length);
    expect(bars.length).toBeGreaterThan(2);
    let end = 0;
    for (const [, name = '', x, width] of bars) {
      const count = payables.filter(({ status }) => status === name).length;
      expect(words.get(name)).toBe(count);
      expect(Number(x)).toBeCloseTo(end, 1);
      expect(Math.abs(Number(width) - (1000 * count) / payables.length)).toBeLessThan(0.02);
      end = Number(x) + Number(width);
    }
    expect(end).toBeCloseTo(1000, 1);
  });

  test('the flow of money has the amounts of the ledger, in words and in widths', () => {
    const items = [
      ...text.matchAll(
        /<li><span>([^<]+)<\/span> <strong>([^<]+)<\/strong>\s*<svg[^>]*><rect[^>]*><\/rect><rect class="amount" width="([\d.]+)"/g,
      ),
    ].map(([, label, amount = '', width]) => ({
      label,
      cents: centsIn(amount),
      width: Number(width),
    }));

    const { ledger_lines: lines, ledger_entries: entries } = rows;
    const sum = (account: RegExp, event?: string): number =>
      lines
        .filter((line) => account.test(line.account))
        .filter(({ entry_seq }) => {
          return (
            event === undefined || entries.find(({ seq }) => seq === entry_seq)?.event === event
          );
        })
        .reduce((total, { cents }) => total + cents, 0);
    const wanted = [
      ['In transit', sum(/^ach\.debits_in_transit$/)],
      ['Cash', sum(/^fbo\.cash$/)],
      ['Available', 0 - sum(/^biz\..*\.available$/)],
      ['Withdrawing', 0 - sum(/^(biz\..*\.withdrawing|ach\.credits_in_transit)$/)],
      ['Withdrawn', 0 - sum(/^fbo\.cash$/, 'W3')],
    ] as const;
    const most = Math.max(...wanted.map(([, cents]) => cents));
    expect(items).toEqual(
      wanted.map(([label, cents]) => ({
        ...{ label, cents },
        width: Math.round((100_000 * cents) / most) / 100,
      })),
    );
    if (books === 'steps') expect(wanted.every(([, cents]) => cents > 0)).toBe(true);
  });
});

test('the balance of a business over time is that of its account after each entry', async () => {
  const { businessId } = trade.payee;
  const { text } = await inspector.look(`/sandbox/inspector/businesses/${businessId}`);
  const [, path = ''] = /<path class="line" d="([^"]+)"/.exec(text) ?? [];
  const [, words = ''] = /<figcaption>([^<]+)<\/figcaption>/.exec(text) ?? [];
  const { ledger_lines: lines, ledger_entries: entries } = await tables();
  let balance = 0;
  const changes = lines
    .filter(({ account }) => account === `biz.${businessId}.available`)
    .toSorted((one, other) => one.entry_seq - other.entry_seq)
    .map(({ entry_seq, cents }) => {
      balance -= cents;
      return { at: entries.find(({ seq }) => seq === entry_seq)?.at ?? '', balance };
    });
  const balances = [0, ...changes.map((change) => change.balance)];
  const [lowest, highest] = [Math.min(...balances), Math.max(...balances)];

  const [first, last, least, greatest] = words.match(/-?\$[\d,]+\.\d\d/g)?.map(centsIn) ?? [];
  expect([first, last, least, greatest]).toEqual([0, balance, lowest, highest]);
  expect(words).toContain(`in ${changes.length} changes`);
  expect(balance / 100).toBe((await trade.balance())[0]);

  const drawn = [...path.matchAll(/(?:M0 |V)([\d.]+)/g)].map(
    ([, y]) => lowest + ((118 - Number(y)) * (highest - lowest)) / 116,
  );
  expect(drawn).toHaveLength(balances.length);
  for (const [at, cents] of drawn.entries())
    expect(Math.abs(cents - (balances[at] ?? 0))).toBeLessThan((highest - lowest) / 10_000);

  const from = Date.parse(changes[0]?.at ?? '');
  const until = Date.parse(await trade.clock());
  const moments = [...path.matchAll(/H([\d.]+)V/g)].map(([, x]) => Number(x));
  for (const [at, x] of moments.entries()) {
    const share = (Date.parse(changes[at]?.at ?? '') - from) / (until - from);
    expect(x).toBeCloseTo(1000 * share, 1);
  }
});

test("a payable's life has a numbered circle in the lane of the side that the table names", async () => {
  const payableId = await trade.approved(120);
  const { paymentId } = await trade.initiate(payableId);
  await trade.advance({ businessDays: 4 });
  await trade.control('POST', `/sandbox/payments/${paymentId}/return`, { code: 'R01' });
  const { text } = await inspector.look(`/sandbox/inspector/payables/${payableId}`);
  const laneOf = new Map(
    [...['Payee', 'Payer', 'Network'].entries()].map(([at, it]) => [19 + 38 * at, it]),
  );
  const circles = [
    ...text.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="13"><\/circle><text [^>]*>(\d+)</g),
  ].map(([, x, y, number]) => [Number(x), `${number}.`, laneOf.get(Number(y))]);
  const activity = text.slice(text.indexOf('<h2>Activity'));
  const rows = [
    ...activity.matchAll(/class="name" data-label="What">(\d+\.) [^<]*<\/td><td[^>]*>(\w+)</g),
  ].map(([, number, side], at) => [21 + 42 * at, number, side]);
  expect(circles).toEqual(rows);
  expect(rows.map(([, , side]) => side)).toEqual([
    ...['Payee', 'Payee', 'Payer', 'Payer', 'Network', 'Network', 'Network'],
  ]);
  const log = await trade.done(
    trade.payee,
    'GET',
    `${trade.payablePath(trade.payee, payableId)}/activity-log`,
  );
  for (const { message } of log)
    expect(visibleTextOf({ text: activity })).toContain(`. ${message}`);
});

test('without money or payables there is no chart, and no page says otherwise', async () => {
  const idle = await openTrade();
  const { look } = await openInspector(idle);
  const { text } = await look('/sandbox');
  expect(text).toContain('No money has moved yet.');
  expect(text).not.toContain('state-bar"');
  const business = await look(`/sandbox/inspector/businesses/${idle.payee.businessId}`);
  expect(business.text).not.toContain('<figure');
  await idle.close();
});
