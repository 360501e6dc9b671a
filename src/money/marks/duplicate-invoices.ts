/** Payables that may be one invoice, submitted twice. */

import { easternDateOf } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { memoize } from '../../memoize.ts';
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
  /** Its place among all, the newest first. */
  readonly at: number;
}

/** The pairs of a payable that were asked for, the newest first, and how many it has. */
export interface DuplicatesOfOne {
  readonly pairs: readonly DuplicatePair[];
  readonly count: number;
}

/** Payables that were compared with each other. */
export interface ComparedInvoices {
  /** Yields all pairs, the one with the newest payable first. */
  readonly pairs: () => Generator<DuplicatePair>;
  /**
   * Finds the pairs of the payable with this id, at most so many of them: somebody can submit so many copies that their
   * pairs fill the memory.
   */
  readonly duplicatesOf: (id: string, most: number) => DuplicatesOfOne;
}

/**
 * Compares payables, each with an id of its own: two of one payee, or of payees with names that are alike, are a pair if they
 * have the same number or, within some days, the same amount. Drafts and payables that were declined or cancelled are left out.
 *
 * Takes time in proportion to the payables; to find pairs, to those that are looked at.
 */
export function compareInvoices(
  payables: readonly ComparedFields[],
  days: number = DUPLICATE_DAYS,
): ComparedInvoices {
  const owed = withRepeats(payables.filter(isOwed)).toSorted(newestFirst);
  const { payeeAt, ...related } = relatePayees(owed.map(({ payable }) => payable));
  const invoices = owed.map(
    (it, at): Invoice => ({ ...it, at, payee: payeeAt[at] ?? 0, day: dayOf(it.payable) }),
  );
  const numbered = grouped(invoices, ({ number }) => number || undefined);
  const priced = grouped(invoices, ({ cents, day }) => (day === undefined ? undefined : cents));
  for (const payees of priced.values()) for (const same of payees.values()) same.sort(latestFirst);
  const byId = memoize(() => new Map(invoices.map((it) => [it.payable.id, it])));

  function* candidates(one: Invoice): Generator<Candidate> {
    const sameNumber = ofRelated(numbered.get(one.number), one, related);
    const sameAmount = ofRelated(priced.get(one.cents ?? Number.NaN), one, related).map(
      ([same, reason]) => [near(same, one.day, days).filter(otherNumber(one)), reason] as const,
    );
    for (const [same, reason] of [...sameNumber, ...sameAmount]) {
      for (const other of same) if (other !== one) yield [one, other, reason];
    }
  }

  return {
    *pairs() {
      for (const one of invoices) {
        const older = [...candidates(one)].filter(([, other]) => other.at > one.at);
        for (const it of older.sort(byPlace)) yield pairOf(it, days);
      }
    },
    duplicatesOf(id, most) {
      const one = byId().get(id);
      if (one === undefined) return { pairs: [], count: 0 };
      let count = 0;
      let newest: readonly Candidate[] = [];
      for (const it of candidates(one)) {
        count++;
        const last = newest.length < most ? undefined : newest.at(-1);
        if (last === undefined || byPlace(it, last) < 0) {
          newest = [...newest, it].sort(byPlace).slice(0, most);
        }
      }
      return { pairs: newest.map((it) => pairOf(it, days)), count };
    },
  };
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
type Group = ReadonlyMap<number, Invoice[]>;

/** Returns the invoices of a group that are of the payee of an invoice, or of one that may be it, with the reason. */
function ofRelated(
  group: Group = new Map(),
  { payee: own }: Invoice,
  { relatedTo, reasonOf }: Omit<RelatedPayees, 'payeeAt'>,
): readonly (readonly [same: readonly Invoice[], reason: PayeeReason])[] {
  const related = relatedTo(own);
  const most = related.reduce((sum, { length }) => sum + length, 0);
  const payees = group.size < most ? group.keys() : new Set(related.flat());
  return [...payees].flatMap((payee) => {
    const [same, reason] = [group.get(payee), reasonOf(own, payee)];
    return same && reason ? [[same, reason] as const] : [];
  });
}

/** Returns the invoices that have a key, by the key and the payee. */
function grouped<Key>(
  invoices: readonly Invoice[],
  keyOf: (it: Invoice) => Key | undefined,
): ReadonlyMap<Key, Group> {
  const groups = new Map<Key, Map<number, Invoice[]>>();
  for (const it of invoices) {
    const key = keyOf(it);
    if (key === undefined) continue;
    const payees = groups.get(key) ?? new Map<number, Invoice[]>();
    groups.set(key, payees);
    const same = payees.get(it.payee);
    if (same) same.push(it);
    else payees.set(it.payee, [it]);
  }
  return groups;
}

/** Returns a function that reports whether an invoice has not the number of this one: two of one number were found by it. */
const otherNumber =
  (one: Invoice) =>
  (other: Invoice): boolean =>
    one.number === '' || one.number !== other.number;

/** Returns those of some invoices, the latest day first, that are at most some days apart from a day. */
function near(
  sorted: readonly Invoice[],
  day: number | undefined,
  days: number,
): readonly Invoice[] {
  if (day === undefined) return [];
  return sorted.slice(firstUpTo(sorted, day + days), firstUpTo(sorted, day - days - 1));
}

/** Returns the place of the first of some invoices, the latest day first, that is not later than a day. */
function firstUpTo(sorted: readonly Invoice[], day: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (dayNumber(sorted[middle]) > day) from = middle + 1;
    else to = middle;
  }
  return from;
}

const dayNumber = (it: Invoice | undefined): number => it?.day ?? 0;

const latestFirst = (one: Invoice, other: Invoice): number => dayNumber(other) - dayNumber(one);

type Candidate = readonly [one: Invoice, other: Invoice, payee: PayeeReason];

/** Compares two candidates of one invoice. */
const byPlace = ([, one]: Candidate, [, other]: Candidate): number => one.at - other.at;

function pairOf([one, other, payee]: Candidate, days: number): DuplicatePair {
  const daysApart =
    one.day === undefined || other.day === undefined ? null : Math.abs(one.day - other.day);
  const isSameAmount =
    one.cents !== undefined && one.cents === other.cents && daysApart !== null && daysApart <= days;
  const [later, earlier] = one.at < other.at ? [one, other] : [other, one];
  return {
    payable: later.payable,
    other: earlier.payable,
    reasons: [
      ...(one.number !== '' && one.number === other.number ? (['same_number'] as const) : []),
      ...(isSameAmount ? (['same_amount'] as const) : []),
      payee,
    ],
    daysApart,
  };
}

const newestFirst = (one: Compared, other: Compared): number =>
  compareText(keyOf(other.payable), keyOf(one.payable));

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
