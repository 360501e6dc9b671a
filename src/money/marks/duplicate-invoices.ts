/** Payables that may be one invoice, submitted twice. */

import { easternDateOf } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { centsIn } from '../../render/money.ts';
import { type PayeeReason, type RelatedPayees, relatePayees } from './related-payees.ts';

/** A reason to take two payables for one invoice. */
export type DuplicateReason = 'same_number' | 'same_amount' | PayeeReason;

/** Two payables that may be one invoice. */
export interface DuplicatePair {
  /** The one that was created later. */
  readonly payable: Payable;
  readonly other: Payable;
  /** The number or the amount, or both, and the payee or its name. */
  readonly reasons: readonly DuplicateReason[];
  /** The calendar days between their creation; `null` if one is not known. */
  readonly daysApart: number | null;
}

/** The days within which two payables of one amount may be one invoice, unless a person gives others. */
export const DUPLICATE_DAYS = 5;

/** A payable as it is compared. */
interface Invoice {
  readonly payable: Payable;
  readonly payee: number;
  readonly number: string;
  readonly cents: number | undefined;
  /** The days since 1970 of its creation, Eastern Time; `undefined` if it is not known. */
  readonly day: number | undefined;
}

/**
 * Finds the pairs of payables of one payee, or of payees with names that are alike, that have the same number or, within
 * some days, the same amount. Drafts and payables that were declined or cancelled are left out. The newest pair comes
 * first.
 *
 * Takes time in proportion to the payables and the pairs found.
 */
export function findDuplicates(
  payables: readonly Payable[],
  days: number = DUPLICATE_DAYS,
): readonly DuplicatePair[] {
  const payees = relatePayees(payables);
  const invoices = payables.filter(isOwed).map(
    (it): Invoice => ({
      payable: it,
      payee: payees.payeeOf(it),
      number: comparedNumber(it.invoiceNumber),
      cents: centsIn(it.amount),
      day: dayOf(it),
    }),
  );
  const numbered = grouped(
    invoices.filter(({ number }) => number !== ''),
    ({ number }) => number,
  );
  const dated = grouped(
    invoices.filter(({ cents, day }) => cents !== undefined && day !== undefined).sort(byDay),
    ({ cents }) => cents,
  );
  const pairs: DuplicatePair[] = [];
  for (const it of candidates(numbered, payees, crossed)) pairs.push(pairOf(it, days));
  for (const it of candidates(dated, payees, within(days))) {
    const [{ number }, other] = it;
    // Two of one number were found by it.
    if (number === '' || number !== other.number) pairs.push(pairOf(it, days));
  }
  return pairs.sort(newestFirst);
}

/** Returns an invoice number without case, punctuation and leading zeros; `''` if nothing is left. */
export const comparedNumber = (number: string | null | undefined): string =>
  (number ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

const isOwed = ({ status }: Payable): boolean =>
  !['DRAFT', 'DECLINED', 'CANCELLED'].includes(status ?? '');

const DAY_MS = 86_400_000;

function dayOf({ createdAt, dueDate }: Payable): number | undefined {
  const day = Date.parse(easternDateOf(createdAt) ?? dueDate?.slice(0, 10) ?? '') / DAY_MS;
  return Number.isNaN(day) ? undefined : day;
}

/** The invoices of one number or amount, by payee. */
type Group = ReadonlyMap<number, readonly Invoice[]>;

function grouped<Key>(invoices: readonly Invoice[], keyOf: (it: Invoice) => Key): Iterable<Group> {
  const groups = new Map<Key, Map<number, Invoice[]>>();
  for (const it of invoices) {
    const group = groups.get(keyOf(it)) ?? new Map<number, Invoice[]>();
    const own = group.get(it.payee);
    if (own) own.push(it);
    else group.set(it.payee, [it]);
    groups.set(keyOf(it), group);
  }
  return groups.values();
}

type Candidate = readonly [one: Invoice, other: Invoice, payee: PayeeReason];

/** Yields each two invoices of the groups whose payees may be one, and that `pairsOf` takes from those of the payees. */
function* candidates(
  groups: Iterable<Group>,
  { relatedTo }: RelatedPayees,
  pairsOf: (one: readonly Invoice[], other: readonly Invoice[]) => Iterable<[Invoice, Invoice]>,
): Generator<Candidate> {
  for (const group of groups) {
    for (const [payee, own] of group) {
      for (const [related, reason] of relatedTo(payee)) {
        for (const pair of pairsOf(own, group.get(related) ?? [])) yield [...pair, reason];
      }
    }
  }
}

/** Yields each invoice of one list with each of the other. */
function* crossed(
  some: readonly Invoice[],
  others: readonly Invoice[],
): Generator<[Invoice, Invoice]> {
  for (const [at, one] of some.entries()) {
    for (const other of some === others ? some.slice(at + 1) : others) yield [one, other];
  }
}

/** Returns a function that yields those of two lists, both by day, that are at most some days apart. */
const within = (days: number) =>
  function* pairs(
    some: readonly Invoice[],
    others: readonly Invoice[],
  ): Generator<[Invoice, Invoice]> {
    const all = some === others ? some : [...some, ...others].sort(byDay);
    for (const [at, one] of all.entries()) {
      for (const other of daysAfter(all, at, days)) {
        if (some === others || one.payee !== other.payee) yield [one, other];
      }
    }
  };

function* daysAfter(all: readonly Invoice[], at: number, days: number): Generator<Invoice> {
  const last = dayNumber(all[at]) + days;
  for (let next = at + 1; next < all.length && dayNumber(all[next]) <= last; next++) {
    const invoice = all[next];
    if (invoice) yield invoice;
  }
}

const dayNumber = (it: Invoice | undefined): number => it?.day ?? 0;

const byDay = (one: Invoice, other: Invoice): number => dayNumber(one) - dayNumber(other);

function pairOf([one, other, payee]: Candidate, days: number): DuplicatePair {
  const daysApart =
    one.day === undefined || other.day === undefined ? null : Math.abs(one.day - other.day);
  const isSameAmount =
    one.cents !== undefined && one.cents === other.cents && daysApart !== null && daysApart <= days;
  const [earlier, later] = isBefore(one.payable, other.payable)
    ? [one.payable, other.payable]
    : [other.payable, one.payable];
  return {
    payable: later,
    other: earlier,
    reasons: [
      ...(one.number !== '' && one.number === other.number ? (['same_number'] as const) : []),
      ...(isSameAmount ? (['same_amount'] as const) : []),
      payee,
    ],
    daysApart,
  };
}

const isBefore = (one: Payable, other: Payable): boolean =>
  compareText(keyOf(one), keyOf(other)) < 0;

const newestFirst = (one: DuplicatePair, other: DuplicatePair): number =>
  compareText(keyOf(other.payable), keyOf(one.payable)) ||
  compareText(keyOf(other.other), keyOf(one.other));

const keyOf = ({ createdAt, id }: Payable): string => `${createdAt ?? ''} ${id}`;

/** Returns the reasons of a pair in words: `same number, same amount 2 days apart, same payee`. */
export const duplicateReasonText = ({ reasons, daysApart }: DuplicatePair): string =>
  reasons
    .map((reason) =>
      reason === 'same_amount' ? `same amount ${apartText(daysApart)}` : words[reason],
    )
    .join(', ');

const words = {
  same_number: 'same number',
  same_payee: 'same payee',
  similar_name: 'payees with similar names',
} as const;

const apartText = (days: number | null): string =>
  days === null || days === 0
    ? 'on the same day'
    : days === 1
      ? '1 day apart'
      : `${days} days apart`;
