import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/api/ach/calendar.ts';
import { centsOf } from '../../src/api/money.ts';
import type { Payable } from '../../src/api/operations/payable.ts';
import { computeAccount } from '../../src/cash/statement/account.ts';
import {
  buildHistory,
  isSubmitted,
  type LogEntry,
  needsLog,
} from '../../src/cash/statement/invoice-history.ts';

const OWN = 'biz_own';
const START = Date.parse('2026-01-01T12:00:00Z');
const HOUR = 3_600_000;

const at = (hours: number) => new Date(START + hours * HOUR).toISOString();

/** An invoice with its log: paid and returned any number of times, then closed or not. */
const invoice = fc
  .record({
    id: fc.uuid(),
    cents: fc.integer({ min: 1, max: 10_000_000 }),
    isSent: fc.boolean(),
    submitted: fc.integer({ min: 0, max: 3000 }),
    steps: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 7 }),
    end: fc.constantFrom('open', 'cancelled', 'declined', 'draft'),
  })
  .map(({ id, cents, isSent, submitted, steps, end }) => {
    let hours = submitted;
    const log: LogEntry[] = [{ type: 'created', createdAt: at(submitted) }];
    for (const [index, step] of steps.entries()) {
      hours += step;
      const type = index % 2 === 0 ? 'payment_completed' : 'payment_returned';
      log.push({ type, createdAt: at(hours) });
    }
    const isPaid = steps.length % 2 === 1;
    const status = isPaid
      ? 'PAID'
      : ({ open: 'APPROVED', cancelled: 'CANCELLED', declined: 'DECLINED', draft: 'DRAFT' }[end] ??
        '');
    const payable = {
      id,
      status,
      amount: cents / 100,
      senderBusinessId: isSent ? OWN : 'biz_other',
      payerBusinessId: isSent ? 'biz_other' : OWN,
      submittedAt: at(submitted),
      approvedAt: at(submitted),
      updatedAt: at(hours),
      paidAt: isPaid ? at(hours) : null,
      ...(status === 'CANCELLED' && { cancelledAt: at(hours) }),
      ...(status === 'DECLINED' && { declinedAt: at(hours) }),
    };
    return { payable: payable as Payable, log };
  });

const day = fc.integer({ min: -10, max: 200 }).map((days) => addDays('2026-01-01', days));

type Invoice = { readonly payable: Payable; readonly log: readonly LogEntry[] };

/** The account as the command computes it: logs are read only where they are needed. */
const account = (invoices: readonly Invoice[], from: string, to: string) =>
  computeAccount(
    invoices
      .filter(({ payable }) => isSubmitted(payable))
      .map(({ payable, log }) =>
        buildHistory(payable, needsLog(payable, from) ? log : undefined, OWN),
      ),
    { from, to },
  );

const sum = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((total, it) => total + centsOf(it ?? 0), 0);

describe('the sums of any invoices in any period', () => {
  test('opening and movements add up to closing, and closing is what is open', () => {
    fc.assert(
      fc.property(fc.array(invoice, { maxLength: 12 }), day, day, (invoices, one, two) => {
        const [from, to] = one < two ? [one, two] : [two, one];
        const { accounts, entries, open } = account(invoices, from, to);
        for (const it of accounts) {
          const { direction, opening, closing, ...moved } = it;
          const own = entries.filter((entry) => entry.direction === direction);
          const changes = [moved.invoiced, moved.paid, moved.returned, moved.cancelled];
          expect(sum([opening, ...changes, moved.declined])).toBe(centsOf(closing));
          expect(sum([opening, ...own.map(({ amount }) => amount)])).toBe(centsOf(closing));
          expect(own.at(0)?.balance ?? 0).toBe(opening);
          expect(own.at(-1)?.balance ?? 0).toBe(closing);
          expect(own.at(-2)?.balance ?? 0).toBe(closing);
          const owed = open.filter((entry) => entry.direction === direction);
          expect(sum(owed.map(({ amount }) => amount))).toBe(centsOf(closing));
          expect(owed.every(({ amount }) => amount > 0)).toBe(true);
        }
      }),
    );
  });

  test('consecutive periods chain, and have every entry of the whole once', () => {
    fc.assert(
      fc.property(fc.array(invoice, { maxLength: 12 }), day, day, day, (invoices, ...days) => {
        const [from = '', middle = '', to = ''] = [...days].sort();
        const whole = account(invoices, from, to);
        const first = account(invoices, from, middle);
        const second = account(invoices, addDays(middle, 1), to);
        if (middle === to) return;
        for (const at of [0, 1]) {
          expect(second.accounts[at]?.opening).toBe(first.accounts[at]?.closing);
          expect(second.accounts[at]?.closing).toBe(whole.accounts[at]?.closing);
        }
        const changes = ({ entries }: typeof whole, direction: string) =>
          entries.filter((it) => it.amount !== null && it.direction === direction);
        for (const it of ['sent', 'received']) {
          expect([...changes(first, it), ...changes(second, it)]).toEqual(changes(whole, it));
        }
      }),
    );
  });
});

const paid: Payable = {
  id: 'pay_1',
  status: 'PAID',
  amount: 10,
  direction: 'received',
  submittedAt: '2026-03-01T15:00:00Z',
  paidAt: '2026-03-05T13:00:00Z',
};
const types = (payable: Payable, log: readonly LogEntry[]) =>
  buildHistory(payable, log, OWN).changes.map(({ type, date }) => `${type} ${date}`);

test.each(['2026-02-31', 'March 1, 2026'])(
  'the due date %s, which is no date, is none',
  (dueDate) => {
    const open = { ...paid, status: 'APPROVED', paidAt: null, dueDate };
    const [entry] = account([{ payable: open, log: [] }], '2026-03-01', '2026-03-31').open;
    expect(entry).toMatchObject({ payableId: 'pay_1', dueDate: null, daysOverdue: 0 });
  },
);

describe('a service that shows less', () => {
  test('without payments in its log: the record says when it was paid', () => {
    expect(types(paid, [])).toEqual(['invoice 2026-03-01', 'payment 2026-03-05']);
  });

  test('with the payment in its log, and the return in the record alone', () => {
    const returned = {
      ...paid,
      status: 'APPROVED',
      paidAt: null,
      lastPaymentFailure: { status: 'RETURNED', at: '2026-03-09T13:00:00Z' },
    };
    const log = [{ type: 'payment_completed', createdAt: '2026-03-05T13:00:00Z' }];
    expect(types(returned, log)).toEqual([
      'invoice 2026-03-01',
      'payment 2026-03-05',
      'return 2026-03-09',
    ]);
  });

  test('a cancelled draft was never owed; a declined invoice was, until then', () => {
    expect(isSubmitted({ ...paid, status: 'CANCELLED', submittedAt: null })).toBe(false);
    const log = [{ type: 'declined', createdAt: '2026-03-04T13:00:00Z' }];
    expect(types({ ...paid, status: 'DECLINED', paidAt: null }, log)).toEqual([
      'invoice 2026-03-01',
      'decline 2026-03-04',
    ]);
  });

  test.for([
    ['amount', { ...paid, amount: undefined }],
    ['direction', { ...paid, direction: undefined }],
    ['paidAt', { ...paid, paidAt: undefined }],
    ['submittedAt', { ...paid, submittedAt: undefined }],
    ['declinedAt', { ...paid, status: 'DECLINED' }],
    ['cancelledAt', { ...paid, status: 'CANCELLED', cancelledAt: 'yesterday' }],
  ] as const)('a record without %s is an error, never a guess', ([field, payable]) => {
    expect(() => buildHistory(payable, [], OWN)).toThrow(`no usable ${field}, which the statement`);
  });

  test('a log that contradicts the record is an error', () => {
    const twice = [paid.paidAt, paid.paidAt].map((createdAt) => ({
      type: 'payment_completed',
      createdAt,
    }));
    expect(() => buildHistory(paid, twice, OWN)).toThrow('no usable activity log');
  });
});
