/** Payables that may be one invoice, submitted twice. */

import { easternDateOf } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { centsIn } from '../../render/money.ts';
import { alikePairs, comparedName } from './alike-names.ts';

/** A reason to take two payables for one invoice. */
export type DuplicateReason = 'same_number' | 'same_amount' | 'same_payee' | 'similar_name';

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
  const { payees, placeOf } = distinctPayees(payables);
  const related = relatedPayees(payees);
  const invoices = payables.filter(isOwed).map(
    (it): Invoice => ({
      payable: it,
      payee: placeOf(it),
      number: comparedNumber(it.invoiceNumber),
      cents: centsIn(it.amount),
      day: dayOf(it),
    }),
  );
  const pairs: DuplicatePair[] = [];
  const add = (one: Invoice, other: Invoice, payee: DuplicateReason) => {
    pairs.push(pairOf(one, other, payee, days));
  };
  const numbered = invoices.filter(({ number }) => number !== '');
  for (const group of grouped(numbered, ({ number }) => number)) {
    eachRelated(group, related, (one, other, reason) => {
      for (const [at, left] of one.entries()) {
        for (const right of one === other ? one.slice(at + 1) : other) add(left, right, reason);
      }
    });
  }
  const dated = invoices
    .filter(({ cents, day }) => cents !== undefined && day !== undefined)
    .sort((left, right) => (left.day ?? 0) - (right.day ?? 0));
  for (const group of grouped(dated, ({ cents }) => cents)) {
    eachRelated(group, related, (one, other, reason) => {
      eachWithin(one, other, days, (left, right) => {
        // Two of one number were found by it.
        if (left.number === '' || left.number !== right.number) add(left, right, reason);
      });
    });
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

/** A payee as a payable states it: its ids, and its name. */
type Payee = readonly [
  businessId: string | undefined,
  connectionId: string | undefined,
  name: string | undefined,
];

const payeeOf = (it: Payable): Payee => [
  it.senderBusinessId ?? it.businessId ?? undefined,
  it.connectionId ?? undefined,
  it.payeeName ?? undefined,
];

function distinctPayees(payables: readonly Payable[]) {
  const places = new Map<string, number>();
  const payees: Payee[] = [];
  const placeOf = (it: Payable): number => {
    const payee = payeeOf(it);
    const key = payee.join('\n');
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, payees.length);
    return payees.push(payee) - 1;
  };
  for (const it of payables) placeOf(it);
  return { payees, placeOf };
}

/** The payees that may be a payee, itself among them, each with the reason; of two, the later place only. */
type RelatedPayees = ReadonlyMap<number, ReadonlyMap<number, DuplicateReason>>;

function relatedPayees(payees: readonly Payee[]): RelatedPayees {
  const related = new Map<number, Map<number, DuplicateReason>>();
  const relate = (one: number, other: number, reason: DuplicateReason) => {
    const own = related.get(one) ?? new Map<number, DuplicateReason>();
    if (!own.has(other)) own.set(other, reason);
    related.set(one, own);
  };
  for (const id of [0, 1] as const) {
    const withId = payees.flatMap((payee, at) => (payee[id] === undefined ? [] : [at]));
    for (const same of placesBy(withId, (at) => payees[at]?.[id] ?? '').values()) {
      for (const [at, one] of same.entries()) {
        for (const other of same.slice(at)) relate(one, other, 'same_payee');
      }
    }
  }
  const named = payees.flatMap((payee, at) => (payee[2] === undefined ? [] : [at]));
  const byName = placesBy(named, (at) => payees[at]?.[2] ?? '');
  const names = [...byName.keys()].map((name) => comparedName(name));
  const placesOfName = [...byName.values()];
  for (const [at, same] of placesOfName.entries()) {
    if (names[at]?.skeleton === '') continue;
    relateAll(same, same, relate);
  }
  for (const [one, other] of alikePairs(names)) {
    relateAll(placesOfName[one] ?? [], placesOfName[other] ?? [], relate);
  }
  return related;
}

function relateAll(
  some: readonly number[],
  others: readonly number[],
  relate: (one: number, other: number, reason: DuplicateReason) => void,
): void {
  for (const one of some) {
    for (const other of others) {
      if (some !== others || one <= other) {
        relate(Math.min(one, other), Math.max(one, other), 'similar_name');
      }
    }
  }
}

function placesBy(places: readonly number[], keyOf: (at: number) => string) {
  const found = new Map<string, number[]>();
  for (const at of places) {
    const same = found.get(keyOf(at));
    if (same) same.push(at);
    else found.set(keyOf(at), [at]);
  }
  return found;
}

/** Invoices of one number or amount, by payee. */
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

/** Calls `visit` for each two payees of a group that may be one, and for each payee with itself. */
function eachRelated(
  group: Group,
  related: RelatedPayees,
  visit: (one: readonly Invoice[], other: readonly Invoice[], reason: DuplicateReason) => void,
): void {
  for (const [payee, own] of group) {
    for (const [other, reason] of related.get(payee) ?? []) {
      const theirs = group.get(other);
      if (theirs) visit(own, theirs, reason);
    }
  }
}

/** Calls `visit` for each two of two lists, both by day, that are at most some days apart. */
function eachWithin(
  some: readonly Invoice[],
  others: readonly Invoice[],
  days: number,
  visit: (one: Invoice, other: Invoice) => void,
): void {
  let first = 0;
  for (const [at, one] of some.entries()) {
    const day = one.day ?? 0;
    const since = some === others ? day : day - days;
    while ((others[first]?.day ?? Number.POSITIVE_INFINITY) < since) first++;
    const from = some === others ? at + 1 : first;
    for (let next = from; next < others.length; next++) {
      const other = others[next];
      if (!other || (other.day ?? 0) > day + days) break;
      visit(one, other);
    }
  }
}

function pairOf(one: Invoice, other: Invoice, payee: DuplicateReason, days: number): DuplicatePair {
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
