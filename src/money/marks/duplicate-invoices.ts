/** Payables that may be one invoice, submitted twice. */

import { easternDateOf } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { centsIn } from '../../render/money.ts';
import {
  type PayeeFields,
  type PayeeReason,
  type RelatedPayees,
  relatePayees,
} from './related-payees.ts';

/** The fields of a payable that are compared or shown: all that a list of many needs to keep. */
export type ComparedFields = PayeeFields &
  Pick<Payable, 'id' | 'status' | 'invoiceNumber' | 'amount' | 'createdAt' | 'dueDate'>;

export const comparedFields = (it: Payable): ComparedFields => ({
  ...{ id: it.id, status: it.status, invoiceNumber: it.invoiceNumber, amount: it.amount },
  ...{ createdAt: it.createdAt, dueDate: it.dueDate, businessId: it.businessId },
  ...{ senderBusinessId: it.senderBusinessId, connectionId: it.connectionId },
  payeeName: it.payeeName,
});

/** A reason to take two payables for one invoice. */
export type DuplicateReason = 'same_number' | 'same_amount' | PayeeReason;

/** Two payables that may be one invoice. */
export interface DuplicatePair {
  /** The one that was created later. */
  readonly payable: ComparedFields;
  readonly other: ComparedFields;
  /** The number or the amount, or both, and the payee or its name. */
  readonly reasons: readonly DuplicateReason[];
  /** The calendar days between their creation; `null` if one is not known. */
  readonly daysApart: number | null;
}

/** The days within which two payables of one amount may be one invoice, unless a person gives others. */
export const DUPLICATE_DAYS = 5;

/** The number and the amount of a payable as they are compared. */
interface Compared {
  readonly payable: ComparedFields;
  readonly number: string;
  readonly cents: number | undefined;
}

/** A payable whose number or amount another one has. */
interface Invoice extends Compared {
  readonly payee: number;
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
  payables: readonly ComparedFields[],
  days: number = DUPLICATE_DAYS,
): readonly DuplicatePair[] {
  const owed = withRepeats(payables.filter(isOwed));
  const { payeeAt, relatedTo } = relatePayees(owed.map(({ payable }) => payable));
  const invoices = owed.map(
    (it, at): Invoice => ({ ...it, payee: payeeAt[at] ?? 0, day: dayOf(it.payable) }),
  );
  const numbered = grouped(invoices, ({ number }) => number || undefined);
  const priced = grouped(invoices, ({ cents, day }) => (day === undefined ? undefined : cents));
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
  const text = number ?? '';
  // Unicode takes several times as long.
  const isAscii = /^[ -~]*$/.test(text);
  const upper = (isAscii ? text : text.normalize('NFKC')).toUpperCase();
  const plain = upper.replaceAll(isAscii ? /[^A-Z0-9]/g : /[^\p{L}\p{N}]/gu, '');
  return plain.includes('0') ? plain.replaceAll(/(?<!\d)0+(?=\d)/g, '') : plain;
}

const isOwed = ({ status }: ComparedFields): boolean => !NOT_OWED.has(status ?? '');

const NOT_OWED: ReadonlySet<string> = new Set(['DRAFT', 'DECLINED', 'CANCELLED']);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function dayOf({ createdAt, dueDate }: ComparedFields): number | undefined {
  const moment = Date.parse(createdAt ?? '');
  const summer = Math.floor((moment - 4 * HOUR_MS) / DAY_MS);
  const winter = Math.floor((moment - 5 * HOUR_MS) / DAY_MS);
  // The calendar is only asked about the hour that daylight saving time decides.
  if (summer === winter) return summer;
  const day = Date.parse(easternDateOf(createdAt) ?? dueDate?.slice(0, 10) ?? '') / DAY_MS;
  return Number.isNaN(day) ? undefined : day;
}

/** Returns the payables whose number or amount another one has too: most have neither, and are compared no further. */
function withRepeats(payables: readonly ComparedFields[]): readonly Compared[] {
  const all = payables.map(
    (payable): Compared => ({
      payable,
      number: comparedNumber(payable.invoiceNumber),
      cents: centsIn(payable.amount),
    }),
  );
  const numbers = repeated(all.map(({ number }) => number));
  const amounts = repeated(all.map(({ cents }) => cents));
  return all.filter(
    ({ number, cents }) =>
      (number !== '' && numbers.has(number)) || (cents !== undefined && amounts.has(cents)),
  );
}

/** Returns the values that occur more than once. */
function repeated<Value>(values: readonly Value[]): ReadonlySet<Value> {
  const seen = new Set<Value>();
  return new Set(values.filter((it) => seen.size === seen.add(it).size));
}

/** The invoices of one number or amount, by payee. */
type Group = ReadonlyMap<number, readonly Invoice[]>;

function grouped<Key>(
  invoices: readonly Invoice[],
  keyOf: (it: Invoice) => Key | undefined,
): readonly (readonly Invoice[])[] {
  const groups = new Map<Key, Invoice[]>();
  for (const it of invoices) {
    const key = keyOf(it);
    const same = key === undefined ? undefined : groups.get(key);
    if (same) same.push(it);
    else if (key !== undefined) groups.set(key, [it]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
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
    for (const [own, others, reason] of relatedIn(byPayee(invoices), relatedTo)) {
      for (const pair of pairsOf(own, others)) yield [...pair, reason];
    }
  }
}

type Related = readonly [own: readonly Invoice[], others: readonly Invoice[], reason: PayeeReason];

/** Returns the invoices of each two payees that may be one, and of each payee with several of its own. */
const relatedIn = (group: Group, relatedTo: RelatedPayees['relatedTo']): readonly Related[] =>
  [...group].flatMap(([payee, own]) =>
    [...relatedTo(payee)].flatMap(([related, reason]): readonly Related[] => {
      const others = group.get(related);
      return others && (others !== own || own.length > 1) ? [[own, others, reason]] : [];
    }),
  );

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

const isBefore = (one: ComparedFields, other: ComparedFields): boolean =>
  compareText(keyOf(one), keyOf(other)) < 0;

const newestFirst = (one: DuplicatePair, other: DuplicatePair): number =>
  compareText(keyOf(other.payable), keyOf(one.payable)) ||
  compareText(keyOf(other.other), keyOf(one.other));

const keyOf = ({ createdAt, id }: ComparedFields): string => `${createdAt ?? ''} ${id}`;

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
