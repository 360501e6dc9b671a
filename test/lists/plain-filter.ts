/** A plain second implementation of the filters of `payable list`, to compare the program with. */

import type { Payable } from '../../src/api/operations/payable.ts';

/** The filters of one command line. Dates are calendar dates, amounts are cents. */
export interface PlainFilters {
  readonly status?: readonly string[];
  readonly direction?: string;
  readonly payment?: readonly string[];
  readonly connection?: string;
  readonly payee?: string;
  readonly payer?: string;
  readonly search?: string;
  readonly overdue?: true;
  readonly dueFrom?: string;
  readonly dueTo?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly amountFrom?: number;
  readonly amountTo?: number;
}

/** Order and part of the list. */
export interface PlainOrder {
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly skip?: number;
}

/** A record lacks a field that decides about it. */
export class UndecidedError extends Error {}

type Answer = boolean | 'unknown';

/** Returns the records that match all filters. Throws `UndecidedError` if that cannot be told of one. */
export function plainFilter(
  all: readonly Payable[],
  filters: PlainFilters,
  today: string,
): readonly Payable[] {
  return all.filter((it) => {
    const answers = answersFor(it, filters, today);
    if (answers.includes(false)) return false;
    if (answers.includes('unknown')) throw new UndecidedError(it.id);
    return true;
  });
}

function answersFor(it: Payable, f: PlainFilters, today: string): Answer[] {
  const answers: Answer[] = [];
  const test = <Value>(wanted: Value | undefined, answer: (wanted: Value) => Answer) => {
    if (wanted !== undefined) answers.push(answer(wanted));
  };
  const due = it.dueDate ? it.dueDate.slice(0, 10) : undefined;
  const cents = Math.round((it.amount ?? Number.NaN) * 100);
  test(f.status, (wanted) => wanted.includes(it.status ?? ''));
  test(f.direction, (wanted) => (it.direction === undefined ? 'unknown' : it.direction === wanted));
  test(f.payment, (wanted) => {
    if (it.paymentStatus === undefined) return 'unknown';
    const state = it.paymentStatus === null ? 'none' : it.paymentStatus.toLowerCase();
    const isInFlight = ['scheduled', 'held', 'pending', 'processing'].includes(state);
    return wanted.includes(state) || wanted.includes(isInFlight ? 'in-flight' : 'not-in-flight');
  });
  test(f.connection, (wanted) => it.connectionId === wanted);
  test(f.payee, (wanted) => nameHas(it.payeeName, wanted));
  test(f.payer, (wanted) => nameHas(it.payerName, wanted));
  test(f.search, (wanted) => {
    const texts = [it.invoiceNumber, it.memo, it.payeeName, it.payerName];
    if (texts.some((text) => nameHas(text ?? null, wanted) === true)) return true;
    return it.payeeName === undefined || it.payerName === undefined ? 'unknown' : false;
  });
  test(f.overdue, () => {
    const isOpen = ['SUBMITTED', 'APPROVED', 'SCHEDULED'].includes(it.status ?? '');
    return isOpen && due !== undefined && due < today;
  });
  test(f.dueFrom, (wanted) => due !== undefined && due >= wanted);
  test(f.dueTo, (wanted) => due !== undefined && due <= wanted);
  test(f.createdFrom, (wanted) => easternDay(it.createdAt) >= wanted);
  test(f.createdTo, (wanted) => easternDay(it.createdAt) <= wanted);
  test(f.amountFrom, (wanted) => cents >= wanted);
  test(f.amountTo, (wanted) => cents <= wanted);
  return answers;
}

const nameHas = (name: string | null | undefined, part: string): Answer => {
  if (name === undefined) return 'unknown';
  return name?.toUpperCase().includes(part.toUpperCase()) ?? false;
};

/** The calendar day in New York, by the platform's own time zones. */
const easternDay = (timestamp: string | null | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    new Date(timestamp ?? ''),
  );

const fieldOf: Readonly<Record<string, keyof Payable>> = {
  invoice: 'invoiceNumber',
  payee: 'payeeName',
  amount: 'amount',
  due: 'dueDate',
  status: 'status',
  created: 'createdAt',
};

/** Returns the ids in order: an insertion sort by all keys, then the part that is wanted. */
export function plainOrder(
  rows: readonly Payable[],
  { sort = [], limit = rows.length, skip = 0 }: PlainOrder,
): string[] {
  const sorted: Payable[] = [];
  for (const row of rows) {
    const at = sorted.findIndex((other) => isBefore(row, other, sort));
    sorted.splice(at < 0 ? sorted.length : at, 0, row);
  }
  return sorted.slice(skip, skip + limit).map(({ id }) => id);
}

function isBefore(a: Payable, b: Payable, sort: readonly string[]): boolean {
  for (const key of sort) {
    const field = fieldOf[key.replace('-', '')] ?? 'id';
    const [x, y] = [a[field] ?? null, b[field] ?? null] as (string | number | null)[];
    if (x === y || x === undefined || y === undefined) continue;
    if (x === null || y === null) return y === null;
    return key.startsWith('-') ? x > y : x < y;
  }
  return false;
}
