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
  const owed = payables.filter(isOwed);
  const { payeeAt, relatedTo } = relatePayees(owed);
  const invoices = owed.map(
    (it, at): Invoice => ({
      payable: it,
      payee: payeeAt[at] ?? 0,
      number: comparedNumber(it.invoiceNumber),
      cents: centsIn(it.amount),
      day: dayOf(it),
    }),
  );
  const numbered = repeated(invoices, ({ number }) => (number === '' ? undefined : number));
  const priced = repeated(invoices, ({ cents, day }) => (day === undefined ? undefined : cents));
  const pairs: DuplicatePair[] = [];
  for (const it of candidates(numbered, relatedTo, crossed)) pairs.push(pairOf(it, days));
  for (const it of candidates(priced, relatedTo, within(days))) {
    const [{ number }, other] = it;
    // Two of one number were found by it.
    if (number === '' || number !== other.number) pairs.push(pairOf(it, days));
  }
  return pairs.sort(newestFirst);
}

/** Returns an invoice number without case, punctuation and leading zeros; `''` if nothing is left. */
export function comparedNumber(number: string | null | undefined): string {
  const upper = (number ?? '').normalize('NFKC').toUpperCase();
  // Patterns of Unicode take several times as long.
  const signs = /^[ -~]*$/.test(upper) ? /[^A-Z0-9]/g : /[^\p{L}\p{N}]/gu;
  const plain = upper.replaceAll(signs, '');
  return plain.includes('0') ? plain.replaceAll(/(?<!\d)0+(?=\d)/g, '') : plain;
}

const isOwed = ({ status }: Payable): boolean =>
  !['DRAFT', 'DECLINED', 'CANCELLED'].includes(status ?? '');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function dayOf({ createdAt, dueDate }: Payable): number | undefined {
  const moment = Date.parse(createdAt ?? '');
  const [summer, winter] = [4, 5].map((hours) => Math.floor((moment - hours * HOUR_MS) / DAY_MS));
  // The calendar is only asked about the hour that daylight saving time decides.
  if (summer !== undefined && summer === winter) return summer;
  const day = Date.parse(easternDateOf(createdAt) ?? dueDate?.slice(0, 10) ?? '') / DAY_MS;
  return Number.isNaN(day) ? undefined : day;
}

/** The invoices of one number or amount, by payee. */
type Group = ReadonlyMap<number, readonly Invoice[]>;

/** Returns the invoices of each key that several have. Most keys are those of one. */
function repeated<Key>(
  invoices: readonly Invoice[],
  keyOf: (it: Invoice) => Key | undefined,
): Iterable<readonly Invoice[]> {
  const first = new Map<Key, Invoice>();
  const several = new Map<Key, Invoice[]>();
  for (const it of invoices) {
    const key = keyOf(it);
    if (key === undefined) continue;
    const before = first.get(key);
    const same = several.get(key);
    if (same) same.push(it);
    else if (before) several.set(key, [before, it]);
    else first.set(key, it);
  }
  return several.values();
}

function byPayee(invoices: readonly Invoice[]): Group {
  const group = new Map<number, Invoice[]>();
  for (const it of invoices) {
    const own = group.get(it.payee);
    if (own) own.push(it);
    else group.set(it.payee, [it]);
  }
  return group;
}

type Candidate = readonly [one: Invoice, other: Invoice, payee: PayeeReason];

/** Yields each two invoices of the groups whose payees may be one, and that `pairsOf` takes from those of the payees. */
function* candidates(
  groups: Iterable<readonly Invoice[]>,
  relatedTo: RelatedPayees['relatedTo'],
  pairsOf: (one: readonly Invoice[], other: readonly Invoice[]) => Iterable<[Invoice, Invoice]>,
): Generator<Candidate> {
  for (const invoices of groups) {
    const group = byPayee(invoices);
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

/** Returns a function that yields those of two lists that are at most some days apart. */
const within = (days: number) =>
  function* pairs(
    some: readonly Invoice[],
    others: readonly Invoice[],
  ): Generator<[Invoice, Invoice]> {
    const all = (some === others ? [...some] : [...some, ...others]).sort(byDay);
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
