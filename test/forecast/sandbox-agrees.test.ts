import { afterEach, expect, test } from 'vitest';
import { newYorkDate, newYorkInstant } from '../../src/api/ach/calendar.ts';
import type { Payment } from '../../src/api/operations/pay.ts';
import { often } from '../helpers/property-runs.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Book, beginningOf, type DueInvoice, fillBook } from './book.ts';

/** `REMIT_BOOKS=50`: more of them; `REMIT_SEED=17`: that one alone. */
const only = process.env['REMIT_SEED'];
const count = often('REMIT_BOOKS', 3);
const seeds =
  only === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [Number(only)];

let service: Service;
afterEach(() => service.close());

/** The accounts of the sandbox's ledger, in cents. */
type Ledger = ReadonlyMap<string, number>;

/** The forecast of one business. */
interface Forecast {
  readonly rows: readonly {
    readonly date: string;
    readonly series: string;
    readonly balance: number | null;
  }[];
  /** The account of the sandbox's ledger for each series. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly at: Date;
  /** The ledger when the forecast was made. */
  readonly before: Ledger;
}

/** An amount that a forecast could not know of: from a date on, an account differs by it. In cents. */
interface Surprise {
  readonly account: string;
  readonly from: string;
  readonly cents: number;
}

/** The amount in the bank accounts at the time of a forecast, in cents. */
const OPENING = 50_000_000;

test.for(seeds)(
  'the sandbox does what the forecast says: book %i',
  { timeout: 180_000 },
  async (seed) => {
    service = await startService(beginningOf(seed).toISOString());
    const book = await fillBook(service, seed);
    const first = await forecasts(book, book.now);
    const days = [...new Set(first.flatMap(({ rows }) => rows.map(({ date }) => date)))].sort();
    // A second forecast on a later evening knows what came back until then.
    const evening = 3 + (seed % 9);
    const seen = new Map<string, Ledger>();
    const second: Forecast[] = [];
    for (const [at, day] of days.entries()) {
      const end = newYorkInstant(day, 23);
      await people(day, book);
      await clockTo(end);
      seen.set(day, await ledger());
      if (at === evening) second.push(...(await forecasts(book, end)));
    }
    for (const it of [...first, ...second]) {
      const differences = await compare(it, seen, book);
      expect(differences.filter(({ forecast, sandbox }) => forecast !== sandbox)).toEqual([]);
      expect(differences.length).toBeGreaterThan(15);
    }
  },
);

/** Returns the forecasts of both businesses. */
async function forecasts({ release }: Book, at: Date): Promise<readonly Forecast[]> {
  const before = await ledger();
  return Promise.all(
    [service.payer, service.payee].map(async (business) => {
      const bank = await bankOf(business);
      const flags = `--weeks 5 --opening ${bank}=${OPENING / 100} ${release ? `--release ${release}` : ''}`;
      return {
        rows: await service.json<Forecast['rows']>(`forecast -b ${business} ${flags}`),
        accounts: new Map([
          ['balance', `biz.${business}.available`],
          [bank, `bank.${bank}`],
        ]),
        at,
        before,
      };
    }),
  );
}

async function bankOf(business: string): Promise<string> {
  const [bank] = await service.json<{ id: string }[]>(`bank list -b ${business}`);
  return bank?.id ?? '';
}

async function ledger(): Promise<Ledger> {
  const accounts = await service.json<{ name: string; balance: number }[]>('sandbox ledger');
  return new Map(accounts.map(({ name, balance }) => [name, Math.round(balance * 100)]));
}

const clockTo = (moment: Date) =>
  service.control('POST', '/sandbox/clock/advance', { to: moment.toISOString() });

/** Does what people do on a day: pays invoices that are due, and releases what is held. */
async function people(day: string, { due, release, held, now }: Book): Promise<void> {
  const morning = newYorkInstant(day, 9, 30);
  if (morning > now) await clockTo(morning);
  for (const it of due) if (it.on === day) await payDue(it);
  if (release !== day) return;
  for (const id of held) await service.control('POST', `/sandbox/payments/${id}/release`);
}

async function payDue({ payableId, isApproved }: DueInvoice): Promise<void> {
  if (!isApproved) await service.json(`payable approve ${payableId} --yes`);
  await service.json(`pay initiate ${payableId} --speed same-day --yes`);
}

/** Returns what a forecast says of each day, corrected by what it could not know, beside what the sandbox did. */
async function compare(
  { rows, accounts, at, before }: Forecast,
  seen: ReadonlyMap<string, Ledger>,
  book: Book,
) {
  const surprises = await surprisesAfter(at, book);
  return rows.flatMap(({ date, series, balance }) => {
    const account = accounts.get(series) ?? `no account of ${series}`;
    const sandbox = seen.get(date)?.get(account);
    if (!seen.has(date)) return [];
    const unknown = surprises
      .filter((it) => it.account === account && it.from <= date)
      .reduce((sum, { cents }) => sum + cents, 0);
    const start = account.startsWith('bank.') ? OPENING - (before.get(account) ?? 0) : 0;
    return [
      {
        it: `${date} ${account}`,
        forecast: Math.round((balance ?? Number.NaN) * 100) + unknown,
        sandbox: start + (sandbox ?? 0),
      },
    ];
  });
}

/** Returns what no forecast can know: returned payments, and for the payee payments without an invoice. */
async function surprisesAfter(at: Date, book: Book): Promise<readonly Surprise[]> {
  const payer = `bank.${await bankOf(service.payer)}`;
  const payee = `biz.${service.payee}.available`;
  const made = await Promise.all(
    book.payments.map((id) => service.control('GET', `/sandbox/payments/${id}`)),
  );
  return [
    ...(made as Payment[]).flatMap((it) => [
      ...returnAfter(at, it).map(({ on, cents }) => ({ account: payer, from: on, cents })),
      ...returnAfter(at, it).map(({ settles, cents }) => ({
        account: payee,
        from: settles,
        cents: -cents,
      })),
      ...(book.quick.includes(it.paymentId) ? settledAfter(at, it, payee) : []),
    ]),
    // The payer's forecast leaves out what is not approved yet.
    ...book.due
      .filter(({ isApproved, on }) => !isApproved && newYorkInstant(on, 9, 30) > at)
      .map(({ on, cents }) => ({ account: payer, from: on, cents: -cents })),
  ];
}

/** Returns the return of a payment after an instant, and the day from which the payee lacks it. */
function returnAfter(at: Date, { failedAt, returnedAt, estimatedSettlementDate, amount }: Payment) {
  const end = failedAt ?? returnedAt;
  if (!end || new Date(end) <= at) return [];
  const on = newYorkDate(new Date(end));
  const settles = failedAt ? (estimatedSettlementDate ?? '') : on;
  return [{ on, settles, cents: Math.round((amount ?? 0) * 100) }];
}

/** Returns the settlement after an instant of a payment that the payee has no invoice for. */
function settledAfter(
  at: Date,
  { completedAt, amount }: Payment,
  account: string,
): readonly Surprise[] {
  if (!completedAt || new Date(completedAt) <= at) return [];
  const from = newYorkDate(new Date(completedAt));
  return [{ account, from, cents: Math.round((amount ?? 0) * 100) }];
}
