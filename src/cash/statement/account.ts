/** A statement of account: what was owed when a period began, what changed in it, and what is owed at its end. */

import { daysBetween } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { compareText } from '../../compare-text.ts';
import type { BalanceChange, ChangeType, Direction, InvoiceHistory } from './invoice-history.ts';

/** The period of a statement; both days are part of it. Eastern dates. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The sums of one direction in dollars; `opening` and all others but `closing` add up to `closing`. */
export interface AccountSums {
  readonly direction: Direction;
  readonly opening: number;
  readonly invoiced: number;
  /** Negative: payments reduce what is owed, as cancelled and declined invoices do. */
  readonly paid: number;
  readonly returned: number;
  readonly cancelled: number;
  readonly declined: number;
  readonly closing: number;
}

/** A line of a statement: a balance, or a change of it. Dollars. */
export interface StatementEntry {
  readonly direction: Direction;
  readonly date: IsoDate;
  readonly type: 'opening' | ChangeType | 'closing';
  readonly invoiceNumber: string | null;
  readonly dueDate: string | null;
  readonly memo: string | null;
  /** `null` for a balance. */
  readonly amount: number | null;
  /** The amount owed after this line. */
  readonly balance: number;
  readonly payableId: string | null;
}

/** An invoice that is owed at the end of a period. Amount in dollars. */
export interface OpenInvoice {
  readonly direction: Direction;
  readonly invoiceNumber: string | null;
  readonly date: IsoDate;
  readonly dueDate: string | null;
  /** Calendar days since the due date, at the end of the period; 0 if it is not overdue. */
  readonly daysOverdue: number;
  readonly amount: number;
  readonly payableId: string;
}

/** The account with one partner in both directions, which are never added up. */
export interface Account {
  readonly accounts: readonly AccountSums[];
  /** A direction without invoices has none, unless both are without. */
  readonly entries: readonly StatementEntry[];
  readonly open: readonly OpenInvoice[];
}

/**
 * Returns the account of a period: those sent and received apart, each from its opening to its closing balance. The
 * histories are in the order of the invoices, oldest first.
 */
export function computeAccount(histories: readonly InvoiceHistory[], period: Period): Account {
  const parts = (['received', 'sent'] as const).map((direction) =>
    partOf(
      direction,
      histories.filter((it) => it.direction === direction),
      period,
    ),
  );
  return {
    accounts: parts.map(({ sums }) => sums),
    entries: withEntries(parts).flatMap(({ entries }) => entries),
    open: parts.flatMap(({ open }) => open),
  };
}

/** Returns the directions that have invoices; both if none has. */
function withEntries<Part extends { readonly isUsed: boolean }>(parts: readonly Part[]) {
  const used = parts.filter(({ isUsed }) => isUsed);
  return used.length === 0 ? parts : used;
}

function partOf(direction: Direction, histories: readonly InvoiceHistory[], { from, to }: Period) {
  const all = histories
    .flatMap((history) => history.changes.map((change) => ({ ...history, change })))
    .filter(({ change }) => change.date <= to)
    .sort(byDate);
  const before = all.filter(({ change }) => change.date < from);
  const within = all.filter(({ change }) => change.date >= from);
  const opening = sumOf(before.map(({ change }) => change));
  const sums = sumsOf(
    direction,
    opening,
    within.map(({ change }) => change),
  );
  const balanceAt = (type: 'opening' | 'closing', date: IsoDate, balance: number) => ({
    ...{ direction, date, type, invoiceNumber: null, dueDate: null, memo: null, amount: null },
    balance,
    payableId: null,
  });
  let balance = opening;
  const lines = within.map(({ payable, change }): StatementEntry => {
    balance += change.cents;
    return {
      direction,
      date: change.date,
      type: change.type,
      invoiceNumber: payable.invoiceNumber ?? null,
      dueDate: dateIn(payable.dueDate) ?? null,
      memo: payable.memo ?? null,
      amount: toDollars(change.cents),
      balance: toDollars(balance),
      payableId: payable.id,
    };
  });
  return {
    sums,
    isUsed: all.length > 0,
    entries: [
      balanceAt('opening', from, sums.opening),
      ...lines,
      balanceAt('closing', to, sums.closing),
    ],
    open: openInvoices(histories, to),
  };
}

function sumsOf(
  direction: Direction,
  opening: number,
  changes: readonly BalanceChange[],
): AccountSums {
  const of = (type: ChangeType) => toDollars(sumOf(changes.filter((it) => it.type === type)));
  return {
    direction,
    opening: toDollars(opening),
    invoiced: of('invoice'),
    paid: of('payment'),
    returned: of('return'),
    cancelled: of('cancellation'),
    declined: of('decline'),
    closing: toDollars(opening + sumOf(changes)),
  };
}

/** Returns the invoices that are owed at the end of a day, the first due first; those without a due date last. */
function openInvoices(histories: readonly InvoiceHistory[], day: IsoDate): readonly OpenInvoice[] {
  return histories
    .flatMap(({ payable, direction, changes }): OpenInvoice[] => {
      const known = changes.filter(({ date }) => date <= day);
      const cents = sumOf(known);
      const [invoice] = known;
      if (cents === 0 || invoice === undefined) return [];
      const dueDate = dateIn(payable.dueDate) ?? null;
      return [
        {
          direction,
          invoiceNumber: payable.invoiceNumber ?? null,
          date: invoice.date,
          dueDate,
          daysOverdue: dueDate === null ? 0 : Math.max(0, daysBetween(dueDate, day)),
          amount: toDollars(cents),
          payableId: payable.id,
        },
      ];
    })
    .sort((one, two) => compareText(one.dueDate ?? '9', two.dueDate ?? '9'));
}

interface Dated {
  readonly change: BalanceChange;
}

/** Orders changes by time; those of one time stay in the order of the invoices. */
const byDate = (one: Dated, two: Dated): number => compareText(one.change.at, two.change.at);

const sumOf = (changes: readonly BalanceChange[]): number =>
  changes.reduce((sum, { cents }) => sum + cents, 0);
